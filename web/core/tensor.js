/**
 * Tensors as people write them: nested arrays, or `{ shape, data }`. What comes out has its kinds and lengths checked;
 * whether its shape fits the others is for the core to say.
 */
import { AttentionError, shown } from "./errors.js";

/** @typedef {{ shape: number[], data: Float32Array }} Tensor what every call returns */
/** @typedef {unknown} TensorLike nested arrays of numbers, or `{ shape, data }` */
/**
 * @typedef {object} Input a tensor read, ready to be written into memory
 * @property {number[]} shape
 * @property {Float32Array | Uint8Array} data
 * @property {boolean} owned nobody else holds `data`
 */
/** @typedef {(value: unknown, where: string, path: number[] | undefined) => number} Convert */

const MAX_RANK = 5;
const COUNTED = 4096;
/** @type {Record<string, number>} the numbers that JSON lacks */
const SPELLED = { NaN: NaN, Infinity: Infinity, "-Infinity": -Infinity };

/**
 * @param {unknown} value
 * @param {string} where name of the tensor, for errors
 * @returns {Input} float32 numbers
 */
export function readTensor(value, where) {
  return read(value, where, toNumber, Float32Array);
}

/**
 * @param {unknown} value
 * @param {string} where
 * @returns {Input} bytes, 1 = true
 */
export function readMask(value, where) {
  return read(value, where, toFlag, Uint8Array);
}

/** @type {Convert} */
function toNumber(value, where, path) {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" && Object.hasOwn(SPELLED, value)) return SPELLED[value];
  const place = placeOf(where, path);
  const remedy = 'give a number, true, false, "NaN", "Infinity" or "-Infinity".';
  throw new AttentionError("value", place, `${place} is ${shown(value)}; ${remedy}`);
}

/** @type {Convert} */
function toFlag(value, where, path) {
  if (value === true || value === 1) return 1;
  if (value === false || value === 0) return 0;
  const place = placeOf(where, path);
  throw new AttentionError(
    "value",
    place,
    `${place} is ${shown(value)}; give true (may attend) or false, 1 or 0.`,
  );
}

/**
 * @param {string} where
 * @param {number[] | undefined} path
 */
const placeOf = (where, path) => where + (path ?? []).map((index) => `[${index}]`).join("");

/**
 * @param {unknown} value
 * @param {string} where
 * @param {Convert} convert
 * @param {Float32ArrayConstructor | Uint8ArrayConstructor} Kind
 * @returns {Input}
 */
function read(value, where, convert, Kind) {
  if (Array.isArray(value) || isNumbers(value)) return fromRows(value, where, convert, Kind);
  if (typeof value === "object" && value !== null) return fromShape(value, where, convert, Kind);
  return { shape: [], data: Kind.of(convert(value, where, undefined)), owned: true };
}

/**
 * A typed array of numbers, and no DataView.
 * @param {unknown} value
 * @returns {value is ArrayLike<number>}
 */
function isNumbers(value) {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

/**
 * `{ shape, data }`. Nothing of the size that `shape` claims is made before `data` is known to have it.
 * @param {object} value
 * @param {string} where
 * @param {Convert} convert
 * @param {Float32ArrayConstructor | Uint8ArrayConstructor} Kind
 * @returns {Input}
 */
function fromShape(value, where, convert, Kind) {
  const given = /** @type {{ shape?: unknown, data?: unknown }} */ (value);
  const shape = Object.hasOwn(value, "shape") ? given.shape : undefined;
  const data = Object.hasOwn(value, "data") ? given.data : undefined;
  if (shape === undefined || data === undefined)
    throw new AttentionError(
      "value",
      where,
      `${where} is an object without shape and data; give nested arrays or both.`,
    );
  const axes = readShape(shape, where);
  if (!Array.isArray(data) && !isNumbers(data))
    throw new AttentionError(
      "value",
      `${where}.data`,
      `${where}.data is ${shown(data)}; give an array or a typed array.`,
    );
  const count = axes.reduce((product, length) => product * length, 1);
  if (data.length !== count) {
    const needs = `shape [${axes.join(", ")}] needs ${count} numbers`;
    throw new AttentionError(
      "shape",
      where,
      `${where}.data has ${data.length} numbers, but its ${needs}; give that many.`,
    );
  }
  if (data instanceof Float32Array && Kind === Float32Array) return { shape: axes, data, owned: false };
  return { shape: axes, data: converted(data, `${where}.data`, convert, Kind), owned: true };
}

/**
 * @param {ArrayLike<unknown>} data
 * @param {string} where
 * @param {Convert} convert
 * @param {Float32ArrayConstructor | Uint8ArrayConstructor} Kind
 */
function converted(data, where, convert, Kind) {
  const result = new Kind(data.length);
  for (let i = 0; i < result.length; i++) {
    const entry = data[i];
    result[i] = typeof entry === "number" && convert === toNumber ? entry : convert(entry, where, [i]);
  }
  return result;
}

/**
 * @param {unknown} shape
 * @param {string} where
 * @returns {number[]}
 */
export function readShape(shape, where) {
  const place = `${where}.shape`;
  if (!Array.isArray(shape) && !isNumbers(shape))
    throw new AttentionError("value", place, `${place} is ${shown(shape)}; give an array of whole numbers.`);
  const axes = Array.from(shape);
  if (axes.length > MAX_RANK)
    throw new AttentionError(
      "shape",
      place,
      `${place} has ${axes.length} axes; at most ${MAX_RANK} are possible.`,
    );
  axes.forEach((length, axis) => {
    if (Number.isSafeInteger(length) && length >= 0) return;
    const at = `${place}[${axis}]`;
    throw new AttentionError("shape", at, `${at} is ${shown(length)}; give a whole number from 0 upward.`);
  });
  return axes;
}

/**
 * Nested arrays: the first entry of each level says how long the level is, the others must agree.
 * @param {ArrayLike<unknown>} rows
 * @param {string} where
 * @param {Convert} convert
 * @param {Float32ArrayConstructor | Uint8ArrayConstructor} Kind
 * @returns {Input}
 */
function fromRows(rows, where, convert, Kind) {
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
  // counted first: a ragged tensor whose first row is long would ask for more than is there
  const sized = count <= COUNTED || count <= numbersIn(rows, shape.length);
  const filler = { data: new Kind(sized ? count : 0), at: 0, shape, path, where, convert };
  fill(rows, 0, filler);
  return { shape, data: filler.data, owned: true };
}

/**
 * @param {unknown} value
 * @returns {value is ArrayLike<unknown>}
 */
const isRow = (value) => Array.isArray(value) || isNumbers(value);

/**
 * @param {ArrayLike<unknown>} rows
 * @param {number} rank
 * @returns {number}
 */
function numbersIn(rows, rank) {
  if (rank === 1) return rows.length;
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    if (isRow(row)) count += numbersIn(row, rank - 1);
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
  const found = isRow(row) ? `${row.length} entries` : shown(row);
  const needed = depth < shape.length ? `${shape[depth]} entries` : "a number";
  const message = `${place} has ${found} where ${first} has ${needed}; give all rows the same length.`;
  return new AttentionError("shape", place, message);
}

/**
 * A tensor for the caller: nothing else holds its numbers.
 * @param {readonly number[]} shape
 * @param {Float32Array} data
 * @returns {Tensor}
 */
export const tensorOf = (shape, data) => ({ shape: shape.slice(), data });
