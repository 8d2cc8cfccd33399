/**
 * One attention, forward and backward, with every tensor.
 */
import { loadAgain } from "./again.js";
import { TENSORS, roundUp } from "./layout.js";
import { checkStart, writeStart } from "./loss.js";
import { notesOf, takeNotes } from "./notes.js";
import { load, planRun } from "./plan.js";
import { tensorOf } from "./tensor.js";
import { traceFrom } from "./trace.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./keys.js").Values} Values */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").Wanted} Wanted */

/**
 * @param {Core} core
 * @param {Values} values of the problem, every tensor in hand
 * @param {string} where path of the stage
 * @param {Wanted} [wanted] which tensors the caller asked for; all when absent
 * @returns {Trace}
 */
export function forward(core, values, where, wanted) {
  const plan = planRun(core, values, "forward", where, bitsOf(wanted));
  return core.call((functions) => {
    load(core, plan, values);
    functions.attn_forward(plan.trace, plan.scratch, core.at.plan, core.at.problem);
    return collect(core, plan, wanted);
  });
}

/**
 * The same for a problem like the last one, with all tensors.
 * @param {Core} core
 * @param {[string, unknown][]} entries of the problem, unread
 * @returns {Trace | undefined} undefined: it is not like the last one
 */
export function forwardAgain(core, entries) {
  const plan = loadAgain(core, "forward", entries);
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
 * @param {Wanted} [wanted]
 * @param {import("./train.js").Learner} [learner] a layer: nobody reads the notes
 * @returns {Trace} with gradients, and the loss if the start was a target
 */
export function backward(core, values, where, start, wanted, learner) {
  const plan = planRun(core, values, "backward", where, bitsOf(wanted, !learner));
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
    const trace = collect(core, plan, wanted, !learner);
    if (loss !== undefined && (!wanted || wanted("loss"))) trace.loss = tensorOf([], Float32Array.of(loss));
    return trace;
  });
}

// tensors that are computed only for those who want them; what else there is, the notes look at
const LARGE = new Set(["hidden", "weighted_values"]);

/**
 * @param {Wanted | undefined} wanted
 * @param {boolean} [noted]
 */
export function bitsOf(wanted, noted = true) {
  if (!wanted) return undefined;
  let result = 0n;
  TENSORS.forEach((name, index) => {
    if (wanted(name) || (noted && !LARGE.has(name))) result |= 1n << BigInt(index);
  });
  return result;
}

/**
 * Copies what was asked for out of the memory.
 * @param {Core} core
 * @param {Plan} plan
 * @param {Wanted} [wanted]
 * @param {boolean} [noted]
 * @returns {Trace}
 */
export function collect(core, plan, wanted, noted = true) {
  const notes = noted ? takeNotes(core, plan) : notesOf(plan, [], null);
  return traceFrom(plan, core.arena.floats(), notes, wanted);
}
