/**
 * Copies of what the caller may change while a run is under way.
 */

/** @typedef {Record<string, any>} Values tensors among others */

/** @param {Values} values */
const heldToo = (values) => Object.keys(values).filter((key) => values[key]?.owned === false);

/**
 * Each tensor that the caller holds too gets memory of its own.
 * @param {Values} values
 */
export function keep(values) {
  for (const key of heldToo(values))
    values[key] = { ...values[key], data: new Float32Array(values[key].data), owned: true };
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
