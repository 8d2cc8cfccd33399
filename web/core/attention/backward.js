/**
 * The forward and the backward pass of one attention, with every tensor and its gradient.
 */
import { checkClasses, checkStart, writeStart } from "../loss.js";
import { Space } from "../memory.js";
import { load, planRun } from "./plan.js";
import { bitsOf, collect } from "./full-trace.js";
import { TRACE, roundUp } from "../structs.js";
import { build, tensorOf } from "../tensor.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("../tensor.js").Tensor} Tensor */
/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").Selection} Selection */
/**
 * Gradients, by tensor, that arrive at tensors inside a run because a later stage of the chain reads them.
 * @typedef {Record<string, Tensor>} Upstream
 */

/**
 * Runs one attention forward and backward.
 * @param {Core} core
 * @param {Values} values
 * @param {string} where
 * @param {import("../loss.js").Start} start
 * @param {Selection} [selected]
 * @param {import("../layers/optimizer.js").Learner} [learner] of a layer; the trace then has empty notes
 * @param {Upstream} [upstream]
 * @returns {Trace} with gradients, and the loss if the start is a target
 */
export function backward(core, values, where, start, selected, learner, upstream = {}) {
  const plan = planRun(core, values, "backward", where, bitsOf(selected, !learner));
  const { output, grad_output } = plan.slot;
  const free = endOfBackward(plan, start);
  const inner = layUpstream(upstream, TRACE, free);
  const end = inner.end + (learner?.bytes ?? 0);
  core.demandWithinLimits(end - core.at.data, where);
  build([values, start]);
  checkClasses(start);
  return core.call((functions, arena) => {
    const run = load(core, plan, values, end);
    functions.attn_forward(...run);
    const address = {
      output: plan.trace + 4 * output.offset,
      grad: plan.trace + 4 * grad_output.offset,
      free: plan.end,
    };
    const loss = writeStart(core, start, output.shape, address);
    inner.write(arena);
    if (inner.table) functions.attn_backward_from(...run, inner.table);
    else functions.attn_backward(...run);
    learner?.learn(plan, inner.end);
    return withLoss(collect(core, plan, selected, !learner), loss, selected);
  });
}

/**
 * Returns the first address behind a backward run and the scratch memory of its start.
 * @param {import("./plan.js").Plan} plan
 * @param {import("../loss.js").Start} start
 */
export const endOfBackward = ({ end, slot }, start) =>
  roundUp(end + checkStart(start, slot.output.shape), 16);

/**
 * Lays out upstream gradients for C: a table with one address per name, followed by the numbers.
 * @param {Upstream} upstream
 * @param {readonly string[]} names of all tensors, in C's order
 * @param {number} first free address
 * @returns {{ table: number, end: number, write: (arena: import("../memory.js").Arena) => void }} table: 0 if there are none
 */
export function layUpstream(upstream, names, first) {
  const tensors = Object.entries(upstream);
  if (tensors.length === 0) return { table: 0, end: first, write() {} };
  const space = new Space(first);
  const bytes = 4 * names.length;
  const table = space.take(bytes);
  const addresses = tensors.map(([, { data }]) => space.take(data.byteLength));
  return {
    table,
    end: space.end,
    write(arena) {
      arena.bytes().fill(0, table, table + bytes);
      tensors.forEach(([name, { data }], n) => {
        arena.view().setUint32(table + 4 * names.indexOf(name), addresses[n], true);
        arena.floats().set(data, addresses[n] / 4);
      });
    },
  };
}

/**
 * Adds the loss to a trace, if there is one and it is selected.
 * @param {Trace} trace
 * @param {number | undefined} loss
 * @param {Selection} [selected]
 */
export function withLoss(trace, loss, selected) {
  if (loss !== undefined && (!selected || selected("loss"))) trace.loss = tensorOf([], Float32Array.of(loss));
  return trace;
}
