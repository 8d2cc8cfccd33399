/** Reads numbers as people type them, and writes them. */
import { shortestDecimal } from "../words/decimal.js";

// characters that keyboards and copied text have in place of plain ones
const SAME = /** @type {const} */ ([
  [/[\u2212\u2012\u2013\uff0d]/g, "-"],
  [/\uff0b/g, "+"],
  [/[\uff0e\u3002]/g, "."],
  [/[\uff10-\uff19]/g, (/** @type {string} */ digit) => String(digit.charCodeAt(0) - 0xff10)],
  [/^[-+]?(∞|inf)$/i, (/** @type {string} */ sign) => (sign.startsWith("-") ? "-Infinity" : "Infinity")],
]);

/**
 * @param {string} text
 * @returns {number | null} null: not a number, or beyond float32
 */
export function numberOf(text) {
  let plain = text.trim();
  for (const [sign, same] of SAME) plain = plain.replace(sign, /** @type {any} */ (same));
  // a single comma is decimal
  plain = plain.replace(/^([-+]?\d*),(\d+)$/, "$1.$2");
  if (/^nan$/i.test(plain)) return NaN;
  if (!/^[-+]?(Infinity|(\d+\.?\d*|\.\d+)(e[-+]?\d+)?)$/i.test(plain)) return null;
  const number = Number(plain);
  const isTooLarge = !/Infinity/.test(plain) && !Number.isFinite(Math.fround(number));
  return isTooLarge ? null : number;
}

/** Returns the shortest decimal that rounds to the float32. @param {any} value a number, a boolean, or the name of a number that JSON lacks */
export function textOf(value) {
  const number = Number(value);
  if (!Number.isFinite(number)) return Number.isNaN(number) ? "NaN" : number > 0 ? "∞" : "-∞";
  return shortestDecimal(Math.fround(number));
}

/** Returns the step by which dragging changes a number among others: 1 if all are integers, else a tenth of the power of ten of the largest. @param {any[]} among */
export function stepAmong(among) {
  const numbers = among.map(Number).filter(Number.isFinite);
  if (numbers.every(Number.isInteger)) return 1;
  const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  return 10 ** (Math.floor(Math.log10(largest)) - 1);
}

/** Returns a number moved by some steps, without accumulating rounding errors. @param {number} value @param {number} step @param {number} count */
export function stepped(value, step, count) {
  const places = Math.min(Math.max(0, Math.ceil(-Math.log10(step))), 20);
  return Number((value + count * step).toFixed(places));
}
