/**
 * Two problems, one above the other: a lane for each, a column for each tensor, and between the lanes whether the two
 * agree. The largest way of drawing that fits: fewer columns before no numbers.
 */

import { MOST_ANIMATED, upTo } from "../../model.js";
import { SIZES } from "../../kit/block.js";
import { fit } from "../../kit/fit.js";
import { heatMap } from "../../kit/heat.js";
import { named } from "../../kit/product-layout.js";
import { corner, grid, heightOf, padded, widthOf } from "../../kit/place.js";
import { sliceOf, turn } from "../../kit/slice.js";
import { text } from "../../kit/text.js";
import { stagesOf } from "../attention/items.js";
import { differences } from "./differences.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/slice.js").Slice} Slice */
/** @typedef {import("../../kit/slice.js").SliceBlock} SliceBlock */
/** @typedef {ReturnType<typeof columnsOf>[number]} Column what both lanes have there, what stands before it, and whether the lanes agree */
/** @typedef {ReturnType<typeof mapsOf>[]} Heads maps of the other heads, a lane each */
/** @typedef {{ size: import("../../kit/block.js").Size, square: number, columns: Column[], narrow: boolean, heads: Heads }} Form square: px of a cell without its number, 0 with numbers */

export const LANES = ["upper", "lower"];
const PAD = 10;
const TITLE = 24;

/** Tensors that are drawn, in the order of the computation. */
const ORDER = [
  ...["query", "key", "scores", "scaled_scores", "capped_scores", "masked_scores"],
  ...["weights", "value", "result"],
];

/** The slice that a lane shows of a tensor; null where it has none. @param {Model} model @param {string} id @returns {Slice | null} */
function sliceIn(model, id) {
  const tensor = id === "result" ? resultOf(model) : id;
  const drawn = /_scores$/.test(id) ? /** @type {string[]} */ (stagesOf(model)).includes(id) : true;
  if (!drawn || !model.node(tensor)) return null;
  const slice = sliceOf(model, tensor);
  return id === "key" && model.dot ? turn(slice) : slice;
}

/** The last tensor that can be drawn: what all heads make together, or the chosen one's mixture. @param {Model} model */
function resultOf({ tensor, result }) {
  const wide = tensor("output")?.shape.at(-1) ?? Infinity;
  return wide <= MOST_ANIMATED ? "output" : result;
}

/** The sign of the operation that leads to a tensor. @param {Model} model @param {string} id */
function signOf({ dot, usualScale, d_k, scaleText, heads }, id) {
  if (id === "query" || id === "value") return id === "value" ? "·" : "";
  if (id === "key") return dot ? "·" : ",";
  if (id === "scores") return dot ? "=" : "→";
  if (id === "scaled_scores") return usualScale ? `÷√${d_k}` : `· ${scaleText}`;
  return id === "result" && heads === 1 ? "=" : "→";
}

/** @param {Model[]} models @param {boolean} narrow */
const columnsOf = (models, narrow) =>
  ORDER.map((id) => ({ id, slices: models.map((model) => sliceIn(model, id)) }))
    .filter(({ slices }) => slices.some(Boolean))
    .map(({ id, slices }) => {
      const difference = differences(models, slices);
      const signs = LANES.map((lane, k) => {
        const how = { text: signOf(models[k], id), size: narrow ? 12 : 15, fill: "ink" };
        return slices[k] && text(`${lane}.sign.${id}`, how);
      });
      const { chip, same } = difference;
      const style = { size: 15, weight: 650, fill: same ? "muted" : "ink" };
      return { id, slices, signs, difference, chip: text(`chip.${id}`, { text: chip, ...style }) };
    });

/** Ways to draw the lanes, the best first. @param {Model[]} models @param {Room} room @returns {Generator<Form>} */
function* forms(models, { width }) {
  const narrow = width < 500;
  const all = columnsOf(models, narrow);
  const heads = LANES.map((lane, k) => mapsOf(models[k], lane, narrow));
  const last = all.findLast(({ id }) => id.endsWith("scores"));
  const sets = [
    all,
    all.filter(({ id }) => !/^(query|key|value)$/.test(id)),
    all.filter((column) => column === last || /^(weights|result)$/.test(column.id)),
    all.filter(({ id }) => /^(weights|result)$/.test(id)),
    all.filter(({ id }) => id === "weights"),
  ];
  const { huge, large, column, phone, small, least } = SIZES;
  for (const columns of sets)
    for (const size of [huge, large, column, phone, small, least])
      yield { size, square: 0, columns, narrow, heads };
  for (const square of [14, 9, 6, 4])
    for (const columns of sets) yield { size: least, square, columns, narrow, heads };
}

