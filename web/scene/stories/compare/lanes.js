/**
 * The layout of two problems, one above the other: a lane for each, a column for each tensor and, between the lanes, whether the
 * two agree. The largest form that fits is drawn. Drawing equal tensors only once, over both lanes, is better than dropping
 * columns, and that is better than dropping numbers.
 */

import { MOST_ANIMATED, upTo } from "../../model.js";
import { SIZES } from "../../kit/block.js";
import { fit } from "../../kit/fit.js";
import { heatMap } from "../../kit/heat.js";
import { named } from "../../kit/product-layout.js";
import { corner, grid, heightOf, padded, row, widthOf } from "../../kit/place.js";
import { sliceOf, turn } from "../../kit/slice.js";
import { text } from "../../kit/text.js";
import { stagesOf } from "../attention/items.js";
import { differences } from "./differences.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/place.js").Placeable} Placeable */
/** @typedef {import("../../kit/slice.js").Slice} Slice */
/** @typedef {import("../../kit/slice.js").SliceBlock} SliceBlock */
/** @typedef {ReturnType<typeof columnsOf>[number] & { leads: boolean[], signs: any[] }} Column a tensor in
 *   both lanes, the signs before it, and whether the lanes agree */
/** @typedef {ReturnType<typeof mapsOf>[]} Heads maps of the other heads, per lane */
/** @typedef {{ size: import("../../kit/block.js").Size, square: number, columns: Column[], narrow: boolean, heads: Heads, once?: boolean }} Form
 *   square: px of a cell without its number, 0 with numbers; once: equal tensors are drawn once */

/** Ids of the lanes, from the top down. */
export const LANES = ["upper", "lower"];
const PAD = 10;
const TITLE = 24;
/** From the equal tensors to the first lane, px. */
const APART = TITLE + 6;

/** Tensors that are drawn, in the order of the computation. */
const ORDER = [
  ...["query", "key", "scores", "scaled_scores", "capped_scores", "masked_scores"],
  ...["weights", "value", "result"],
];

/**
 * The slice that a lane shows of a tensor; null if it has none.
 * @param {Model} model @param {string} id @returns {Slice | null}
 */
function sliceIn(model, id) {
  const tensor = id === "result" ? resultOf(model) : id;
  const drawn = /_scores$/.test(id) ? /** @type {string[]} */ (stagesOf(model)).includes(id) : true;
  if (!drawn || !model.node(tensor)) return null;
  const slice = sliceOf(model, tensor);
  return id === "key" && model.dot ? turn(slice) : slice;
}

/**
 * The last tensor that can be drawn: the output of all heads or, if that is too wide, the result of the chosen one.
 * @param {Model} model
 */
function resultOf({ tensor, result }) {
  const wide = tensor("output")?.shape.at(-1) ?? Infinity;
  return wide <= MOST_ANIMATED ? "output" : result;
}

/** The sign of the operation that leads to a tensor from the one before it. @param {Model} model @param {string} id @param {string} before */
function signOf({ dot, usualScale, d_k, scaleText, heads }, id, before) {
  if (id === "value") return before === "weights" ? "·" : "";
  if (id === "key") return dot ? "·" : ",";
  if (id === "scores") return dot ? "=" : "→";
  if (id === "scaled_scores") return usualScale ? `÷√${d_k}` : `· ${scaleText}`;
  return id === "result" && before === "value" && heads === 1 ? "=" : "→";
}

/** @param {Model[]} models */
const columnsOf = (models) =>
  ORDER.map((id) => ({ id, slices: models.map((model) => sliceIn(model, id)) }))
    .filter(({ slices }) => slices.some(Boolean))
    .map(({ id, slices }) => {
      const difference = differences(models, slices);
      const { chip, same } = difference;
      const style = { size: 15, weight: 650, fill: same ? "muted" : "ink" };
      return { id, slices, difference, chip: text(`chip.${id}`, { text: chip, ...style }) };
    });

/**
 * Columns of one line, each with the sign that leads to it; leads: it begins a lane.
 * @param {Model[]} models @param {ReturnType<typeof columnsOf>} columns @param {number} size of signs, 0 for none
 * @returns {Column[]}
 */
const signed = (models, columns, size) =>
  columns.map((column, c) => {
    const leads = LANES.map((_, k) => !columns.slice(0, c).some(({ slices }) => slices[k]));
    const signs = LANES.map((lane, k) => {
      if (!size || !column.slices[k] || leads[k]) return null;
      const said = signOf(models[k], column.id, columns[c - 1].id);
      return text(`${lane}.sign.${column.id}`, { text: said, size, fill: "ink" });
    });
    return { ...column, leads, signs };
  });

