/** Cell sizes of every matrix at one density, and the grids they give. */

import { cellWidth, extent, grid } from "./matrices-grid.js";
import { cardShape } from "./matrices-card-layout.js";
import { textsOf } from "./matrices-texts.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./matrices-plan.js").Matrix} Matrix */
/** @typedef {import("./matrices-plan.js").Board} Board */
/** @typedef {import("./matrices-grid.js").Preset} Preset */
/** @typedef {import("./matrices-grid.js").Grid} Grid */
/** @typedef {{ matrix: Matrix, width: number, own: number, height: number, size: number, perBand: number }} Cells own: the
 *   width that its numbers need, without the matrix it stands above or below */
/** @typedef {{ width: number, height: number, matrix: Matrix, cells: Cells }} Extent */
/** @typedef {{ board: Board, cells: Record<string, Cells>, cell: import("./matrices-card-layout.js").CellSizes }} Measured */
/** @typedef {Measured & { parts: Record<string, Extent> }} Sized */

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
  { number: 13, decimal: 12, cell: 24, height: 20 },
];

/** All matrices of a board by their part in it. @param {Board} board @returns {[string, Matrix][]} */
function partsOf(board) {
  const { left, aside, top, plus, result } = board;
  const all = Object.entries({ left, aside, top, plus, result });
  return /** @type {[string, Matrix][]} */ (all.filter(([, matrix]) => matrix));
}

/** A measurer that reads every matrix once for each count of decimals. @param {Model} model @param {Board[]} boards */
export function createMeasure(model, boards) {
  /** @type {Map<number, Map<Matrix, import("./matrices-texts.js").Texts>>} by matrix, so that no name is made twice */
  const quick = new Map();
  /** @type {Map<Preset, Map<number, Measured[]>>} */
  const measured = new Map();
  /** @param {Matrix} matrix @param {number} decimals */
  const read = (matrix, decimals) => {
    let known = quick.get(decimals);
    if (!known) quick.set(decimals, (known = new Map()));
    let found = known.get(matrix);
    if (!found) known.set(matrix, (found = textsOf(model, matrix, decimals)));
    return found;
  };

  return {
    /** @param {Preset} preset @param {number} decimals @param {number} air around a number @returns {Measured[]} */
    measure(preset, decimals, air) {
      let known = measured.get(preset);
      if (!known) measured.set(preset, (known = new Map()));
      const before = known.get(decimals);
      if (before) return before;
      const width = (/** @type {Matrix} */ matrix) => cellWidth(read(matrix, decimals), preset, air);
      const found = boards.map((board) => {
        /** @type {Record<string, Cells>} */
        const cells = {};
        for (const [name, matrix] of partsOf(board)) {
          const partner = partnerOf(board, name);
          const wide = Math.max(width(matrix), partner?.cols === matrix.cols ? width(partner) : 0);
          const size = read(matrix, decimals).whole ? preset.number : preset.decimal;
          const own = width(matrix);
          cells[name] = { matrix, width: wide, own, height: preset.height, size, perBand: matrix.cols };
        }
        return { board, cells, cell: cardCells(board, width, preset) };
      });
      known.set(decimals, found);
      return found;
    },
    /** The grids themselves. @param {Sized} sized @param {number} decimals @returns {Record<string, Grid>} */
    build({ parts }, decimals) {
      const grids = Object.entries(parts).map(([name, { matrix, cells }]) => [
        name,
        grid(matrix, decimals, cells),
      ]);
      return Object.fromEntries(grids);
    },
  };
}

/**
 * How wide the cells of all matrices are at each density: what their places depend on besides sizes and words.
 * @param {Model} model @param {Board[]} boards @param {boolean} phone
 */
export function widthsOf(model, boards, phone) {
  const most = decimalsOf(model);
  const held = (/** @type {Matrix} */ matrix) =>
    [most, 2].map((decimals) => textsOf(model, matrix, decimals));
  return boards.flatMap((board) =>
    partsOf(board).map(([, matrix]) => {
      const { key, rows, cols } = matrix;
      const widths = held(matrix).flatMap((texts) => [
        texts.whole,
        ...(phone ? PHONE : ROOMY).map((preset) => cellWidth(texts, preset, airOf(phone))),
      ]);
      return [key, rows, cols, ...widths].join(" ");
    }),
  );
}

/** Decimals that are tried first. @param {Model} model */
export const decimalsOf = (model) => Math.min(3, model.options.decimals ?? 3);

/** Room around a number. @param {boolean} phone */
export const airOf = (phone) => (phone ? 2.5 : 8);

/** A product stands under its right factor: their columns are equally wide. @param {Board} board @param {string} name */
function partnerOf({ top, result }, name) {
  if (name === "result") return top;
  return name === "top" || name === "plus" ? result : undefined;
}

/**
 * Extents in a given room; a matrix that is wider is cut into bands of columns.
 * @param {Measured[]} measured @param {number} room @returns {Sized[]}
 */
export function fit(measured, room) {
  const known = room === Infinity && unbounded.get(measured);
  if (known) return known;
  const found = fitted(measured, room);
  if (room === Infinity) unbounded.set(measured, found);
  return found;
}

/** @type {WeakMap<Measured[], Sized[]>} */
const unbounded = new WeakMap();

/** @param {Measured[]} measured @param {number} room @returns {Sized[]} */
function fitted(measured, room) {
  return measured.map((one) => {
    const less = one.board.aside ? one.cells.aside.width + 10 : 0;
    const parts = Object.entries(one.cells).map(([name, cells]) => {
      const { matrix } = cells;
      // a matrix that cannot be cut into bands moves together before it leaves the stage
      const tight = matrix.spanRows && matrix.cols * cells.width > room;
      const width = tight ? Math.max(cells.own, Math.floor(room / matrix.cols)) : cells.width;
      const most = Math.min(
        matrix.cols,
        Math.max(1, Math.floor((room - (name === "left" ? less : 0)) / width)),
      );
      const bands = matrix.span ? 1 : Math.ceil(matrix.cols / most);
      const placed = { ...cells, width, perBand: Math.ceil(matrix.cols / bands) };
      return [name, { ...extent(matrix, placed), matrix, cells: placed }];
    });
    return { ...one, parts: Object.fromEntries(parts) };
  });
}

/** Cells of the card: as wide as on the board. @param {Board} board @param {(matrix: Matrix) => number} width @param {Preset} preset */
function cardCells(board, width, preset) {
  const second = board.aside ?? board.top;
  const a = width(board.left);
  const b = second && !second.pattern ? width(second) : board.kind === "each" ? 56 : a;
  const r = width(board.result);
  return { a, b, p: Math.max(a, b, 40), r, height: Math.max(24, preset.height) };
}

/** @param {Measured[]} measured @param {boolean} turned @param {number} tight */
export const shapesOf = (measured, turned, tight) =>
  measured.map(({ board, cell }) => cardShape(board, cell, turned, tight));

/** For a card that is still too wide: its products take less room than their factors. @param {Measured[]} measured @returns {Measured[]} */
export const narrowed = (measured) =>
  measured.map((one) => ({ ...one, cell: { ...one.cell, p: Math.min(one.cell.p, 40) } }));
