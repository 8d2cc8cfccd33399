/**
 * One attention, forward or backward, in slices: the page has its turn between them.
 */
import { backwardSteps, behind, withLoss } from "./backward.js";
import { lookAt, maskedRows, notesOf, placeOf } from "./notes.js";
import { planRun } from "./plan.js";
import { demandWithinLimits } from "./limits.js";
import { bitsOf, forwardSteps } from "./full-trace.js";
import { traceFrom, traceOf } from "./trace.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./readers.js").Values} Values */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").Selection} Selection */

/**
 * A run with every tensor, forward or backward from a start, the page having its turn between the long calls and, in the build js, within.
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
  if (start) demandWithinLimits(core, behind(plan, start) - core.at.data, where);
  const steps = start ? backwardSteps(core, plan, values, start) : forwardSteps(core, plan, values);
  for (;;) {
    await turn();
    const step = core.call(() => steps.next());
    if (step.done) return withLoss(await collectInSlices(core, plan, selected, turn), step.value, selected);
    await core.callInSlices(step.value, turn);
  }
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
