/** Where a picture and its caption stand: words with their small maps beside the picture or below it, and what they see as a bar. */

import { nameOf, rowFacts } from "../../facts.js";
import { panelIn, ring } from "../../kit/backdrop.js";
import { stackedBar } from "../../kit/bars.js";
import { SIZES } from "../../kit/block.js";
import { cellsOf } from "../../kit/cells.js";
import { belonging, focus, meansOf, whileLit } from "../../kit/focus.js";
import { placed } from "../../kit/place.js";
import { drawing, parts, smallMap, veil } from "../../kit/patches.js";
import { textAt } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { textWidth } from "../../text-metrics.js";
import { TOLD, factsOf } from "./facts.js";
import { COLUMNS, KINDS, ROWS, ground, picture } from "./picture.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {ReturnType<typeof placesIn>} Places */

/** Px round everything and between its parts; of a line of words, and of the bar with the names above it. */
const [PAD, GAP, LINE, BAR, LEADERS] = [10, 12, 20, 22, 18];
/** Px of a patch at most, and of a word from which all stand in one line. */
const [PATCH, NARROW] = [48, 62];
/** Of a line, what the hint takes at most. */
const HINT = 0.55;
const TITLE = /** @type {const} */ ({ size: 13, weight: 600, align: "start", fill: "ink" });

/** @param {Model} model @param {import("../../scene.js").Room} room */
export function arrange(model, room) {
  const facts = factsOf(model);
  const places = placesIn(model, room);
  const { at, middle, top, line } = places;
  const query = facts.told[0].i;
  const asking = askingIn(model, places);
  const seen = seenIn(model, places);
  const veils = upTo(model.q_len).map((query) => veil(`veil.${query}`, at, { query }));
  const boxOf = (/** @type {number} */ key) => {
    const [x, y] = [at.x + (key % COLUMNS) * at.unit, at.y + Math.floor(key / COLUMNS) * at.unit];
    return { x, y, width: at.unit, height: at.unit };
  };
  /** @param {import("../../kit/focus.js").Group} group */
  const rings = ({ query, key = 0 }) => (query === undefined ? [boxOf(key)] : [asking.maps[query]]);
  const example = exampleOf(model, query, places);
  const under = veils.map((_, i) => ({ x: middle(i), y: top(i) + line - 5 }));
  const lights = veils.map((item, i) =>
    [item, seen[i].title, seen[i].share].map((one) => whileLit(one, { query: i })),
  );
  return {
    ...{ facts, ground: panelIn(room), ...asking, seen, veils, lights: lights.flat() },
    view: drawing("picture", at, {
      shapes: [...ground(), ...picture],
      label: model.words.stories.regions.drawn,
    }),
    example: { ...example, ring: ring("ring", boxOf(example.key)) },
    numbers: parts("parts", under, ROWS * COLUMNS, TOLD),
    focus: focus(model, { asked: { query }, rings }),
  };
}
/** @typedef {ReturnType<typeof arrange>} Stage */

/** The largest picture that leaves room for words, maps and a bar. @param {Model} model @param {import("../../scene.js").Room} room */
function placesIn({ q_len }, room) {
  const [width, height] = [room.width - 2 * PAD, room.height - 2 * PAD];
  const beside = width >= 760;
  const narrow = !beside && width / q_len < NARROW;
  const lines = beside || narrow ? 2 : 1;
  const perLine = Math.ceil(q_len / lines);
  /** Px of a patch on a small map. @param {number} pitch */
  const smallIn = (pitch) => Math.max(1, Math.floor(Math.min(pitch - 6, narrow ? 36 : 96) / COLUMNS));
  const lineOf = (/** @type {number} */ small) => 2 * LINE + 6 + small * ROWS;
  const below = lines * lineOf(smallIn(width / perLine)) + (1 + lines / 2) * GAP + LINE + LEADERS + BAR;
  const [across, down] = beside ? [0.54 * width, height] : [width, height - below];
  const unit = Math.floor(Math.min(PATCH, across / COLUMNS, down / ROWS));
  const [wide, high] = [COLUMNS * unit, ROWS * unit];
  const x = beside ? PAD : Math.round((room.width - wide) / 2);
  const y = beside ? Math.round((room.height - high) / 2) : PAD;
  const left = beside ? x + wide + 2 * GAP : PAD;
  const side = { x: left, y: beside ? y : y + high + GAP / 2, width: room.width - PAD - left };
  const pitch = side.width / perLine;
  const small = smallIn(pitch);
  const line = lineOf(small);
  const top = (/** @type {number} */ i) => side.y + Math.floor(i / perLine) * (line + GAP / 2);
  const last = top(q_len - 1) + line;
  return {
    ...{ at: { x, y, unit, columns: COLUMNS, rows: ROWS }, side, pitch, small, line, top },
    middle: (/** @type {number} */ i) => side.x + ((i % perLine) + 0.5) * pitch,
    bottom: beside ? last + GAP : room.height - PAD - BAR - LEADERS - LINE,
  };
}

