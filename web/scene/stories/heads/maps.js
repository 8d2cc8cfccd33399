/** A map for every head, and one head enlarged: its map, its result, and what they are made from. */

import { textWidth } from "../../advance.js";
import { pairs } from "../../facts.js";
import { arrow } from "../../kit/arrows.js";
import { attentionMap } from "../../kit/attention-map.js";
import { block } from "../../kit/block.js";
import { ground } from "../../kit/ground.js";
import { digitsIn, matrix, sheets, sheetsReach } from "../../kit/matrix.js";
import { column, corner, heightOf, inset, row, widthOf } from "../../kit/place.js";
import { letterRuns, runsWidth, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { stagesOf } from "../attention/bench.js";
import { COLOUR, RESULT, WIDE, above, clamp, namesOf, rowNames, sideOf } from "./side-by-side.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {import("./side-by-side.js").How} How */
/** @typedef {{ columns: number, rows: number, words: "own" | "shared" | "none", left: number, cell: { width: number, height: number } }} Slots */

const GAP = 12;
const PAD = 14;
/** Heights of a line of words over a map and of a title, px. */
const WORDS = 21;
const TITLE = 24;
/** Room for the arrow from a row of weights to its result, px. */
const ARROW = 28;

/** How large the maps and the enlarged head can be. @param {Model} model @param {import("../../scene.js").Room} room @param {How} how */
export function pageSizes(model, room, how) {
  const back = sheetsReach(model.batches);
  const full = { x: 0, y: 0, width: room.width - back, height: room.height - back };
  if (model.heads === 1) return { slots: null, large: largeSize(model, full, how.scale) };
  if (how.narrow) {
    const slots = slotSize(model, { ...full, height: full.height * 0.34 }, how);
    const y = slots.height + GAP;
    return { slots, large: largeSize(model, { ...full, y, height: full.height - y }, how.scale) };
  }
  const width = clamp(full.width * (model.heads < 4 ? 0.45 : 0.37), 250, 560);
  const slots = slotSize(model, { ...full, width: full.width - width - GAP }, how);
  return { slots, large: largeSize(model, { ...full, x: full.width - width, width }, how.scale) };
}
/** @typedef {ReturnType<typeof pageSizes>} Sizes */

/**
 * Maps in as many columns as make them largest: with words at each of them, else with those of the rows once, at the left,
 * else without words.
 * @param {Model} model @param {Box} room @param {How} how @returns {Slots & Box}
 */
function slotSize(model, room, { narrow, scale }) {
  const { heads, q_len, kv_len } = model;
  const side = sideOf(namesOf(model).rows);
  const most = ([0, 64, 60, 50, 42][Math.max(q_len, kv_len)] ?? 30) * scale;
  const over_ = (/** @type {string} */ words) => TITLE + 10 + (words === "none" ? 0 : WORDS);
  const tries = upTo(heads).flatMap((k) => {
    const [columns, rows] = [k + 1, Math.ceil(heads / (k + 1))];
    return /** @type {const} */ (["own", "shared", "none"]).map((words) => {
      const left = words === "shared" ? side : 0;
      const edge = { own: side, shared: 11, none: 0 }[words];
      const width = clamp(((room.width - left) / columns - PAD - edge) / kv_len, 2, most);
      const height = clamp((room.height / rows - over_(words)) / q_len, 2, Math.min(34 * scale, width));
      return {
        columns,
        rows,
        left,
        cell: { width, height },
        words: height < 13 ? /** @type {const} */ ("none") : words,
      };
    });
  });
  const worth = (/** @type {Slots} */ { words, cell, rows }) => {
    if (narrow && rows > 1) return 0;
    const numbers = digitsIn(model, "weights", cell) ? 1.6 : 1;
    const told = cell.width < 26 ? 1 : { own: 2.5, shared: 2, none: 1 }[words];
    return Math.min(cell.width, 50) * Math.min(cell.height, 34) * numbers * told;
  };
  const best = tries.reduce((a, b) => (worth(b) > worth(a) ? b : a));
  return { ...room, height: narrow ? best.cell.height * q_len + over_(best.words) : room.height, ...best };
}

/** Heights of rows of the map and of the matrices under it, from generous to tight. */
const HEIGHTS = [34, 28, 24, 20, 16].flatMap((map) =>
  [28, 24, 20, 16, 10, 6].map((under) => ({ map, under })),
);

/** @param {Model} model @param {Box} room @param {number} scale */
function largeSize(model, room, scale) {
  const { q_len, kv_len, d_v } = model;
  const side = sideOf(namesOf(model).rows);
  const grown = scale * (model.heads === 1 ? 1.4 : 1);
  const totals = model.open ? 48 : 0;
  const across = room.width - 2 * PAD - side - totals - ARROW;
  const down = room.height - 2 * PAD - TITLE - WORDS;
  const share = clamp((across - kv_len * 40) / d_v, 0, WIDE * grown);
  const fits = digitsIn(model, model.result, { width: share, height: 18 }, { most: 2 });
  const result = fits ? share : clamp((room.width * 0.4) / d_v, 3, COLOUR);
  const tokens = Math.max(q_len, kv_len);
  const found = HEIGHTS.find(({ map, under }) => q_len * map + 34 + tokens * under <= down);
  const rows = (found ? down - 34 - tokens * found.under : down) / q_len;
  const cell = {
    width: clamp((across - result * d_v) / kv_len, 4, 72 * grown),
    height: clamp(rows, 4, 44 * grown),
  };
  return { ...room, result, totals, cell, under: found ? tokens * found.under : 0 };
}

/** @param {Model} model @param {Sizes} sizes @param {How} how */
export function pageOf(model, sizes, { narrow }) {
  const hidden = { initial: { shown: 0 } };
  const slots = sizes.slots ? slotsOf(model, sizes.slots, narrow) : [];
  const large = largeOf(model, sizes.large);
  const panels = [sizes.slots, sizes.large].flatMap((at, k) => {
    if (!at) return [];
    const { x, y, width, height } = at;
    const panel = ground(`panel.${k}`, { x, y, width, height }, hidden);
    const look = { rx: 10, layer: 0, edge: "rule" };
    return model.batches > 1
      ? [sheets(`panel.${k}.behind`, () => panel, model.batches, "lane", look), panel]
      : [panel];
  });
  const chosen = slots[model.head];
  const card = chosen ? [ground("panel.chosen", chosen.card, { fill: "raised", rx: 8, ...hidden })] : [];
  const height = sizes.large.y + sizes.large.height + sheetsReach(model.batches);
  const grounds = [...panels, ...card];
  return {
    slots,
    large,
    grounds,
    height,
    items: [...grounds, ...slots.flatMap(({ items }) => items), ...large.items],
  };
}

/** A map, unseen until it is asked for. @param {Model} model @param {string} id @param {number} head @param {{ width: number, height: number }} cell @param {{ rows: string[], columns: string[] }} words */
function mapOf(model, id, head, cell, words) {
  const map = attentionMap(model, { id, cell, most: 64, ...words, pairs: (i) => pairs(model, i, head) });
  for (const item of map.items) item.initial = { .../** @type {any} */ (item.initial), shown: 0, pale: 0 };
  return map;
}

/** @param {string[]} names */
const none = (names) => names.map(() => "");

/** @param {Model} model @param {Slots & Box} size @param {boolean} narrow */
function slotsOf(model, { x, y, width, height, columns, rows, cell, words, left: shared }, narrow) {
  const { heads, kv_heads } = model;
  const w = model.words.stories["multi-head"];
  const names = namesOf(model);
  const edges = {
    rows: words === "own" ? names.rows : none(names.rows),
    columns: words === "none" ? none(names.columns) : names.columns,
  };
  const [across, down] = [(width - shared) / columns, height / rows];
  return upTo(heads).map((h) => {
    const map = mapOf(model, `head.${h}`, h, cell, edges);
    const group = Math.floor((h * kv_heads) / heads) + 1;
    const titles = [...(kv_heads < heads ? [w.sharing(h + 1, group)] : []), w.head(h + 1), `${h + 1}`];
    const said = titles.find((one) => textWidth(one, 13, 650) <= across - 8) ?? "";
    const title = text(`head.${h}.name`, {
      text: said,
      weight: 650,
      fill: h === model.head ? "ink" : "muted",
      align: "start",
    });
    const wide = Math.round(Math.min(across - 8, Math.max(map.width + 16, 320)));
    const left = Math.round(x + shared + (h % columns) * across + (across - wide) / 2);
    const top = Math.round(y + Math.floor(h / columns) * down + 4);
    const card = { x: left, y: top, width: wide, height: Math.round(down - 8) };
    title.put(left + (narrow ? (wide - title.width) / 2 : 8), top + 13);
    const spare = Math.max(0, card.height - map.height - TITLE - 10) / 2;
    corner(map, left + Math.round((wide - map.width) / 2), top + TITLE + 2 + Math.round(spare));
    const trio = trioOf(model, `head.${h}`, h, { width: wide - 16, height: card.height - TITLE - 4 });
    trio.put(left + wide / 2, top + TITLE + (card.height - TITLE - 4) / 2);
    const edge = rowNames(
      `head.${h}.edge`,
      words === "shared" && h % columns === 0 ? names.rows : [],
      "muted",
    );
    edge.put(x + shared + 6, map.box.y, cell.height);
    return {
      map,
      title,
      card,
      trio: trio.made,
      edge: edge.list,
      items: [...map.items, title, ...edge.list, ...trio.made],
    };
  });
}

/** Query, key and value of a head, as large as they can be: side by side, or one under the other. @param {Model} model @param {string} id @param {number} head @param {{ width: number, height: number }} room @param {boolean} [labelled] side by side, with their letters */
function trioOf(model, id, head, room, labelled = false) {
  const { batch, heads, kv_heads, q_len, kv_len, d_q, d_k, d_v } = model;
  const group = Math.floor((head * kv_heads) / heads);
  const gap = labelled ? 20 : 5;
  const beside = {
    width: (room.width - 2 * gap) / (d_q + d_k + d_v),
    height: room.height / Math.max(q_len, kv_len),
  };
  const under = {
    width: room.width / Math.max(d_q, d_k, d_v),
    height: (room.height - 12) / (q_len + 2 * kv_len),
  };
  const least = (/** @type {{ width: number, height: number }} */ one) =>
    Math.min(one.width, one.height * 1.4);
  const pile = !labelled && least(under) > least(beside);
  const { width, height } = pile ? under : beside;
  const kinds = /** @type {[string, number][]} */ ([["query", head], ["key", group], ["value", group]]); // prettier-ignore
  const size = {
    width: clamp(width, 0, labelled ? 60 : WIDE),
    height: clamp(height, 0, labelled ? 36 : TITLE),
  };
  const digits = kinds.every(([tensor]) => digitsIn(model, tensor, size, { most: 2 }));
  const cell = digits ? size : { width: Math.min(width, COLOUR), height: Math.min(height, COLOUR) };
  const made = kinds.map(([tensor, at], k) => {
    const runs = (/** @type {string} */ word) =>
      letterRuns(tensor, heads > 1 ? at + 1 : "", word, { matrix: true });
    const [long, bare] = [runs(model.words.scene.shown(tensor)), runs("")];
    const short = runsWidth(long) > cell.width * [d_q, d_k, d_v][k] + (k < 2 ? gap - 4 : 0);
    const labels = labelled ? [above(short ? bare : long)] : [];
    return matrix(model, { id: `${id}.${tensor}`, tensor, lead: [batch, at], cell, most: 2, labels });
  });
  const all = pile ? column(made, { gap: 4 }) : row(made, { gap });
  return { ...inset(all, { up: labelled ? 22 : 0 }), made };
}

/** The enlarged head: its map, its result beside, what it is made from below. @param {Model} model @param {Sizes["large"]} size */
function largeOf(model, { x, y, width, height, result, totals, cell, under }) {
  const { head, q_len, d_v } = model;
  const w = model.words.stories["multi-head"];
  const names = namesOf(model);
  const inner = { width: width - 2 * PAD, height: height - 2 * PAD - TITLE };
  const title = text("large.name", {
    text: model.heads > 1 ? w.enlarged(head + 1) : "",
    weight: 650,
    fill: "ink",
    align: "start",
  });
  title.put(x + PAD, y + PAD + 7);
  const edges = {
    rows: cell.height < 13 ? none(names.rows) : names.rows,
    columns: cell.width < 13 ? none(names.columns) : names.columns,
  };
  const map = mapOf(model, "large", head, cell, edges);
  // without room below, queries, keys and values stand where the map will be
  const stays = under > 0;
  const trio = trioOf(
    model,
    "large",
    head,
    stays ? { width: inner.width - TITLE, height: under } : inner,
    stays,
  );
  const across = map.width + totals + ARROW + result * d_v;
  // the way to the other results passes at the right of what stands below the map
  const group = Math.max(across, stays ? widthOf(trio) + TITLE : 0);
  const right = x + (width + Math.min(group, inner.width)) / 2;
  const free = inner.height - map.height - (stays ? heightOf(trio) : 0);
  const gap = clamp(free * 0.4, 0, 56);
  const top = Math.round(y + PAD + TITLE + Math.max(0, (free - gap) / 2));
  corner(map, Math.round(right - across), top);
  if (stays) trio.put(right - group + trio.left, top + map.height + gap + trio.up);
  else trio.put(x + width / 2, y + PAD + TITLE + inner.height / 2);
  const at = map.box;
  const middle = right - (result * d_v) / 2;
  const line = (/** @type {number} */ i) => at.y + (i + 0.5) * cell.height;
  const results = resultOf(model, { width: result, height: cell.height });
  const whole = results.length < q_len;
  results.forEach((one, i) => one.put(middle, whole ? at.y + at.height / 2 : line(i)));
  const [long, bare] = [model.result === "output" ? model.words.scene.shown("output") : w.result, ""].map(
    (word) => letterRuns("mixed", model.heads > 1 ? head + 1 : "", word, { matrix: true }),
  );
  const letter = text("large.letter", { runs: runsWidth(long) < result * d_v + TITLE ? long : bare });
  letter.put(Math.min(middle, x + width - 4 - letter.width / 2), at.y - 13);
  const arrows = map.rows.map((one, i) => {
    const shift = whole ? line(i) - at.y - at.height / 2 : 0;
    return arrow(
      `result.arrow.${i}`,
      { at: one, side: "right" },
      { at: results[whole ? 0 : i], side: "left", shift },
    );
  });
  const wordOf = (/** @type {string} */ tensor) => {
    const said = model.words.scene.shown(tensor);
    const fits = textWidth(said, 13) + title.width + GAP <= inner.width;
    const word = text(`large.word.${tensor}`, { text: fits ? said : "", fill: "muted", align: "end" });
    word.put(x + width - PAD, y + PAD + 7);
    return word;
  };
  const stages = [...stagesOf(model), ...(model.open ? ["shifted_exp"] : [])].map((tensor) => {
    const made = matrix(model, { id: `large.${tensor}`, tensor, lead: [model.batch, head], cell, most: 2 });
    made.put(at.x + at.width / 2, at.y + at.height / 2);
    return { tensor, block: made, word: wordOf(tensor) };
  });
  const sums = (model.open ? ["row_max", "row_sum"] : []).map((tensor) =>
    upTo(q_len).map((i) => {
      const size = { cell: 40, wide: 40, height: cell.height, font: 13, small: 12, decimals: 2 };
      const made = block(model, {
        id: `large.${tensor}.${i}`,
        tensor,
        cells: [[[model.batch, head, i]]],
        size,
        look: "plain",
      });
      made.put(at.x + at.width + totals / 2 + 4, line(i));
      return made;
    }),
  );
  const word = wordOf("weights");
  const before = [...stages.flatMap((one) => [one.block, one.word]), ...sums.flat()];
  const items = [title, ...map.items, ...before, ...results, ...arrows, letter, word, ...trio.made];
  return { title, map, stages, totals: sums, results, arrows, letter, word, trio: trio.made, stays, items };
}

/** The result of the enlarged head: a strip for every row of the map, or all as colours. @param {Model} model @param {{ width: number, height: number }} cell */
function resultOf(model, { width, height: tall }) {
  const { batch, head, q_len, d_v, result: tensor } = model;
  const lead = tensor === "output" ? [batch] : [batch, head];
  const height = Math.min(tall - 2, 30);
  const digits = digitsIn(model, tensor, { width, height }, { most: 2 });
  if (!digits) return [matrix(model, { id: "result", tensor, lead, cell: { width, height: tall } })];
  const { decimals, font } = digits;
  const size = { cell: width, wide: width, height, font, small: font, decimals };
  const look = { look: /** @type {const} */ ("strength"), strength: tensor === "output" ? 1 : RESULT };
  return upTo(q_len).map((i) => {
    const cells = [upTo(d_v).map((c) => [...lead, i, c])];
    return Object.assign(block(model, { id: `result.${i}`, tensor, cells, size, width, height, ...look }), {
      font,
    });
  });
}
