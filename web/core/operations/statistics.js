/**
 * Statistics of rows: mean and variance, histogram, entropy of weights.
 */
import { withTensors } from "./tensors.js";
import { AttentionError, counted, fault } from "../errors.js";
import { readRows, sizeOf } from "./norm.js";
import { readTensor } from "../tensor.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../tensor.js").Tensor} Tensor */
/**
 * @typedef {object} Statistics
 * @property {Tensor} mean
 * @property {Tensor} variance biased
 * @property {Tensor} [counts] only if edges are given: [..., edges − 1], how many numbers of a row lie in each bin
 */

const STATISTICS = { x: readTensor, edges: readTensor };
const ENTROPY = { x: readTensor };

/**
 * @param {Core} core
 * @param {unknown} given
 * @returns {Statistics}
 */
export function statistics(core, given) {
  const values = readRows(given, STATISTICS, "statistics");
  const size = sizeOf(values);
  const { edges } = values;
  const bins = edges && binsOf(edges);
  const shape = values.x.shape.slice(0, -1);
  const outputs = { mean: shape, variance: shape, counts: edges && [...shape, bins] };
  return withTensors(
    core,
    values,
    ["x", "edges"],
    outputs,
    (functions, [x, by], [mean, variance, counts]) => {
      if (edges) demandAscent(edges.data);
      functions.attn_statistics(mean, variance, x, ...size);
      if (by) functions.attn_histogram(counts, x, by, ...size, BigInt(bins));
    },
  );
}

/** @param {Tensor} edges */
function binsOf({ shape }) {
  if (shape.length === 1 && shape[0] >= 2) return shape[0] - 1;
  const found = shape.length === 1 ? counted(shape[0], "number", "numbers") : `shape [${shape.join(", ")}]`;
  throw fault("shape", "edges", `has ${found}; give a row of at least 2 numbers.`);
}

/** @param {Float32Array} edges */
function demandAscent(edges) {
  const wrong = edges.findIndex((edge, k) => k > 0 && !(edge > edges[k - 1]));
  if (wrong < 0) return;
  const message = `edges[${wrong}] is ${edges[wrong]} after ${edges[wrong - 1]}; give edges that ascend.`;
  throw new AttentionError("value", `edges[${wrong}]`, message);
}

/**
 * @param {Core} core
 * @param {unknown} given
 * @returns {{ output: Tensor }}
 */
export function entropy(core, given) {
  const values = readRows(given, ENTROPY, "entropy");
  const size = sizeOf(values);
  const outputs = { output: values.x.shape.slice(0, -1) };
  return withTensors(core, values, ["x"], outputs, (functions, [x], [bits]) =>
    functions.attn_entropy(bits, x, ...size),
  );
}
