/** Bytes of a file, read as they are needed. */
import { grouped } from "../errors.js";

/** @typedef {import("../errors.js").Invalid} Invalid */

/** A file of any realm. @param {unknown} blob @param {Invalid} invalid @returns {asserts blob is Blob} */
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
  // a file that was changed on the disk
  if (bytes.length !== end - start) throw gone(undefined);
  return bytes;
}

/**
 * The file is shorter than its header says.
 * @param {number} size
 * @param {number | bigint} end
 * @param {Invalid} invalid
 */
export const cut = (size, end, invalid) =>
  invalid("value", `byte ${size}`, "cut", { size: grouped(size), end: grouped(end) });

/**
 * The numbers fill the file to its end.
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
