/**
 * The forward and the backward pass of one attention, with every tensor and its gradient.
 */
import { checkClasses, checkStart, writeStart } from "../loss.js";
import { load, planRun } from "./plan.js";
import { bitsOf, collect } from "./full-trace.js";
import { TRACE, roundUp } from "../structs.js";
import { build, tensorOf } from "../tensor.js";
import { layUpstream } from "./upstream.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("../tensor.js").Tensor} Tensor */
/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").Selection} Selection */
/** @typedef {import("./upstream.js").Upstream} Upstream */

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
 * Adds the loss to a trace, if there is one and it is selected.
 * @param {Trace} trace
 * @param {number | undefined} loss
 * @param {Selection} [selected]
 */
export function withLoss(trace, loss, selected) {
  if (loss !== undefined && (!selected || selected("loss"))) trace.loss = tensorOf([], Float32Array.of(loss));
  return trace;
}
