/** Where a picture and its caption stand: words with their small maps beside the picture or below it, and what they see as a bar. */

import { nameOf, namesIn, pairs } from "../../facts.js";
import { backdrop, ring } from "../../kit/backdrop.js";
import { stackedBar } from "../../kit/bars.js";
import { SIZES } from "../../kit/block.js";
import { cellsOf } from "../../kit/cells.js";
import { belonging, focus, meansOf, whileLit } from "../../kit/focus.js";
import { drawing, parts, smallMap, veil } from "../../kit/patches.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { textWidth } from "../../text-metrics.js";
import { COLUMNS, KINDS, ROWS, ground, picture } from "./picture.js";

/** @typedef {import("../../model.js").Model} Model */

/** From this weight on a query looks somewhere; from this one on a patch is told. */
const LOOKS = 0.1;
export const TOLD = 0.02;
/** Px round everything and between its parts; of a line of words, and of the bar with the names above it. */
const [PAD, GAP, LINE, BAR, LEADERS] = [10, 12, 20, 22, 18];
/** Px of a word from which all stand in one line. */
const NARROW = 62;
/** Px of a patch, at most. */
const PATCH = 48;

/** Words that look somewhere, and what they see most of. @param {Model} model */
export function factsOf(model) {
  const { name } = namesIn(model);
  const { kinds } = model.words.stories.regions;
  const all = upTo(model.q_len).map((i) => {
    const weights = pairs(model, i).map((pair) => model.value("weights", pair));
    const seen = KINDS.map((_, c) => model.value("output", [0, i, c]));
    const order = upTo(KINDS.length).toSorted((a, b) => seen[b] - seen[a]);
    const cell = (/** @type {number} */ c) => namesIn(model).cell("output", [0, i, c]);
    const [first, second] = order;
    return {
      ...{ i, most: Math.max(...weights), name: name("query", i) },
      ...{ first: kinds[KINDS[first]], second: kinds[KINDS[second]], share: cell(first), rest: cell(second) },
    };
  });
  const looking = all.filter(({ most }) => most >= LOOKS);
  const told = (looking.length ? looking : all).slice(0, 2);
  return { model, told, count: model.kv_len, words: model.q_len, across: COLUMNS, down: ROWS };
}

