/**
 * Slices: the rows and columns of a tensor that are shown, for the chosen batch item and head. A slice says which cells it
 * contains; drawn, it is a block with numbers, or with squares of colour that can still be pointed at.
 */

import { upTo } from "../model.js";
import { block, cellBox } from "./block.js";
import { styleOf } from "./colours.js";
import { cellsOf, placeIn } from "./squares.js";

/**
 * @typedef {import("./squares.js").Grid & { rowsOf?: string, turned?: boolean, made?: string }} Slice
 *   rowsOf: what its rows are ("query", "key", "feature"); turned: it is transposed; made: the tensor in which the same
 *   numbers were computed
 */

/** The most rows and columns drawn as colours; words name the rest. */
export const MOST_SQUARES = 64;

/** The shape of a slice: "3×4". @param {Slice} slice */
export const shapeOf = ({ rows, columns }) => `${rows}×${columns}`;

/** Transposes a slice. @param {Slice} slice @returns {Slice} */
export const turn = ({ tensor, index, rows, columns }) => ({
  tensor,
  index: index.map((at) => (at === "r" ? "c" : at === "c" ? "r" : at)),
  rows: columns,
  columns: rows,
  turned: true,
});

/**
 * The slice of a tensor that is shown; if it has more axes than a matrix, one axis is `held` at one entry.
 * @param {import("../model.js").Model} model @param {string} name of a tensor of the graph
 */
export function sliceOf({ batch, head, heads, node }, name) {
  const { tensor, axes, shape } = /** @type {import("../model.js").GraphNode} */ (node(name));
  /** @type {Record<string, (size: number) => number>} */
  const chosen = {
    batch: (size) => Math.min(batch, Math.max(0, size - 1)),
    head: (size) => Math.min(head, Math.max(0, size - 1)),
    kv_head: (size) => Math.floor((head * size) / Math.max(1, heads)),
  };
  /** @type {Slice["index"]} */
  const index = axes.map((axis, k) => chosen[axis]?.(shape[k]) ?? 0);
  const free = upTo(axes.length).filter((k) => !(axes[k] in chosen));
  // with more axes than a matrix, show the slice of a late query, which may attend to more keys than the first
  let held = null;
  if (free.length > 2) {
    const [k] = free.splice(Math.max(0, free.indexOf(axes.indexOf("query"))), 1);
    held = { axis: axes[k], at: Math.min(shape[k], MOST_SQUARES), of: shape[k] };
    index[k] = Math.max(0, held.at - 1);
  }
  // one number per token is a column
  if (free.length > 1 || /^(query|step)$/.test(axes[free[0]])) index[free.splice(0, 1)[0]] = "r";
  if (free.length) index[free[0]] = "c";
  const [rows, columns] = ["r", "c"].map((axis) => shape[index.findIndex((at) => at === axis)] ?? 1);
  const headCount = shape[axes.findIndex((axis) => axis.endsWith("head"))] ?? 1;
  return { tensor, index, rows, columns, rowsOf: axes[index.indexOf("r")], heads: headCount, held };
}

/**
 * A slice as a block that carries its slice.
 * @param {import("../model.js").Model} model @param {Slice} slice
 * @param {Partial<Parameters<typeof block>[1]> & { id: string, size: import("./block.js").Size, squares?: boolean }} how
 */
export function sliceBlock(model, slice, { squares = false, ...how }) {
  const { tensor, index, rows, columns, from = 0, above = 0, turned, made } = slice;
  const usual = styleOf(tensor);
  const style = squares && usual !== "heat" ? "shade" : usual;
  const grid = squares ? { tensor, index, rows, columns, from, above } : undefined;
  const item = block(model, { tensor, cells: cellsOf(slice), style, grid, ...how });
  return Object.assign(item, { index, from, above, turned, made });
}
/** @typedef {ReturnType<typeof sliceBlock>} SliceBlock */

/** @typedef {{ row?: number, column?: number }} Part a row, a column or a cell of a slice */

/** @param {Slice} slice @param {Part} part @returns {Slice} */
function partOf({ tensor, index, rows, columns, from = 0 }, { row, column }) {
  const place = index.map((at) =>
    at === "r" ? (row ?? at) : at === "c" && column !== undefined ? column + from : at,
  );
  const size = { rows: row === undefined ? rows : 1, columns: column === undefined ? columns : 1 };
  return { tensor, index: place, ...size, from: column === undefined ? from : 0 };
}

/** The size of a block's cells. @param {SliceBlock} of @returns {import("./block.js").Size} */
const sizeOf = ({ cellWidth: wide, cellHeight: height, font, decimals }) =>
  ({ cell: wide, wide, height, font, small: font, decimals }); // prettier-ignore

/** A part of a block, as a block of its own in the same place. @param {import("../model.js").Model} model @param {SliceBlock} of @param {Part} part */
export function partBlock(model, of, part) {
  const { row = 0, column = 0 } = part;
  const { style, cellWidth: width, cellHeight: height } = of;
  const id = `${of.id}.${part.row ?? "all"}.${part.column ?? "all"}`;
  const how = { id, size: sizeOf(of), squares: Boolean(of.grid), style, width, height };
  const made = sliceBlock(model, partOf(of, part), how);
  made.put(of.x + column * width + made.width / 2, of.y + row * height + made.height / 2);
  return made;
}

/** Keeps a part of a block at full opacity when the block is dimmed. @param {import("../model.js").Model} model @param {SliceBlock} of @param {Part} part */
export function lit(model, of, part) {
  const { row, column } = part;
  const bright = partBlock(model, of, part);
  const inside = (/** @type {number} */ k) =>
    (row === undefined || Math.floor(k / of.columns) === row) &&
    (column === undefined || k % of.columns === column);
  of.part = { block: bright, cells: new Set(upTo(of.indices.length).filter(inside)) };
  return bright;
}

/** @typedef {Slice & import("./place.js").Box & { cellWidth: number, cellHeight: number }} Drawn */

/**
 * The box of a cell in the first of some drawn slices that contains it.
 * @param {Drawn[]} items @param {import("../model.js").Cell} cell @returns {import("./place.js").Box | undefined}
 */
export function boxIn(items, cell) {
  for (const item of items) {
    const place = placeIn(item, cell);
    if (place) return cellBox(item, place[0] * item.columns + place[1]);
  }
}
