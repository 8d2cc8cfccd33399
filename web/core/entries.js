/**
 * One entry of a tensor: what counts as a number, and what as true or false.
 */
import { AttentionError, shown } from "./errors.js";

/** @typedef {(value: unknown, where: string, path: number[] | undefined) => number} Convert */

/** @type {Record<string, number>} the numbers that JSON lacks */
const SPELLED = { NaN: NaN, Infinity: Infinity, "-Infinity": -Infinity };

/** @type {Convert} */
export function toNumber(value, where, path) {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" && Object.hasOwn(SPELLED, value)) return SPELLED[value];
  const place = placeOf(where, path);
  const remedy = 'give a number, true, false, "NaN", "Infinity" or "-Infinity".';
  throw new AttentionError("value", place, `${place} is ${shown(value)}; ${remedy}`);
}

/** @type {Convert} */
export function toFlag(value, where, path) {
  if (value === true || value === 1) return 1;
  if (value === false || value === 0) return 0;
  const place = placeOf(where, path);
  throw new AttentionError(
    "value",
    place,
    `${place} is ${shown(value)}; give true (may attend) or false, 1 or 0.`,
  );
}

/**
 * @param {string} where
 * @param {number[] | undefined} path
 */
export const placeOf = (where, path) => where + (path ?? []).map((index) => `[${index}]`).join("");

/**
 * The first entry that is missing, or -1. Asked before there is memory for the entries: an array may claim any length.
 * @param {ArrayLike<unknown>} list
 * @returns {number}
 */
export function firstHole(list) {
  // includes knows of most arrays at once that they have none
  if (!Array.isArray(list) || !Array.prototype.includes.call(list, undefined)) return -1;
  return Array.prototype.findIndex.call(list, (entry) => entry === undefined);
}

/**
 * A typed array of numbers, and no DataView.
 * @param {unknown} value
 * @returns {value is ArrayLike<number>}
 */
export function isNumbers(value) {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}
