/**
 * A matrix at several moments of training, as colours that blend from one moment to the next. The numbers of the first moment,
 * and of the last if it was run too, can be pointed at; those of the others are copies, since the trace has no cells for them.
 */

import { shortestDecimal } from "../../words/decimal.js";
import { textWidth } from "../text-metrics.js";
import { formatNumber } from "../format.js";
import { cellName, upTo } from "../model.js";
import { cellBox, dividers, hatchMark } from "./block.js";
import { runs, shadeOf, shadeStyle } from "./heat.js";
import { edge, path, rect } from "./marks.js";
import { heat, inkOver } from "./shades.js";
import { placeable } from "./place.js";
import { gridSize, indexAt, placesBy } from "./squares.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */
/** @typedef {import("./squares.js").Grid} Grid */

/** Font size of numbers, px. */
const FONT = 12;
/** The widest texts of weights, by decimals. */
const WIDEST = ["8", "0.8", "0.88"];

/**
 * @param {string} id
 * @param {{ grid: Grid, cell: { width: number, height: number }, steps: number[], values: ArrayLike<number>[], weights?: boolean, label?: string,
 *   last?: string, hatched?: boolean }} what
 *   grid: the cells of the first moment; steps: of each moment; values: at each moment, row by row; weights: they go from 0 to 1,
 *   else blue is positive and orange negative; last: the tensor of the last moment, if that was run too; hatched: negative cells are hatched. Numbers are written if
 *   they fit, once they are revealed
 */
export function film(id, { grid, cell, steps, values, weights = false, label, last, hatched }) {
  let most = 0;
  for (const some of values)
    for (const value of Array.from(some)) most = Math.max(most, Math.abs(value) || 0);
  return placeable({
    ...{ id, kind: "film", draw: drawFilm, grid, steps, values, weights, label, most, last, hatched },
    ...gridSize(cell, grid.rows, grid.columns),
    initial: { opacity: 0, at: steps[0], reveal: 0 },
  });
}
/** @typedef {ReturnType<typeof film>} Film */

/**
 * The indices of the moments before and after a step, and how far the step is from the one to the other, from 0 to 1.
 * @param {number[]} steps @param {number} at @returns {[number, number, number]}
 */
function between(steps, at) {
  const next = steps.findIndex((step) => step > at);
  if (next < 0) return [steps.length - 1, steps.length - 1, 0];
  return [next - 1, next, (at - steps[next - 1]) / (steps[next] - steps[next - 1])];
}

/** @type {import("./draw.js").Draw} */
function drawFilm(item, get) {
  const opacity = get("opacity");
  const { id, steps, values, label } = item;
  const [k, next, by] = between(steps, get("at"));
  const [a, b] = [values[k], values[next]];
  const value = (/** @type {number} */ n) => (by === 0 ? a[n] : a[n] + (b[n] - a[n]) * by);
  const grid = by === 0 ? gridOf(item, k) : null;
  const ground = { fill: "paper", opacity, part: "cell", label, ...(grid && { grid }) };
  const marks = [rect(`${id}/ground`, item, ground), ...cellsOf(item, value, opacity)];
  marks.push(edge(`${id}/edge`, item, { strokeWidth: item.weights ? 1.5 : 1, opacity }));
  const numbers = by === 0 && get("reveal") > 0 ? numbersOf(item, a, opacity * get("reveal"), grid) : [];
  return { box: marks, label: numbers };
}

/** The cells that hold a moment's numbers; null if the trace has none. @param {any} item @param {number} k @returns {Grid | null} */
function gridOf({ grid, steps, last }, k) {
  if (k === 0) return grid;
  return last && k === steps.length - 1 ? { ...grid, tensor: last } : null;
}

/** @param {any} item @param {(n: number) => number} value @param {number} opacity @returns {Mark[]} */
function cellsOf(item, value, opacity) {
  const { id, grid, most, weights } = item;
  const { rows, columns } = grid;
  const shades = placesBy(grid, (r, c) => {
    const number = value(r * columns + c);
    return weights && Number.isFinite(number) ? Math.round(48 * heat(number)) : shadeOf(number, most);
  });
  const inner = { stroke: "on-role", strokeWidth: 1, opacity: 0.5 * opacity };
  const shown = [...shades].filter(([shade]) => shade !== 0);
  const below = item.hatched ? upTo(rows * columns).filter((n) => value(n) < 0) : [];
  return [
    ...shown.map(([shade, cells]) => {
      const how =
        weights && typeof shade === "number"
          ? { fill: "full", opacity: (opacity * shade) / 48, part: "shade" }
          : shadeStyle(shade, opacity, null);
      return path(`${id}/${shade}`, runs(item, cells), how);
    }),
    ...below.map((n) => hatchMark(`${id}/below${n}`, cellBox({ ...item, columns }, n), opacity)),
    ...(weights ? [path(`${id}/inner`, dividers({ ...item, rows, columns }), inner)] : []),
  ];
}

/** A number's text, without the 0 before its point where it would not fit. @param {string} whole @param {number} width px */
const fitted = (whole, width) =>
  textWidth(whole, FONT, 600) + 3 <= width ? whole : whole.replace(/^(−?)0\./, "$1.");

/** How many decimals fit into a cell, at most three; 0 or less if none. @param {number} width px @param {boolean} weights @param {number} most the largest magnitude */
function decimalsIn(width, weights, most) {
  const widest = weights
    ? WIDEST
    : [0, 1, 2, 3].map((decimals) => fitted(`−${most.toFixed(decimals)}`, width));
  return widest.findLastIndex((text) => textWidth(text, FONT, 600) + 3 <= width);
}

/** Writes the numbers that do not round to 0. @param {any} item @param {ArrayLike<number>} values @param {number} opacity @param {Grid | null} cells their cells in the trace, if any @returns {Mark[]} */
function numbersOf(item, values, opacity, cells) {
  const { id, grid, cellWidth: wide, cellHeight: high, weights, most } = item;
  const decimals = high < 16 ? 0 : decimalsIn(wide, weights, most);
  if (decimals < 1) return [];
  return Array.from(values).flatMap((value, n) => {
    if (!(Math.abs(value) >= 0.5 * 10 ** -decimals)) return [];
    const [r, c] = [Math.floor(n / grid.columns), n % grid.columns];
    const box = cellBox({ ...item, columns: grid.columns }, n);
    const cell = cells
      ? { cell: cellName(cells.tensor, indexAt(cells, r, c)), value: shortestDecimal(value), box }
      : { copy: true };
    const at = { x: box.x + wide / 2, y: box.y + high / 2 + 0.36 * FONT, size: FONT, weight: 600 };
    const text = fitted(formatNumber(value, decimals), box.width);
    const fill = weights
      ? inkOver("full", heat(value))
      : inkOver(value > 0 ? "full" : "key", Math.abs(value) / most);
    return [{ type: "text", id: `${id}/n${n}`, ...at, anchor: "middle", text, fill, opacity, ...cell }];
  });
}
