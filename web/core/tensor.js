/**
 * Tensors as people write them: nested arrays, or `{ shape, data }`. Reading one determines its shape and size only; `build`
 * copies the numbers once everything is known to fit. The core checks the shape against those of the other tensors.
 */
import { AttentionError, counted, fault, shown, unfit, unreadable } from "./errors.js";
import { FEW, copied } from "./memory.js";
import { changed, isRow, lengthOf, readList, readRows, shapeOf, toFlag, toNumber, typed } from "./rows.js";
import { MAX_RANK } from "./structs.js";
import { countOf } from "./shapes.js";

/** @typedef {import("./types.js").Tensor} Tensor */
/** @typedef {import("./rows.js").Convert} Convert */
/** @typedef {Float32Array | Uint8Array} Numbers */
/** @typedef {Float32ArrayConstructor | Uint8ArrayConstructor} Kind */

/**
 * @typedef {object} Input a tensor as read
 * @property {number[]} shape
 * @property {Numbers} data until it is built, an object with byteLength alone
 * @property {boolean} owned whether nobody else holds `data`
 * @property {string} [where] its path, for errors
 * @property {() => Numbers} [take] copies the numbers from the caller's arrays; undefined once it is built
 */

/** An Input made by a reader. The private field keeps a caller's object from passing for one. */
class Reading {
  #ours = true;

  /**
   * @param {string} where
   * @param {number[]} shape
   * @param {Numbers} data
   * @param {boolean} owned
   * @param {() => Numbers} [take]
   */
  constructor(where, shape, data, owned, take) {
    this.where = where;
    this.shape = shape;
    this.data = data;
    this.owned = owned;
    this.take = take;
  }

  /**
   * Whether a value still depends on the caller's arrays.
   * @param {any} value as read
   * @returns {value is Reading}
   */
  static isOpen(value) {
    return typeof value === "object" && value !== null && #ours in value && !(value.owned && !value.take);
  }
}

/**
 * @param {unknown} value
 * @param {string} where name of the tensor, for errors
 * @returns {Input} of float32 numbers
 * @throws {AttentionError} `value` or `shape`
 */
export function readTensor(value, where) {
  return read(value, where, toNumber, Float32Array);
}

/**
 * @param {unknown} value
 * @param {string} where
 * @returns {Input} of bytes, 1 = true
 * @throws {AttentionError} `value` or `shape`
 */
export function readMask(value, where) {
  return read(value, where, toFlag, Uint8Array);
}

/**
 * @param {unknown} value
 * @param {string} where
 * @param {Convert} convert
 * @param {Kind} Kind
 * @returns {Input}
 */
function read(value, where, convert, Kind) {
  try {
    if (isRow(value)) {
      const shape = shapeOf(value);
      if (shape.length > MAX_RANK)
        throw fault("shape", where, `is nested more than ${MAX_RANK} deep; give at most ${MAX_RANK} axes.`);
      return measured(shape, where, Kind, () => readRows(value, shape, where, convert, maker(Kind, where)));
    }
    if (typeof value === "object" && value !== null) return fromShape(value, where, convert, Kind);
    const data = Kind.of(convert(value, where, undefined));
    return new Reading(where, [], data, true);
  } catch (error) {
    throw unreadable(error, where);
  }
}

/**
 * @param {number[]} shape
 * @param {string} where
 * @param {Kind} Kind
 * @param {() => Numbers} take
 * @returns {Input}
 */
function measured(shape, where, Kind, take) {
  const data = /** @type {any} */ ({ byteLength: Kind.BYTES_PER_ELEMENT * countOf(shape) });
  return new Reading(where, shape, data, true, take);
}

/** @type {(Kind: Kind, where: string) => (count: number) => Numbers} */
const maker = (Kind, where) => (count) => {
  try {
    return new Kind(count);
  } catch (cause) {
    const refused = fault("memory", where, "does not fit in memory; give fewer numbers.");
    throw Object.assign(refused, { cause });
  }
};

/**
 * Reads `{ shape, data }`.
 * @param {object} value
 * @param {string} where
 * @param {Convert} convert
 * @param {Kind} Kind
 * @returns {Input}
 */
