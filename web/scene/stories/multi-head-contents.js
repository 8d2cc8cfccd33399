/** What cells of the many-heads picture show of one run, made when first drawn: texts and addresses, or magnitudes. */

import { formatNumber, shortest } from "../format.js";
import { cellName } from "../model.js";
import { DECIMALS } from "./multi-head-facts.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {{ texts: string[], cells?: string[], values?: string[], marked: boolean[] }} Contents */
/** @typedef {{ numbers: number[], largest: number }} Colours largest: magnitude in the whole tensor */

/** @type {WeakMap<Model, Map<string, any>>} */
const known = new WeakMap();

/** Made once for each run. @template T @param {Model} model @param {string} key @param {() => T} make @returns {T} */
export function once(model, key, make) {
  let own = known.get(model);
  if (!own) known.set(model, (own = new Map()));
  if (!own.has(key)) own.set(key, make());
  return own.get(key);
}

/** Cells with numbers. @param {Model} model @param {string} tensor @param {() => number[][]} indicesOf @param {string} id of what shows them @returns {Contents} */
export const contents = (model, tensor, indicesOf, id) =>
  once(model, `${id}:${tensor}`, () => {
    const indices = indicesOf();
    const numbers = indices.map((index) => model.value(tensor, index));
    const format = model.format(tensor, DECIMALS);
    return {
      texts: numbers.map((number) => formatNumber(number, format)),
      cells: indices.map((index) => cellName(tensor, index)),
      values: numbers.map(shortest),
      marked: numbers.map(
        (number) => !Number.isFinite(number) && !(/_scores$/.test(tensor) && number === -Infinity),
      ),
    };
  });

/** Cells too small for numbers. @param {Model} model @param {string} tensor @param {() => number[][]} indicesOf @param {string} id @returns {Colours} */
export const colours = (model, tensor, indicesOf, id) =>
  once(model, `${id}:${tensor}:colours`, () => ({
    numbers: indicesOf().map((index) => model.value(tensor, index)),
    largest: once(model, tensor, () => largestOf(model.tensor(tensor)?.data ?? [])),
  }));

/** @param {ArrayLike<number>} data */
function largestOf(data) {
  let most = 0;
  for (let k = 0; k < data.length; k++)
    if (Number.isFinite(data[k])) most = Math.max(most, Math.abs(data[k]));
  return most;
}
