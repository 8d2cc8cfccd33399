/**
 * What a run reports beside its tensors: fully masked rows, the first number that is not finite, omitted tensors.
 */
/** @typedef {import("./trace.js").Held} Held */
import { indexOf } from "../shapes.js";

/** @typedef {{ tensor: string, index: number[] }} Place */
/** @typedef {import("../types.js").Notes} Notes */

// in these tensors -Infinity is the regular value of a forbidden pair or a fully masked row
export const MINUS_INFINITY_IS_FINE = new Set([
  "masked_scores",
  "running_max",
  "row_max",
  "shifted_scores",
  "log_sum_exp",
]);

/**
 * Takes the notes of a run that is still in memory.
 * @param {import("../core.js").Core} core
 * @param {import("./plan.js").Plan} plan
 * @returns {Notes}
 */
export const takeNotes = (core, plan) =>
  notesOf(plan, maskedRows(core, plan), firstNonFinite(core.functions, plan));

/**
 * @param {import("../core.js").Core} core
 * @param {import("./plan.js").Plan} plan
 * @returns {number[][]} [batch, head, query] of each
 */
function maskedRows({ functions, arena, at }, plan) {
  const count = Number(functions.attn_fully_masked_rows(0, 0n, at.plan, at.problem));
  if (count === 0) return [];
  arena.reach(plan.end + 12 * count);
  functions.attn_fully_masked_rows(plan.end, BigInt(count), at.plan, at.problem);
  return triples(arena.ints(plan.end, 3 * count));
}

/**
 * @param {Pick<import("./plan.js").Plan, "omitted">} plan
 * @param {number[][]} fully_masked_rows
 * @param {Place | null} first_non_finite
 * @returns {Notes}
 */
export const notesOf = ({ omitted }, fully_masked_rows, first_non_finite) => ({
  fully_masked_rows,
  first_non_finite,
  omitted: omitted.slice(),
});

/** Splits a list into groups of three. @param {Int32Array} flat */
export const triples = (flat) =>
  Array.from({ length: flat.length / 3 }, (_, row) => Array.from(flat.subarray(3 * row, 3 * row + 3)));

/**
 * Returns the arguments of attn_first_non_finite for one tensor: its address, its length, whether -Infinity counts.
 * @param {Held} held
 * @returns {[number, bigint, number]}
 */
export const lookAt = ({ name, first, count }) => [
  4 * first,
  BigInt(count),
  MINUS_INFINITY_IS_FINE.has(name) ? 0 : 1,
];

/**
 * @param {import("../core.js").Functions} functions
 * @param {import("./plan.js").Plan} plan
 * @returns {Place | null}
 */
function firstNonFinite(functions, { numbers, held }) {
  // most runs are finite throughout, and one pass over everything shows it
  if (functions.attn_all_finite(numbers.address, numbers.count)) return null;
  for (const tensor of held) {
    const found = Number(functions.attn_first_non_finite(...lookAt(tensor)));
    if (found >= 0) return placeOf(tensor, found);
  }
  return null;
}

/**
 * @param {Held} held
 * @param {number} found position of the entry in the tensor's data
 * @returns {Place}
 */
export const placeOf = ({ name, shape }, found) => ({ tensor: name, index: indexOf(found, shape) });
