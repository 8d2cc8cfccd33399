/** One number as a reader types it. */
import { shortestDecimal } from "../words/decimal.js";

// signs that keyboards and copied text have for the same thing
const SAME = /** @type {const} */ ([
  [/[\u2212\u2012\u2013\uff0d]/g, "-"],
  [/\uff0b/g, "+"],
  [/[\uff0e\u3002]/g, "."],
  [/[\uff10-\uff19]/g, (/** @type {string} */ digit) => String(digit.charCodeAt(0) - 0xff10)],
  [/^[-+]?(∞|inf)$/i, (/** @type {string} */ sign) => (sign.startsWith("-") ? "-Infinity" : "Infinity")],
]);

/**
 * @param {string} text
 * @returns {number | null} null: it is none, or more than float32 holds
 */
export function numberOf(text) {
  let said = text.trim();
  for (const [sign, same] of SAME) said = said.replace(sign, /** @type {any} */ (same));
  // one comma is decimal
  said = said.replace(/^([-+]?\d*),(\d+)$/, "$1.$2");
  if (/^nan$/i.test(said)) return NaN;
  if (!/^[-+]?(Infinity|(\d+\.?\d*|\.\d+)(e[-+]?\d+)?)$/i.test(said)) return null;
  const number = Number(said);
  const isTooLarge = !/Infinity/.test(said) && !Number.isFinite(Math.fround(number));
  return isTooLarge ? null : number;
}

/** The shortest decimal that gives the float32. @param {any} value a number, a truth, or the name of a number that JSON lacks */
export function textOf(value) {
  const number = Number(value);
  if (!Number.isFinite(number)) return Number.isNaN(number) ? "NaN" : number > 0 ? "∞" : "-∞";
  return shortestDecimal(Math.fround(number));
}

/** By how much dragging changes a number among others: 1 among whole ones, else a tenth of the place of the largest. @param {any[]} among */
export function stepAmong(among) {
  const numbers = among.map(Number).filter(Number.isFinite);
  if (numbers.every(Number.isInteger)) return 1;
  const largest = numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0);
  return 10 ** (Math.floor(Math.log10(largest)) - 1);
}

/** So many steps further, without the digits that adding them up would leave. @param {number} value @param {number} step @param {number} count */
export function stepped(value, step, count) {
  const places = Math.min(Math.max(0, Math.ceil(-Math.log10(step))), 20);
  return Number((value + count * step).toFixed(places));
}
