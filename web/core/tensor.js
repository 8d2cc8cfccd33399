/**
 * Tensors as people write them: nested arrays, or `{ shape, data }`. What comes out has its kinds and lengths checked;
 * whether its shape fits the others is for the core to say.
 */
import { firstHole, isNumbers, toFlag, toNumber } from "./entries.js";
import { AttentionError, counted, shown, unreadable } from "./errors.js";
import { MAX_RANK } from "./layout.js";
import { fromRows } from "./rows.js";
import { countOf } from "./shapes.js";

/** @typedef {{ shape: number[], data: Float32Array }} Tensor what every call returns */
/** @typedef {unknown} TensorLike nested arrays of numbers, or `{ shape, data }` */
/**
 * @typedef {object} Input a tensor read, ready to be written into memory
 * @property {number[]} shape
 * @property {Float32Array | Uint8Array} data
 * @property {boolean} owned nobody else holds `data`
 */
/** @typedef {import("./entries.js").Convert} Convert */

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
    throw new AttentionError(
      "value",
      where,
      `${where} is an object without ${shape === undefined ? "shape" : "data"}; give nested arrays, or shape and data.`,
    );
  const axes = readShape(shape, `${where}.shape`);
  if (!Array.isArray(data) && !isNumbers(data))
    throw new AttentionError(
      "value",
      `${where}.data`,
      `${where}.data is ${shown(data)}; give an array or a typed array.`,
    );
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
  if (!Array.isArray(shape) && !isNumbers(shape))
    throw new AttentionError("value", place, `${place} is ${shown(shape)}; give an array of whole numbers.`);
  if (shape.length > MAX_RANK)
    throw new AttentionError("shape", place, `${place} has ${shape.length} axes; give at most ${MAX_RANK}.`);
  const axes = Array.from(shape);
  axes.forEach((length, axis) => {
    if (Number.isSafeInteger(length) && length >= 0) return;
    const at = `${place}[${axis}]`;
    throw new AttentionError("shape", at, `${at} is ${shown(length)}; give a whole number from 0 upward.`);
  });
  return axes;
}

/**
 * A tensor for the caller: nothing else holds its numbers.
 * @param {readonly number[]} shape
 * @param {Float32Array} data
 * @returns {Tensor}
 */
export const tensorOf = (shape, data) => ({ shape: copyShape(shape), data });

/**
 * Most shapes have three or four axes; written out they are copied in half the time.
 * @param {readonly number[]} s
 */
const copyShape = (s) =>
  s.length === 4 ? [s[0], s[1], s[2], s[3]] : s.length === 3 ? [s[0], s[1], s[2]] : s.slice();
