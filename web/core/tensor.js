/**
 * Tensors as people write them: nested arrays, or `{ shape, data }`. What comes out has its kinds and lengths checked;
 * whether its shape fits the others is for the core to say.
 */
import { AttentionError, counted, fault, shown, unfit, unreadable } from "./errors.js";
import { MAX_RANK } from "./structs.js";
import { countOf } from "./shapes.js";

/** @typedef {{ shape: number[], data: Float32Array }} Tensor what every call returns */
/** @typedef {unknown} TensorLike nested arrays of numbers, or `{ shape, data }` */
/**
 * @typedef {object} Input a tensor read, ready to be written into memory
 * @property {number[]} shape
 * @property {Float32Array | Uint8Array} data
 * @property {boolean} owned nobody else holds `data`
 */
/** @typedef {(value: unknown, where: string, path: number[] | undefined) => number} Convert one entry */

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

/**
 * @param {unknown} value
 * @param {string} where
 * @param {Convert} convert
 * @param {Float32ArrayConstructor | Uint8ArrayConstructor} Kind
 * @returns {Input}
 */
function read(value, where, convert, Kind) {
  try {
    if (Array.isArray(value) || isNumbers(value)) return fromRows(value, where, convert, Kind);
    if (typeof value === "object" && value !== null) return fromShape(value, where, convert, Kind);
    return { shape: [], data: Kind.of(convert(value, where, undefined)), owned: true };
  } catch (error) {
    throw unreadable(error, where);
  }
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
    throw fault(
      "value",
      where,
      `is an object without ${shape === undefined ? "shape" : "data"}; give nested arrays, or shape and data.`,
    );
  const axes = readShape(shape, `${where}.shape`);
  if (!Array.isArray(data) && !isNumbers(data))
    throw unfit(`${where}.data`, data, "an array or a typed array.");
  const count = countOf(axes);
  if (data.length !== count) {
    const numbers = counted(data.length, "number", "numbers");
    throw new AttentionError(
      "shape",
      where,
      `${where}.data has ${numbers}, but its shape [${axes.join(", ")}] needs ${count}; give that many.`,
    );
  }
  if (data instanceof Float32Array && Kind === Float32Array) return { shape: axes, data, owned: false };
  return { shape: axes, data: converted(data, count, `${where}.data`, convert, Kind), owned: true };
}

/**
 * @param {ArrayLike<unknown>} data
 * @param {number} count
 * @param {string} where
 * @param {Convert} convert
 * @param {Float32ArrayConstructor | Uint8ArrayConstructor} Kind
 */
function converted(data, count, where, convert, Kind) {
  const hole = firstHole(data);
  if (hole >= 0) convert(undefined, where, [hole]);
  const result = new Kind(count);
  for (let i = 0; i < count; i++) {
    const entry = data[i];
    result[i] = typeof entry === "number" && convert === toNumber ? entry : convert(entry, where, [i]);
  }
  return result;
}

/**
 * @param {unknown} shape
 * @param {string} place
 * @returns {number[]}
 */
export function readShape(shape, place) {
  if (!Array.isArray(shape) && !isNumbers(shape)) throw unfit(place, shape, "an array of whole numbers.");
  if (shape.length > MAX_RANK)
    throw fault("shape", place, `has ${shape.length} axes; give at most ${MAX_RANK}.`);
  const axes = Array.from(shape);
  axes.forEach((length, axis) => {
    if (Number.isSafeInteger(length) && length >= 0) return;
    const at = `${place}[${axis}]`;
    throw fault("shape", at, `is ${shown(length)}; give a whole number from 0 upward.`);
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
      throw fault("shape", where, `is nested more than ${MAX_RANK} deep; give at most ${MAX_RANK} axes.`);
  }
  /** @type {number[]} */
  const path = [];
  // counted first: an array may claim any length, and a ragged tensor's first row may be long
  const sized = count <= numbersIn(rows, shape.length);
  const filler = { data: new Kind(sized ? count : 0), at: 0, shape, path, where, convert };
  fill(rows, 0, filler);
  if (!sized) throw unreadable(new TypeError("It changed while it was read."), where);
  return { shape, data: filler.data, owned: true };
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
  return fault("shape", place, `${found} where ${first} ${needed}; give all rows the same length.`);
}

/** @type {Record<string, number>} the numbers that JSON lacks */
const SPELLED = { NaN: NaN, Infinity: Infinity, "-Infinity": -Infinity };

/** @type {Convert} */
function toNumber(value, where, path) {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" && Object.hasOwn(SPELLED, value)) return SPELLED[value];
  const place = placeOf(where, path);
  const remedy = 'give a number, true, false, "NaN", "Infinity" or "-Infinity".';
  throw fault("value", place, `is ${shown(value)}; ${remedy}`);
}

/** @type {Convert} */
function toFlag(value, where, path) {
  if (value === true || value === 1) return 1;
  if (value === false || value === 0) return 0;
  const place = placeOf(where, path);
  throw unfit(place, value, "true (may attend) or false, 1 or 0.");
}

/**
 * @param {string} where
 * @param {number[] | undefined} path
 */
const placeOf = (where, path) => where + (path ?? []).map((index) => `[${index}]`).join("");

/**
 * The first entry that is missing, or -1. Asked before there is memory for the entries: an array may claim any length.
 * @param {ArrayLike<unknown>} list
 * @returns {number}
 */
function firstHole(list) {
  return Array.isArray(list) ? Array.prototype.findIndex.call(list, (entry) => entry === undefined) : -1;
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
 * A tensor of the caller, copied; what was made while it was read needs no copy.
 * @param {Input} input
 * @returns {Input}
 */
export const owned = (input) =>
  input.owned ? input : { ...input, data: new Float32Array(input.data), owned: true };

/**
 * A tensor for the caller: nothing else holds its numbers.
 * @param {readonly number[]} shape
 * @param {Float32Array} data
 * @returns {Tensor}
 */
export const tensorOf = (shape, data) => ({ shape: shape.slice(), data });
