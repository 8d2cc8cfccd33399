/**
 * Cells too small for numbers. A mark that shows a matrix as colours names in `grid` the cells its squares stand for, so that
 * they can be pointed at, ringed and read aloud like numbers.
 *
 * @typedef {{ tensor: string, index: (number | "r" | "c")[], rows: number, columns: number, from?: number, above?: number }} Grid
 *   index: of a cell, with its row and column left open; from: the first column; above: how many rows come before the first
 */

import { upTo } from "../model.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */
/** @typedef {{ top: number, bottom: number, left: number, right: number }} Area rows and columns, including the last ones */

/** The size of a grid with cells of a given size, px. @param {{ width: number, height: number }} cell @param {number} rows @param {number} columns */
export const gridSize = ({ width: cellWidth, height: cellHeight }, rows, columns) => ({
  ...{ cellWidth, cellHeight, width: columns * cellWidth, height: rows * cellHeight },
});

/**
 * The row and column of a cell in a grid; null if the grid does not contain it.
 * @param {Grid} grid @param {import("../model.js").Cell} cell @returns {[number, number] | null}
 */
export function placeIn({ tensor, index, rows, columns, from = 0, above = 0 }, cell) {
  if (cell.tensor !== tensor || cell.index.length !== index.length) return null;
  let [r, c] = [0, 0];
  for (const [axis, what] of index.entries()) {
    const at = cell.index[axis];
    if (what === "r") r = at - above;
    else if (what === "c") c = at - from;
    else if (what !== at) return null;
  }
  return r >= 0 && r < rows && c >= 0 && c < columns ? [r, c] : null;
}

/** The complete index of a cell of a grid. @param {Grid} grid @param {number} r @param {number} c @returns {number[]} */
export const indexAt = ({ index, from = 0, above = 0 }, r, c) =>
  index.map((what) => (what === "r" ? r + above : what === "c" ? c + from : what));

/** @param {Grid} grid @returns {number[][][]} rows of complete indices */
export const cellsOf = (grid) =>
  upTo(grid.rows).map((r) => upTo(grid.columns).map((c) => indexAt(grid, r, c)));

/**
 * Groups the places of a grid by what is found at them: cells that look alike form one mark.
 * @template T @param {{ rows: number, columns: number }} grid @param {(r: number, c: number) => T} find
 * @returns {Map<T, [r: number, c: number][]>}
 */
export function placesBy({ rows, columns }, find) {
  const groups = new Map();
  for (const r of upTo(rows))
    for (const c of upTo(columns)) {
      const found = find(r, c);
      if (!groups.has(found)) groups.set(found, []);
      groups.get(found).push([r, c]);
    }
  return groups;
}

/** The cells of a grid. @param {Grid} grid @returns {import("../model.js").Cell[]} */
export const cellsIn = (grid) =>
  cellsOf(grid).flatMap((row) => row.map((index) => ({ tensor: grid.tensor, index })));

/** The box of some rows and columns of a grid on the stage. @param {Mark} mark @param {Area} area @returns {Box} */
export function boxOf({ x, y, width, height, grid }, { top, bottom, left, right }) {
  const [w, h] = [width / grid.columns, height / grid.rows];
  return { x: x + left * w, y: y + top * h, width: (right - left + 1) * w, height: (bottom - top + 1) * h };
}

/**
 * The areas that some cells cover: neighbours in a row are merged, then equal runs in successive rows.
 * @param {[number, number][]} places @returns {Area[]}
 */
export function areas(places) {
  /** @type {Area[]} */
  const runs = [];
  for (const [r, c] of places.toSorted(([r, c], [s, d]) => r - s || c - d)) {
    const last = runs[runs.length - 1];
    if (last?.top === r && last.right >= c - 1) last.right = c;
    else runs.push({ top: r, bottom: r, left: c, right: c });
  }
  return runs.filter(({ top, left, right }) => {
    const above = runs.find((run) => run.bottom === top - 1 && run.left === left && run.right === right);
    if (above) above.bottom = top;
    return !above;
  });
}
