/**
 * What one call may take up. Counted before any number is read, so that what is refused has cost nothing.
 */

/**
 * @param {import("./core.js").Core} core
 * @param {number} bytes of inputs, tensors and scratch together
 * @param {string} [prefix] path of the stage, such as `stages[1].`
 */
export function demandRoom(core, bytes, prefix) {
  core.demand(core.functions.attn_check_call(BigInt(bytes), core.at.error), prefix);
}
