/** A slice of a tensor with its gradient right below it, in equally wide cells: hatched, so as never to be mistaken for a value. */

import { block, cellOf } from "./block.js";
import { placeable } from "./place.js";

/** @typedef {import("./block.js").Block} Block */
/** @typedef {import("./block.js").Size} Size */

/** By how many px the cells of a gradient are lower. */
const LOWER = 2;

/** The name of a tensor's gradient: "self.query" → "self.grad_query". @param {string} tensor */
export const gradientOf = (tensor) => tensor.replace(/[^.]*$/, "grad_$&");

/**
 * @param {import("../model.js").Model} model
 * @param {{ id: string, tensor: string, cells: number[][][], size: Size, gradient?: string, style?: Parameters<typeof block>[1]["style"], width?: number, height?: number,
 *   labels?: import("./block.js").Label[], below?: import("./block.js").Label[], margin?: import("./place.js").Margin }} what
 *   gradient: the tensor below, if not the usual gradient; labels: of the value, below: of the gradient; width, height: of a value's cell, px
 */
export function gradientPair(model, what) {
  const { id, tensor, gradient = gradientOf(tensor), cells, size, style, labels, below, margin } = what;
  const {
    height = size.height,
    width = Math.max(...[tensor, gradient].map((name) => cellOf(model, name, size).width)),
  } = what;
  const value = block(model, { id, tensor, cells, size, style, labels, width, height });
  const grad = block(model, {
    ...{ id: `grad.${id}`, tensor: gradient, cells, size, style: "gradient", labels: below },
    ...{ width, height: Math.max(16, height - LOWER) },
  });
  const pair = placeable({ id, value, grad, width: value.width, height: value.height + grad.height }, margin);
  // its anchor is the middle of the value, so that neighbours align with the value
  const half = value.height / 2;
  Object.assign(pair, { up: half + (margin?.up ?? 0), down: half + grad.height + (margin?.down ?? 0) });
  pair.put = (x, y) => {
    value.put(x, y);
    grad.put(x, value.y + value.height + grad.height / 2);
    Object.assign(pair, { x: value.x, y: value.y });
  };
  return pair;
}
/** @typedef {ReturnType<typeof gradientPair>} GradientPair */
