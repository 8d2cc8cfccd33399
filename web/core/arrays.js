/**
 * Calls of C functions that need no plan: arrays in, arrays out.
 */
import { Space } from "./memory.js";

/** @typedef {import("./core.js").Core} Core */

/**
 * Copies arrays into memory, makes the call, and copies the results out.
 * @param {Core} core
 * @param {(Float32Array | undefined)[]} inputs undefined has the address 0, C's NULL
 * @param {number[]} outputs counts of entries; -1: absent
 * @param {(functions: import("./core.js").Functions, inputs: number[], outputs: number[]) => void} use given addresses
 * @returns {Float32Array[]} the outputs; one that is absent has no entries
 * @throws {AttentionError} `limit` or `memory`
 */
export function withArrays(core, inputs, outputs, use) {
  const space = new Space(core.at.data);
  const from = inputs.map((data) => (data ? space.take(data.byteLength) : 0));
  const to = outputs.map((count) => (count < 0 ? 0 : space.take(4 * count)));
  core.demandWithinLimits(space.end - core.at.data);
  return core.call((functions, arena) => {
    arena.reach(space.end);
    const floats = arena.floats();
    inputs.forEach((data, n) => data && floats.set(data, from[n] / 4));
    use(functions, from, to);
    return outputs.map((count, n) => arena.copyFloats(to[n], Math.max(0, count)));
  });
}

/**
 * Adds two arrays entry by entry, such as gradients that flow into the same tensor.
 * @param {Core} core
 * @param {Float32Array} a
 * @param {Float32Array} b of the same length
 */
export function add(core, a, b) {
  const [sum] = withArrays(core, [a, b], [a.length], (functions, [x, y], [z]) =>
    functions.attn_add(z, x, y, BigInt(a.length)),
  );
  return sum;
}
