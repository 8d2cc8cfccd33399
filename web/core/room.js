/**
 * What one call may take up. Counted before any number is read, so that what is refused has cost nothing.
 */
import { AttentionError } from "./errors.js";

/**
 * @param {import("./core.js").Core} core
 * @param {number} bytes of inputs, tensors and scratch together
 * @param {string} where path of a tensor or a stage; "" the problem
 */
export function demandRoom(core, bytes, where) {
  const most = core.limits.call_bytes;
  if (bytes <= most) return;
  const message = `inputs, tensors and scratch together need ${bytes} bytes; one stepwise call takes at most ${most}, so give smaller inputs.`;
  throw new AttentionError("limit", where.replace(/\.$/, "") || "problem", message);
}
