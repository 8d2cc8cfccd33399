/**
 * How numbers are written. Whole numbers stand as they are, so that 2 is exact and 2.000 was rounded; the others get as
 * many decimals as their tensor needs, up to a limit; what would round to nothing is written with an exponent, so a cell
 * never says 0 when the core did not.
 */

import { textWidth } from "./advance.js";

/**
 * The fewest decimals that say every entry, at most so many: 1.2 is not written 1.200, nor is a 7.8 that float32
 * arithmetic left an ulp or two away.
 * @param {ArrayLike<number>} data @param {number} [most]
 */
export function decimalsOf(data, most = 3) {
  let needed = 0;
  for (let k = 0; k < data.length && needed < most; k++)
    while (needed < most && !says(data[k], needed)) needed++;
  return needed;
}

/** @param {number} value @param {number} decimals */
const says = (value, decimals) =>
  !Number.isFinite(value) ||
  Math.abs(value) >= 1e5 ||
  Math.abs(Number(value.toFixed(decimals)) - value) <= Math.abs(value) * 2 ** -21;

/**
 * One number as text: "12", "−0.063", "6e-6", "NaN", "∞". Large numbers get fewer decimals, but one that is not whole
 * never looks whole.
 * @param {number} value @param {number} [decimals]
 */
export function formatNumber(value, decimals = 3) {
  const sign = value < 0 ? "−" : "";
  const size = Math.abs(value);
  if (size === Infinity) return sign + "∞";
  if (size >= 1e5) return sign + size.toExponential(1).replace(".0e", "e").replace("e+", "e");
  if (Number.isInteger(size)) return sign + size;
  const places = placesOf(size, decimals);
  // "e-6", not "e−6": as every programming language reads it
  return sign + (size < halfOf(places) ? size.toExponential(0) : size.toFixed(places));
}

/** Decimals of a number that is not whole. @param {number} size @param {number} decimals of its tensor */
const placesOf = (size, decimals) => Math.max(1, Math.min(decimals, size < 10 ? 3 : size < 100 ? 2 : 1));

/** Half of the last of so many decimals. @param {number} places */
const halfOf = (places) => 0.5 * 10 ** -places;

/**
 * Width in em of the widest of some numbers. Those of one sign with as many digits before and after the point are as
 * wide as one another, so only one of each kind is written out.
 * @param {ArrayLike<number>} data @param {number} decimals
 */
export function widestNumber(data, decimals) {
  const kinds = new Set();
  let widest = 0;
  for (let k = 0; k < Math.min(data.length, 4096); k++) {
    const value = data[k];
    const size = Math.abs(value);
    const places = Number.isInteger(value) ? 0 : placesOf(size, decimals);
    // 9.9996 is as wide as 10: what is rounded up counts as what it is rounded to
    const rounded = size + halfOf(places);
    // an exponent has a width of its own
    const isPlain = size < 1e5 && (value === 0 || size >= halfOf(places));
    const kind =
      isPlain && (10 * Math.floor(Math.log10(Math.max(1, rounded))) + places + 1) * (value < 0 ? -1 : 1);
    if (kinds.has(kind)) continue;
    if (isPlain) kinds.add(kind);
    widest = Math.max(widest, textWidth(formatNumber(value, decimals), 1, 600));
  }
  return widest;
}

/** What a written number says. @param {string} text */
export const read = (text) => Number(text.replace("−", "-").replace("∞", "Infinity"));

const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";

/** 12 → "₁₂", for indices in running text. @param {number | string} number */
export function subscript(number) {
  return String(number).replace(/\d/g, (digit) => SUBSCRIPTS[Number(digit)]);
}
