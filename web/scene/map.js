/**
 * A matrix too large for numbers, as colours: one small square a cell. Strength is size, hue is sign; what is no
 * finite number is drawn as such. Squares of one shade are one path, so that thousands cost little.
 */

import { chooseFormat, formatNumber } from "./format.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./parts.js").Mark} Mark */

/** Rows and columns that are drawn; what lies beyond is named in words. */
export const MOST = 64;
const SHADES = 8;

/** @typedef {{ tensor: string, rows: number, columns: number, allRows: number, allColumns: number, low: number, high: number,
 *   lead: number[], shades: Map<number | string, number[][]>, texts: { low: string, high: string } }} Colours shades: cells by shade,
 *   −8…8, "forbidden" (−∞) or "odd" (NaN, ∞) */

/**
 * The upper left part of a tensor's last two axes, by shade.
 * @param {Model} model @param {string} tensor @param {number[]} lead index of the axes before @returns {Colours}
 */
export function colours(model, tensor, lead) {
  const { shape, data } = /** @type {import("./model.js").Tensor} */ (model.tensor(tensor));
  const [allRows, allColumns] = shape.slice(-2);
  const from = lead.reduce((at, k, axis) => at * shape[axis] + k, 0) * allRows * allColumns;
  const at = (/** @type {number} */ r, /** @type {number} */ c) => data[from + r * allColumns + c];
  const rows = Math.min(allRows, MOST);
  const columns = Math.min(allColumns, MOST);
  const { low, high } = range(rows, columns, at);
  const most = Math.max(Math.abs(low), Math.abs(high));
  const shades = new Map();
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const shade = shadeOf(at(r, c), most);
      if (!shades.has(shade)) shades.set(shade, []);
      shades.get(shade).push([r, c]);
    }
  const format = chooseFormat([low, high]);
  const texts = { low: formatNumber(low, format), high: formatNumber(high, format) };
  return { tensor, lead, rows, columns, allRows, allColumns, low, high, shades, texts };
}

/** Smallest and largest finite number. @param {number} rows @param {number} columns @param {(r: number, c: number) => number} at */
function range(rows, columns, at) {
  let [low, high] = [Infinity, -Infinity];
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) {
      const value = at(r, c);
      if (!Number.isFinite(value)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  return low > high ? { low: 0, high: 0 } : { low, high };
}

/** What is not 0 never looks like 0. @param {number} value @param {number} most largest magnitude @returns {number | string} */
export function shadeOf(value, most) {
  if (value === -Infinity) return "forbidden";
  if (!Number.isFinite(value)) return "odd";
  return value === 0 ? 0 : Math.sign(value) * Math.max(1, Math.round((SHADES * Math.abs(value)) / most));
}

/**
 * @param {string} id @param {Colours} made @param {{ x: number, y: number, cell: number }} place @param {number} opacity
 * @returns {Mark[]}
 */
export function mapMarks(id, made, { x, y, cell }, opacity) {
  const size = { width: made.columns * cell, height: made.rows * cell };
  const grid = {
    tensor: made.tensor,
    index: [...made.lead, "r", "c"],
    rows: made.rows,
    columns: made.columns,
  };
  const ground = { fill: "raised", opacity, part: "cell", grid };
  /** @type {Mark[]} */
  const marks = [{ type: "rect", id: id + "/ground", x, y, ...size, ...ground }];
  for (const [shade, cells] of made.shades) {
    if (shade === 0) continue;
    const d = shade === "forbidden" ? strokes(cells, x, y, cell) : squares(cells, x, y, cell);
    marks.push({ type: "path", id: `${id}/${shade}`, d, ...look(made.tensor, shade, opacity) });
  }
  const edge = { fill: "none", stroke: "outline", strokeWidth: 1 };
  return [...marks, { type: "rect", id: id + "/edge", x, y, ...size, ...edge, opacity }];
}

/** Blue above 0, orange below: hues that all eyes tell apart. Weights have their own. @param {string} tensor @param {number | string} shade @param {number} opacity */
export function look(tensor, shade, opacity) {
  if (shade === "forbidden") return { fill: "none", stroke: "past", strokeWidth: 1, opacity };
  if (typeof shade === "string") return { fill: "ink", opacity };
  const above = tensor === "weights" ? "weight" : "score";
  return { fill: shade > 0 ? above : "key", opacity: opacity * (0.12 + (0.88 * Math.abs(shade)) / SHADES) };
}

/** Neighbours in a row are one rectangle. @param {number[][]} cells @param {number} x @param {number} y @param {number} cell */
function squares(cells, x, y, cell) {
  let d = "";
  for (let k = 0; k < cells.length;) {
    const [r, c] = cells[k];
    let n = 1;
    while (k + n < cells.length && cells[k + n][0] === r && cells[k + n][1] === c + n) n++;
    d += `M${x + c * cell} ${y + r * cell}h${n * cell}v${cell}h${-n * cell}z`;
    k += n;
  }
  return d;
}

/** A cell struck out. @param {number[][]} cells @param {number} x @param {number} y @param {number} cell */
const strokes = (cells, x, y, cell) =>
  cells
    .map(([r, c]) => `M${x + c * cell} ${y + (r + 1) * cell}L${x + (c + 1) * cell} ${y + r * cell}`)
    .join("");
