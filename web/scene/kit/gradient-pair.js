/** A tensor's slice with its gradient right below it, in cells of one width: hatched, so that it is never taken for a value. */

import { block, cellOf } from "./block.js";
import { placeable } from "./place.js";

/** @typedef {import("./block.js").Block} Block */
/** @typedef {import("./block.js").Size} Size */

/** px by which a gradient's cells are lower. */
const LOWER = 2;

/** "self.query" → "self.grad_query" @param {string} tensor */
export const gradientOf = (tensor) => tensor.replace(/[^.]*$/, "grad_$&");

/**
 * @param {import("../model.js").Model} model
 * @param {{ id: string, tensor: string, cells: number[][][], size: Size, gradient?: string, look?: Parameters<typeof block>[1]["look"], width?: number, height?: number,
 *   labels?: import("./block.js").Label[], below?: import("./block.js").Label[], margin?: import("./place.js").Margin }} what
 *   gradient: the tensor below, if not that of the gradient; labels of the value, below: of the gradient; width, height: of a value's cell, px
 */
export function gradientPair(model, what) {
  const { id, tensor, gradient = gradientOf(tensor), cells, size, look, labels, below, margin } = what;
  const {
    height = size.height,
    width = Math.max(...[tensor, gradient].map((one) => cellOf(model, one, size).width)),
  } = what;
  const own = block(model, { id, tensor, cells, size, look, labels, width, height });
  const grad = block(model, {
    ...{ id: `grad.${id}`, tensor: gradient, cells, size, look: "gradient", labels: below },
    ...{ width, height: Math.max(16, height - LOWER) },
  });
  const pair = placeable(
    { id, value: own, grad, width: own.width, height: own.height + grad.height },
    margin,
  );
  // what stands beside it stands beside the value
  const half = own.height / 2;
  Object.assign(pair, { up: half + (margin?.up ?? 0), down: half + grad.height + (margin?.down ?? 0) });
  pair.put = (x, y) => {
    own.put(x, y);
    grad.put(x, own.y + own.height + grad.height / 2);
    Object.assign(pair, { x: own.x, y: own.y });
  };
  return pair;
}
/** @typedef {ReturnType<typeof gradientPair>} GradientPair */
