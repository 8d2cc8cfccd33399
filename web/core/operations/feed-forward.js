/**
 * The feed-forward layer of a transformer block, as a stage of a chain.
 */
import { withTensors } from "../arrays.js";
import { fault } from "../errors.js";
import { countOf, demandShape, withBatch } from "../shapes.js";
import { tensorOf } from "../tensor.js";

/** @typedef {import("../readers.js").Values} Values */

/**
 * Checks that everything is there and fits.
 * @param {Values} values
 * @param {string} where
 */
function demandSizes(values, where) {
  for (const name of ["x", "w_in", "w_out"]) {
    const shape = values[name]?.shape;
    if (shape?.at(-1) > 0 && (name === "x" || shape.length === 2)) continue;
    const found = shape ? `has shape [${shape.join(", ")}]` : "is missing";
    throw fault("shape", where + name, `${found}; give rows of at least one number.`);
  }
  const [d, units, d_out] = ["x", "w_in", "w_out"].map((name) => values[name].shape.at(-1));
  const demand = (/** @type {string} */ name, /** @type {number[]} */ needed, /** @type {string} */ like) =>
    values[name] && demandShape(values[name].shape, needed, where + name, like);
  demand("w_in", [d, units], "a matrix for rows of x");
  demand("b_in", [units], "a row of hidden");
  demand("w_out", [units, d_out], "a matrix for rows of hidden");
  demand("b_out", [d_out], "a row of output");
  const x = withBatch(values.x.shape);
  const rows = x.slice(0, -1);
  const made = { hidden: [...rows, units], activated: [...rows, units], output: [...rows, d_out] };
  return { x, made, sizes: [countOf(rows), d, units, d_out].map(BigInt) };
}

/**
 * Bytes that the core needs beside the tensors.
 * @param {import("../core.js").Core} core
 * @param {bigint[]} sizes
 * @param {boolean} withGradients
 */
const scratchOf = (core, sizes, withGradients) =>
  core.call((functions) => Number(functions.attn_feed_forward_scratch(...sizes, withGradients ? 1 : 0)));

/** @type {import("./ops.js").Op} */
export const feedForward = {
  main: () => "output",
  passes: () => [],
  shapes(core, values, where, withGradients) {
    const { x, made, sizes } = demandSizes(values, where);
    const entries = Object.values(made).reduce((sum, shape) => sum + countOf(shape), 0);
    const bytes = 4 * entries * (withGradients ? 2 : 1);
    core.demandWithinLimits(bytes + scratchOf(core, sizes, withGradients), where);
    return { x, ...made };
  },
  forward(core, values, where) {
    const { x, made, sizes } = demandSizes(values, where);
    const outputs = { ...made, scratch: [scratchOf(core, sizes, false) / 4] };
    const inputs = ["x", "w_in", "b_in", "w_out", "b_out"];
    const { scratch: _, ...result } = withTensors(
      core,
      values,
      where,
      inputs,
      outputs,
      (functions, from, to) => {
        const [hidden, activated, output, scratch] = to;
        functions.attn_feed_forward(
          hidden,
          activated,
          output,
          ...from,
          scratch,
          values.activation ?? 0,
          ...sizes,
        );
      },
    );
    return { x: tensorOf(x, values.x.data.slice()), ...result };
  },
  backward(core, values, where, grad) {
    const forward = feedForward.forward(core, values, where);
    const { made, sizes } = demandSizes(values, where);
    const given = ["x", "w_in", "b_in", "w_out", "b_out"].map((name) => [
      `grad_${name}`,
      values[name]?.shape,
    ]);
    const outputs = {
      ...Object.fromEntries(given),
      ...{ grad_hidden: made.hidden, grad_activated: made.activated },
      scratch: [scratchOf(core, sizes, true) / 4],
    };
    const { hidden, activated } = forward;
    const tensors = { ...values, grad, hidden, activated };
    const inputs = ["grad", "hidden", "activated", "x", "w_in", "w_out"];
    const { scratch: _, ...gradients } = withTensors(
      core,
      tensors,
      where,
      inputs,
      outputs,
      (functions, from, to) => {
        const grads = to.slice(0, -1);
        functions.attn_feed_forward_backward(
          ...grads,
          ...from,
          to[grads.length],
          values.activation ?? 0,
          ...sizes,
        );
      },
    );
    return { ...forward, grad_output: grad, ...gradients };
  },
};
