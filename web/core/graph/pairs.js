/**
 * Which pairs of query and key a problem allows: by mask, key_mask, a bias of -Infinity, causal and window.
 */

/** @typedef {import("../readers.js").Values} Values */
/** @typedef {(b: number, h: number, i: number, j: number) => boolean} Allowed */

const TOP_LEFT = 0;
const BOTTOM_RIGHT = 2;

/**
 * Returns the entry of a tensor, which may broadcast, at a complete index; the index may have more axes in front.
 * @param {{ shape: number[], data: ArrayLike<number> }} tensor
 * @param {number[]} index
 */
export function entryAt({ shape, data }, index) {
  const last = index.slice(index.length - shape.length);
  return data[last.reduce((at, i, axis) => at * shape[axis] + (shape[axis] === 1 ? 0 : i), 0)];
}

/**
 * Returns the band of keys that causal and window allow: lower ≤ j − i ≤ upper.
 * @param {Values} values of an attention
 * @param {number} q_len
 * @param {number} kv_len
 * @returns {{ lower?: number, upper?: number }} absent where there is no bound
 */
export function bandOf({ causal = 0, causal_offset, window: [left, right] = [-1, -1] }, q_len, kv_len) {
  const offset = causal_offset ?? (causal === BOTTOM_RIGHT ? kv_len - q_len : TOP_LEFT);
  const most = q_len + kv_len;
  const near = (/** @type {number} */ bound) => Math.max(-most, Math.min(most, bound));
  const uppers = [...(causal ? [offset] : []), ...(right >= 0 ? [offset + right] : [])];
  return {
    ...(left >= 0 && { lower: near(offset - left) }),
    ...(uppers.length > 0 && { upper: near(Math.min(...uppers)) }),
  };
}

/**
 * Returns a function that tells whether a pair is allowed.
 * @param {Values} values of an attention. A mask or bias that refers to an earlier stage of a chain is unknown here and
 *   forbids nothing.
 * @param {number} q_len
 * @param {number} kv_len
 * @returns {Allowed}
 */
export function allowedBy(values, q_len, kv_len) {
  const { lower = -Infinity, upper = Infinity } = bandOf(values, q_len, kv_len);
  const { mask, key_mask, bias } = Object.fromEntries(
    ["mask", "key_mask", "bias"].map((name) => [name, values[name]?.data && values[name]]),
  );
  return (b, h, i, j) => {
    if (j - i < lower || j - i > upper) return false;
    if (mask && !entryAt(mask, [b, h, i, j])) return false;
    if (key_mask && !entryAt(key_mask, [b, j])) return false;
    return !bias || entryAt(bias, [b, h, i, j]) !== -Infinity;
  };
}
