/**
 * Tensors written as nested arrays.
 */
import { firstHole, isNumbers, placeOf, toNumber } from "./entries.js";
import { AttentionError, counted, shown, unreadable } from "./errors.js";
import { MAX_RANK } from "./layout.js";

/** @typedef {import("./entries.js").Convert} Convert */
/** @typedef {import("./tensor.js").Input} Input */

const COUNTED = 4096;

/**
 * Nested arrays: the first entry of each level says how long the level is, the others must agree.
 * @param {ArrayLike<unknown>} rows
 * @param {string} where
 * @param {Convert} convert
 * @param {Float32ArrayConstructor | Uint8ArrayConstructor} Kind
 * @returns {Input}
 */
export function fromRows(rows, where, convert, Kind) {
  const matrix = Kind === Float32Array ? fromMatrix(rows) : undefined;
  if (matrix) return matrix;
  /** @type {number[]} */
  const shape = [];
  let count = 1;
  for (let level = /** @type {unknown} */ (rows); isRow(level); level = level[0]) {
    shape.push(level.length);
    count *= level.length;
    if (shape.length > MAX_RANK)
      throw new AttentionError(
        "shape",
        where,
        `${where} is nested more than ${MAX_RANK} deep; give at most ${MAX_RANK} axes.`,
      );
  }
  /** @type {number[]} */
  const path = [];
  // counted first: an array may claim any length, and a ragged tensor's first row may be long
  const sized = count <= COUNTED || count <= numbersIn(rows, shape.length);
  const filler = { data: new Kind(sized ? count : 0), at: 0, shape, path, where, convert };
  fill(rows, 0, filler);
  if (!sized) throw unreadable(new TypeError("It changed while it was read."), where);
  return { shape, data: filler.data, owned: true };
}

/**
 * The common case in one loop: plain rows of plain numbers, all of one length.
 * @param {ArrayLike<unknown>} rows
 * @returns {Input | undefined} undefined: anything else
 */
function fromMatrix(rows) {
  const n = rows.length;
  const first = rows[0];
  const m = Array.isArray(first) ? first.length : 0;
  if (m === 0 || n * m > COUNTED) return undefined;
  const data = new Float32Array(n * m);
  let at = 0;
  for (let i = 0; i < n; i++) {
    const row = rows[i];
    if (!Array.isArray(row) || row.length !== m) return undefined;
    for (let j = 0; j < m; j++) {
      const entry = row[j];
      if (typeof entry !== "number") return undefined;
      data[at++] = entry;
    }
  }
  return { shape: [n, m], data, owned: true };
}

/**
 * @param {unknown} value
 * @returns {value is ArrayLike<unknown>}
 */
const isRow = (value) => Array.isArray(value) || isNumbers(value);

/**
 * How many numbers there are, up to the first row or number that is missing.
 * @param {ArrayLike<unknown>} rows
 * @param {number} rank
 * @returns {number}
 */
function numbersIn(rows, rank) {
  if (rank === 1) return firstHole(rows) < 0 ? rows.length : 0;
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (!isRow(row)) return count;
    count += numbersIn(row, rank - 1);
  }
  return count;
}

/**
 * @param {unknown} row
 * @param {number} depth
 * @param {{ data: Float32Array | Uint8Array, at: number, shape: number[], path: number[], where: string, convert: Convert }} to
 */
function fill(row, depth, to) {
  const { shape, path } = to;
  const length = shape[depth];
  if (!isRow(row) || row.length !== length) throw ragged(row, depth, to);
  const last = depth === shape.length - 1;
  for (let i = 0; i < length; i++) {
    const entry = row[i];
    if (last && typeof entry === "number" && to.convert === toNumber) {
      to.data[to.at++] = entry;
      continue;
    }
    path[depth] = i;
    path.length = depth + 1;
    if (!last) fill(entry, depth + 1, to);
    else if (isRow(entry)) throw ragged(entry, depth + 1, to);
    else to.data[to.at++] = to.convert(entry, to.where, path);
  }
}

/**
 * @param {unknown} row
 * @param {number} depth
 * @param {{ shape: number[], path: number[], where: string }} to
 */
function ragged(row, depth, { shape, path, where }) {
  const place = placeOf(where, path.slice(0, depth));
  const first = placeOf(where, Array(depth).fill(0));
  const entries = (/** @type {number} */ count) => `has ${counted(count, "entry", "entries")}`;
  const found = isRow(row) ? entries(row.length) : `is ${shown(row)}`;
  const needed = depth < shape.length ? entries(shape[depth]) : "is a number";
  const message = `${place} ${found} where ${first} ${needed}; give all rows the same length.`;
  return new AttentionError("shape", place, message);
}
