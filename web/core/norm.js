/**
 * Softmax, layer normalisation, batch normalisation: rows in, rows out, each with its gradient.
 */
import { withArrays } from "./arrays.js";
import { AttentionError, fault } from "./errors.js";
import { readKeys } from "./readers.js";
import { NORM_KEYS } from "./schema.js";
import { countOf, demandShape, withBatch } from "./shapes.js";
import { build, buildSmall, openBytes, readTensor, tensorOf } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./readers.js").Values} Values */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/**
 * @typedef {object} Normalized
 * @property {Tensor} output
 * @property {Tensor} mean
 * @property {Tensor} rstd 1/√(variance + eps)
 * @property {Tensor} [grad_x] this and the next two with grad_output only
 * @property {Tensor} [grad_gamma]
 * @property {Tensor} [grad_beta]
 */

const EPS = 1e-5;
const SOFTMAX = { x: readTensor, grad_output: readTensor };

const LAYER_NORM = { ...NORM_KEYS.layer_norm, grad_output: readTensor };
const BATCH_NORM = { ...NORM_KEYS.batch_norm, grad_output: readTensor };

/**
 * @param {Core} core
 * @param {unknown} given
 * @returns {{ output: Tensor, grad_x?: Tensor }}
 */
export function softmax(core, given) {
  const values = readRows(given, SOFTMAX, "softmax");
  const { x, grad_output: grad } = values;
  const { rows, cols, count } = rowsOf(values, "");
  const counts = [count, grad ? count : -1];
  takeAll(core, values, counts, "");
  const [output, gradX] = withArrays(
    core,
    [x.data, grad?.data],
    counts,
    (functions, [x_, grad_], [y, gradX_]) => {
      functions.attn_softmax(y, x_, BigInt(rows), BigInt(cols));
      if (grad) functions.attn_softmax_backward(gradX_, grad_, y, BigInt(rows), BigInt(cols));
    },
  );
  const result = { output: tensorOf(x.shape, output) };
  return grad ? { ...result, grad_x: tensorOf(x.shape, gradX) } : result;
}

/**
 * @param {Core} core
 * @param {unknown} given
 */
export const layerNorm = (core, given) => normalizeRows(core, readRows(given, LAYER_NORM, "layerNorm"), "");

/**
 * @param {Core} core
 * @param {unknown} given
 */
export const batchNorm = (core, given) =>
  normalizeColumns(core, readRows(given, BATCH_NORM, "batchNorm"), "");

/**
 * @param {unknown} given
 * @param {Record<string, import("./readers.js").Reader>} table
 * @param {string} name of the call
 */
function readRows(given, table, name) {
  const values = readKeys(given, table, name, "");
  buildSmall([values]);
  return values;
}

/**
 * Takes the numbers of tensors that fit one another, if there is room for them and for what is computed.
 * @param {Core} core
 * @param {Values} values
 * @param {number[]} counts of the results' entries; -1: absent
 * @param {string} where
 */
function takeAll(core, values, counts, where) {
  const results = counts.reduce((bytes, count) => bytes + 4 * Math.max(0, count), 0);
  core.demandWithinLimits(openBytes(values) + results, where);
  build([values]);
}

/**
 * @param {Core} core
 * @param {Values} values
 * @param {string} where
 * @returns {Normalized}
 */
export function normalizeRows(core, values, where) {
  const { x, gamma, beta, grad_output: grad, eps = EPS } = values;
  const { rows, cols, count } = rowsOf(values, where);
  const counts = [count, rows, rows, ...gradientCounts(values, count, cols)];
  takeAll(core, values, counts, where);
  const size = [BigInt(rows), BigInt(cols)];
  const data = [x.data, gamma?.data, beta?.data, grad?.data];
  const results = withArrays(core, data, counts, (functions, [x_, gamma_, beta_, grad_], to) => {
    functions.attn_layer_norm(to[0], to[1], to[2], x_, gamma_, beta_, eps, ...size);
    if (grad) functions.attn_layer_norm_backward(to[3], to[4], to[5], grad_, x_, gamma_, eps, ...size);
  });
  return named(values, results, x.shape.slice(0, -1));
}

/**
 * @param {Core} core
 * @param {Values} values
 * @param {string} where
 * @returns {Normalized}
 */
