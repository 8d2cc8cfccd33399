/**
 * What a reader should be told about a run besides its numbers.
 */
import { TOKENS, withBatch } from "./shapes.js";

/** @typedef {{ tensor: string, index: number[] }} Place */
/**
 * @typedef {object} Notes
 * @property {number[][]} fully_masked_rows [batch, head, query] of each row that may attend to nothing
 * @property {Place | null} first_non_finite where NaN or an infinity first shows, in the order of computation
 * @property {string[]} omitted tensors that were too large to keep
 */

// there -inf is how a forbidden pair looks
const MINUS_INFINITY_IS_FINE = new Set(["masked_scores", "row_max", "shifted_scores", "log_sum_exp"]);
const MASKS = ["mask", "key_mask", "bias", "window", "causal_offset"];

/**
 * Taken while the run still stands in memory.
 * @param {import("./core.js").Core} core
 * @param {import("./plan.js").Plan} plan
 * @param {import("./keys.js").Values} values
 * @returns {Notes}
 */
export function takeNotes(core, plan, values) {
  return {
    fully_masked_rows: maskedRows(core, plan, values),
    first_non_finite: firstNonFinite(core, plan, values),
    omitted: plan.slots.filter((slot) => slot.omitted).map((slot) => slot.name),
  };
}

/**
 * @param {import("./core.js").Core} core
 * @param {import("./plan.js").Plan} plan
 * @param {import("./keys.js").Values} values
 */
function maskedRows(core, plan, values) {
  const mayMask =
    plan.sizes.kv_len === 0 || values.causal || MASKS.some((name) => values[name] !== undefined);
  if (!mayMask) return [];
  const { functions, arena, at } = core;
  const count = Number(functions.attn_fully_masked_rows(0, 0n, at.plan, at.problem));
  if (count === 0) return [];
  arena.reach(plan.end + 12 * count);
  functions.attn_fully_masked_rows(plan.end, BigInt(count), at.plan, at.problem);
  const flat = arena.copyInts(plan.end, 3 * count);
  return Array.from({ length: count }, (_, row) => Array.from(flat.subarray(3 * row, 3 * row + 3)));
}

/**
 * @param {import("./core.js").Core} core
 * @param {import("./plan.js").Plan} plan
 * @param {import("./keys.js").Values} values
 * @returns {Place | null}
 */
function firstNonFinite({ functions }, plan, values) {
  const first = (
    /** @type {number} */ address,
    /** @type {number} */ count,
    /** @type {number} */ minusInfinity,
  ) => Number(functions.attn_first_non_finite(address, BigInt(count), minusInfinity));
  for (const [name, address] of plan.inputs) {
    if (!TOKENS.has(name)) continue;
    const { shape, data } = values[name];
    const found = first(address, data.length, 1);
    if (found >= 0) return { tensor: name, index: indexOf(found, withBatch(shape)) };
  }
  // most runs are finite from end to end
  if (first(plan.trace, plan.count, 1) < 0) return null;
  for (const { name, offset, count, shape, omitted } of plan.slots) {
    if (omitted) continue;
    const found = first(plan.trace + 4 * offset, count, MINUS_INFINITY_IS_FINE.has(name) ? 0 : 1);
    if (found >= 0) return { tensor: name, index: indexOf(found, shape) };
  }
  return null;
}

/**
 * The complete index of an entry from its place in the row-major data.
 * @param {number} flat
 * @param {readonly number[]} shape
 */
export function indexOf(flat, shape) {
  const index = Array(shape.length).fill(0);
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    index[axis] = flat % shape[axis];
    flat = Math.floor(flat / shape[axis]);
  }
  return index;
}
