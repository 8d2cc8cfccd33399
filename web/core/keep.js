/**
 * Copies of what the caller may change while a run is under way.
 */

/** @typedef {import("./tensor.js").Input} Input */
/** @typedef {Record<string, any>} Values tensors among others */

/**
 * A tensor of the caller, copied; what was made while it was read needs no copy.
 * @param {Input} input
 * @param {Input} [spare] that nobody uses any more
 * @returns {Input}
 */
export function kept(input, spare) {
  if (input.owned) return input;
  if (spare?.data.length !== input.data.length)
    return { ...input, data: new Float32Array(input.data), owned: true };
  spare.data.set(input.data);
  return { ...input, data: spare.data, owned: true };
}

/** @param {Values} values */
const heldToo = (values) => Object.keys(values).filter((key) => values[key]?.owned === false);

/**
 * Each tensor that the caller holds too gets memory of its own.
 * @param {Values} values
 */
export function keep(values) {
  for (const key of heldToo(values)) values[key] = kept(values[key]);
}

/**
 * The same, together in one bag, which is to be given back when nobody reads them any more.
 * @param {Values} values
 * @param {import("./bags.js").Bags} bags
 * @returns {ArrayBuffer}
 */
export function keepInBag(values, bags) {
  const keys = heldToo(values);
  const bag = bags.take(keys.reduce((sum, key) => sum + values[key].data.byteLength, 0));
  let at = 0;
  for (const key of keys) {
    const copy = new Float32Array(bag, at, values[key].data.length);
    copy.set(values[key].data);
    values[key] = { ...values[key], data: copy, owned: true };
    at += copy.byteLength;
  }
  return bag;
}
