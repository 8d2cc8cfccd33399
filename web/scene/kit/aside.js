/** A sum of what stands one under another: its addends stop at the right, and its streams come down there. */

import { HIGH, SIGNS, widest } from "./addends.js";
import { ports } from "./arrows.js";
import { cellBox } from "./block.js";
import { stream, thick } from "./streams.js";

/** @typedef {import("./block.js").Block} Block */
/** @typedef {import("./place.js").Box} Box */
/** @typedef {import("../model.js").Model} Model */

/**
 * Places one under another, each to the right of its block; null if they do not fit.
 * @param {Model} model @param {Block[]} terms @param {number} end right end of the room, px
 * @returns {Box[] | null}
 */
export function placesAside(model, terms, end) {
  const right = Math.max(...terms.map(({ x, width }) => x + width));
  const least = widest(model, terms);
  const wide = Math.min(Math.max(least, terms[0].cellWidth), end - right - SIGNS[1] - 3);
  if (wide < least) return null;
  const height = Math.min(HIGH, cellBox(terms[0], 0).height);
  const x = Math.min(right + SIGNS[0] + 6, end - wide);
  return terms.map((block) => ({ x, y: block.y + (block.height - height) / 2, width: wide, height }));
}

/**
 * Several values, one under another, flowing into one output below: down lanes at their right, the uppermost value in the
 * outermost lane, and into the top of the output if it extends that far, else into its right side.
 * @param {{ id: (j: number) => string, from: Box[], to: Box, weights: () => number[], indices: number[][],
 *   unit: number, lane: number, fill?: string }} what lane: x of the innermost lane's left edge
 */
export function streamsAside({ id, from, to, weights, indices, unit, lane, fill }) {
  return from.map((box, j) => {
    const beside = () => {
      const wide = weights().map((weight) => thick(weight, unit));
      const sum = (/** @type {number[]} */ list) => list.reduce((total, width) => total + width, 0);
      const total = sum(wide);
      const at = sum(wide.slice(j + 1)) + wide[j] / 2;
      const above = to.x <= lane && lane + total <= to.x + to.width;
      const x = lane + at;
      const shift = above ? x - to.x - to.width / 2 : total / 2 - at;
      const entry = above ? ports.up(to) : ports.right(to);
      return { to: { ...entry, shift }, into: x - to.x - to.width };
    };
    const what = { tensor: "weights", index: indices[j], unit, fill, apart: true, beside };
    return stream(id(j), ports.right(box), ports.right(to), what);
  });
}
