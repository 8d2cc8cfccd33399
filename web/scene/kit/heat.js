/**
 * Matrices as colour: one small square per cell, where there is no room for numbers. Opacity shows magnitude, hue shows sign; NaN
 * and infinities are drawn as such. All squares of one shade form one path, so that thousands of them cost little.
 */

import { hatchMark, labelMarks } from "./block.js";
import { lookUp, strengthOf } from "./draw.js";
import { edge, path, px, rect } from "./marks.js";
import { isWeights, tensorStyle } from "../../core/graph/tensors.js";
import { placeable } from "./place.js";
import { MOST_SQUARES } from "./slice.js";
import { gridSize, indexAt, placesBy } from "./squares.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */

const SHADES = 8;

/**
 * @param {import("./slice.js").Slice} slice
 * @param {{ id: string, cell: { width: number, height: number }, role?: boolean, most?: number, labels?: import("./block.js").Label[], label?: string,
 *   margin?: import("./place.js").Margin }} what
 *   cell: px; role: in the colour of its role; most: the number with full opacity, by default the largest of its rows;
 *   label: for screen readers
 */
export function heatMap(slice, { id, cell, role = false, most = 0, labels = [], label, margin }) {
  const { tensor, index, from = 0, above = 0 } = slice;
  const [rows, columns] = [slice.rows, slice.columns].map((all) => Math.min(all, MOST_SQUARES));
  const item = {
    ...{ id, kind: "heat", draw: drawHeat, tensor, index, from, above, rows, columns, labels, label },
    hue: role ? tensorStyle(tensor).role : null,
    most,
    ...gridSize(cell, rows, columns),
    seen: /** @type {(() => Map<any, number[][]>) | null} */ (null),
    initial: { opacity: 0, dim: 0 },
  };
  return placeable(item, margin);
}

/** Cells by shade: −8…8, "forbidden" (−∞) or "odd" (NaN, ∞). @param {any} item @param {import("../model.js").Model} model */
function shadesOf(item, model) {
  const { tensor, index, from, rows } = item;
  const at = (/** @type {number} */ r, /** @type {number} */ c) => model.value(tensor, indexAt(item, r, c));
  // relative to the largest of whole rows, of which these may be only some columns
  const end = (model.tensor(tensor)?.shape[index.indexOf("c")] ?? 1) - from;
  let { most } = item;
  for (let r = 0; r < rows && !item.most; r++)
    for (let c = -from; c < end; c++)
      if (Number.isFinite(at(r, c))) most = Math.max(most, Math.abs(at(r, c)));
  return placesBy(item, (r, c) => shadeOf(at(r, c), isWeights(tensor) ? 1 : most));
}

/** The shade of a number; only 0 looks like 0. @param {number} value @param {number} most largest magnitude @returns {number | string} */
export function shadeOf(value, most) {
  if (value === -Infinity) return "forbidden";
  if (!Number.isFinite(value)) return "odd";
  return value === 0 ? 0 : Math.sign(value) * Math.max(1, Math.round((SHADES * Math.abs(value)) / most));
}

/** @type {import("./draw.js").Draw} */
function drawHeat(item, get, model) {
  const opacity = strengthOf(get, model, 0.4);
  const { id, tensor, index, from, above, rows, columns } = item;
  const grid = { tensor, index, rows, columns, from, above };
  const ground = { fill: "paper", opacity, part: "cell", grid, label: item.label };
  /** @type {Mark[]} */
  const marks = [rect(id + "/ground", item, ground)];
  for (const [shade, cells] of lookUp(item, model, () => shadesOf(item, model))) {
    if (shade === 0) continue;
    const d = shade === "forbidden" ? strokes(item, cells) : runs(item, cells);
    marks.push(path(`${id}/${shade}`, d, shadeStyle(shade, opacity, item.hue)));
  }
  // hatched, like gradients that show numbers
  const { gradient } = tensorStyle(tensor);
  if (gradient) marks.push(hatchMark(id + "/gradient", item, opacity, "focus"));
  marks.push(edge(id + "/edge", item, { strokeWidth: 1, opacity, ...(gradient && { stroke: "focus" }) }));
  return { box: marks, label: labelMarks(item, opacity) };
}

/**
 * The style of a shade: blue for positive, orange for negative, hues that colour-blind readers can tell apart.
 * @param {number | string} shade @param {number} opacity @param {string | null} hue
 */
export function shadeStyle(shade, opacity, hue) {
  if (shade === "forbidden") return { fill: "none", stroke: "past", strokeWidth: 1, opacity };
  if (typeof shade === "string") return { fill: "on-paper", opacity };
  const strength = 0.1 + (0.9 * Math.abs(shade)) / SHADES;
  return { fill: hue ?? (shade > 0 ? "full" : "key"), opacity: opacity * strength, part: "shade" };
}

/** The path data of cells; neighbours in a row become one rectangle. @param {any} item @param {number[][]} cells */
export function runs({ x, y, cellWidth: w, cellHeight: h }, cells) {
  let d = "";
  for (let k = 0; k < cells.length;) {
    const [r, c] = cells[k];
    let n = 1;
    while (k + n < cells.length && cells[k + n][0] === r && cells[k + n][1] === c + n) n++;
    d += `M${px(x + c * w)} ${px(y + r * h)}h${px(n * w)}v${px(h)}h${px(-n * w)}z`;
    k += n;
  }
  return d;
}

/** The path data of strokes through forbidden cells. @param {any} item @param {number[][]} cells */
const strokes = ({ x, y, cellWidth: w, cellHeight: h }, cells) =>
  cells
    .map(([r, c]) => `M${px(x + c * w)} ${px(y + (r + 1) * h)}L${px(x + (c + 1) * w)} ${px(y + r * h)}`)
    .join("");
