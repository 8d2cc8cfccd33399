/**
 * The operations that are a single C function in each direction, and the arguments of these functions. `attn_<op>` takes the
 * tensors it makes, the given tensors, options and sizes; `attn_<op>_backward` takes the tensors it writes, those it reads,
 * and the same options and sizes. Both the engine and the generated C programs use this table.
 */
import { countOf } from "../shapes.js";

/**
 * @typedef {object} Call
 * @property {string} [name] of the function, if it differs from the operation's
 * @property {(values: import("../readers.js").Values) => number[]} [options]
 * @property {(shape: (tensor: string) => readonly number[]) => number[]} sizes
 * @property {string} [writes] by the backward function
 * @property {string} [reads] by the backward function
 * @property {boolean} [scratchBehind] whether both functions take scratch memory after the given or read tensors
 */

export const EPS = 1e-5;

/** Whether a batch norm takes its statistics from x. @param {import("../readers.js").Values} values */
export const isTraining = ({ running_mean, training = !running_mean }) => training;

/** Returns the rows and columns of x. @type {Call["sizes"]} */
const rows = (shape) => {
  const columns = shape("x").at(-1) ?? 1;
  return [countOf(shape("x")) / columns, columns];
};

/** @type {Record<string, Call>} */
export const CALLS = {
  layer_norm: {
    options: ({ eps = EPS }) => [eps],
    sizes: rows,
    writes: "grad_x grad_gamma grad_beta",
    reads: "grad_output x gamma",
  },
  batch_norm: {
    options: (values) => [values.eps ?? EPS, isTraining(values) ? 1 : 0],
    sizes: rows,
    writes: "grad_x grad_gamma grad_beta",
    reads: "grad_output x gamma running_mean running_var",
  },
  residual: { name: "add", sizes: (shape) => [countOf(shape("output"))] },
  feed_forward: {
    options: ({ activation = 0 }) => [activation],
    sizes: (shape) => [...rows(shape), ...["hidden", "output"].map((name) => shape(name).at(-1) ?? 1)],
    writes: "grad_x grad_w_in grad_b_in grad_w_out grad_b_out grad_hidden grad_activated",
    reads: "grad_output hidden activated x w_in w_out",
    scratchBehind: true,
  },
  geometry: {
    sizes: (shape) => [shape("a")[0], ...shape("b")],
    writes: "grad_a grad_b",
    reads: "grad_dot grad_cosine grad_angle grad_projection grad_length_a grad_length_b a b",
  },
  recurrent_encoder: {
    sizes: (shape) => [...shape("x"), shape("state")[1]],
    writes: "grad_state grad_x grad_w_in grad_w_state grad_b_state scratch",
    reads: "grad_state state x w_in w_state",
  },
};
