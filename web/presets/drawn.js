/** Parameters of presets that were drawn at random, the same on every machine. */
import { drawing } from "../edit/drawing.js";

/** Returns a function that draws matrices of −1, 0, 1, one after another. @param {number} seed */
export function drawnMatrices(seed) {
  const draw = drawing(seed);
  return (/** @type {number} */ rows, /** @type {number} */ columns) =>
    Array.from({ length: rows }, () => Array.from({ length: columns }, () => draw(3) - 1));
}
