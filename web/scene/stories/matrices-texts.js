/**
 * What stands in the cells of a matrix in one run: texts, addresses and exact values. They are kept with the run;
 * boards and grids, which runs of one shape share, hold no number.
 */

import { charAdvance } from "../advance.js";
import { formatNumber, shortest } from "../format.js";
import { cellName } from "../model.js";
import { wide } from "./matrices-grid.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./matrices-plan.js").Matrix} Matrix */
/** @typedef {{ texts: string[], em: number, whole: boolean, named?: ({ cell: string, value: string } | null)[] }} Texts em: room
 *   that the widest text needs */

/** @type {WeakMap<Model, Map<string, Texts>>} */
const known = new WeakMap();

/** @param {Model} model @param {Matrix} matrix @param {number} decimals the most wanted @returns {Texts} */
export function textsOf(model, matrix, decimals) {
  let own = known.get(model);
  if (!own) known.set(model, (own = new Map()));
  const format = model.format(matrix.tensor, decimals);
  const key = `${matrix.key}/${matrix.rows}/${matrix.turned ?? ""}/${format.decimals}`;
  let found = own.get(key);
  if (!found) own.set(key, (found = read(model, matrix, format)));
  return found;
}

/** @param {Model} model @param {Matrix} matrix @param {import("../format.js").Format} format @returns {Texts} */
function read(model, matrix, format) {
  const { rows, cols, index, tensor, pattern } = matrix;
  const texts = [];
  let em = 0.7;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const text =
        pattern || !wide(matrix, r, c) ? "" : formatNumber(model.value(tensor, index(r, c)), format);
      texts.push(text);
      em = Math.max(em, numberEm(text));
    }
  }
  return { texts, em, whole: format.whole };
}

/** Width of a number in em, bold; the same as the table of advances gives, for the few characters of numbers. @param {string} text */
function numberEm(text) {
  let em = 0;
  for (let k = 0; k < text.length; k++) em += charAdvance(text.charCodeAt(k));
  return em * 1.09;
}

/**
 * Name and exact value of every entry with a number; made when first drawn. An entry that is broadcast is a
 * cell once and a copy elsewhere.
 * @param {Model} model @param {Matrix} matrix @param {Texts} held
 */
export function addresses(model, matrix, held) {
  return (held.named ??= name(model, matrix, held.texts));
}

/** @param {Model} model @param {Matrix} matrix @param {string[]} texts */
function name(model, matrix, texts) {
  const named = new Set();
  return texts.map((text, k) => {
    if (!text) return null;
    const index = matrix.index(Math.floor(k / matrix.cols), k % matrix.cols);
    const cell = cellName(matrix.tensor, index);
    if (named.has(cell)) return null;
    named.add(cell);
    return { cell, value: shortest(model.value(matrix.tensor, index)) };
  });
}
