/**
 * One attention, forward and backward, with every tensor.
 */
import { TENSORS, roundUp } from "./layout.js";
import { checkStart, writeStart } from "./loss.js";
import { copied } from "./memory.js";
import { notesOf, takeNotes } from "./notes.js";
import { load, planRun } from "./plan.js";
import { TOKENS, withBatch } from "./shapes.js";
import { tensorOf } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./keys.js").Values} Values */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {Record<string, Tensor> & { notes: import("./notes.js").Notes }} Trace */
/** @typedef {(name: string) => boolean} Wanted */
/** @typedef {import("./plan.js").Plan} Plan */

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
    return collect(core, plan, values, wanted);
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
    const trace = collect(core, plan, values, wanted, !learner);
    if (loss !== undefined && (!wanted || wanted("loss"))) trace.loss = tensorOf([], Float32Array.of(loss));
    return trace;
  });
}

/**
 * Shapes alone: what a run would give. Refuses what cannot run, and allocates nothing.
 * @param {Core} core
 * @param {Values} values
 * @param {string} where
 * @param {import("./plan.js").Kind} kind
 */
export function checkRun(core, values, where, kind) {
  return planRun(core, values, kind, where);
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
 * @param {Values} values
 * @param {Wanted} [wanted]
 * @param {boolean} [noted]
 * @returns {Trace}
 */
function collect(core, plan, values, wanted, noted = true) {
  const notes = noted ? takeNotes(core, plan, values) : notesOf(plan, [], null);
  const floats = core.arena.floats();
  const first = plan.trace / 4;
  return traceOf(plan, values, wanted, notes, ({ offset, count }) => copied(floats, first + offset, count));
}

/**
 * @param {Plan} plan
 * @param {Values} values
 * @param {Wanted | undefined} wanted
 * @param {import("./notes.js").Notes} notes
 * @param {(slot: import("./layout.js").Slot) => Float32Array} dataOf a copy
 * @returns {Trace}
 */
export function traceOf(plan, values, wanted, notes, dataOf) {
  /** @type {any} */
  const trace = {};
  for (const name of TOKENS) {
    const input = values[name];
    if (input === undefined || (wanted && !wanted(name))) continue;
    trace[name] = { shape: withBatch(input.shape), data: copied(input.data, 0, input.data.length) };
  }
  for (const slot of plan.slots)
    if (isKept(slot, wanted)) trace[slot.name] = { shape: slot.shape.slice(), data: dataOf(slot) };
  trace.notes = notes;
  restoreScalars(trace, values);
  return trace;
}

/**
 * @param {import("./layout.js").Slot} slot
 * @param {Wanted} [wanted]
 */
export const isKept = ({ name, omitted }, wanted) => !omitted && (!wanted || wanted(name));

/**
 * A bias given as one number has one number as its gradient.
 * @param {Record<string, Tensor>} trace
 * @param {Values} values
 */
function restoreScalars(trace, values) {
  for (const name of ["bias", "weights_override"])
    if (values[name]?.shape.length === 0 && trace[`grad_${name}`]) trace[`grad_${name}`].shape = [];
}