/** Where everything stands. @param {Model[]} models @param {Room} room */
export function arrange(models, room) {
  const most = { width: room.width - 2 * PAD, height: room.height - 2 * PAD };
  const made = fit(most, forms(models, room), (form) => measure(models, form));
  const { table, lanes, form } = made;
  const { columns, heads } = form;
  const spread = grid(table, { gapX: form.narrow ? 4 : 10, gapY: GAPS, width: Math.min(most.width, 980) });
  corner(spread, PAD + Math.max(0, (most.width - widthOf(spread)) / 2), PAD + TITLE);
  const tops = [spread.lines[0] - table[0].reduce((up, cell) => Math.max(up, cell?.up ?? 0), 0), 0];
  tops[1] = spread.lines[2] - table[2].reduce((up, cell) => Math.max(up, cell?.up ?? 0), 0);
  return {
    ...{ columns, heads, numbered: form.square === 0 },
    lanes: lanes.map((lane) => lane.map((part) => part?.parts() ?? null)),
    /** Middles of the lines of the two titles. */
    titles: tops.map((top) => top - TITLE / 2 + 2),
    left: PAD + 4,
    height: Math.min(room.height, Math.max(160, made.takes.height + 2 * PAD)),
  };
}
/** @typedef {ReturnType<typeof arrange>} Arranged */

const GAPS = [2, TITLE + 2];

/** How much room a way of drawing takes. @param {Model[]} models @param {Form} form */
function measure(models, form) {
  const { size, square, columns, narrow, heads } = form;
  const lanes = LANES.map((lane, k) =>
    columns.map(({ id, slices }, c) => {
      const slice = slices[k];
      const cell = square ? { width: square, height: square, squares: true } : {};
      const names = c === 0 && !square ? (narrow ? 44 : 64) : 0;
      return slice && named(models[k], `${lane}.${id}`, slice, size, { cell, names });
    }),
  );
  /** A lane's blocks with their signs, and after the weights the maps of other heads. @param {number} k */
  const line = (k) =>
    columns.flatMap(({ id, signs }, c) => [
      ...(c ? [signs[k]] : []),
      lanes[k][c],
      ...(id === "weights" && heads.some(Boolean) ? [heads[k]] : []),
    ]);
  const between = columns.flatMap(({ id, chip }, c) => [
    ...(c ? [null] : []),
    chip,
    ...(id === "weights" && heads.some(Boolean) ? [null] : []),
  ]);
  const table = [line(0), between, line(1)];
  const place = grid(table, { gapX: narrow ? 4 : 10, gapY: GAPS });
  const takes = { width: widthOf(place), height: heightOf(place) + TITLE };
  return { form, table, lanes, takes };
}

/** Maps of the heads that are not shown large, two in a row. @param {Model} model @param {string} lane @param {boolean} narrow */
function mapsOf(model, lane, narrow) {
  const { heads, head, batch, q_len, kv_len } = model;
  if (heads < 2 || narrow) return null;
  const side = Math.max(
    3,
    Math.min(12, Math.floor(150 / Math.ceil(heads / 2) / q_len), Math.floor(36 / kv_len)),
  );
  const maps = upTo(heads)
    .filter((h) => h !== head)
    .map((h) => {
      const slice = {
        tensor: model.full("weights"),
        index: [batch, h, "r", "c"],
        rows: q_len,
        columns: kv_len,
      };
      return heatMap(/** @type {Slice} */ (slice), {
        id: `${lane}.head.${h}`,
        cell: { width: side, height: side },
      });
    });
  const rows = upTo(Math.ceil(maps.length / 2)).map((r) => maps.slice(2 * r, 2 * r + 2));
  const placed = padded(grid(rows, { gapX: 4, gapY: 4 }), { left: 2, right: 2 });
  return { ...placed, maps };
}
