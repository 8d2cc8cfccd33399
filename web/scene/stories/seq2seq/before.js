/**
 * Before attention: the last state alone goes to the decoder. Told large on the page of what comes after, then a small
 * picture beside it.
 */

import { wrap } from "../../text-metrics.js";
import { arrow, ports } from "../../kit/arrows.js";
import { backdrop } from "../../kit/backdrop.js";
import {
  staggerGroups,
  dim,
  copyTo,
  grow,
  fadeOut,
  enterNumbers,
  enterBox,
  fadeIn,
  enter,
} from "../../kit/moves.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { sequence } from "../../timeline.js";
import { wordsOf } from "../sequence/chain.js";
import { figures } from "../../kit/figures.js";
import { lettered, spoken, vector } from "../sequence/parts.js";

/** @typedef {import("../../script.js").Script} Script */
/** @typedef {import("../../timeline.js").Tween} Beat */
/** @typedef {import("./furnish.js").Place} Place */
/** @typedef {ReturnType<typeof stageBefore>} Before */

/** Most words that are shown; the spoken text has them all. */
const MOST_SHOWN = 12;

/** The items of the chapter before attention, placed. @param {Place} place @param {any} measured */
export function stageBefore(place, measured) {
  const { all, form, at, left, panel, row, keys, top } = place;
  const { pressed, states, decoder } = all;
  const encoder = pressed?.encoder ?? states.encoder;
  const last = keys.length - 1;
  const alone = form.strip?.upright ? { ...form, strip: { width: 64, height: 20, upright: false } } : form;
  const width = pressed ? pressed.decoder.d_k : decoder.d_k;
  /** @type {any} */
  const lead = Array(Math.max(0, states.rank - 2)).fill(0);
  const context = vector(all.model, alone, {
    id: "pressed",
    ...(pressed
      ? { tensor: pressed.decoder.full("encoder_states"), index: (/** @type {any} */ c) => [0, c] }
      : { tensor: states.tensor, index: (/** @type {any} */ c) => [...lead, last, c] }),
    width,
    role: "weighted",
    labels: [
      { ...lettered("context", "c", 0), runs: lettered("context", "c", 0).runs.slice(0, 1), side: "left" },
    ],
  });
  const high = Math.max(top, 42);
  const upper = (high + 14 + row("states") - place.size.height / 2) / 2;
  context.put(Math.min(at[last], left + panel - context.width / 2 - 8), upper);
  const shown = pressed ? wordsOf(pressed.decoder).slice(0, MOST_SHOWN) : [];
  const pitch = Math.min(96, (panel - 16) / Math.max(1, shown.length));
  const start = left + panel / 2 - (pitch * (shown.length - 1)) / 2;
  const size = form.size;
  const chips = shown.map((said, j) => {
    if (!pressed) return null;
    const how = {
      size,
      side: /** @type {const} */ ("above"),
      most: pitch - 4,
      font: 14,
      numbers: pitch > 44,
    };
    const chip = spoken(pressed.decoder, `retold.${j}`, said, how);
    chip?.put(start + j * pitch, high);
    return chip;
  });
  const seen = chips.filter((chip) => chip !== null);
  /** The states of its own encoder, where that is another one. */
  const own_ =
    encoder && states.encoder && encoder.full("state") !== states.tensor
      ? keys.map((i) => {
          const what = {
            id: `old.${i}`,
            tensor: encoder.full("state"),
            width: encoder.tensor("state")?.shape[1] ?? 1,
            role: "input",
          };
          const item = vector(all.model, form, {
            ...what,
            index: (c) => [i, c],
            labels: place.state(i).labels,
          });
          item.put(at[i], row("states"));
          return item;
        })
      : keys.map((i) => place.state(i));
  const rise = arrow("press", ports.up(own_[last]), ports.down(context));
  const level = context.y - 12;
  const out = seen.map((chip, j) =>
    arrow(`retell.${j}`, ports.up(context), ports.down(chip.block), { level: () => level }),
  );
  const chart = measured ? figures("figures", measured, place, decoder.words) : null;
  return {
    context,
    chips: seen,
    states: own_,
    rise,
    out,
    chart,
    replaced: own_[0] !== place.state(0),
    mini: miniOf(place, context),
  };
}