/** Words that can be pointed at, where each looks, and what a reader may do. @param {Model} model @param {Places} places */
function askingIn(model, { side, bottom, pitch, small, middle, top }) {
  const w = model.words.stories.regions;
  const names = upTo(model.q_len).map((i) => nameOf(model, "query", i));
  const longest = Math.max(...names.map((name) => textWidth(name, 1, 600)));
  const size = Math.max(12, Math.min(17, (pitch - 4) / longest));
  const words = names.map((name, query) => {
    const how = { size, weight: 600, fill: "ink", most: pitch - 2, means: meansOf(model, { query }) };
    const word = textAt(`word.${query}`, middle(query), top(query) + LINE / 2, { text: name, ...how });
    return belonging(word, { query });
  });
  const maps = names.map((name, query) => {
    const x = Math.round(middle(query) - (small * COLUMNS) / 2);
    const place = { x, y: top(query) + LINE + 6, unit: small, columns: COLUMNS, rows: ROWS };
    return smallMap(`map.${query}`, place, { query, label: w.looks({ name }) });
  });
  const how = /** @type {const} */ ({ size: 12.5, fill: "muted", align: "end" });
  const hint = { text: w.hint, ...how, most: side.width * HINT };
  return { words, maps, hint: textAt("hint", side.x + side.width, bottom + LINE / 2, hint) };
}

/** What each word sees, as a bar with its title; all stand in one place. @param {Model} model @param {Places} places */
function seenIn(model, { side: { x, width }, bottom }) {
  const w = model.words.stories.regions;
  return upTo(model.q_len).map((i) => {
    const name = nameOf(model, "query", i);
    const said = { text: w.sees({ name }), ...TITLE, most: width * (1 - HINT) - 8 };
    const shown = upTo(KINDS.length).filter((c) => model.value("output", [0, i, c]) >= TOLD);
    const share = stackedBar(`share.${i}`, {
      ...{ width: width - 4, height: BAR, tensor: model.full("output"), decimals: 2, bars: () => [] },
      ...{ indices: shown.map((c) => [0, i, c]), names: shown.map((c) => w.kinds[KINDS[c]]) },
      label: w.looks({ name }),
    });
    const title = textAt(`title.${i}`, x, bottom + LINE / 2, said);
    return { title, share: placed(share, x + share.width / 2, bottom + LINE + LEADERS + BAR / 2) };
  });
}

/** What one patch holds, the one that a word looks at most: the largest shares, as numbers. @param {Model} model @param {number} query @param {Places} places */
function exampleOf(model, query, { side: { x, width }, bottom }) {
  const w = model.words.stories.regions;
  const key = rowFacts(model, query).first;
  const share = (/** @type {number} */ c) => model.value("x_kv", [0, key, c]);
  const held = upTo(KINDS.length).filter((c) => share(c) > 0);
  const shown = held.toSorted((a, b) => share(b) - share(a)).slice(0, 4);
  const cells = cellsOf(model, () => ({ size: { ...SIZES.small, decimals: 2 } }));
  const pitch = Math.min(76, width / shown.length);
  const at = (/** @type {number} */ n) => x + (n + 0.5) * pitch;
  const said = { text: w.holds({ name: nameOf(model, "key", key) }), ...TITLE, most: width };
  const names = shown.map((c, n) => {
    const what = { text: w.kinds[KINDS[c]], size: 13, fill: "muted", most: pitch - 4 };
    return textAt(`example.${c}`, at(n), bottom + LINE + LEADERS / 2, what);
  });
  const low = bottom + LINE + LEADERS + BAR / 2 + 1;
  const blocks = shown.map((c, n) => placed(cells("x_kv", { key, feature: c }), at(n), low));
  return { key, words: [textAt("example", x, bottom + LINE / 2, said), ...names], blocks };
}
