/**
 * The ops of a chain: for each, the shapes of its tensors, its forward run, and its backward run from the gradient of its
 * main tensor.
 */
import { add } from "../arrays.js";
import { counted, fault } from "../errors.js";
import { planDecoder, runDecoder } from "./decoder.js";
import { oneCall, squeezed } from "./one-call.js";
import { CALLS } from "../graph/calls.js";
import { OPERATIONS } from "../graph/tensors.js";
import { planRun } from "../attention/plan.js";
import { forward } from "../attention/full-trace.js";
import { tensorOf } from "../tensor.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("../tensor.js").Tensor} Tensor */
/** @typedef {Record<string, any>} Tensors by name; may hold notes */
/**
 * @typedef {object} Op
 * @property {(core: Core, values: Values, where: string, withGradients: boolean) => Record<string, number[]>} shapes
 *   checks everything, allocates nothing
 * @property {(core: Core, values: Values, where: string) => Tensors} forward
 * @property {(core: Core, values: Values, where: string, grad: Tensor, inner: Tensors) => Tensors} [backward] that of an
 *   attention comes with backward.js; returns the forward tensors and the gradients; `inner` holds the gradients that arrive at tensors inside, by name
 * @property {(values: Values) => readonly string[]} passes lists the tensors that pass gradients back, beside the main one
 *   and the given ones
 */

/** @type {Op} */
const attention = {
  // with weights_override, the output does not depend on the scores
  passes: ({ weights_override: override }) =>
    ["query", "key", "value", "weights"].concat(override ? [] : "masked_scores"),
  shapes(core, values, where, withGradients) {
    const { held } = planRun(core, values, withGradients ? "backward" : "forward", where);
    return Object.fromEntries(held.map(({ name, shape }) => [name, shape.slice()]));
  },
  forward: (core, values, where) => forward(core, values, where),
};

/** @type {Op} */
const residual = {
  ...oneCall("residual"),
  backward(core, values, where, grad) {
    const copies = ["x", "y"].map((name) => [
      `grad_${name}`,
      tensorOf(values[name].shape, grad.data.slice()),
    ]);
    return { ...this.forward(core, values, where), grad_output: grad, ...Object.fromEntries(copies) };
  },
};

/** @type {Op} */
const geometry = { ...oneCall("geometry", "a", "b"), passes: () => Object.keys(OPERATIONS.geometry.made) };

const encoder = oneCall("recurrent_encoder", "x");
/** @type {Op} */
const recurrentEncoder = {
  ...encoder,
  backward(core, values, where, grad, inner) {
    const { x, w_state, initial_state: initial } = values;
    const [t, d_s] = [x.shape.at(-2), w_state.shape[1]];
    // the gradient of a loss lacks the initial state; that of a stage that reads `state` includes it
    const arrived = new Float32Array((t + 1) * d_s);
    arrived.set(grad.data, arrived.length - grad.data.length);
    const result = encoder.backward(core, values, where, tensorOf([t + 1, d_s], arrived), inner);
    const first = result.grad_state.data.slice(0, d_s);
    return {
      ...result,
      ...(initial && { grad_initial_state: tensorOf(initial.shape, first) }),
      grad_output: tensorOf([t, d_s], arrived.slice(d_s)),
    };
  },
};

const MATRICES = ["encoder_states", "x"];
/** @type {Op} */
const recurrentDecoder = {
  passes: () => ["scores", "weights", "context", "state"],
  shapes(core, values, where, withGradients) {
    demandSteps(values, where);
    const matrices = squeezed(values, MATRICES);
    const { slots } = planDecoder(core, matrices, where, withGradients);
    const given = ["encoder_states", "initial_state", "x"].filter((name) => values[name]);
    const inputs = Object.fromEntries(given.map((name) => [name, matrices[name].shape]));
    return { ...inputs, ...Object.fromEntries(slots.map(({ name, shape }) => [name, shape])) };
  },
  forward: (core, values, where) => runDecoder(core, squeezed(values, MATRICES), where),
  backward(core, values, where, grad, inner) {
    const { w_out, initial_state: initial } = values;
    // the gradient of a loss lacks the initial state; that of a stage that reads `state` includes it
    const first = w_out || grad.shape[0] === stepsOf(values) ? 0 : initial.data.length;
    const result = runDecoder(core, squeezed(values, MATRICES), where, grad.data.subarray(first), inner);
    for (const name of first > 0 ? ["grad_initial_state", "grad_state"] : []) {
      const { data } = result[name];
      data.set(add(core, data.subarray(0, first), grad.data.subarray(0, first)));
    }
    return result;
  },
};

/** Returns the number of steps. @param {Values} values of a decoder */
const stepsOf = ({ steps, x }) => steps ?? x?.shape.at(-2) ?? 0;

/**
 * Throws if the number of steps is unclear; the core takes 0 for "as many as x has rows".
 * @param {Values} values
 * @param {string} where
 */
function demandSteps({ steps, x }, where) {
  if (steps === undefined && !x)
    throw fault("shape", `${where}steps`, "is missing; give steps, or x with a row for each.");
  const rows = x?.shape.at(-2);
  const found = `has ${counted(rows, "row", "rows")}; steps is 0, so give one of the two.`;
  if (steps === 0 && rows > 0) throw fault("shape", `${where}x`, found);
}

/** @type {Record<string, Op>} */
export const RUN = {
  ...Object.fromEntries(Object.keys(CALLS).map((op) => [op, oneCall(op)])),
  attention,
  residual,
  geometry,
  recurrent_encoder: recurrentEncoder,
  recurrent_decoder: recurrentDecoder,
};
