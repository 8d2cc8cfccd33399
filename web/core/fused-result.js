/**
 * What a fused run hands out.
 */
import { tensorOf } from "./tensor.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/**
 * @typedef {object} Fused
 * @property {Tensor} mixed
 * @property {Tensor} log_sum_exp
 * @property {Tensor} output without w_o and b_o it is mixed with its heads side by side, made when it is first read
 */

/**
 * Is there an output to compute? Without w_o and b_o it repeats the numbers of mixed.
 * @param {Plan} plan
 */
export const hasOutput = ({ given }) => given.has("w_o") || given.has("b_o");

/**
 * Copies the results of a fused run out of the memory.
 * @param {import("./memory.js").Arena} arena
 * @param {Plan} plan
 * @returns {Fused}
 */
export function collectFused(arena, plan) {
  /** @param {string} name */
  const copy = (name) => {
    const { offset, count } = plan.slot[name];
    return arena.copyFloats(plan.trace + 4 * offset, count);
  };
  return fusedResult(plan, copy("mixed"), copy("log_sum_exp"), hasOutput(plan) ? copy("output") : undefined);
}

/**
 * Fresh memory costs a page a good part of a short run, so an output that repeats mixed waits until somebody reads it.
 * @param {Plan} plan
 * @param {Float32Array<ArrayBuffer>} mixed
 * @param {Float32Array<ArrayBuffer>} logSums
 * @param {Float32Array<ArrayBuffer>} [output] where there is one to compute
 * @returns {Fused}
 */
export function fusedResult({ slot, sizes }, mixed, logSums, output) {
  const result = {
    mixed: tensorOf(slot.mixed.shape, mixed),
    log_sum_exp: tensorOf(slot.log_sum_exp.shape, logSums),
  };
  const { shape } = slot.output;
  if (output) return { ...result, output: tensorOf(shape, output) };
  return {
    ...result,
    get output() {
      return (this.output = tensorOf(shape, sideBySide(mixed, sizes)));
    },
    set output(value) {
      Object.defineProperty(this, "output", { value, enumerable: true, writable: true, configurable: true });
    },
  };
}

/**
 * @param {Float32Array<ArrayBuffer>} mixed `[batch, heads, q_len, d_v]`
 * @param {Record<string, number>} sizes
 * @returns {Float32Array<ArrayBuffer>} `[batch, q_len, heads · d_v]`
 */
function sideBySide(mixed, { batch, heads, q_len, d_v }) {
  if (heads === 1) return new Float32Array(mixed);
  const output = new Float32Array(mixed.length);
  for (let row = 0; row < batch * heads * q_len; row++) {
    const head = Math.floor(row / q_len);
    const to = (Math.floor(head / heads) * q_len + (row % q_len)) * heads + (head % heads);
    output.set(mixed.subarray(row * d_v, (row + 1) * d_v), to * d_v);
  }
  return output;
}
