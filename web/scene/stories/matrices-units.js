/**
 * The unit a board works in: a cell, or where a function reads a whole row, a row. For each unit, the part of
 * every matrix that it has to do with: [row, column], null meaning all of them.
 */

/** @typedef {import("./matrices-plan.js").Board} Board */
/** @typedef {{ r: number, c: number }} Unit */

/** @param {Board} board */
export const byRow = ({ kind }) => kind === "row" || kind === "reduce";

/** @param {Board} board */
export const unitCount = (board) => board.result.rows * unitsPerRow(board);

/** @param {Board} board */
export const unitsPerRow = (board) => (byRow(board) ? 1 : board.result.cols);

/** @param {Board} board @param {number} at @returns {Unit} */
export function unitAt(board, at) {
  const k = Math.min(unitCount(board) - 1, Math.max(0, Math.floor(at)));
  const per = unitsPerRow(board);
  return { r: Math.floor(k / per), c: k % per };
}

/** @param {Board} board @param {Unit} unit @returns {Record<string, { at: [number | null, number | null] }>} */
export function operands({ kind, top }, { r, c }) {
  /** @type {[number | null, number | null]} */
  const row = [r, null];
  /** @type {[number | null, number | null]} */
  const cell = [r, c];
  if (kind === "row") return { left: { at: row }, result: { at: row } };
  if (kind === "reduce") return { left: { at: row }, result: { at: cell } };
  const flat = { plus: { at: /** @type {[number, number]} */ ([0, c]) }, result: { at: cell } };
  if (kind === "each") {
    const over = { at: /** @type {[number, number]} */ ([top?.rows === 1 ? 0 : r, c]) };
    return { left: { at: cell }, aside: { at: [r, 0] }, top: over, result: { at: cell } };
  }
  return { left: { at: row }, top: { at: [null, c] }, ...flat };
}
