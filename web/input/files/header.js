/** What the headers of .npy and .safetensors files have in common. */
import { TEXT_BYTES } from "../limits.js";
import { grouped, quoted } from "../errors.js";

/** @typedef {import("../errors.js").Invalid} Invalid */

/** @param {number | bigint} length in bytes @param {Invalid} invalid */
export function checkHeaderLength(length, invalid) {
  if (length > TEXT_BYTES)
    throw invalid("limit", "header", "longHeader", { length: grouped(length), limit: grouped(TEXT_BYTES) });
}

/** @param {number} start @param {Invalid} invalid @returns {import("./literal.js").Fault} */
export const faultAt = (start, invalid) => (position, sentence, facts) => {
  const byte = start + position;
  const said = Object.fromEntries(
    Object.entries(facts ?? {}).map(([name, fact]) => [name, typeof fact === "string" ? quoted(fact) : fact]),
  );
  return invalid("value", `byte ${byte}`, sentence, { ...said, byte: grouped(byte) });
};

/** @param {unknown} shape @returns {shape is number[]} */
export const isShape = (shape) => Array.isArray(shape) && shape.every((length) => typeof length === "number");

/** Where people expect arrays, they also have archives of them: .npz and .pt are ZIP. @param {Uint8Array} bytes @param {Invalid} invalid */
export function checkZip(bytes, invalid) {
  if ([0x50, 0x4b, 3, 4].every((byte, i) => bytes[i] === byte)) throw invalid("value", "byte 0", "zip");
}
