/** How much room there is, and what both ways of drawing many heads share: pairs of matrices, projections. */

import { pack, stack } from "./multi-head-pack.js";

/** @typedef {import("./multi-head-facts.js").Facts} Facts */
/** @typedef {import("./multi-head-pack.js").Board} Board */
/** @typedef {ReturnType<typeof roomOf>} Room */

const TALLEST = { wide: 800, compact: 760 };
/** Tokens of one matrix stand so far apart while a tour shows them as (token, head, feature). */
export const PART = 8;

/** @param {number} width of the stage */
export function roomOf(width) {
  const compact = width < 600;
  const pad = compact ? 8 : 24;
  return {
    width,
    compact,
    pad,
    inner: width - 2 * pad,
    most: compact ? TALLEST.compact : TALLEST.wide,
  };
}

/** Room between the heads of one batch item and those of the next. @param {Facts} facts @param {Room} room */
export const bandGap = (facts, room) => (facts.items.length > 1 ? (room.compact ? 12 : 20) : 0);

/** @param {Facts} facts @param {Room} room */
export const bandRoom = (facts, room) =>
  (room.inner - bandGap(facts, room) * (facts.items.length - 1)) / facts.items.length;

/**
 * Scores and weights side by side; if not, in the order in which data flow. One number a row, where softmax is
 * opened, stays beside its scores.
 * @param {Board} s @param {Board | null} m @param {Board} a @param {number} most @param {Room} room @param {{ gap: number, line?: number }} gaps
 */
export function pairsOf(s, m, a, most, room, gaps) {
  const left = m ? [s, m] : [s];
  const all = [...left, a];
  if (all.reduce((sum, { width }) => sum + width + gaps.gap, -gaps.gap) <= most) return pack(all, most, gaps);
  const lines = [left, [a]].map((line) => pack(line, most, gaps));
  return stack(room.compact ? lines : lines.reverse(), gaps.line ?? 8);
}

/** One number for each row of a matrix, level with it. @param {Board} matrix @param {Board} column @returns {Board} */
export function level({ rows, cols, perRow, cellHeight, gap }, column) {
  const pitch = Math.ceil(cols / perRow) * cellHeight + gap;
  return { ...column, gap: pitch - column.cellHeight, height: rows * pitch - gap };
}

/** The three projections before they are split, their cells as large as in the heads. @param {Facts} facts @param {Board[]} parts @param {number} most */
export function projections(facts, parts, most) {
  if (!facts.kinds.has("projected_query")) return null;
  const boards = parts.map((part) => {
    const kind = "projected_" + part.kind;
    const { cols, rows } = /** @type {any} */ (facts.kinds.get(kind));
    return {
      ...part,
      label: Math.max(17, part.label),
      kind,
      cols,
      perRow: cols,
      width: part.cellWidth * cols,
      height: rows * part.cellHeight,
    };
  });
  const gap = facts.tour ? PART * Math.max(2, facts.heads) : 16;
  const all = boards.reduce((sum, { width }) => sum + width + gap, -gap);
  return pack(boards, all <= most ? most : 1, { gap, line: 8 + (facts.tour ? PART * facts.q_len : 0) });
}
