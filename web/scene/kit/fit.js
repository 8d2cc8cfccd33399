/** Picks the first of several variants that fits a room. */

/**
 * Makes one variant after another until one fits.
 * @template V @template {{ takes: { width?: number, height?: number } }} T
 * @param {{ width?: number, height?: number }} room px; a missing side is unlimited
 * @param {Iterable<V>} variants the best first @param {(variant: V) => T} make
 * @returns {T} the first that fits, else the last
 */
export function fit({ width = Infinity, height = Infinity }, variants, make) {
  /** @type {T | undefined} */
  let made;
  for (const variant of variants) {
    made = make(variant);
    if ((made.takes.width ?? 0) <= width && (made.takes.height ?? 0) <= height) break;
  }
  return /** @type {T} */ (made);
}
