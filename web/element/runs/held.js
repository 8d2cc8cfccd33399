/** Which runs are kept whole. */
import { sizesOf } from "../../core/rows.js";

/** The most weights of a run that is kept whole. */
const MOST_HELD = 2 ** 20;

/** The number of weights of an attention; 0 for anything else. @param {Record<string, any>} problem */
function weightsOf(problem) {
  if (typeof problem !== "object" || problem === null || "stages" in problem) return 0;
  const { batches, heads, q_len, kv_len } = sizesOf(problem);
  return batches * heads * q_len * kv_len;
}

/** Whether a problem has too many weights for its run to be kept whole. @param {Record<string, any>} problem */
export const isLong = (problem) => weightsOf(problem) > MOST_HELD;
