/** Cell sizes of every matrix at one density, and the grids they give. */

import { cellWidth, contents, grid } from "./matrices-grid.js";
import { cardShape } from "./matrices-card-layout.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./matrices-plan.js").Matrix} Matrix */
/** @typedef {import("./matrices-plan.js").Board} Board */
/** @typedef {import("./matrices-grid.js").Preset} Preset */
/** @typedef {import("./matrices-grid.js").Grid} Grid */

/** @type {Preset[]} from roomy to dense; no digit is ever smaller than 12 px */
export const ROOMY = [
  { number: 17, decimal: 14, cell: 48, height: 44 },
  { number: 17, decimal: 14, cell: 40, height: 38 },
  { number: 16, decimal: 13, cell: 36, height: 34 },
  { number: 15, decimal: 12, cell: 32, height: 30 },
  { number: 13, decimal: 12, cell: 26, height: 26 },
];
/** @type {Preset[]} */
export const PHONE = [
  { number: 15, decimal: 12, cell: 32, height: 32 },
  { number: 15, decimal: 12, cell: 28, height: 30 },
  { number: 13, decimal: 12, cell: 24, height: 26 },
];

/** A measurer that reads every matrix once for each count of decimals. @param {Model} model @param {Board[]} boards */
export function createMeasure(model, boards) {
  const held = new Map();
  /** @param {Matrix} matrix @param {number} decimals @returns {ReturnType<typeof contents>} */
  const read = (matrix, decimals) => {
    const key = `${matrix.key}/${matrix.turned ?? ""}${matrix.role}/${decimals}`;
    if (!held.has(key)) held.set(key, contents(model, matrix, decimals));
    return held.get(key);
  };
  /** All matrices of a board by their part in it. @param {Board} board @returns {[string, Matrix][]} */
  const parts = (board) =>
    /** @type {[string, Matrix][]} */ (
      ["left", "aside", "top", "plus", "result"].flatMap((name) => {
        const matrix = board[/** @type {"left"} */ (name)];
        return matrix ? [[name, matrix]] : [];
      })
    );

  /**
   * @param {Preset} preset @param {number} decimals @param {number} air around a number @param {number} [room] widest a matrix
   *   may be; a wider one is cut into bands
   */
  return function measure(preset, decimals, air, room = Infinity) {
    const width = (/** @type {Matrix} */ matrix) => cellWidth(read(matrix, decimals), preset, air);
    const sized = boards.map((board) => {
      /** @type {Record<string, Grid>} */
      const grids = {};
      for (const [name, matrix] of parts(board)) {
        const text = read(matrix, decimals);
        // a product stands under its right factor: their columns are equally wide
        const partner =
          name === "result"
            ? (board.top ?? board.result)
            : name === "top" || name === "plus"
              ? board.result
              : matrix;
        const cell = Math.max(width(matrix), partner.cols === matrix.cols ? width(partner) : 0);
        const fits = Math.min(matrix.cols, Math.max(1, Math.floor((room - (board.aside ? 64 : 0)) / cell)));
        const bands = Math.ceil(matrix.cols / fits);
        const perBand = matrix.span ? matrix.cols : Math.ceil(matrix.cols / bands);
        const size = text.whole ? preset.number : preset.decimal;
        grids[name] = grid(matrix, text, { width: cell, height: preset.height, size, perBand });
      }
      return { board, grids, cell: cardCells(board, width, preset) };
    });
    return sized;
  };
}

/** Cells of the card: as wide as on the board. @param {Board} board @param {(matrix: Matrix) => number} width @param {Preset} preset */
function cardCells(board, width, preset) {
  const second = board.aside ?? board.top;
  const a = width(board.left);
  const b = second && !second.pattern ? width(second) : board.kind === "each" ? 56 : a;
  const r = width(board.result);
  return { a, b, p: Math.max(a, b, 40), r, height: preset.height };
}

/** @typedef {ReturnType<ReturnType<typeof createMeasure>>[number]} Sized */

/** @param {Sized[]} sized @param {boolean} turned */
export const shapesOf = (sized, turned) => sized.map(({ board, cell }) => cardShape(board, cell, turned));