/** The small picture that stays beside. @param {Place} place @param {any} context */
function miniOf({ past, all, keys }, context) {
  if (!past || keys.length > 8) return null;
  const w = all.decoder.words.stories.seq2seq;
  const { x, y, width, height } = past;
  const inner = width - 24;
  const title = text("past.title", { text: w.past, weight: 650, fill: "ink", align: "start" });
  title.put(x + 12, y + 18);
  const lines = wrap(
    w.pressedIn({ count: keys.length - Number(Boolean(all.states.encoder)) }),
    12,
    inner,
  ).slice(0, 3);
  const said = lines.map((line, k) => {
    const item = text(`past.line${k}`, { text: line, size: 12, fill: "muted", align: "start" });
    item.put(x + 12, y + height - 12 - 16 * (lines.length - 1 - k));
    return item;
  });
  const side = Math.min(22, (inner - 8 * (keys.length - 1)) / keys.length);
  const foot = y + height - 16 * lines.length - 16 - side;
  const pitch = keys.length > 1 ? (inner - side) / (keys.length - 1) : 0;
  const boxes = keys.map((i) =>
    backdrop(
      `past.${i}`,
      { x: x + 12 + i * pitch, y: foot, width: side, height: side },
      { fill: i === keys.length - 1 ? "input" : "input-tint", rx: 2, initial: { opacity: 0 } },
    ),
  );
  const room = {
    x: x + width - 12 - Math.min(inner, 100),
    y: Math.max(y + 40, foot - 64),
    width: Math.min(inner, 100),
    height: 22,
  };
  const state = backdrop("past.c", room, { fill: "weighted", rx: 2, initial: { opacity: 0 } });
  const letter = text("past.letter", { text: "c = h", size: 12, weight: 600, fill: "on-role" });
  letter.put(room.x + room.width / 2, room.y + 11);
  const line = arrow(
    "past.rise",
    { at: boxes[boxes.length - 1], side: "top" },
    { at: room, side: "bottom", shift: room.width / 2 - side / 2 },
  );
  const board = backdrop("past.panel", past, { initial: { opacity: 0 } });
  return { items: [board, title, ...said, ...boxes, state, letter], line, target: room, from: context };
}

/**
 * The chapter of the bottleneck.
 * @param {Script} script @param {Place} place @param {Before} before @param {(id: string, about: any, ...moves: Beat[][]) => void} step
 * @param {Record<string, any>} facts
 */
export function bottleneckSteps(script, place, before, step, facts) {
  const { names } = place;
  const { states, context, rise, out, chips, chart } = before;
  for (const item of [...names, ...states, context, rise, ...out, ...chips.flatMap(({ items }) => items)])
    script.add(item);
  const reads = states.map((state, i) => {
    const lines = place.reads(i).map((line) => script.add(line));
    return sequence([...fadeIn(names[i]), ...grow(...lines)], [...enterBox(state), ...enterNumbers(state)]);
  });
  step("read", { rest: 1.2 }, staggerGroups(reads, Math.max(0.12, 2.4 / states.length)));
  const others = states.slice(0, -1);
  step(
    "press",
    { rest: 1.6 },
    dim(1, ...others),
    [...grow(rise), ...copyTo(script, states[states.length - 1], context)],
    [...enterBox(context), ...enterNumbers(context)],
  );
  if (chips.length) {
    const said = chips.map((chip, j) => sequence(grow(out[j]), [...enter(chip.block), ...fadeIn(chip.word)]));
    step("retell", { rest: 2 }, staggerGroups(said, 0.3));
  }
  if (chart) {
    for (const item of chart.items) script.add(item);
    const away = chart.covers ? fadeOut(...out, ...chips.flatMap(({ items }) => items), context, rise) : [];
    step(
      "measured",
      { rest: 3.4 },
      away,
      fadeIn(...chart.items.filter(({ kind }) => kind !== "curve")),
      chart.curves.flatMap((curve) => grow(curve)),
    );
  }
  return facts;
}

/** The beats that clear the page for attention, and leave the small picture. @param {Script} script @param {Before} before @returns {Beat[][]} */
export function shrink(script, { context: c, rise, out, chips, chart, mini, states, replaced }) {
  const others = states.slice(0, -1);
  const gone = [...out, rise, ...chips.flatMap(({ items }) => items), ...(chart?.items ?? [])];
  const old = replaced ? fadeOut(...states) : dim(0, ...others);
  if (!mini) return [[...fadeOut(...gone, c), ...old]];
  for (const item of [...mini.items, mini.line]) script.add(item);
  const standing = script.standing([c]).length ? copyTo(script, c, { ...mini.target, id: "past.c" }) : [];
  return [[...fadeOut(...gone, c), ...old], [...standing, ...fadeIn(...mini.items)], grow(mini.line)];
}

/** How many words differ between two ways of saying them. @param {any[]} words @param {any[]} other */
export const differing = (words, other) =>
  upTo(Math.max(words.length, other.length)).filter((j) => words[j]?.name !== other[j]?.name).length;
