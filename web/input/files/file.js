/** Shared by the readers of .npy and .safetensors files: reads bytes on demand, and checks headers. */
import { grouped } from "../errors.js";
import { TEXT_BYTES } from "../limits.js";

/** @typedef {import("../errors.js").Invalid} Invalid */

/** Throws unless a value is a Blob, perhaps of another realm. @param {unknown} blob @param {Invalid} invalid @returns {asserts blob is Blob} */
export function checkBlob(blob, invalid) {
  const file = /** @type {Blob | null | undefined} */ (blob);
  if (typeof file?.slice !== "function" || !Number.isSafeInteger(file.size))
    throw invalid("value", "file", "noFile");
}

/**
 * Reads the bytes from `start` up to `end`. Throws if the file is too short or can no longer be read.
 * @param {Blob} blob
 * @param {number} start
 * @param {number} end
 * @param {Invalid} invalid
 */
export async function fileBytes(blob, start, end, invalid) {
  if (end > blob.size) throw cut(blob.size, end, invalid);
  const gone = (/** @type {unknown} */ cause) =>
    Object.assign(invalid("value", `byte ${start}`, "gone", { byte: grouped(start) }), { cause });
  let bytes;
  try {
    bytes = new Uint8Array(await blob.slice(start, end).arrayBuffer());
  } catch (cause) {
    throw gone(cause);
  }
  // the file has changed on disk
  if (bytes.length !== end - start) throw gone(undefined);
  return bytes;
}

/**
 * Makes the error for a file that is shorter than its header says.
 * @param {number} size
 * @param {number | bigint} end
 * @param {Invalid} invalid
 */
export const cut = (size, end, invalid) =>
  invalid("value", `byte ${size}`, "cut", { size: grouped(size), end: grouped(end) });

/**
 * Checks that the numbers fill the file to its end.
 * @param {number} size
 * @param {bigint} end
 * @param {Invalid} invalid
 */
export function checkEnd(size, end, invalid) {
  if (BigInt(size) < end) throw cut(size, end, invalid);
  if (BigInt(size) > end)
    throw invalid("value", `byte ${end}`, "after", { end: grouped(end), size: grouped(size) });
}

/** Returns the bytes that the numbers of a shape take. @param {number[]} shape @param {number} bytes per number */
export const bytesOf = (shape, bytes) =>
  shape.reduce((product, length) => product * BigInt(length), BigInt(bytes));

/** Reads a header. Throws if it exceeds TEXT_BYTES. @param {Blob} blob @param {number} start @param {number | bigint} length @param {Invalid} invalid */
export async function headerBytes(blob, start, length, invalid) {
  if (length > TEXT_BYTES)
    throw invalid("limit", "header", "longHeader", { length: grouped(length), limit: grouped(TEXT_BYTES) });
  return fileBytes(blob, start, start + Number(length), invalid);
}

/** @param {unknown} shape @returns {shape is number[]} */
export const isShape = (shape) => Array.isArray(shape) && shape.every((length) => typeof length === "number");

/** Rejects ZIP archives, such as .npz and .pt files, with an error of their own. @param {Uint8Array} bytes @param {Invalid} invalid */
export function checkZip(bytes, invalid) {
  if ([0x50, 0x4b, 3, 4].every((byte, i) => bytes[i] === byte)) throw invalid("value", "byte 0", "zip");
}
