/**
 * A state that reads one token after the other: the recurrent encoder of a chain.
 */
import { withArrays } from "./arrays.js";
import { fault } from "./errors.js";
import { demandShape, withoutBatch } from "./shapes.js";
import { readInt64 } from "./structs.js";
import { tensorOf } from "./tensor.js";

/** @typedef {import("./readers.js").Values} Values */

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
 * @param {import("./core.js").Core} core
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
    const { x, w_in, w_state, b_state, initial_state: initial } = values;
    const { t, d_in, d_s } = demandSizes(values, where);
    const sizes = [t, d_in, d_s].map(BigInt);
    const inputs = [x, w_in, w_state, b_state, initial].map((tensor) => tensor?.data);
    const [state] = withArrays(core, inputs, [(t + 1) * d_s], (functions, from, [to]) =>
      functions.attn_recurrent_encoder(to, ...from, ...sizes),
    );
    const first = initial && { initial_state: tensorOf([d_s], initial.data.slice()) };
    return { x: tensorOf([t, d_in], x.data.slice()), ...first, state: tensorOf([t + 1, d_s], state) };
  },
  backward(core, values, where, grad) {
    const { x, w_in, w_state, b_state, initial_state: initial } = values;
    const forward = recurrentEncoder.forward(core, values, where);
    const { t, d_s, sizes, scratch } = planEncoder(core, values, where, true);
    // a loss looks at the states after the first; a stage that reads `state` looks at the first too
    const asked = new Float32Array((t + 1) * d_s);
    asked.set(grad.data, asked.length - grad.data.length);
    const given = { x: forward.x, w_in, w_state, b_state };
    const counts = Object.values(given).map((tensor) => tensor?.data.length ?? -1);
    const inputs = [asked, forward.state.data, x.data, w_in.data, w_state.data];
    const outputs = [asked.length, ...counts, scratch / 4];
    const [state, ...gradients] = withArrays(core, inputs, outputs, (functions, from, to) =>
      functions.attn_recurrent_encoder_backward(...to, ...from, ...sizes),
    );
    /** @type {import("./ops.js").Tensors} */
    const result = { ...forward, grad_output: tensorOf([t, d_s], asked.slice(d_s)) };
    Object.entries(given).forEach(([name, tensor], n) => {
      if (tensor) result[`grad_${name}`] = tensorOf(tensor.shape, gradients[n]);
    });
    if (initial) result.grad_initial_state = tensorOf(initial.shape, state.slice(0, d_s));
    return { ...result, grad_state: tensorOf([t + 1, d_s], state) };
  },
};
