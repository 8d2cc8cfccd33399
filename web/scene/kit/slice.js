/**
 * Any tensor as a picture: the matrix of it that is shown, of the chosen batch item and head, as a block with numbers or,
 * where it is too large for them, as squares of colour.
 */

import { MOST_ANIMATED, upTo } from "../model.js";
import { isParameter, nameParts, shownAs } from "../shown.js";
import { fill, tensorName } from "../../words/sentence.js";
import { SIZES, block, cellOf, labelWidth } from "./block.js";
import { MOST_SQUARES, heatMap } from "./heat.js";
import { letterRuns } from "./text.js";

/** @typedef {import("../model.js").Model} Model */
/**
 * @typedef {object} Slice
 * @property {import("../model.js").GraphNode} node
 * @property {(number | "r" | "c")[]} index of a cell, its row and column left open
 * @property {number} rows @property {number} columns what is shown
 * @property {number[]} all rows and columns there are
 * @property {number} heads
 * @property {{ axis: string, at: number, of: number } | null} held of three axes the one of which one entry is shown, from 1
 */

/** How large cells and squares are, and how many numbers a row or column may have; the largest first. */
export const LEVELS = [
  ...[SIZES.huge, SIZES.large].map((size) => ({ size, side: 20, most: MOST_ANIMATED })),
  ...[13, 9].map((side) => ({ size: SIZES.large, side, most: MOST_ANIMATED })),
  { size: SIZES.column, side: 7, most: MOST_ANIMATED },
  { size: SIZES.phone, side: 5, most: MOST_ANIMATED },
  { size: SIZES.small, side: 4, most: MOST_ANIMATED },
  ...[3, 2].map((side) => ({ size: SIZES.least, side, most: MOST_ANIMATED })),
  ...[12, 6, 2, 1.25].map((side) => ({ size: SIZES.least, side, most: 1 })),
];

/** The matrix of a tensor that is shown. @param {Model} model @param {import("../model.js").GraphNode} node @returns {Slice} */
export function sliceOf({ batch, head, heads }, node) {
  const { axes, shape } = node;
  /** @type {Record<string, (size: number) => number>} */
  const chosen = {
    batch: (size) => Math.min(batch, Math.max(0, size - 1)),
    head: (size) => Math.min(head, Math.max(0, size - 1)),
    kv_head: (size) => Math.floor((head * size) / Math.max(1, heads)),
  };
  /** @type {(number | "r" | "c")[]} */
  const index = axes.map((axis, k) => chosen[axis]?.(shape[k]) ?? 0);
  const free = upTo(axes.length).filter((k) => !(axes[k] in chosen));
  // of more than a matrix, that of a late query, which may look at more than the first
  let held = null;
  if (free.length > 2) {
    const [k] = free.splice(Math.max(0, free.indexOf(axes.indexOf("query"))), 1);
    held = { axis: axes[k], at: Math.min(shape[k], MOST_SQUARES), of: shape[k] };
    index[k] = Math.max(0, held.at - 1);
  }
  // one number for every token is a column
  if (free.length > 1 || /^(query|step)$/.test(axes[free[0]])) index[free.splice(0, 1)[0]] = "r";
  if (free.length) index[free[0]] = "c";
  const all = /** @type {const} */ (["r", "c"]).map((axis) => shape[index.indexOf(axis)] ?? 1);
  const [rows, columns] = all.map((size) => Math.min(size, MOST_SQUARES));
  const own = shape[axes.findIndex((axis) => axis.endsWith("head"))] ?? 1;
  return { node, index, rows, columns, all, heads: own, held };
}

/** @param {Slice} slice @returns {number[][][]} rows of complete indices */
export const cellsOf = ({ index, rows, columns }) =>
  upTo(rows).map((r) =>
    upTo(columns).map((c) => index.map((one) => (one === "r" ? r : one === "c" ? c : one))),
  );

/** Eight steps have nine states. @param {Slice} slice @param {number} most */
export const hasNumbers = ({ rows, columns }, most) => Math.max(rows - 1, columns) <= most;

/**
 * A slice on the stage of a step, named by its letter and, where there is room, its word.
 * @param {Model} model @param {Slice} slice @param {string} step the tensor that the step is about
 * @param {typeof LEVELS[number]} level @param {number} wide px that its label may take in any case
 */
export function picture(model, slice, step, { size, side, most }, wide) {
  const { node, rows, columns, index } = slice;
  const { tensor } = node;
  const { letter, gradient, role } = shownAs(tensor);
  const numbers = hasNumbers(slice, most);
  const width = columns * (numbers ? cellOf(model, tensor, size).width : side);
  const [stage, own] = nameParts(tensor);
  const shown = model.words.scene.shown(own);
  const word =
    stage === nameParts(step)[0] ? shown : fill(model.words.tensors.inStage, { stage, tensor: shown });
  const matrix = rows > 1 && columns > 1 && /^∂?[a-z][′″]?$/.test(letter);
  const [full, bare] = [word, ""].map((said) => ({
    runs: letterRuns(tensor, "", said, { matrix }),
    side: /** @type {const} */ ("above"),
  }));
  const label = labelWidth(full) > Math.max(width, wide) ? bare : full;
  const margin = { up: 22, right: Math.max(0, labelWidth(label) - width) };
  const how = { id: `${tensor}@${step}`, tensor, labels: [label], margin };
  if (!numbers) return heatMap(model, { ...how, index, side, label: tensorName(model.words, tensor) });
  const plain = tensor.endsWith("weights")
    ? "heat"
    : isParameter(tensor) && role !== "parameter"
      ? "tint"
      : "role";
  return block(model, { ...how, cells: cellsOf(slice), size, look: gradient ? "gradient" : plain });
}
