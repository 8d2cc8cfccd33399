/**
 * One attention, forward and backward, with every tensor.
 */
import { updateInPlace } from "./in-place.js";
import { TENSORS, roundUp } from "./structs.js";
import { checkStart, writeStart } from "./loss.js";
import { notesOf, takeNotes } from "./notes.js";
import { load, planRun } from "./plan.js";
import { tensorOf } from "./tensor.js";
import { traceFrom } from "./trace.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./readers.js").Values} Values */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").Selection} Selection */

/**
 * @param {Core} core
 * @param {Values} values of the problem, every tensor in hand
 * @param {string} where path of the stage
 * @param {Selection} [selected] all when absent
 * @returns {Trace}
 */
export function forward(core, values, where, selected) {
  const plan = planRun(core, values, "forward", where, bitsOf(selected));
  return core.call((functions) => {
    load(core, plan, values);
    functions.attn_forward(plan.trace, plan.scratch, core.at.plan, core.at.problem);
    return collect(core, plan, selected);
  });
}

/**
 * The same for a problem like the last one, with all tensors.
 * @param {Core} core
 * @param {[string, unknown][]} entries of the problem, unread
 * @returns {Trace | undefined} undefined: it is not like the last one
 */
export function forwardInPlace(core, entries) {
  const plan = updateInPlace(core, "forward", entries);
  if (plan === undefined) return undefined;
  return core.call((functions) => {
    functions.attn_forward(plan.trace, plan.scratch, core.at.plan, core.at.problem);
    return collect(core, plan);
  });
}

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
  const { output, grad_output } = plan.slot;
  const extra = checkStart(start, output.shape);
  const free = roundUp(plan.end + extra, 16);
  return core.call((functions) => {
    load(core, plan, values, free + (learner?.bytes ?? 0));
    functions.attn_forward(plan.trace, plan.scratch, core.at.plan, core.at.problem);
    const address = {
      output: plan.trace + 4 * output.offset,
      grad: plan.trace + 4 * grad_output.offset,
      free: plan.end,
    };
    const loss = writeStart(core, start, output.shape, address);
    functions.attn_backward(plan.trace, plan.scratch, core.at.plan, core.at.problem);
    learner?.learn(plan, values, free);
    const trace = collect(core, plan, selected, !learner);
    if (loss !== undefined && (!selected || selected("loss")))
      trace.loss = tensorOf([], Float32Array.of(loss));
    return trace;
  });
}

// tensors that are computed only for those who want them; what else there is, the notes look at
const LARGE = new Set(["hidden", "weighted_values"]);

/**
 * @param {Selection | undefined} selected
 * @param {boolean} [noted]
 */
export function bitsOf(selected, noted = true) {
  if (!selected) return undefined;
  let result = 0n;
  TENSORS.forEach((name, index) => {
    if (selected(name) || (noted && !LARGE.has(name))) result |= 1n << BigInt(index);
  });
  return result;
}

/**
 * Copies what was asked for out of the memory.
 * @param {Core} core
 * @param {Plan} plan
 * @param {Selection} [selected]
 * @param {boolean} [noted]
 * @returns {Trace}
 */
export function collect(core, plan, selected, noted = true) {
  const notes = noted ? takeNotes(core, plan) : notesOf(plan, [], null);
  return traceFrom(plan, core.arena.floats(), notes, selected);
}
