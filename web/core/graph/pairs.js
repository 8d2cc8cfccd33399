/**
 * Which pairs of a query and a key a problem allows: by mask, key_mask, a bias of -Infinity, causal and window.
 */

/** @typedef {import("../readers.js").Values} Values */
/** @typedef {(b: number, h: number, i: number, j: number) => boolean} Allowed */

const TOP_LEFT = 0;
const BOTTOM_RIGHT = 2;

/**
 * The entry of a tensor that broadcasts to an index.
 * @param {{ shape: number[], data: ArrayLike<number> }} tensor
 * @param {number[]} index
 */
function entry({ shape, data }, index) {
  const last = index.slice(index.length - shape.length);
  return data[last.reduce((at, i, axis) => at * shape[axis] + (shape[axis] === 1 ? 0 : i), 0)];
}

/**
 * @param {Values} values of an attention. A mask or bias that is an earlier tensor of a chain is not known here: it
 *   forbids nothing.
 * @param {number} q_len
 * @param {number} kv_len
 * @returns {Allowed}
 */
export function allowedBy(values, q_len, kv_len) {
  const { causal = 0, causal_offset, window } = values;
  const offset = causal_offset ?? (causal === BOTTOM_RIGHT ? kv_len - q_len : TOP_LEFT);
  const { mask, key_mask, bias } = Object.fromEntries(
    ["mask", "key_mask", "bias"].map((name) => [name, values[name]?.data && values[name]]),
  );
  return (b, h, i, j) => {
    const away = j - i - offset;
    if (causal && away > 0) return false;
    if (window && ((window[0] >= 0 && away < -window[0]) || (window[1] >= 0 && away > window[1])))
      return false;
    if (mask && !entry(mask, [b, h, i, j])) return false;
    if (key_mask && !entry(key_mask, [b, j])) return false;
    return !bias || entry(bias, [b, h, i, j]) !== -Infinity;
  };
}
