/** Which runs are kept whole. */
import { sizesOf } from "../../core/rows.js";

/** The most weights of a run that is kept whole. */
const MOST_HELD = 2 ** 20;

/** Whether an attention has too many weights for its run to be kept whole. @param {Record<string, any>} problem or anything else */
export function isLong(problem) {
  if (typeof problem !== "object" || problem === null || "stages" in problem) return false;
  const { batches, heads, q_len, kv_len } = sizesOf(problem);
  return batches * heads * q_len * kv_len > MOST_HELD;
}