/** @param {Model} model @param {import("../../scene.js").Room} room @param {ReturnType<typeof factsOf>} facts */
export function arrange(model, room, { told }) {
  const w = model.words.stories.regions;
  const [width, height] = [room.width - 2 * PAD, room.height - 2 * PAD];
  const beside = width >= 760;
  const queries = upTo(model.q_len);
  const narrow = !beside && width / queries.length < NARROW;
  const lines = beside || narrow ? 2 : 1;
  const perLine = Math.ceil(queries.length / lines);
  const smallOf = (/** @type {number} */ pitch) =>
    Math.max(1, Math.floor(Math.min(pitch - 6, narrow ? 36 : 96) / COLUMNS));
  const lineOf = (/** @type {number} */ small) => 2 * LINE + 6 + small * ROWS;
  const below = lines * lineOf(smallOf(width / perLine)) + (1 + lines / 2) * GAP + LINE + LEADERS + BAR;
  const unit = Math.floor(
    Math.min(
      PATCH,
      ...(beside ? [(0.54 * width) / COLUMNS, height / ROWS] : [width / COLUMNS, (height - below) / ROWS]),
    ),
  );
  const [wide, high] = [COLUMNS * unit, ROWS * unit];
  const at = { x: beside ? PAD : Math.round((room.width - wide) / 2), y: beside ? Math.round((room.height - high) / 2) : PAD }; // prettier-ignore
  const patches = { ...at, unit, columns: COLUMNS, rows: ROWS };
  const left = beside ? at.x + wide + 2 * GAP : PAD;
  const side = { x: left, y: beside ? at.y : at.y + high + GAP / 2, width: room.width - PAD - left };
  const pitch = side.width / perLine;
  const names = queries.map((i) => nameOf(model, "query", i));
  const longest = Math.max(...names.map((name) => textWidth(name, 1, 600)));
  const size = Math.max(12, Math.min(17, (pitch - 4) / longest));
  const small = smallOf(pitch);
  const line = lineOf(small);
  const middle = (/** @type {number} */ i) => side.x + ((i % perLine) + 0.5) * pitch;
  const top = (/** @type {number} */ i) => side.y + Math.floor(i / perLine) * (line + GAP / 2);
  const words = queries.map((i) => {
    const means = meansOf(model, { query: i });
    const word = text(`word.${i}`, {
      text: names[i],
      size,
      weight: 600,
      fill: "ink",
      most: pitch - 2,
      means,
    });
    word.put(middle(i), top(i) + LINE / 2);
    return belonging(word, { query: i });
  });
  const maps = queries.map((query) => {
    const x = Math.round(middle(query) - (small * COLUMNS) / 2);
    const place = { x, y: top(query) + LINE + 6, unit: small, columns: COLUMNS, rows: ROWS };
    return smallMap(`map.${query}`, place, { query, label: w.looks({ name: names[query] }) });
  });
  const last = top(queries.length - 1) + line;
  const bottom = beside ? last + GAP : room.height - PAD - BAR - LEADERS - LINE;
  const hint = text("hint", {
    text: w.hint,
    size: 12.5,
    fill: "muted",
    align: "end",
    most: side.width * 0.55,
  });
  hint.put(side.x + side.width, bottom + LINE / 2);
  const titles = queries.map((i) => {
    const said = text(`title.${i}`, {
      text: w.sees({ name: names[i] }),
      size: 13,
      weight: 600,
      align: "start",
      fill: "ink",
      most: side.width - hint.width - 8,
    });
    said.put(side.x, bottom + LINE / 2);
    return said;
  });
  const shares = queries.map((i) => {
    const shown = upTo(KINDS.length).filter((c) => model.value("output", [0, i, c]) >= TOLD);
    const share = stackedBar(`share.${i}`, {
      ...{ width: side.width - 4, height: BAR, tensor: model.full("output"), decimals: 2, bars: () => [] },
      ...{ indices: shown.map((c) => [0, i, c]), names: shown.map((c) => w.kinds[KINDS[c]]) },
      label: w.looks({ name: names[i] }),
    });
    share.put(side.x + share.width / 2, bottom + LINE + LEADERS + BAR / 2);
    return share;
  });
  const example = exampleOf(model, told[0].i, { x: side.x, y: bottom, width: side.width });
  const veils = queries.map((query) => veil(`veil.${query}`, patches, { query }));
  const boxOf = (/** @type {number} */ key) => ({
    ...{ x: at.x + (key % COLUMNS) * unit, y: at.y + Math.floor(key / COLUMNS) * unit },
    ...{ width: unit, height: unit },
  });
  /** @param {import("../../kit/focus.js").Group} group */
  const rings = ({ query, key = 0 }) => (query === undefined ? [boxOf(key)] : [maps[query]]);
  return {
    panel: backdrop("panel", { x: 0, y: 0, width: room.width, height: room.height }),
    view: drawing("picture", patches, { shapes: [...ground(), ...picture], label: w.picture }),
    example: { ...example, ring: ring("ring", boxOf(example.key)) },
    ...{ words, maps, titles, shares, veils, hint },
    lights: queries.flatMap((i) =>
      [veils[i], titles[i], shares[i]].map((item) => whileLit(item, { query: i })),
    ),
    numbers: parts(
      "parts",
      queries.map((i) => ({ x: middle(i), y: top(i) + line - 5 })),
      ROWS * COLUMNS,
      TOLD,
    ),
    focus: focus(model, { asked: { query: told[0].i }, rings }),
  };
}

/** What one patch holds, the one that a word looks at most: the largest shares, as numbers. @param {Model} model @param {number} query @param {{ x: number, y: number, width: number }} place */
function exampleOf(model, query, { x, y, width }) {
  const w = model.words.stories.regions;
  const weights = pairs(model, query).map((pair) => model.value("weights", pair));
  const key = weights.indexOf(Math.max(...weights));
  const share = (/** @type {number} */ c) => model.value("x_kv", [0, key, c]);
  const shown = upTo(KINDS.length).filter((c) => share(c) > 0).toSorted((a, b) => share(b) - share(a)).slice(0, 4); // prettier-ignore
  const title = text("example", {
    ...{ text: w.holds({ name: nameOf(model, "key", key) }), size: 13, weight: 600 },
    ...{ align: "start", fill: "ink", most: width },
  });
  title.put(x, y + LINE / 2);
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
