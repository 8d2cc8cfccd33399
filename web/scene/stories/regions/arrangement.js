/** Where a picture and its caption stand: words with their small maps beside the picture or below it, and what they see as a bar. */

import { nameOf, pairs } from "../../facts.js";
import { backdrop, ring } from "../../kit/backdrop.js";
import { stackedBar } from "../../kit/bars.js";
import { SIZES } from "../../kit/block.js";
import { cellsOf } from "../../kit/cells.js";
import { belonging, focus, meansOf, whileLit } from "../../kit/focus.js";
import { drawing, parts, smallMap, veil } from "../../kit/patches.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { textWidth } from "../../text-metrics.js";
import { TOLD } from "./facts.js";
import { placed } from "../../kit/place.js";
import { COLUMNS, KINDS, ROWS, ground, picture } from "./picture.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {ReturnType<typeof placesIn>} Places */

/** Px round everything and between its parts; of a line of words, and of the bar with the names above it. */
const [PAD, GAP, LINE, BAR, LEADERS] = [10, 12, 20, 22, 18];
/** Px of a patch at most, and of a word from which all stand in one line. */
const [PATCH, NARROW] = [48, 62];
const TITLE = /** @type {const} */ ({ size: 13, weight: 600, align: "start", fill: "ink" });

/** @param {Model} model @param {import("../../scene.js").Room} room @param {ReturnType<typeof import("./facts.js").factsOf>} facts */
export function arrange(model, room, { told }) {
  const w = model.words.stories.regions;
  const places = placesIn(model, room);
  const { at, middle, top, line } = places;
  const asking = askingIn(model, places);
  const seen = seenIn(model, places);
  const veils = upTo(model.q_len).map((query) => veil(`veil.${query}`, at, { query }));
  const boxOf = (/** @type {number} */ key) => ({
    ...{ x: at.x + (key % COLUMNS) * at.unit, y: at.y + Math.floor(key / COLUMNS) * at.unit },
    ...{ width: at.unit, height: at.unit },
  });
  /** @param {import("../../kit/focus.js").Group} group */
  const rings = ({ query, key = 0 }) => (query === undefined ? [boxOf(key)] : [asking.maps[query]]);
  const example = exampleOf(model, told[0].i, { ...places.side, y: places.bottom });
  const under = veils.map((_, i) => ({ x: middle(i), y: top(i) + line - 5 }));
  return {
    panel: backdrop("panel", { x: 0, y: 0, width: room.width, height: room.height }),
    view: drawing("picture", at, { shapes: [...ground(), ...picture], label: w.picture }),
    example: { ...example, ring: ring("ring", boxOf(example.key)) },
    ...{ ...asking, ...seen, veils },
    lights: veils.flatMap((item, i) =>
      [item, seen.titles[i], seen.shares[i]].map((one) => whileLit(one, { query: i })),
    ),
    numbers: parts("parts", under, ROWS * COLUMNS, TOLD),
    focus: focus(model, { asked: { query: told[0].i }, rings }),
  };
}

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

/** Words that can be pointed at, and where each looks. @param {Model} model @param {Places} places */
function askingIn(model, { pitch, small, middle, top }) {
  const w = model.words.stories.regions;
  const names = upTo(model.q_len).map((i) => nameOf(model, "query", i));
  const longest = Math.max(...names.map((name) => textWidth(name, 1, 600)));
  const size = Math.max(12, Math.min(17, (pitch - 4) / longest));
  const words = names.map((name, i) => {
    const how = { size, weight: 600, fill: "ink", most: pitch - 2, means: meansOf(model, { query: i }) };
    const word = placed(text(`word.${i}`, { text: name, ...how }), middle(i), top(i) + LINE / 2);
    return belonging(word, { query: i });
  });
  const maps = names.map((name, query) => {
    const x = Math.round(middle(query) - (small * COLUMNS) / 2);
    const place = { x, y: top(query) + LINE + 6, unit: small, columns: COLUMNS, rows: ROWS };
    return smallMap(`map.${query}`, place, { query, label: w.looks({ name }) });
  });
  return { words, maps };
}

/** What each word sees, as a bar with its title; all stand in one place. @param {Model} model @param {Places} places */
function seenIn(model, { side: { x, width }, bottom }) {
  const w = model.words.stories.regions;
  const hint = text("hint", { text: w.hint, size: 12.5, fill: "muted", align: "end", most: width * 0.55 });
  hint.put(x + width, bottom + LINE / 2);
  const names = upTo(model.q_len).map((i) => nameOf(model, "query", i));
  const titles = names.map((name, i) => {
    const said = text(`title.${i}`, { text: w.sees({ name }), ...TITLE, most: width - hint.width - 8 });
    said.put(x, bottom + LINE / 2);
    return said;
  });
  const shares = names.map((name, i) => {
    const shown = upTo(KINDS.length).filter((c) => model.value("output", [0, i, c]) >= TOLD);
    const share = stackedBar(`share.${i}`, {
      ...{ width: width - 4, height: BAR, tensor: model.full("output"), decimals: 2, bars: () => [] },
      ...{ indices: shown.map((c) => [0, i, c]), names: shown.map((c) => w.kinds[KINDS[c]]) },
      label: w.looks({ name }),
    });
    share.put(x + share.width / 2, bottom + LINE + LEADERS + BAR / 2);
    return share;
  });
  return { hint, titles, shares };
}

/** What one patch holds, the one that a word looks at most: the largest shares, as numbers. @param {Model} model @param {number} query @param {{ x: number, y: number, width: number }} place */
function exampleOf(model, query, { x, y, width }) {
  const w = model.words.stories.regions;
  const weights = pairs(model, query).map((pair) => model.value("weights", pair));
  const key = weights.indexOf(Math.max(...weights));
  const share = (/** @type {number} */ c) => model.value("x_kv", [0, key, c]);
  const shown = upTo(KINDS.length).filter((c) => share(c) > 0).toSorted((a, b) => share(b) - share(a)).slice(0, 4); // prettier-ignore
  const said = w.holds({ name: nameOf(model, "key", key) });
  const title = placed(text("example", { text: said, ...TITLE, most: width }), x, y + LINE / 2);
  const cells = cellsOf(model, () => ({ size: { ...SIZES.small, decimals: 2 } }));
  const pitch = Math.min(76, width / shown.length);
  const at = (/** @type {number} */ n) => x + (n + 0.5) * pitch;
  const names = shown.map((c, n) => {
    const name = text(`example.${c}`, { text: w.kinds[KINDS[c]], size: 13, fill: "muted", most: pitch - 4 });
    name.put(at(n), y + LINE + LEADERS / 2);
    return name;
  });
  const blocks = shown.map((c) => cells("x_kv", { key, feature: c }));
  blocks.forEach((one, n) => one.put(at(n), y + LINE + LEADERS + BAR / 2 + 1));
  return { key, words: [title, ...names], blocks };
}
