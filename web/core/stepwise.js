/**
 * One attention, forward and backward, with every tensor.
 */
import { updateInPlace } from "./in-place.js";
import { TENSORS, roundUp } from "./structs.js";
import { checkClasses, checkStart, writeStart } from "./loss.js";
import { lookAt, maskedRows, notesOf, placeOf, takeNotes } from "./notes.js";
import { load, planRun } from "./plan.js";
import { demandRoom } from "./room.js";
import { build, tensorOf } from "./tensor.js";
import { traceFrom, traceOf } from "./trace.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./readers.js").Values} Values */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").Selection} Selection */

/** @typedef {Generator<(functions: import("./core.js").Functions) => unknown, number | undefined>} Steps the long calls of a run; then the loss, if there is one */

/**
 * @param {Core} core
 * @param {Values} values of the problem, every tensor in hand
 * @param {string} where path of the stage
 * @param {Selection} [selected] all when absent
 * @returns {Trace}
 */
export function forward(core, values, where, selected) {
  const plan = planRun(core, values, "forward", where, bitsOf(selected));
  build([values]);
  return core.call((functions) => {
    atOnce(functions, forwardSteps(core, plan, values));
    return collect(core, plan, selected);
  });
}

/**
 * @param {Core} core
 * @param {Plan} plan
 * @param {Values} values
 * @returns {Steps}
 */
function* forwardSteps(core, plan, values) {
  load(core, plan, values);
  yield (functions) => functions.attn_forward(plan.trace, plan.scratch, core.at.plan, core.at.problem);
  return undefined;
}

/**
 * @param {import("./core.js").Functions} functions
 * @param {Steps} steps
 * @returns {number | undefined} the loss
 */
function atOnce(functions, steps) {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    step.value(functions);
  }
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
  demandRoom(core, behind(plan, start) + (learner?.bytes ?? 0) - core.at.data, where);
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
const behind = ({ end, slot }, start) => roundUp(end + checkStart(start, slot.output.shape), 16);

/**
 * @param {Core} core
 * @param {Plan} plan
 * @param {Values} values
 * @param {import("./loss.js").Start} start
 * @param {import("./layers/optimizer.js").Learner} [learner]
 * @returns {Steps}
 */
function* backwardSteps(core, plan, values, start, learner) {
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
function withLoss(trace, loss, selected) {
  if (loss !== undefined && (!selected || selected("loss"))) trace.loss = tensorOf([], Float32Array.of(loss));
  return trace;
}

/**
 * The same, forward or backward from a start, the page having its turn between the long calls and, in the build js, within.
 * @param {Core} core of its own: between slices other runs use the shared one
 * @param {Values} values
 * @param {string} where
 * @param {import("./loss.js").Start | undefined} start
 * @param {Selection | undefined} selected
 * @param {() => Promise<void>} turn
 * @returns {Promise<Trace>}
 */
export async function stepwiseInSlices(core, values, where, start, selected, turn) {
  const plan = planRun(core, values, start ? "backward" : "forward", where, bitsOf(selected));
  if (start) demandRoom(core, behind(plan, start) - core.at.data, where);
  const steps = start ? backwardSteps(core, plan, values, start) : forwardSteps(core, plan, values);
  for (;;) {
    await turn();
    const step = core.call(() => steps.next());
    if (step.done) return withLoss(await collectInSlices(core, plan, selected, turn), step.value, selected);
    await core.callInSlices(step.value, turn);
  }
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

// entries that are looked at and copied before the page has its turn
const PIECE = 524288;

/**
 * @param {Core} core
 * @param {Plan} plan
 * @param {Selection | undefined} selected
 * @param {() => Promise<void>} turn
 * @returns {Promise<Trace>}
 */
async function collectInSlices(core, plan, selected, turn) {
  /** @type {import("./notes.js").Place | null} */
  let place = null;
  /** @type {Map<string, Float32Array>} */
  const copies = new Map();
  for (const one of plan.held) {
    const wanted = !selected || selected(one.name);
    const copy = new Float32Array(wanted ? one.count : 0);
    for (let at = 0; at < one.count; at += PIECE) {
      const piece = { ...one, first: one.first + at, count: Math.min(PIECE, one.count - at) };
      await turn();
      core.call((functions, arena) => {
        const found = place ? -1 : Number(functions.attn_first_non_finite(...lookAt(piece)));
        if (found >= 0) place = placeOf(one, at + found);
        if (wanted) copy.set(arena.floats().subarray(piece.first, piece.first + piece.count), at);
      });
    }
    copies.set(one.name, copy);
  }
  const notes = notesOf(
    plan,
    core.call(() => maskedRows(core, plan)),
    place,
  );
  return traceOf(plan, selected, notes, ({ name }) => /** @type {Float32Array} */ (copies.get(name)));
}
