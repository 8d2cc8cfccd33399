/** Calls of C functions that need no plan: tensors in, tensors out. */
import { withArrays } from "../arrays.js";
import { countOf } from "../shapes.js";
import { build, openBytes, tensorOf } from "../tensor.js";

/** @typedef {import("../core.js").Core} Core */

/**
 * Calls a C function with tensors by name. Builds the inputs first, once they and the results are known to fit.
 * @template {string} N
 * @param {Core} core
 * @param {import("../readers.js").Values} values tensors, among others
 * @param {string[]} inputs names of those to copy into memory
 * @param {Record<N, readonly number[] | undefined>} outputs shapes by name; undefined: absent
 * @param {(functions: import("../core.js").Functions, inputs: number[], outputs: number[]) => void} use given addresses
 * @param {string} [where] path of their stage
 * @returns {Record<N, import("../tensor.js").Tensor>} the outputs that are not absent
 */
export function withTensors(core, values, inputs, outputs, use, where) {
  const entries = /** @type {[N, readonly number[] | undefined][]} */ (Object.entries(outputs));
  const counts = entries.map(([, shape]) => (shape ? countOf(shape) : -1));
  const bytes = counts.reduce((sum, count) => sum + 4 * Math.max(0, count), 0);
  core.demandWithinLimits(openBytes(values) + bytes, where);
  build([values]);
  const data = inputs.map((name) => values[name]?.data);
  const results = withArrays(core, data, counts, use);
  const tensors = /** @type {Record<N, import("../tensor.js").Tensor>} */ ({});
  entries.forEach(([name, shape], n) => {
    if (shape) tensors[name] = tensorOf(shape, results[n]);
  });
  return tensors;
}
