/** Writes tensors and traces as files: .npy, CSV and JSON. */
import { countOf, indexOf } from "../core/shapes.js";
import { shortestDecimal } from "../words/decimal.js";
import { jsonText } from "./json.js";
import { grouped, errorsIn } from "./errors.js";
import { SLICE_BYTES } from "./limits.js";
import { writeWords } from "../words/input/write/index.js";

/** @typedef {{ shape: number[], data: ArrayLike<number> }} Tensor its numbers must fit float32 */
/** @typedef {{ lang?: string }} WriteOptions lang: language of errors */
/** @typedef {import("./errors.js").Invalid} Invalid */

/** Maximum numbers in a .npy file: as many as readNpy reads. */
const MOST_NUMBERS = SLICE_BYTES / 4;
/** Maximum axes: as many as every NumPy reads. */
const MOST_AXES = 32;
/** Maximum numbers written as text; more would block the page. */
const MOST_AS_TEXT = 262144;
/** Maximum characters of JSON text; a float32 takes up to 16. */
const MOST_CHARACTERS = 16 * MOST_AS_TEXT;

/**
 * Returns the bytes of a .npy file, version 1.0: little-endian float32, row-major. Throws an AttentionError for a tensor that is
 * malformed or too large, as `toCsv` does.
 * @param {Tensor} tensor
 * @param {WriteOptions} [options]
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function toNpy(tensor, options) {
  const { shape, data } = checked(tensor, MOST_NUMBERS, errorsIn(writeWords(options?.lang)));
  const axes = `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;
  const header = `{'descr': '<f4', 'fortran_order': False, 'shape': ${axes}, }`;
  // NumPy aligns the numbers to 64 bytes
  const start = Math.ceil((10 + header.length + 1) / 64) * 64;
  const bytes = new Uint8Array(start + 4 * data.length);
  const text = `\u0093NUMPY\u0001\0\0\0${header.padEnd(start - 11)}\n`;
  for (let i = 0; i < start; i++) bytes[i] = text.charCodeAt(i);
  const view = new DataView(bytes.buffer);
  view.setUint16(8, start - 10, true);
  for (let i = 0; i < data.length; i++) view.setFloat32(start + 4 * i, data[i], true);
  return bytes;
}

/**
 * Returns comma-separated values, one line per row, each number as the shortest decimal that rounds to its float32. A tensor
 * without axes is one cell, one with a single axis is one line. With more than two axes there is a header, and each line begins
 * with the indices of its row: `axis_0,axis_1,column_0,column_1`.
 * @param {Tensor} tensor
 * @param {WriteOptions} [options]
 */
export function toCsv(tensor, options) {
  const { shape, data } = checked(tensor, MOST_AS_TEXT, errorsIn(writeWords(options?.lang)));
  const width = shape.length === 0 ? 1 : shape[shape.length - 1];
  const leading = shape.slice(0, -1);
  const indexed = leading.length > 1;
  const rows = countOf(leading);
  const lines = [];
  if (indexed)
    lines.push([...leading.map((_, axis) => `axis_${axis}`), ...numbered("column_", width)].join());
  for (let row = 0; row < rows && data.length > 0; row++) {
    const cells = indexed ? indexOf(row, leading).map(String) : [];
    for (let i = row * width; i < (row + 1) * width; i++) cells.push(shortestDecimal(Math.fround(data[i])));
    lines.push(cells.join());
  }
  return lines.map((line) => `${line}\n`).join("");
}

/** @param {string} word @param {number} count */
const numbered = (word, count) => Array.from({ length: count }, (_, i) => word + i);

/**
 * Returns a tensor, a trace or a problem as JSON. Tensors are `{ "shape", "data" }`, numbers are the shortest decimals that round
 * to their float32, and the numbers that JSON lacks are "NaN", "Infinity" and "-Infinity".
 * @param {object} value
 * @param {WriteOptions} [options]
 */
export function toJson(value, options) {
  const invalid = errorsIn(writeWords(options?.lang));
  if (typeof value !== "object" || value === null) throw invalid("value", "value", "noObject");
  return jsonText(value, { limit: MOST_CHARACTERS, invalid, name: "value" });
}

/**
 * Checks that a tensor has as many numbers as its shape requires, and returns a copy of it.
 * @param {unknown} tensor
 * @param {number} limit
 * @param {Invalid} invalid
 * @returns {Tensor}
 */
function checked(tensor, limit, invalid) {
  const { shape, data } = taken(tensor, invalid);
  const lengths = Array.isArray(shape) ? shape.slice() : [NaN];
  if (!lengths.every((length) => Number.isSafeInteger(length) && length >= 0))
    throw invalid("value", "shape", "noTensor");
  if (lengths.length > MOST_AXES)
    throw invalid("limit", "shape", "axes", { count: grouped(lengths.length), limit: MOST_AXES });
  const count = lengths.reduce((product, length) => product * BigInt(length), 1n);
  if (count > limit) throw invalid("limit", "data", "many", { count: grouped(count), limit: grouped(limit) });
  const isList = Array.isArray(data) || (ArrayBuffer.isView(data) && "length" in data);
  const { length } = isList ? /** @type {ArrayLike<number>} */ (data) : { length: -1 };
  if (BigInt(length) !== count) throw invalid("value", "data", "noTensor");
  return { shape: lengths, data: numbersOf(/** @type {ArrayLike<unknown>} */ (data), invalid) };
}

/** @param {unknown} tensor @param {Invalid} invalid @returns {{ shape: unknown, data: unknown }} */
function taken(tensor, invalid) {
  try {
    const { shape, data } = /** @type {any} */ (tensor);
    return { shape, data };
  } catch (cause) {
    throw Object.assign(invalid("value", "tensor", "noTensor"), { cause });
  }
}

/** @param {ArrayLike<unknown>} data @param {Invalid} invalid @returns {ArrayLike<number>} */
function numbersOf(data, invalid) {
  if (data instanceof Float32Array) return data;
  return Float32Array.from(data, (value, i) => {
    const number = typeof value === "boolean" ? Number(value) : value;
    if (typeof number !== "number" || (Number.isFinite(number) && !Number.isFinite(Math.fround(number))))
      throw invalid("value", `data[${i}]`, "noNumber", { i });
    return number;
  });
}
