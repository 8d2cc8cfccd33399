/** Bytes of a file, read as they are needed. */
import { grouped } from "../refusal.js";

/** @typedef {import("../refusal.js").Refuse} Refuse */

/** A file of any realm. @param {unknown} blob @param {Refuse} refuse @returns {asserts blob is Blob} */
export function demandBlob(blob, refuse) {
  const file = /** @type {Blob | null | undefined} */ (blob);
  if (typeof file?.slice !== "function" || !Number.isSafeInteger(file.size))
    throw refuse("value", "file", "noFile");
}

/**
 * @param {Blob} blob
 * @param {number} start
 * @param {number} end
 * @param {Refuse} refuse
 */
export async function fileBytes(blob, start, end, refuse) {
  if (end > blob.size) throw cut(blob.size, end, refuse);
  const gone = (/** @type {unknown} */ cause) =>
    Object.assign(refuse("value", `byte ${start}`, "gone", { byte: grouped(start) }), { cause });
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
 * @param {Refuse} refuse
 */
export const cut = (size, end, refuse) =>
  refuse("value", `byte ${size}`, "cut", { size: grouped(size), end: grouped(end) });

/**
 * The numbers fill the file to its end.
 * @param {number} size
 * @param {bigint} end
 * @param {Refuse} refuse
 */
export function demandEnd(size, end, refuse) {
  if (BigInt(size) < end) throw cut(size, end, refuse);
  if (BigInt(size) > end)
    throw refuse("value", `byte ${end}`, "after", { end: grouped(end), size: grouped(size) });
}

/** How many bytes the numbers of a shape take. @param {number[]} shape @param {number} bytes of one */
export const bytesOf = (shape, bytes) =>
  shape.reduce((product, length) => product * BigInt(length), BigInt(bytes));
