/**
 * Nested arrays of numbers. They are measured first, by the first entry of each level, and read once there is room for them.
 * An array may claim any length and may change in between, so nothing is allocated on the strength of its length alone.
 */
import { counted, fault, shown, unfit } from "./errors.js";
import { countOf } from "./shapes.js";
import { MAX_RANK } from "./structs.js";

/** @typedef {ArrayLike<unknown>} Rows an array or a typed array */
/** @typedef {(value: unknown, where: string, path: number[] | undefined) => number} Convert converts one entry */
/** @typedef {{ data: Float32Array | Uint8Array, at: number, shape: number[], path: number[], where: string, convert: Convert }} Filler */

/** The prototype of all typed arrays. */
export const typed = Object.getPrototypeOf(Uint8Array.prototype);
const typedLength = /** @type {() => number} */ (Object.getOwnPropertyDescriptor(typed, "length")?.get);

/**
 * Whether a value is an array or a typed array, and not a DataView.
 * @param {unknown} value
 * @returns {value is Rows}
 */
export const isRow = (value) => Array.isArray(value) || isNumbers(value);

/**
 * @param {unknown} value
 * @returns {value is ArrayLike<number>}
 */
const isNumbers = (value) => ArrayBuffer.isView(value) && !(value instanceof DataView);

/**
 * Returns the length of an array or a typed array; of the latter the true one, even if an own property overrides it.
 * @param {Rows} row
 * @returns {number}
 * @throws {TypeError} if a proxy reports a length that is none
 */
export function lengthOf(row) {
  const length = ArrayBuffer.isView(row) ? typedLength.call(row) : row.length;
  if (Number.isSafeInteger(length) && length >= 0) return length;
  throw new TypeError("It has no length.");
}

/**
 * Measures a tensor as problems hold it: `{ shape, data }`, or nested arrays, where the first entry of each level gives the
 * length of the level.
 * @param {any} tensor
 * @returns {number[]} its shape, if all other entries agree; empty for a number; MAX_RANK + 1 axes for arrays that are deeper
 */
export function shapeOf(tensor) {
  if (!isRow(tensor)) return Array.isArray(tensor?.shape) ? [...tensor.shape] : [];
  /** @type {number[]} */
  const shape = [];
  for (
    let level = /** @type {unknown} */ (tensor);
    isRow(level) && shape.length <= MAX_RANK;
    level = level[0]
  )
    shape.push(lengthOf(level));
  return shape;
}

/**
 * Flattens nested arrays to row-major data.
 * @param {Rows} rows
 * @param {number[]} shape
 * @param {string} where
 * @param {Convert} convert
 * @param {(count: number) => Float32Array | Uint8Array} make allocates the result
 * @returns {Float32Array | Uint8Array}
 */
export function readRows(rows, shape, where, convert, make) {
  const sized = isComplete(rows, shape, 0);
  const count = countOf(shape);
  /** @type {Filler} */
  const filler = { data: make(sized ? count : 0), at: 0, shape, path: [], where, convert };
  fill(rows, 0, filler);
  if (!sized) throw changed(where);
  return filler.data;
}

/**
 * Converts the data of `{ shape, data }`.
 * @param {Rows} list
 * @param {number} count
 * @param {string} where
 * @param {Convert} convert
 * @param {(count: number) => Float32Array | Uint8Array} make
 * @returns {Float32Array | Uint8Array}
 */
export function readList(list, count, where, convert, make) {
  if (lengthOf(list) !== count) throw changed(where);
  const sized = isComplete(list, [count], 0);
  const data = make(sized ? count : 0);
  for (let i = 0; i < count; i++) {
    const entry = list[i];
    data[i] = typeof entry === "number" && convert === toNumber ? entry : convert(entry, where, [i]);
  }
  if (!sized) throw changed(where);
  return data;
}

const CHANGED = "was changed while being read; give numbers that do not change until the call returns.";
/** @param {string} where */
export const changed = (where) => fault("value", where, CHANGED);

/**
 * Whether every row is as long as the first one and no array lacks an entry.
 * @param {unknown} rows
 * @param {number[]} shape
 * @param {number} depth
 * @returns {boolean}
 */
function isComplete(rows, shape, depth) {
  const length = shape[depth];
  if (!isRow(rows) || lengthOf(rows) !== length) return false;
  const last = depth === shape.length - 1;
  if (last && !Array.isArray(rows)) return true;
  for (let i = 0; i < length; i++)
    if (last ? rows[i] === undefined : !isComplete(rows[i], shape, depth + 1)) return false;
  return true;
}

/**
 * @param {unknown} row
 * @param {number} depth
 * @param {Filler} to
 */
function fill(row, depth, to) {
  const { shape, path, data } = to;
  const length = shape[depth];
  if (!isRow(row) || lengthOf(row) !== length) throw ragged(row, depth, to);
  const last = depth === shape.length - 1;
  const plain = last && to.convert === toNumber;
  for (let i = 0; i < length; i++) {
    const entry = row[i];
    if (plain && typeof entry === "number") {
      data[to.at++] = entry;
      continue;
    }
    path[depth] = i;
    path.length = depth + 1;
    if (!last) fill(entry, depth + 1, to);
    else if (isRow(entry)) throw ragged(entry, depth + 1, to);
    else data[to.at++] = to.convert(entry, to.where, path);
  }
}

/**
 * @param {unknown} row
 * @param {number} depth
 * @param {{ shape: number[], path: number[], where: string }} to
 */
function ragged(row, depth, { shape, path, where }) {
  const place = placeOf(where, path);
  const first = placeOf(where, Array(depth).fill(0));
  const entries = (/** @type {number} */ count) => `has ${counted(count, "entry", "entries")}`;
  const found = isRow(row) ? entries(lengthOf(row)) : `is ${shown(row)}`;
  const needed = depth < shape.length ? entries(shape[depth]) : "is a number";
  return fault("shape", place, `${found} where ${first} ${needed}; give all rows the same length.`);
}

/** @type {Record<string, number>} numbers that JSON lacks */
const SPELLED = { NaN: NaN, Infinity: Infinity, "-Infinity": -Infinity };

/** @type {Convert} */
export function toNumber(value, where, path) {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" && Object.hasOwn(SPELLED, value)) return SPELLED[value];
  const remedy = 'give a number, true, false, "NaN", "Infinity" or "-Infinity".';
  throw fault("value", placeOf(where, path), `is ${shown(value)}; ${remedy}`);
}

/** @type {Convert} */
export function toFlag(value, where, path) {
  if (value === true || value === 1) return 1;
  if (value === false || value === 0) return 0;
  throw unfit(placeOf(where, path), value, "true (may attend) or false, 1 or 0.");
}

/**
 * @param {string} where
 * @param {number[] | undefined} path
 */
const placeOf = (where, path) => where + (path ?? []).map((index) => `[${index}]`).join("");

/**
 * Reads the numbers of queries, keys, heads and batch items off the inputs alone, without checking them.
 * @param {Record<string, any>} problem
 */
export function sizesOf({ x, x_kv, query, key, heads }) {
  const queryShape = shapeOf(query ?? x);
  const keyShape = shapeOf(key ?? x_kv ?? x);
  return {
    q_len: queryShape.at(-2) ?? 0,
    kv_len: keyShape.at(-2) ?? 0,
    batches: queryShape.length === (query ? 4 : 3) ? queryShape[0] : 1,
    heads: heads ?? (query && queryShape.length > 2 ? (queryShape.at(-3) ?? 1) : 1),
  };
}
