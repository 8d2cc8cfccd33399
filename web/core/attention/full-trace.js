/**
 * The forward pass of one attention with every tensor, and helpers that the backward pass shares.
 */
import { updateInPlace } from "./in-place.js";
import { copied } from "../memory.js";
import { TENSORS } from "../structs.js";
import { notesOf, takeNotes } from "./notes.js";
import { load, planRun, runArguments } from "./plan.js";
import { build } from "../tensor.js";
import { traceOf } from "./trace.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").Selection} Selection */

/**
 * Runs one attention forward.
 * @param {Core} core
 * @param {Values} values of the problem, with no references left
 * @param {string} where path of the stage
 * @param {Selection} [selected] default all
 * @param {boolean} [noted] whether to take the notes
 * @returns {Trace}
 */
export function forward(core, values, where, selected, noted = true) {
  const plan = planRun(core, values, "forward", where, bitsOf(selected, noted));
  build([values]);
  return core.call((functions) => {
    functions.attn_forward(...load(core, plan, values));
    return collect(core, plan, selected, noted);
  });
}

/**
 * Runs a problem of the same form as the last one in place, with all tensors.
 * @param {Core} core
 * @param {[string, unknown][]} entries of the problem, unread
 * @returns {Trace | undefined} undefined if its form differs from the last one's
 */
export function forwardInPlace(core, entries) {
  const plan = updateInPlace(core, "forward", entries);
  if (plan === undefined) return undefined;
  return core.call((functions) => {
    functions.attn_forward(...runArguments(core, plan));
    return collect(core, plan);
  });
}

// large tensors, computed only if they are selected; the notes look at all the others
const LARGE = new Set(["hidden", "weighted_values"]);

/**
 * Returns the tensors that a run must compute, as a bit set in the order of TENSORS; undefined for all.
 * @param {Selection | undefined} selected
 * @param {boolean} [noted] whether the notes are taken
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
 * Copies the selected tensors out of the memory.
 * @param {Core} core
 * @param {Plan} plan
 * @param {Selection} [selected]
 * @param {boolean} [noted] whether to take the notes
 * @returns {Trace}
 */
export function collect(core, plan, selected, noted = true) {
  const notes = noted ? takeNotes(core, plan) : notesOf(plan, [], null);
  const floats = core.arena.floats();
  return traceOf(plan, selected, notes, ({ first, count }) => copied(floats, first, count));
}
