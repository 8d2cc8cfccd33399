/**
 * Softmax, layer normalisation and batch normalisation of rows, each with its gradient.
 */
import { withTensors } from "./tensors.js";
import { AttentionError, fault } from "../errors.js";
import { readKeys } from "../readers.js";
import { OPS } from "../schema.js";
import { countOf, demandShape } from "../shapes.js";
import { buildSmall, readTensor, tensorOf } from "../tensor.js";
import { oneCall } from "./one-call.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("../tensor.js").Tensor} Tensor */
/**
 * @typedef {object} Normalized
 * @property {Tensor} output
 * @property {Tensor} mean
 * @property {Tensor} rstd 1/√(variance + eps)
 * @property {Tensor} [grad_x] this and the next two only if grad_output is given
 * @property {Tensor} [grad_gamma]
 * @property {Tensor} [grad_beta]
 */

const SOFTMAX = { x: readTensor, grad_output: readTensor };

/**
 * @param {Core} core
 * @param {unknown} given
 * @returns {{ output: Tensor, grad_x?: Tensor }}
 */
export function softmax(core, given) {
  const values = readRows(given, SOFTMAX, "softmax");
  const size = sizeOf(values);
  const { shape } = values.x;
  const outputs = { output: shape, grad_x: values.grad_output && shape };
  return withTensors(
    core,
    values,
    ["x", "grad_output"],
    outputs,
    (functions, [x, grad], [output, grad_x]) => {
      functions.attn_softmax(output, x, ...size);
      if (grad) functions.attn_softmax_backward(grad_x, grad, output, ...size);
    },
  );
}

/**
 * Makes the standalone call of a norm. Its tensors have the axes of x, without the batch axis that stages add.
 * @param {string} op
 * @param {string} name of the call
 * @returns {(core: Core, given: unknown) => Normalized}
 */
function norm(op, name) {
  const stage = oneCall(op);
  const keys = { ...OPS[op], grad_output: readTensor };
  return (core, given) => {
    const { grad_output: grad, ...values } = readRows(given, keys, name);
    if (grad) stage.shapes(core, values, "", true);
    if (grad) demandShape(grad.shape, values.x.shape, "grad_output", "x");
    const { x, grad_output, ...made } = grad
      ? stage.backward(core, { ...values, grad_output: grad }, "", grad, {})
      : stage.forward(core, values, "");
    const { shape } = values.x;
    const statistics = op === "layer_norm" ? shape.slice(0, -1) : made.mean.shape;
    const [output, mean, rstd] = [made.output, made.mean, made.rstd].map(({ data }, n) =>
      tensorOf(n ? statistics : shape, data),
    );
    return { ...made, output, mean, rstd };
  };
}

export const layerNorm = norm("layer_norm", "layerNorm");
export const batchNorm = norm("batch_norm", "batchNorm");

/**
 * @param {unknown} given
 * @param {Record<string, import("../readers.js").Reader>} table
 * @param {string} name of the call
 */
export function readRows(given, table, name) {
  const values = readKeys(given, table, name);
  buildSmall([values]);
  return values;
}

/**
 * Returns the rows and columns of x as C takes them; throws if x is missing or empty, or grad_output does not fit.
 * @param {Values} values
 */
export function sizeOf({ x, grad_output: grad }) {
  if (!x) throw fault("shape", "x", "is missing; give it with its features along the last axis.");
  const { shape } = x;
  if (shape.length === 0) throw fault("shape", "x", "is a single number; give at least one row of numbers.");
  const columns = shape[shape.length - 1];
  if (columns === 0)
    throw new AttentionError("shape", `x[${shape.length - 1}]`, "x has 0 features; give at least 1.");
  if (grad) demandShape(grad.shape, shape, "grad_output", "x");
  return [BigInt(countOf(shape) / columns), BigInt(columns)];
}
