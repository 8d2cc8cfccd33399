/** Writes a still as PNG, with its problem in a text chunk. */
import { crc32 } from "../input/link/crc32.js";

/** Bytes before the second chunk: the signature and the IHDR chunk. */
const HEAD = 33;

/** @param {import("./picture.js").Picture} picture @param {import("./moments.js").Rasterizer} rasterizer @param {{ scale?: number, signal?: AbortSignal }} [options] */
export async function png(picture, { png }, { scale = 1, signal } = {}) {
  const file = await png(picture.at(), scale);
  signal?.throwIfAborted();
  const texts = {
    Title: picture.title,
    Description: picture.description,
    "attention-player": picture.metadata,
  };
  const chunks = Object.entries(texts).flatMap(([keyword, text]) => (text ? chunk(keyword, text) : []));
  const parts = [file.subarray(0, HEAD), ...chunks, file.subarray(HEAD)];
  return new Uint8Array(await new Blob(/** @type {BlobPart[]} */ (parts)).arrayBuffer());
}

/** Returns an uncompressed iTXt chunk, in parts. @param {string} keyword @param {string} text */
function chunk(keyword, text) {
  const content = new TextEncoder().encode(`iTXt${keyword}\0\0\0\0\0${text}`);
  return [number(content.length - 4), content, number(parseInt(crc32(content), 16))];
}

/** Returns a number as four bytes, big-endian. @param {number} value */
function number(value) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}