function fromShape(value, where, convert, Kind) {
  const given = /** @type {{ shape?: unknown, data?: unknown }} */ (value);
  const shape = Object.hasOwn(value, "shape") ? given.shape : undefined;
  const data = Object.hasOwn(value, "data") ? given.data : undefined;
  const lacks = shape === undefined ? "shape" : data === undefined ? "data" : undefined;
  if (lacks)
    throw fault("value", where, `is an object without ${lacks}; give nested arrays, or shape and data.`);
  const axes = readShape(shape, `${where}.shape`);
  const place = `${where}.data`;
  if (!isRow(data)) throw unfit(place, data, "an array or a typed array.");
  const count = countOf(axes);
  const length = lengthOf(data);
  if (length !== count) {
    const has = `${place} has ${counted(length, "number", "numbers")}`;
    const message = `${has}, but its shape [${axes.join(", ")}] needs ${count}; give that many.`;
    throw new AttentionError("shape", where, message);
  }
  if (Kind === Float32Array && typedTag.call(data) === "Float32Array") {
    // float32 numbers need no conversion; a few are copied at once
    if (count <= FEW)
      return new Reading(where, axes, copied(/** @type {Float32Array} */ (data), 0, count), true);
    const buffer = typedBuffer.call(data);
    // a shared buffer, which another thread may change at any time, is read like an array
    if (buffer instanceof ArrayBuffer) {
      // a view of our own is safe: it has no overridden properties, does not lengthen when its buffer grows, and becomes empty
      // when its buffer shrinks or is detached
      const view = new Float32Array(buffer, typedOffset.call(data), count);
      return new Reading(where, axes, view, false);
    }
  }
  return measured(axes, where, Kind, () => readList(data, count, place, convert, maker(Kind, where)));
}

const typedGetter = (/** @type {string | symbol} */ name) =>
  /** @type {() => any} */ (Object.getOwnPropertyDescriptor(typed, name)?.get);
const typedTag = typedGetter(Symbol.toStringTag);
const typedBuffer = typedGetter("buffer");
const typedOffset = typedGetter("byteOffset");

/**
 * @param {unknown} shape
 * @param {string} place
 * @returns {number[]}
 */
export function readShape(shape, place) {
  if (!isRow(shape)) throw unfit(place, shape, "an array of whole numbers.");
  const rank = lengthOf(shape);
  if (rank > MAX_RANK) throw fault("shape", place, `has ${rank} axes; give at most ${MAX_RANK}.`);
  /** @type {number[]} */
  const axes = [];
  for (let axis = 0; axis < rank; axis++) {
    const length = shape[axis];
    if (typeof length !== "number" || !Number.isSafeInteger(length) || length < 0)
      throw fault("shape", `${place}[${axis}]`, `is ${shown(length)}; give a whole number from 0 upward.`);
    axes.push(length);
  }
  return axes;
}

/** The key under which values list their tensors that still depend on the caller's arrays. @type {any} */
const OPEN = Symbol("open");
/** @type {Reading[]} */
const NONE = [];

/**
 * @param {Record<any, any>} values
 * @returns {Reading[]}
 */
const openOf = (values) => values[OPEN] ?? NONE;

/**
 * Records which tensors among the values `build` still has to copy.
 * @template {Record<string, any>} T
 * @param {T} values
 * @returns {T}
 */
export function opened(values) {
  /** @type {Reading[] | undefined} */
  let open;
  for (const key of Object.keys(values)) if (Reading.isOpen(values[key])) (open ??= []).push(values[key]);
  /** @type {any} */ (values)[OPEN] = open;
  return values;
}

/**
 * Returns the bytes of the tensors among the values that still depend on the caller's arrays.
 * @param {Record<any, any>} values
 */
export const openBytes = (values) => openOf(values).reduce((sum, { data }) => sum + data.byteLength, 0);

/** Bytes up to which a problem is built as soon as it is read, so that errors in its numbers precede errors in its shapes. */
const SMALL = 1048576;

/**
 * Builds the tensors if they are small; larger ones wait until they are known to fit.
 * @param {Record<any, any>[]} records values, as they were read
 */
export function buildSmall(records) {
  const bytes = records.reduce((sum, values) => sum + openBytes(values), 0);
  if (bytes <= SMALL) takeAll(records);
}

/**
 * Copies the numbers of all tensors once they are known to fit. No code of the caller's runs between this and the copy into
 * the core's memory, so the numbers are a snapshot of this moment.
 * @param {Record<any, any>[]} records values, as they were read
 */
export function build(records) {
  takeAll(records);
  for (const values of records) {
    const open = openOf(values);
    // a getter of one tensor may have shrunk or detached the buffer of another
    for (const { owned, data, where } of open) if (!owned && data.length === 0) throw changed(where);
    if (open !== NONE) values[OPEN] = undefined;
  }
}

/** @param {Record<any, any>[]} records */
function takeAll(records) {
  for (const values of records) for (const input of openOf(values)) built(input);
}

/**
 * Builds a single tensor.
 * @param {Input} input
 */
export function built(input) {
  const { take, where = "" } = input;
  try {
    if (take) input.data = take();
  } catch (error) {
    throw unreadable(error, where);
  }
  input.take = undefined;
  return input;
}

/**
 * Makes a tensor for the caller, who alone holds its data.
 * @param {readonly number[]} shape
 * @param {Float32Array} data
 * @returns {Tensor}
 */
export const tensorOf = (shape, data) => ({ shape: shape.slice(), data });
