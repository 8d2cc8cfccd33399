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

/** @param {Core} core @param {unknown} given */
export const layerNorm = (core, given) =>
  NORMALIZE.layer_norm(core, readRows(given, LAYER_NORM, "layerNorm"), "");

/** @param {Core} core @param {unknown} given */
export const batchNorm = (core, given) =>
  NORMALIZE.batch_norm(core, readRows(given, BATCH_NORM, "batchNorm"), "");

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

/** Shapes of mean and rstd, by that of x. @type {Record<"layer_norm" | "batch_norm", (shape: number[]) => number[]>} */
const STATISTICS = { layer_norm: (shape) => shape.slice(0, -1), batch_norm: (shape) => shape.slice(-1) };
/** What each takes of values before the sizes. @type {Record<keyof typeof STATISTICS, (values: Values, where: string) => number[]>} */
const OPTIONS = {
  layer_norm: ({ eps = EPS }) => [eps],
  batch_norm({ running_mean, running_var, training = !running_mean, eps = EPS }, where) {
    if (training || (running_mean && running_var)) return [eps, training ? 1 : 0];
    const missing = running_mean ? "running_var" : "running_mean";
    throw fault("shape", where + missing, "is missing; give running_mean and running_var, or training true.");
  },
};

/** @param {keyof typeof STATISTICS} op @param {string[]} running inputs beside x, gamma and beta @returns {Normalize} */
const normalize =
  (op, ...running) =>
  (core, values, where) => {
    const size = sizeOf(values, where);
    const rest = [...OPTIONS[op](values, where), ...size];
    const inputs = ["grad_output", "x", "gamma", "beta", ...running];
    const outputs = outputsOf(values, STATISTICS[op](values.x.shape));
    return withTensors(core, values, where, inputs, outputs, (functions, [grad, ...given], made) => {
      const [x, gamma, beta, ...means] = given;
      const [output, mean, rstd, ...grads] = made;
      functions[`attn_${op}`](output, mean, rstd, x, gamma, beta, ...means, ...rest);
      if (grad) functions[`attn_${op}_backward`](...grads, grad, x, gamma, ...means, ...rest);
    });
  };

const NORMALIZE = {
  layer_norm: normalize("layer_norm"),
  batch_norm: normalize("batch_norm", "running_mean", "running_var"),
};

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

/** @param {keyof typeof STATISTICS} op @returns {import("./ops.js").Op} */
function norm(op) {
  const [normalize, statistics] = [NORMALIZE[op], STATISTICS[op]];
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
export const NORMS = { layer_norm: norm("layer_norm"), batch_norm: norm("batch_norm") };
