/**
 * One attention with every tensor: the forward pass, and what it shares with the backward one.
 */
import { updateInPlace } from "./in-place.js";
import { TENSORS } from "../structs.js";
import { notesOf, takeNotes } from "./notes.js";
import { load, planRun, runArguments } from "./plan.js";
import { build } from "../tensor.js";
import { traceFrom } from "./trace.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../readers.js").Values} Values */
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
  build([values]);
  return core.call((functions) => {
    functions.attn_forward(...load(core, plan, values));
    return collect(core, plan, selected);
  });
}

/**
 * Runs a problem like the last one again in place, with all tensors.
 * @param {Core} core
 * @param {[string, unknown][]} entries of the problem, unread
 * @returns {Trace | undefined} undefined: it is not like the last one
 */
export function forwardInPlace(core, entries) {
  const plan = updateInPlace(core, "forward", entries);
  if (plan === undefined) return undefined;
  return core.call((functions) => {
    functions.attn_forward(...runArguments(core, plan));
    return collect(core, plan);
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
