/** The legend of stream widths: a bar as wide as a weight of 1, between two words. */

import { edge } from "./marks.js";
import { sketch } from "./sketch.js";
import { textMark } from "./text.js";
import { textWidth } from "../text-metrics.js";

const FONT = 12;
const BAR = 12;

/**
 * Null if it does not fit.
 * @param {string} id @param {{ x: number, y: number, width: number }} room
 * @param {number} unit px of weight 1 @param {{ before: string, after: string }} words
 */
export function legend(id, { x, y, width }, unit, { before, after }) {
  const [first, last] = [before, after].map((word) => textWidth(word, FONT));
  const beside = unit + 8 + last <= width;
  if (Math.max(first, unit, last) > width) return null;
  const word = (/** @type {string} */ name, /** @type {string} */ text, /** @type {number} */ left, /** @type {number} */ line) =>
    textMark(`${id}/${name}`, { x: left, y: line, text, size: FONT }, { fill: "muted", copy: true }); // prettier-ignore
  const bar = { x, y: y + 19, width: unit, height: BAR };
  const marks = () => [
    word("before", before, x, y + 10),
    edge(`${id}/bar`, bar, { stroke: "past", strokeWidth: 1.25 }),
    beside ? word("after", after, x + unit + 8, y + 30) : word("after", after, x, y + 47),
  ];
  return sketch(id, {}, () => ({ label: marks() }));
}