/** Ways to draw the lanes, the best first. @param {Model[]} models @param {Room} room @returns {Generator<Form>} */
function* forms(models, { width }) {
  const narrow = width < 500;
  const all = columnsOf(models);
  const font = narrow ? 12 : 15;
  const heads = LANES.map((lane, k) => mapsOf(models[k], lane, narrow));
  const sets = [
    all,
    all.filter(({ id }) => !/^(query|key|value)$/.test(id)),
    all.filter(({ id }) => /^(weights|result)$/.test(id)),
    all.filter(({ id }) => id === "weights"),
  ];
  const { huge, large, column, phone, small, least } = SIZES;
  const sizes = [huge, large, column, phone, small, least];
  const common = { square: 0, narrow, heads };
  const [whole, ...fewer] = sets.map((columns) => signed(models, columns, font));
  for (const size of sizes.slice(0, 3)) yield { ...common, size, columns: whole };
  for (const some of [all, all.filter(({ id }) => /^(query|key|scores|weights|result)$/.test(id))]) {
    const [equal, others] = [true, false].map((same) =>
      some.filter(({ difference }) => difference.same === same),
    );
    if (!equal.length || !others.length) continue;
    const columns = [...signed(models, equal, font), ...signed(models, others, narrow ? 0 : font)];
    columns.sort((a, b) => ORDER.indexOf(a.id) - ORDER.indexOf(b.id));
    for (const size of sizes) yield { ...common, size, columns, once: true };
  }
  for (const size of sizes.slice(3)) yield { ...common, size, columns: whole };
  for (const columns of fewer) for (const size of sizes) yield { ...common, size, columns };
  for (const square of [14, 9, 6, 4])
    for (const columns of [whole, ...fewer]) yield { ...common, size: least, square, columns };
}

/** Places everything, in the best form that fits. @param {Model[]} models @param {Room} room */
export function arrange(models, room) {
  const most = { width: room.width - 2 * PAD, height: room.height - 2 * PAD };
  const made = fit(most, forms(models, room), (form) => measure(models, form));
  const { table, lanes, form, equal } = made;
  const { columns, heads } = form;
  const width = Math.min(most.width, 980);
  const spread = grid(table, { gapX: form.narrow ? 4 : 10, gapY: GAPS, width });
  const put = (/** @type {Placeable} */ item, /** @type {number} */ y) =>
    corner(item, PAD + Math.max(0, (most.width - widthOf(item)) / 2), y);
  if (equal) put(equal, PAD + TITLE);
  put(spread, PAD + TITLE + (equal ? heightOf(equal) + APART : 0));
  const tops = [0, 2].map((k) => spread.lines[k] - Math.max(0, ...table[k].map((cell) => cell?.up ?? 0)));
  return {
    ...{ columns, heads, numbered: form.square === 0 },
    lanes: lanes.map((lane) => lane.map((part) => part?.parts() ?? null)),
    /** Middles of the lines of the two titles; once: of the title of the equal tensors. */
    titles: tops.map((top) => top - TITLE / 2 + 2),
    once: equal && PAD + TITLE / 2 + 2,
    left: PAD + 4,
    height: Math.min(room.height, Math.max(160, made.takes.height + 2 * PAD)),
  };
}

const GAPS = [2, TITLE + 2];

/** Makes the lanes in a form, and measures the room they take. @param {Model[]} models @param {Form} form */
function measure(models, form) {
  const { size, square, columns, narrow, heads, once } = form;
  const gapX = narrow ? 4 : 10;
  const isOnce = (/** @type {Column} */ { difference }) => Boolean(once && difference.same);
  const lanes = LANES.map((lane, k) =>
    columns.map((column) => {
      const { id, slices, leads } = column;
      const slice = slices[k];
      if (!slice || (k && isOnce(column))) return null;
      const cell = square ? { width: square, height: square, squares: true } : {};
      const names = leads[k] && !square ? (narrow ? 44 : 64) : 0;
      return named(models[k], `${lane}.${id}`, slice, size, { cell, names });
    }),
  );
  /** The blocks of a line with their signs, and after the weights the maps of other heads. @param {number} k @param {boolean} equal */
  const line = (k, equal) =>
    columns.flatMap((column, c) => {
      if (isOnce(column) !== equal) return [];
      const maps = column.id === "weights" && heads.some(Boolean) ? [heads[k]] : [];
      return [column.signs[k], lanes[k][c], ...maps];
    });
  const between = columns.flatMap((column) => {
    if (isOnce(column)) return [];
    return [null, column.chip, ...(column.id === "weights" && heads.some(Boolean) ? [null] : [])];
  });
  const table = [line(0, false), between, line(1, false)];
  const place = grid(table, { gapX, gapY: GAPS });
  const equal = once ? row(line(0, true), { gap: narrow ? gapX : 2 * gapX }) : null;
  const takes = {
    width: Math.max(widthOf(place), equal ? widthOf(equal) : 0),
    height: heightOf(place) + TITLE + (equal ? heightOf(equal) + APART : 0),
  };
  return { form, table, lanes, takes, equal };
}

/** Maps of the heads that are not shown large, two per row. @param {Model} model @param {string} lane @param {boolean} narrow */
function mapsOf(model, lane, narrow) {
  const { heads, head, batch, q_len, kv_len } = model;
  if (heads < 2 || narrow) return null;
  const side = Math.max(
    3,
    Math.min(12, Math.floor(150 / Math.ceil(heads / 2) / q_len), Math.floor(36 / kv_len)),
  );
  const tensor = model.full("weights");
  const maps = upTo(heads)
    .filter((h) => h !== head)
    .map((h) => {
      const index = [batch, h, "r", "c"];
      const slice = /** @type {Slice} */ ({ tensor, index, rows: q_len, columns: kv_len });
      return heatMap(slice, { id: `${lane}.head.${h}`, cell: { width: side, height: side } });
    });
  const rows = upTo(Math.ceil(maps.length / 2)).map((r) => maps.slice(2 * r, 2 * r + 2));
  const placed = padded(grid(rows, { gapX: 4, gapY: 4 }), { left: 2, right: 2 });
  return { ...placed, maps };
}
