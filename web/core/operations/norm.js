/**
 * Softmax, layer normalisation, batch normalisation: rows in, rows out, each with its gradient.
 */
import { withTensors } from "../arrays.js";
import { AttentionError, fault } from "../errors.js";
import { readKeys } from "../readers.js";
import { NORM_KEYS } from "../schema.js";
import { countOf, demandShape, withBatch } from "../shapes.js";
import { buildSmall, readTensor, tensorOf } from "../tensor.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("../tensor.js").Tensor} Tensor */
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
  const size = sizeOf(values, "");
  const { shape } = values.x;
  const outputs = { output: shape, grad_x: values.grad_output && shape };
  return withTensors(
    core,
    values,
    "",
    ["x", "grad_output"],
    outputs,
    (functions, [x, grad], [output, grad_x]) => {
      functions.attn_softmax(output, x, ...size);
      if (grad) functions.attn_softmax_backward(grad_x, grad, output, ...size);
    },
  );
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
 * @param {Record<string, import("../readers.js").Reader>} table
 * @param {string} name of the call
 */
export function readRows(given, table, name) {
  const values = readKeys(given, table, name, "");
  buildSmall([values]);
  return values;
}

/** @typedef {(core: Core, values: Values, where: string) => Normalized} Normalize */

/** @type {Normalize} */
function normalizeRows(core, values, where) {
  const { eps = EPS } = values;
  const size = sizeOf(values, where);
  const inputs = ["x", "gamma", "beta", "grad_output"];
  const outputs = outputsOf(values, values.x.shape.slice(0, -1));
  return withTensors(
    core,
    values,
    where,
    inputs,
    outputs,
    (functions, [x, gamma, beta, grad], [output, mean, rstd, ...grads]) => {
      functions.attn_layer_norm(output, mean, rstd, x, gamma, beta, eps, ...size);
      if (grad) functions.attn_layer_norm_backward(...grads, grad, x, gamma, eps, ...size);
    },
  );
}

/** @type {Normalize} */
function normalizeColumns(core, values, where) {
  const { running_mean, running_var, training = !running_mean, eps = EPS } = values;
  const size = sizeOf(values, where);
  if (!training && !(running_mean && running_var)) {
    const missing = running_mean ? "running_var" : "running_mean";
    throw fault("shape", where + missing, "is missing; give running_mean and running_var, or training true.");
  }
  const inputs = ["x", "gamma", "beta", "running_mean", "running_var", "grad_output"];
  const outputs = outputsOf(values, values.x.shape.slice(-1));
  const rest = [eps, training ? 1 : 0, ...size];
  return withTensors(
    core,
    values,
    where,
    inputs,
    outputs,
    (functions, [x, gamma, beta, runningMean, runningVar, grad], [output, mean, rstd, ...grads]) => {
      const running = [runningMean, runningVar, ...rest];
      functions.attn_batch_norm(output, mean, rstd, x, gamma, beta, ...running);
      if (grad) functions.attn_batch_norm_backward(...grads, grad, x, gamma, ...running);
    },
  );
}

/**
 * Rows and columns of x, as C counts them, and that everything beside it fits.
 * @param {Values} values
 * @param {string} where
 */
export function sizeOf(values, where) {
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
  return [BigInt(countOf(x.shape) / cols), BigInt(cols)];
}

/**
 * @param {Values} values
 * @param {number[]} statistics shape of mean and rstd
 */
const outputsOf = ({ x, gamma, beta, grad_output: grad }, statistics) => ({
  output: x.shape,
  mean: statistics,
  rstd: statistics,
  grad_x: grad && x.shape,
  grad_gamma: grad && gamma?.shape,
  grad_beta: grad && beta?.shape,
});

/**
 * @param {Normalize} normalize
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
      sizeOf(values, where);
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
