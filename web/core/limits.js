/**
 * What one call may take up. Counted before any number is read, so that what is refused has cost nothing.
 */

/**
 * @param {import("./core.js").Core} core
 * @param {number} bytes of inputs, tensors and scratch together
 * @param {string} [prefix] path of the stage, such as `stages[1].`
 */
export function demandWithinLimits(core, bytes, prefix) {
  // more than C can count is as much as it can count
  const counted = bytes < 2 ** 63 ? BigInt(bytes) : 2n ** 63n - 1n;
  core.demand(core.functions.attn_check_call(counted, core.at.error), prefix);
}
