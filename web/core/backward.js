/**
 * One attention, its forward pass and then its backward one, with every tensor and its gradient.
 */
import { checkClasses, checkStart, writeStart } from "./loss.js";
import { load, planRun } from "./plan.js";
import { demandWithinLimits } from "./limits.js";
import { atOnce, bitsOf, collect } from "./full-trace.js";
import { roundUp } from "./structs.js";
import { build, tensorOf } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./readers.js").Values} Values */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").Selection} Selection */
/** @typedef {import("./full-trace.js").Steps} Steps */

/**
 * @param {Core} core
 * @param {Values} values
 * @param {string} where
 * @param {import("./loss.js").Start} start
 * @param {Selection} [selected]
 * @param {import("./layers/optimizer.js").Learner} [learner] a layer: nobody reads the notes
 * @returns {Trace} with gradients, and the loss if the start was a target
 */
export function backward(core, values, where, start, selected, learner) {
  const plan = planRun(core, values, "backward", where, bitsOf(selected, !learner));
  demandWithinLimits(core, behind(plan, start) + (learner?.bytes ?? 0) - core.at.data, where);
  build([values, start]);
  checkClasses(start);
  return core.call((functions) => {
    const loss = atOnce(functions, backwardSteps(core, plan, values, start, learner));
    return withLoss(collect(core, plan, selected, !learner), loss, selected);
  });
}

/**
 * The first address behind a run and what its start needs.
 * @param {Plan} plan
 * @param {import("./loss.js").Start} start
 */
export const behind = ({ end, slot }, start) => roundUp(end + checkStart(start, slot.output.shape), 16);

/**
 * @param {Core} core
 * @param {Plan} plan
 * @param {Values} values
 * @param {import("./loss.js").Start} start
 * @param {import("./layers/optimizer.js").Learner} [learner]
 * @returns {Steps}
 */
export function* backwardSteps(core, plan, values, start, learner) {
  const { output, grad_output } = plan.slot;
  const free = behind(plan, start);
  const run = /** @type {const} */ ([plan.trace, plan.scratch, core.at.plan, core.at.problem]);
  load(core, plan, values, free + (learner?.bytes ?? 0));
  yield (functions) => functions.attn_forward(...run);
  const address = {
    output: plan.trace + 4 * output.offset,
    grad: plan.trace + 4 * grad_output.offset,
    free: plan.end,
  };
  const loss = writeStart(core, start, output.shape, address);
  yield (functions) => functions.attn_backward(...run);
  learner?.learn(plan, free);
  return loss;
}

/**
 * @param {Trace} trace
 * @param {number | undefined} loss
 * @param {Selection} [selected]
 */
export function withLoss(trace, loss, selected) {
  if (loss !== undefined && (!selected || selected("loss"))) trace.loss = tensorOf([], Float32Array.of(loss));
  return trace;
}
