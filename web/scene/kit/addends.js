/** Where numbers stand before they are added: side by side at their sum, or one under another as on paper. */

import { LEAST_FONT, cellBox } from "./block.js";
import { upTo } from "../model.js";

/** @typedef {import("./block.js").Block} Block */
/** @typedef {import("./place.js").Box} Box */
/** @typedef {import("../model.js").Model} Model */

/** Least px beside a number. */
const PAD = 3;

/** Widths in px of a plus with its margins, the widest first, and of the dots that stand for numbers without a place. */
export const SIGNS = [20, 9];
const DOTS = 12;

/** Height of a standing number, in px. */
export const HIGH = 24;

/** The least px that the widest number of the tensor of some blocks needs. @param {Model} model @param {Block[]} terms */
export const widest = (model, [{ tensor, decimals }]) =>
  2 * PAD + Math.ceil(LEAST_FONT * model.widest(tensor, decimals));

/**
 * Which blocks have the largest first numbers, whatever their signs, in order.
 * @param {Model} model @param {Block[]} terms @param {number} count of them
 */
export function largestOf(model, terms, count) {
  const sizes = terms.map(({ tensor, indices }) => Math.abs(model.value(tensor, indices[0])) || 0);
  const order = upTo(terms.length).toSorted((a, b) => sizes[b] - sizes[a]);
  return order.slice(0, count).toSorted((a, b) => a - b);
}

/**
 * Places side by side; only for a few if not all fit, and null if not even two do.
 * @param {Model} model @param {Block[]} terms
 * @param {{ x: number, y: number, end: number, toEnd?: boolean, height?: number }} room y: of their middle; toEnd: they stand at
 *   the right end of the room
 * @returns {Box[] | null}
 */
export function placesBeside(model, terms, { x, y, end, toEnd = false, height = HIGH }) {
  const least = widest(model, terms);
  const usual = Math.max(least, terms[0].cellWidth);
  const long = (/** @type {number} */ count, /** @type {number} */ wide, /** @type {number} */ sign) =>
    count * (wide + sign) - sign + (count < terms.length ? sign + DOTS : 0);
  for (let count = terms.length; count > 1; count--)
    for (const [wide, sign] of [
      [usual, SIGNS[0]],
      [least, SIGNS[0]],
      [least, SIGNS[1]],
    ])
      // prettier-ignore
      if (x + long(count, wide, sign) <= end) {
        const left = toEnd ? end - long(count, wide, sign) : x;
        const box = { y: y - height / 2, width: wide, height };
        return terms.slice(0, count).map((_, j) => ({ ...box, x: left + j * (wide + sign) }));
      }
  return null;
}

/** The middle of the plus before each place but the first. @param {Box[]} places @returns {{ x: number, y: number }[]} */
export function signsOf(places) {
  const [first, second] = places;
  const sideBySide = first.y === second.y;
  const room = sideBySide ? second.x - first.x - first.width : SIGNS[1];
  return places.slice(1).map(({ x, y, height }) => ({ x: x - room / 2, y: y + height / 2 }));
}

/** Where the plus and the dots for numbers without a place stand. @param {Box[]} places */
export function dotsOf(places) {
  const { x, y, width, height } = places[places.length - 1];
  const sign = signsOf(places)[0];
  const room = 2 * (places[1].x - sign.x);
  return [{ x: x + width + room / 2, text: "+" }, { x: x + width + room + DOTS / 2, text: "…" }].map((sign) => ({ ...sign, y: y + height / 2 })); // prettier-ignore
}