export function normalizeColumns(core, values, where) {
  const { x, gamma, beta, running_mean, running_var, grad_output: grad, eps = EPS } = values;
  const { rows, cols, count } = rowsOf(values, where);
  const training = values.training ?? !running_mean;
  if (!training && !(running_mean && running_var)) {
    const missing = running_mean ? "running_var" : "running_mean";
    throw fault("shape", where + missing, "is missing; give running_mean and running_var, or training true.");
  }
  const counts = [count, cols, cols, ...gradientCounts(values, count, cols)];
  takeAll(core, values, counts, where);
  const rest = [eps, training ? 1 : 0, BigInt(rows), BigInt(cols)];
  const data = [x.data, gamma?.data, beta?.data, running_mean?.data, running_var?.data, grad?.data];
  const results = withArrays(
    core,
    data,
    counts,
    (functions, [x_, gamma_, beta_, mean, variance, grad_], to) => {
      functions.attn_batch_norm(to[0], to[1], to[2], x_, gamma_, beta_, mean, variance, ...rest);
      if (grad)
        functions.attn_batch_norm_backward(to[3], to[4], to[5], grad_, x_, gamma_, mean, variance, ...rest);
    },
  );
  return named(values, results, [cols]);
}

/**
 * Rows and columns of x, and that everything beside it fits.
 * @param {Values} values
 * @param {string} where
 */
export function rowsOf(values, where) {
  const { x, grad_output: grad } = values;
  if (!x) throw fault("shape", `${where}x`, "is missing; give it with its features along the last axis.");
  if (x.shape.length === 0)
    throw fault("shape", `${where}x`, "is a single number; give at least one row of numbers.");
  const cols = x.shape[x.shape.length - 1];
  if (cols === 0)
    throw new AttentionError(
      "shape",
      `${where}x[${x.shape.length - 1}]`,
      `${where}x has 0 features; give at least 1.`,
    );
  for (const name of ["gamma", "beta", "running_mean", "running_var"])
    if (values[name]) demandShape(values[name].shape, [cols], where + name, "the last axis of x");
  if (grad) demandShape(grad.shape, x.shape, `${where}grad_output`, "x");
  const count = countOf(x.shape);
  return { rows: count / cols, cols, count };
}

/**
 * @param {Values} values
 * @param {number} count
 * @param {number} cols
 */
function gradientCounts({ grad_output: grad, gamma, beta }, count, cols) {
  return [grad ? count : -1, grad && gamma ? cols : -1, grad && beta ? cols : -1];
}

/**
 * @param {Values} values
 * @param {Float32Array[]} results
 * @param {number[]} statistics shape of mean and rstd
 * @returns {Normalized}
 */
function named(
  { x, gamma, beta, grad_output: grad },
  [output, mean, rstd, gradX, gradGamma, gradBeta],
  statistics,
) {
  /** @type {Normalized} */
  const result = {
    output: tensorOf(x.shape, output),
    mean: tensorOf(statistics, mean),
    rstd: tensorOf(statistics, rstd),
  };
  if (grad) result.grad_x = tensorOf(x.shape, gradX);
  if (grad && gamma) result.grad_gamma = tensorOf(gamma.shape, gradGamma);
  if (grad && beta) result.grad_beta = tensorOf(beta.shape, gradBeta);
  return result;
}

/**
 * @param {typeof normalizeRows} normalize
 * @param {(shape: number[]) => number[]} statistics shape of mean and rstd
 * @returns {import("./ops.js").Op}
 */
function norm(normalize, statistics) {
  /** @param {Values} values */
  const complete = (values) => ({ ...values, x: { ...values.x, shape: withBatch(values.x.shape) } });
  return {
    main: () => "output",
    passes: () => [],
    shapes(_core, values, where) {
      rowsOf(values, where);
      const shape = withBatch(values.x.shape);
      return { x: shape, output: shape, mean: statistics(shape), rstd: statistics(shape) };
    },
    forward: (core, values, where) => withX(values, normalize(core, complete(values), where)),
    backward(core, values, where, grad) {
      const result = withX(values, normalize(core, { ...complete(values), grad_output: grad }, where));
      return { ...result, grad_x: tensorOf(values.x.shape, result.grad_x.data), grad_output: grad };
    },
  };
}

/**
 * @param {Values} values
 * @param {import("./ops.js").Tensors} result
 * @returns {import("./ops.js").Tensors}
 */
const withX = ({ x }, result) => ({ x: tensorOf(withBatch(x.shape), x.data.slice()), ...result });

/** As stages of a chain. */
export const NORMS = {
  layer_norm: norm(normalizeRows, (shape) => shape.slice(0, -1)),
  batch_norm: norm(normalizeColumns, (shape) => shape.slice(-1)),
};
