/** Picks the first of several variants that fits a room. */

/**
 * Makes one variant after another until one fits.
 * @template V, T
 * @param {{ width?: number, height?: number }} room px; a missing side is unlimited
 * @param {Iterable<V>} variants the best first
 * @param {(variant: V) => T} make null: it does not fit; takes: the room that it takes, if make has not checked that
 * @returns {T} the first that fits, else the last
 */
export function fit({ width = Infinity, height = Infinity }, variants, make) {
  let made = /** @type {any} */ (null);
  for (const variant of variants) {
    made = make(variant);
    if (made && (made.takes?.width ?? 0) <= width && (made.takes?.height ?? 0) <= height) break;
  }
  return made;
}

/**
 * All pairs of two lists: the first of one with every entry of the other, and so on.
 * @template A, B @param {A[]} list @param {B[]} other @returns {[A, B][]}
 */
export const both = (list, other) => list.flatMap((a) => other.map((b) => /** @type {[A, B]} */ ([a, b])));
