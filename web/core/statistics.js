/**
 * What is so of rows of numbers as a whole: mean and variance, how many fall where, how evenly weights are shared out.
 */
import { withArrays } from "./arrays.js";
import { AttentionError, fault } from "./errors.js";
import { rowsOf } from "./norm.js";
import { readKeys } from "./readers.js";
import { build, buildSmall, openBytes, readTensor, tensorOf } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./readers.js").Values} Values */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/**
 * @typedef {object} Statistics
 * @property {Tensor} mean
 * @property {Tensor} variance biased
 * @property {Tensor} [counts] with edges only: how many of each row lie between two of them
 */

const STATISTICS = { x: readTensor, edges: readTensor };
const ENTROPY = { x: readTensor };

/**
 * Takes the numbers, if there is room for them and for what is computed.
 * @param {Core} core @param {Values} values @param {number} results entries
 */
function take(core, values, results) {
  core.demandWithinLimits(openBytes(values) + 4 * results, "");
  build([values]);
}

/**
 * @param {Core} core
 * @param {unknown} given
 * @returns {Statistics}
 */
export function statistics(core, given) {
  const values = readKeys(given, STATISTICS, "statistics", "");
  buildSmall([values]);
  const { x, edges } = values;
  const { rows, cols } = rowsOf(values, "");
  const bins = edges ? binsOf(edges) : -1;
  take(core, values, rows * (2 + Math.max(0, bins)));
  if (edges) demandAscent(edges.data);
  const counts = [rows, rows, edges ? rows * bins : -1];
  const [mean, variance, many] = withArrays(core, [x.data, edges?.data], counts, (functions, from, to) => {
    functions.attn_statistics(to[0], to[1], from[0], BigInt(rows), BigInt(cols));
    if (edges) functions.attn_histogram(to[2], ...from, ...[rows, cols, bins].map(BigInt));
  });
  const shape = x.shape.slice(0, -1);
  const result = { mean: tensorOf(shape, mean), variance: tensorOf(shape, variance) };
  return edges ? { ...result, counts: tensorOf([...shape, bins], many) } : result;
}

/** @param {Tensor} edges */
function binsOf({ shape }) {
  if (shape.length === 1 && shape[0] >= 2) return shape[0] - 1;
  const found = shape.length === 1 ? `${shape[0]} of them` : `shape [${shape.join(", ")}]`;
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
  const values = readKeys(given, ENTROPY, "entropy", "");
  buildSmall([values]);
  const { x } = values;
  const { rows, cols } = rowsOf(values, "");
  take(core, values, rows);
  const [bits] = withArrays(core, [x.data], [rows], (functions, [w], [to]) =>
    functions.attn_entropy(to, w, BigInt(rows), BigInt(cols)),
  );
  return { output: tensorOf(x.shape.slice(0, -1), bits) };
}
