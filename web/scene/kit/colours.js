/** The look of a tensor's cells: numbers in the style of the tensor or, if these do not fit, squares of colour. */

import { isParameter, isWeights, tensorStyle } from "../../core/graph/tensors.js";
import { LEAST_HEIGHT, block, cellOf } from "./block.js";

/** The style of a tensor's cells when they show numbers. @param {string} tensor @returns {"gradient" | "heat" | "tint" | "role"} */
export function styleOf(tensor) {
  const { role, gradient } = tensorStyle(tensor);
  if (gradient) return "gradient";
  if (isWeights(tensor)) return "heat";
  return isParameter(tensor) && role !== "parameter" ? "tint" : "role";
}

/**
 * A block with numbers if they fit into cells of the given size, or else with squares of colour.
 * @param {import("../model.js").Model} model @param {Parameters<typeof block>[1] & { width: number }} what
 */
export function numbersOrColours(model, what) {
  const { tensor, size, width, height = size.height, cells } = what;
  if (cellOf(model, tensor, size).width <= width && height >= LEAST_HEIGHT) return block(model, what);
  const [first, [below] = []] = cells;
  const index = first[0].map((at, axis) => {
    if (below && below[axis] !== at) return "r";
    return first.length > 1 && first[1][axis] !== at ? "c" : at;
  });
  const grid = { tensor: model.full(tensor), index, rows: cells.length, columns: first.length };
  return block(model, { ...what, style: "shade", grid });
}
