/** What .npy and .safetensors files share: bytes read as they are needed, and checks of their headers. */
import { grouped } from "../errors.js";
import { TEXT_BYTES } from "../limits.js";

/** @typedef {import("../errors.js").Invalid} Invalid */

/** Checks for a Blob, which may be of another realm. @param {unknown} blob @param {Invalid} invalid @returns {asserts blob is Blob} */
export function checkBlob(blob, invalid) {
  const file = /** @type {Blob | null | undefined} */ (blob);
  if (typeof file?.slice !== "function" || !Number.isSafeInteger(file.size))
    throw invalid("value", "file", "noFile");
}

/**
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
  // the file was changed on the disk
  if (bytes.length !== end - start) throw gone(undefined);
  return bytes;
}

/**
 * The error that a file is shorter than its header says.
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

/** How many bytes the numbers of a shape take. @param {number[]} shape @param {number} bytes of one */
export const bytesOf = (shape, bytes) =>
  shape.reduce((product, length) => product * BigInt(length), BigInt(bytes));

/** @param {Blob} blob @param {number} start @param {number | bigint} length @param {Invalid} invalid */
export async function headerBytes(blob, start, length, invalid) {
  if (length > TEXT_BYTES)
    throw invalid("limit", "header", "longHeader", { length: grouped(length), limit: grouped(TEXT_BYTES) });
  return fileBytes(blob, start, start + Number(length), invalid);
}

/** @param {unknown} shape @returns {shape is number[]} */
export const isShape = (shape) => Array.isArray(shape) && shape.every((length) => typeof length === "number");

/** .npz and .pt files, which people also try, are ZIP archives. @param {Uint8Array} bytes @param {Invalid} invalid */
export function checkZip(bytes, invalid) {
  if ([0x50, 0x4b, 3, 4].every((byte, i) => bytes[i] === byte)) throw invalid("value", "byte 0", "zip");
}
