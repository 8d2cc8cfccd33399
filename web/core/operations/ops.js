/**
 * The ops a chain is made of: for each, the shapes it would give, its run forward, and its run backward from the gradient
 * of its main tensor.
 */
import { add } from "../arrays.js";
import { counted, fault } from "../errors.js";
import { planDecoder, runDecoder } from "./decoder.js";
import { feedForward } from "./feed-forward.js";
import { geometry } from "./geometry.js";
import { NORMS } from "./norm.js";
import { planRun } from "../attention/plan.js";
import { recurrentEncoder } from "./encoder.js";
import { withBatch, withoutBatch } from "../shapes.js";
import { backward } from "../attention/backward.js";
import { startFromGradient } from "../loss.js";
import { forward } from "../attention/full-trace.js";
import { tensorOf } from "../tensor.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("../tensor.js").Tensor} Tensor */
/** @typedef {Record<string, any>} Tensors by name; may hold notes */
/**
 * @typedef {object} Op
 * @property {(values: Values) => string} main the tensor that the next stage and the loss look at
 * @property {(core: Core, values: Values, where: string, withGradients: boolean) => Record<string, number[]>} shapes
 *   checks everything, allocates nothing
 * @property {(core: Core, values: Values, where: string) => Tensors} forward
 * @property {(core: Core, values: Values, where: string, grad: Tensor, inner: Tensors) => Tensors} backward forward and
 *   gradients; `inner` are those that arrive at tensors inside, by name
 * @property {(values: Values) => readonly string[]} passes tensors, beside the main one and what was given, through which
 *   a gradient passes
 */

const output = () => "output";
/** @returns {string[]} */
const none = () => [];

/** @type {Op} */
const attention = {
  main: output,
  // no score reaches the output past weights_override
  passes: ({ weights_override: override }) =>
    ["query", "key", "value", "weights"].concat(override ? [] : "masked_scores"),
  shapes(core, values, where, withGradients) {
    const { held } = planRun(core, values, withGradients ? "backward" : "forward", where);
    return Object.fromEntries(held.map(({ name, shape }) => [name, shape.slice()]));
  },
  forward: (core, values, where) => forward(core, values, where),
  backward(core, values, where, grad, inner) {
    return backward(core, values, where, startFromGradient(grad), undefined, undefined, inner);
  },
};

/** @type {Op} */
const residual = {
  main: output,
  passes: none,
  shapes(_core, { x, y }, where) {
    for (const [name, tensor] of Object.entries({ x, y }))
      if (!tensor) throw fault("shape", where + name, "is missing; give both x and y.");
    const [a, b] = [withBatch(x.shape), withBatch(y.shape)];
    if (a.length !== b.length || a.some((length, axis) => length !== b[axis])) {
      const shapes = `has shape [${y.shape.join(", ")}]; x has [${x.shape.join(", ")}]`;
      throw fault("shape", `${where}y`, `${shapes}, so give both the same.`);
    }
    return { x: a, y: b, output: a };
  },
  forward(core, { x, y }) {
    const shape = withBatch(x.shape);
    const copy = (/** @type {Tensor} */ tensor) => tensorOf(shape, tensor.data.slice());
    return { x: copy(x), y: copy(y), output: tensorOf(shape, add(core, x.data, y.data)) };
  },
  backward(core, values, where, grad) {
    const { x, y } = values;
    const gradients = {
      grad_x: tensorOf(x.shape, grad.data.slice()),
      grad_y: tensorOf(y.shape, grad.data.slice()),
    };
    return { ...residual.forward(core, values, where), ...gradients, grad_output: grad };
  },
};

/** @type {Op} */
const recurrentDecoder = {
  main: (values) => (values.w_out ? "logits" : "state"),
  passes: () => ["scores", "weights", "context", "state"],
  shapes(core, values, where, withGradients) {
    demandSteps(values, where);
    const { slots } = planDecoder(core, squeezed(values), where, withGradients);
    const given = ["encoder_states", "initial_state", "x"].filter((name) => values[name]);
    const inputs = Object.fromEntries(given.map((name) => [name, values[name].shape]));
    return { ...inputs, ...Object.fromEntries(slots.map(({ name, shape }) => [name, shape])) };
  },
  forward: (core, values, where) => runDecoder(core, squeezed(values), where),
  backward(core, values, where, grad, inner) {
    const { w_out, initial_state: initial } = values;
    // a loss looks at the states after the first; a stage that reads `state` looks at the first too
    const first = w_out || grad.shape[0] === stepsOf(values) ? 0 : initial.data.length;
    const result = runDecoder(core, squeezed(values), where, grad.data.subarray(first), inner);
    for (const name of first > 0 ? ["grad_initial_state", "grad_state"] : []) {
      const { data } = result[name];
      data.set(add(core, data.subarray(0, first), grad.data.subarray(0, first)));
    }
    return result;
  },
};

/** @param {Values} values of a decoder */
const stepsOf = ({ steps, x }) => steps ?? x?.shape.at(-2) ?? 0;

/**
 * The core takes 0 steps for "as many as x has rows".
 * @param {Values} values
 * @param {string} where
 */
function demandSteps({ steps, x }, where) {
  if (steps === undefined && !x)
    throw fault("shape", `${where}steps`, "is missing; give steps, or x with a row for each.");
  const rows = x?.shape.at(-2);
  if (steps === 0 && rows > 0)
    throw fault(
      "shape",
      `${where}x`,
      `has ${counted(rows, "row", "rows")}; steps is 0, so give one of the two.`,
    );
}

/**
 * A decoder reads one sequence: the output of another stage loses its batch axis of length 1.
 * @param {Values} values
 * @returns {Values}
 */
function squeezed(values) {
  const { encoder_states, x } = values;
  return { ...values, encoder_states: withoutBatch(encoder_states), x: withoutBatch(x) };
}

/** @type {Record<string, Op>} */
export const RUN = {
  attention,
  ...NORMS,
  residual,
  feed_forward: feedForward,
  geometry,
  recurrent_encoder: recurrentEncoder,
  recurrent_decoder: recurrentDecoder,
};
