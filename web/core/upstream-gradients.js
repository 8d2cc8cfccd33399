/**
 * Upstream gradients: those that reach tensors inside a run, because a later stage read them.
 */
import { TRACE } from "./structs.js";
import { Space } from "./memory.js";
import { load, planRun } from "./plan.js";
import { collect } from "./full-trace.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./readers.js").Values} Values */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {Record<string, Tensor>} Upstream by the name of their tensor */

/**
 * Lays them out for C: a table of addresses, one for each name, and the numbers behind it.
 * @param {Upstream} inner
 * @param {readonly string[]} names of all tensors, in C's order
 * @param {number} first free address
 */
export function layUpstream(inner, names, first) {
  const space = new Space(first);
  const table = space.take(4 * names.length);
  const numbers = Object.entries(inner).map(([name, { data }]) => {
    return { entry: table + 4 * names.indexOf(name), address: space.take(data.byteLength), data };
  });
  /** @param {import("./memory.js").Arena} arena */
  const write = (arena) => {
    arena.bytes().fill(0, table, table + 4 * names.length);
    for (const { entry, address, data } of numbers) {
      arena.view().setUint32(entry, address, true);
      arena.floats().set(data, address / 4);
    }
  };
  return { table, end: space.end, write };
}

/**
 * One attention, forward and backward, from the gradient of its output and those that reach tensors inside.
 * @param {Core} core
 * @param {Values} values
 * @param {string} where
 * @param {Tensor} grad of the output
 * @param {Upstream} inner
 */
export function backwardFrom(core, values, where, grad, inner) {
  const plan = planRun(core, values, "backward", where);
  const upstream = layUpstream(inner, TRACE, plan.end);
  const run = [plan.trace, plan.scratch, core.at.plan, core.at.problem];
  return core.call((functions, arena) => {
    load(core, plan, values, upstream.end);
    upstream.write(arena);
    functions.attn_forward(...run);
    arena.floats().set(grad.data, plan.trace / 4 + plan.slot.grad_output.offset);
    functions.attn_backward_from(...run, upstream.table);
    return collect(core, plan);
  });
}
