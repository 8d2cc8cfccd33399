/**
 * A state that reads one token after the other: the recurrent encoder of a chain.
 */
import { withTensors } from "../arrays.js";
import { fault } from "../errors.js";
import { demandShape, withoutBatch } from "../shapes.js";
import { readInt64 } from "../structs.js";
import { tensorOf } from "../tensor.js";

/** @typedef {import("../readers.js").Values} Values */

/**
 * Checks that everything is there and fits.
 * @param {Values} values
 * @param {string} where
 * @returns {{ t: number, d_in: number, d_s: number }}
 */
function demandSizes(values, where) {
  /** @type {Values} */
  const given = { ...values, x: withoutBatch(values.x) };
  for (const name of ["x", "w_in", "w_state"]) {
    const shape = given[name]?.shape;
    if (shape?.length === 2 && shape[1] > 0) continue;
    const found = shape ? `has shape [${shape.join(", ")}]` : "is missing";
    throw fault("shape", where + name, `${found}; give rows of at least one number.`);
  }
  const [[t, d_in], [, d_s]] = [given.x.shape, given.w_state.shape];
  demandShape(given.w_state.shape, [d_s, d_s], `${where}w_state`, "a square of its columns");
  demandShape(given.w_in.shape, [d_in, d_s], `${where}w_in`, "x beside w_state");
  for (const name of ["b_state", "initial_state"])
    if (values[name]) demandShape(values[name].shape, [d_s], where + name, "a row of w_state");
  return { t, d_in, d_s };
}

/**
 * Holds the sizes against the limits before there is memory for anything.
 * @param {import("../core.js").Core} core
 * @param {Values} values
 * @param {string} where
 * @param {boolean} withGradients
 */
function planEncoder(core, values, where, withGradients) {
  const { t, d_in, d_s } = demandSizes(values, where);
  const { data: at, error } = core.at;
  const sizes = [t, d_in, d_s].map(BigInt);
  return core.call((functions, arena) => {
    arena.reach(at + 8);
    core.demand(functions.attn_plan_recurrent_encoder(at, ...sizes, withGradients ? 1 : 0, error), where);
    return { t, d_in, d_s, sizes, scratch: readInt64(arena.view(), at) };
  });
}

/** @type {import("./ops.js").Op} */
export const recurrentEncoder = {
  main: () => "state",
  passes: () => [],
  shapes(core, values, where, withGradients) {
    const { t, d_in, d_s } = planEncoder(core, values, where, withGradients);
    const first = values.initial_state && { initial_state: [d_s] };
    return { x: [t, d_in], ...first, state: [t + 1, d_s] };
  },
  forward(core, values, where) {
    const { x, initial_state: initial } = values;
    const { t, d_in, d_s } = demandSizes(values, where);
    const inputs = ["x", "w_in", "w_state", "b_state", "initial_state"];
    const state = [t + 1, d_s];
    const result = withTensors(core, values, where, inputs, { state }, (functions, from, [to]) =>
      functions.attn_recurrent_encoder(to, ...from, ...[t, d_in, d_s].map(BigInt)),
    );
    const first = initial && { initial_state: tensorOf([d_s], initial.data.slice()) };
    return { x: tensorOf([t, d_in], x.data.slice()), ...first, ...result };
  },
  backward(core, values, where, grad) {
    const { w_in, w_state, b_state, initial_state: initial } = values;
    const forward = recurrentEncoder.forward(core, values, where);
    const { t, d_s, sizes, scratch } = planEncoder(core, values, where, true);
    // a loss looks at the states after the first; a stage that reads `state` looks at the first too
    const arrived = new Float32Array((t + 1) * d_s);
    arrived.set(grad.data, arrived.length - grad.data.length);
    const tensors = { ...values, arrived: { data: arrived }, state: forward.state };
    const outputs = {
      ...{ grad_state: [t + 1, d_s], grad_x: forward.x.shape, grad_w_in: w_in.shape },
      ...{ grad_w_state: w_state.shape, grad_b_state: b_state?.shape, scratch: [scratch / 4] },
    };
    const inputs = ["arrived", "state", "x", "w_in", "w_state"];
    const {
      grad_state,
      scratch: _,
      ...gradients
    } = withTensors(core, tensors, where, inputs, outputs, (functions, from, to) =>
      functions.attn_recurrent_encoder_backward(...to, ...from, ...sizes),
    );
    const first = initial && {
      grad_initial_state: tensorOf(initial.shape, grad_state.data.slice(0, d_s)),
    };
    const grad_output = tensorOf([t, d_s], arrived.slice(d_s));
    return { ...forward, grad_output, ...gradients, ...first, grad_state };
  },
};
