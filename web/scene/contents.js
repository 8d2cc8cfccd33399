/** What an item that stands for cells shows of one run: texts, addresses and exact values. */

import { formatNumber, shortest } from "./format.js";
import { cellName } from "./model.js";

/** @typedef {{ texts: string[], cells: string[], values: string[], marked: boolean[], marks?: any }} Contents marks: the
 *   strip at rest, when it has been drawn */

/** @type {WeakMap<object, Map<object, Contents>>} */
const known = new WeakMap();

/** Made once for each run, when first shown. @param {any} item @param {import("./model.js").Model} model @returns {Contents} */
export function contents(item, model) {
  let own = known.get(model);
  if (!own) known.set(model, (own = new Map()));
  let made = own.get(item);
  if (!made) own.set(item, (made = read(item, model)));
  return made;
}

/** @param {{ tensor: string, indices: number[][] }} item @param {import("./model.js").Model} model @returns {Contents} */
function read({ tensor, indices }, model) {
  const format = model.format(tensor);
  const numbers = indices.map((index) => model.value(tensor, index));
  return {
    texts: numbers.map((value) => formatNumber(value, format)),
    cells: indices.map((index) => cellName(tensor, index)),
    values: numbers.map(shortest),
    marked: numbers.map(
      (value) => !Number.isFinite(value) && !(tensor.includes("_scores") && value === -Infinity),
    ),
  };
}
