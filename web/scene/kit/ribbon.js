/** Ribbons: a row of numbers on its way from place to place, with a stripe for each number, as strong as the number is large. */

import { tensorStyle } from "../../core/graph/tensors.js";
import { ribbonPath } from "./links.js";
import { path } from "./marks.js";
import { grow } from "./moves.js";
import { sketch } from "./sketch.js";

/** @typedef {{ x: number, y: number, width: number }} Station the ribbon's left edge and width at a height */
/** @typedef {{ tensor: string, index: number[], strength: number }} Row a row of numbers: its index without the last axis; strength: opacity of everything drawn from it */

/** @param {import("../model.js").Model} model @param {Row} row @returns {number[]} */
export const numbersOf = (model, { tensor, index }) =>
  Array.from({ length: model.tensor(tensor)?.shape.at(-1) ?? 0 }, (_, c) =>
    model.value(tensor, [...index, c]),
  );

/** @param {string} id @param {Row & { way: Station[] }} what way: from the bottom up */
export const ribbon = (id, { tensor, index, way, strength }) => ({
  ...sketch(id, { progress: 0 }, (get, model) => {
    const gone = get("progress") * (way.length - 1);
    const fill = tensorStyle(tensor).role;
    const numbers = numbersOf(model, { tensor, index, strength });
    /** Stripes of equal strength are one mark. @type {Map<number, string>} */
    const stripes = new Map();
    for (const [k, number] of numbers.entries()) {
      const share = Math.min(1, Math.abs(number) / model.largest(tensor)) || 0;
      const strong = Math.round(100 * strength * (0.1 + 0.85 * share)) / 100;
      stripes.set(strong, (stripes.get(strong) ?? "") + stripe(way, k, numbers.length, gone));
    }
    const marks = Array.from(stripes, ([opacity, d], k) =>
      path(`${id}/${k}`, d, { fill, opacity, part: "stream" }),
    );
    return { stream: marks };
  }),
  enters: grow,
});

/** The k-th of `count` stripes, as far as the ribbon has come. @param {Station[]} way @param {number} k @param {number} count @param {number} gone stations passed */
function stripe(way, k, count, gone) {
  const at = (/** @type {Station} */ { x, width }) => x + (width * k) / count;
  const pieces = way.slice(1, Math.ceil(gone) + 1).map((to, s) => {
    const from = way[s];
    const [there, wide] = [Math.min(1, gone - s), from.width / count];
    const widths = { wide1: wide, wide2: to.width / count };
    return ribbonPath({ x1: at(from), y1: from.y, x2: at(to), y2: to.y, ...widths }, there);
  });
  return pieces.join("");
}
