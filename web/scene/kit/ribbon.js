/** Ribbons: a row of numbers on its way from place to place, a stripe for each, as strong as the number is large. */

import { tensorStyle } from "../../core/graph/tensors.js";
import { LAYERS } from "./layers.js";
import { ribbonPath } from "./links.js";
import { path } from "./marks.js";
import { grow } from "./moves.js";

/** @typedef {{ x: number, y: number, width: number }} Station its left edge there, and how wide it is */
/** @typedef {{ tensor: string, index: number[], strength: number }} Row of numbers, its index as far as the last axis; strength: of all that is drawn of it */

/** @param {import("../model.js").Model} model @param {Row} row @returns {number[]} */
export const numbersOf = (model, { tensor, index }) =>
  Array.from({ length: model.tensor(tensor)?.shape.at(-1) ?? 0 }, (_, c) =>
    model.value(tensor, [...index, c]),
  );

/** @param {string} id @param {Row & { way: Station[] }} what way: from below upwards */
export const ribbon = (id, what) => ({
  ...{ id, kind: "ribbon", draw: drawRibbon, enters: grow, ...what },
  initial: { opacity: 0, progress: 0 },
});

/** @type {import("./draw.js").Draw} */
function drawRibbon(item, get, model) {
  const { id, tensor, way, strength } = /** @type {ReturnType<typeof ribbon>} */ (item);
  const gone = get("progress") * (way.length - 1);
  const opacity = get("opacity") * strength;
  const fill = tensorStyle(tensor).role;
  const numbers = numbersOf(model, item);
  const stripes = numbers.map((number, k) => {
    const at = (/** @type {Station} */ { x, width }) => x + (width * k) / numbers.length;
    const pieces = way.slice(1, Math.ceil(gone) + 1).map((to, s) => {
      const from = way[s];
      const widths = { wide1: from.width / numbers.length, wide2: to.width / numbers.length };
      const curve = { x1: at(from), y1: from.y, x2: at(to), y2: to.y, ...widths };
      return ribbonPath(curve, Math.min(1, gone - s));
    });
    const share = Math.min(1, Math.abs(number) / model.largest(tensor)) || 0;
    return path(`${id}/${k}`, pieces.join(""), {
      fill,
      opacity: opacity * (0.1 + 0.85 * share),
      part: "stream",
    });
  });
  return [[LAYERS.stream, gone > 0 ? stripes : []]];
}
