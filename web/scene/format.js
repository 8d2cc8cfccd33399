/**
 * How numbers are written. A tensor has one format, so that its columns line up: whole numbers if all are
 * whole, else as many decimals as it needs, up to a fixed count. What would round to nothing is written with an
 * exponent, so a cell never says 0 when the core did not.
 */

import { textWidth } from "./advance.js";

/** @typedef {{ whole: boolean, decimals: number, digits: number }} Format digits: significant ones before "e" */

/**
 * The format that serves every entry.
 * @param {ArrayLike<number>} data @param {number} [decimals] the most decimals wanted
 * @returns {Format}
 */
export function chooseFormat(data, decimals = 3) {
  let whole = true;
  let largest = 0;
  for (let i = 0; i < data.length; i++) {
    const value = data[i];
    if (!Number.isFinite(value)) continue;
    if (!Number.isInteger(value)) whole = false;
    largest = Math.max(largest, Math.abs(value));
  }
  if (largest >= 1e5) return { whole: false, decimals: 0, digits: 2 };
  const room = largest < 10 ? 3 : largest < 100 ? 2 : largest < 1000 ? 1 : 0;
  return { whole, decimals: whole ? 0 : fewest(data, Math.min(room, decimals)), digits: 1 };
}

/**
 * The fewest decimals that say every entry, at most so many: 1.2 is not written 1.200, nor is a 7.8 that float32
 * arithmetic left an ulp or two away.
 * @param {ArrayLike<number>} data @param {number} most
 */
function fewest(data, most) {
  const exact = (/** @type {number} */ value, /** @type {number} */ decimals) =>
    !Number.isFinite(value) ||
    Math.abs(Number(value.toFixed(decimals)) - value) <= Math.abs(value) * 2 ** -21;
  let needed = 1;
  for (let k = 0; k < data.length && needed < most; k++)
    while (needed < most && !exact(data[k], needed)) needed++;
  return Math.min(needed, most);
}

/**
 * One number as text: "12", "−0.063", "6e-6", "NaN", "∞".
 * @param {number} value @param {Format} format
 */
export function formatNumber(value, format) {
  if (Number.isNaN(value)) return "NaN";
  const sign = value < 0 ? "−" : "";
  const size = Math.abs(value);
  if (size === Infinity) return sign + "∞";
  if (size === 0) return (0).toFixed(format.whole ? 0 : format.decimals);
  if (size >= 1e5 || size < 0.5 * 10 ** -format.decimals) {
    // "e-6", not "e−6": as every programming language reads it
    return sign + size.toExponential(Math.max(0, format.digits - 1)).replace("e+", "e");
  }
  return sign + size.toFixed(format.decimals);
}

/**
 * Width in em of the widest of some numbers. Numbers of one sign and magnitude are as wide as one another, so only
 * one of each kind is written out.
 * @param {ArrayLike<number>} data @param {Format} format
 */
export function widestNumber(data, format) {
  const kinds = new Set();
  // 9.996 is as wide as 10: what is rounded up counts as what it is rounded to
  const half = 0.5 * 10 ** -format.decimals;
  let widest = 0;
  for (let k = 0; k < Math.min(data.length, 4096); k++) {
    const value = data[k];
    const size = Math.abs(value);
    const digits = Math.floor(Math.log10(size < half ? size : size + half));
    const kind = value === 0 ? 0 : digits * 2 + (value < 0 ? 1000 : 2000);
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    widest = Math.max(widest, textWidth(formatNumber(value, format), 1, 600));
  }
  return widest;
}

/**
 * The shortest decimal that gives exactly this float32.
 * @param {number} value
 */
export function shortest(value) {
  if (!Number.isFinite(value)) return String(value);
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 24)
    return Object.is(value, -0) ? "-0" : String(value);
  // what n digits tell apart, more digits do as well
  let [low, high] = [1, 9];
  while (low < high) {
    const digits = (low + high) >> 1;
    if (Math.fround(Number(value.toPrecision(digits))) === value) high = digits;
    else low = digits + 1;
  }
  return String(Number(value.toPrecision(low)));
}

const SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉";

/** 12 → "₁₂", for indices in running text. @param {number | string} number */
export function subscript(number) {
  return String(number).replace(/\d/g, (digit) => SUBSCRIPTS[Number(digit)]);
}
