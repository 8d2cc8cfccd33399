/**
 * A problem as C reads it.
 */
import { INPUTS, PROBLEM, TENSOR, roundUp, writeInt64, writeTensor } from "./layout.js";

const SCALAR = [1];

/**
 * Writes attn_problem.
 * @param {import("./core.js").Core} core
 * @param {import("./keys.js").Values} values
 * @param {Map<string, number>} addresses of its tensors
 */
export function writeProblem({ at, arena }, values, addresses) {
  const view = arena.view();
  arena.bytes().fill(0, at.problem, at.problem + roundUp(PROBLEM.size, 8));
  const field = PROBLEM.at;
  INPUTS.forEach((name, n) => {
    const address = addresses.get(name);
    if (address)
      writeTensor(view, at.problem + field.inputs + n * TENSOR.size, address, shapeOf(values[name]));
  });
  const whole = (/** @type {string} */ name, /** @type {number} */ value) =>
    view.setInt32(at.problem + field[name], value, true);
  whole("heads", values.heads ?? 0);
  whole("kv_heads", values.kv_heads ?? 0);
  whole("score", values.score ?? 0);
  whole("causal", values.causal ?? 0);
  whole("has_scale", values.scale === undefined ? 0 : 1);
  whole("has_causal_offset", values.causal_offset === undefined ? 0 : 1);
  whole("has_window", values.window === undefined ? 0 : 1);
  view.setFloat64(at.problem + field.scale, values.scale ?? 0, true);
  view.setFloat64(at.problem + field.softcap, values.softcap ?? 0, true);
  writeInt64(view, at.problem + field.causal_offset, values.causal_offset ?? 0);
  writeInt64(view, at.problem + field.window_left, values.window?.[0] ?? 0);
  writeInt64(view, at.problem + field.window_right, values.window?.[1] ?? 0);
}

/**
 * A single number broadcasts like a tensor of one.
 * @param {import("./tensor.js").Input} input
 */
const shapeOf = (input) => (input.shape.length === 0 ? SCALAR : input.shape);
