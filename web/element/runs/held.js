/** Which runs are kept whole. */
import { sizesOf } from "../../core/rows.js";

/** Weights up to which a run is kept whole. */
export const MOST_HELD = 2 ** 20;

/** @param {Record<string, any>} problem */
function weightsOf(problem) {
  if (typeof problem !== "object" || problem === null || "stages" in problem) return 0;
  const { batches, heads, q_len, kv_len } = sizesOf(problem);
  return batches * heads * q_len * kv_len;
}

/** @param {Record<string, any>} problem */
export const isLong = (problem) => weightsOf(problem) > MOST_HELD;
