/**
 * The card beside the board opens one cell: its operands number by number, what is made of each pair, and what
 * they add up to. Level where there is room (a column for each pair), turned by a quarter where there is not
 * (a line for each pair). Both are the same list of stages along one axis and pairs along the other.
 *
 * @typedef {import("../parts.js").Box} Box
 * @typedef {import("./matrices-plan.js").Board} Board
 * @typedef {{ a: number, b: number, p: number, r: number, height: number }} CellSizes widths of the cells, and their height
 * @typedef {{ turned: boolean, pairs: number, stages: Record<string, { at: number, size: number }>, cross: number, pitch: number,
 *   main: number, extra: number }} CardShape
 */

/** Stages of each kind of board, in the order in which they happen; a number is a gap. */
const STAGES = {
  product: {
    level: ["a", 26, "b", 34, "p", 12, "bracket", "r"],
    turned: ["a", 20, "b", 22, "p", 4, "bracket", "r"],
  },
  function: { level: ["a", 26, "b", 12, "bracket", "r"], turned: ["a", 16, "b", 4, "bracket", "r"] },
  row: { level: ["a", 16, "lane", 16, "r"], turned: ["a", 14, "lane", 14, "r"] },
  reduce: { level: ["a", 16, "bracket", "r"], turned: ["a", 8, "bracket", "r"] },
  each: { level: ["a", 40, "b", 40, "r"], turned: ["a", 28, "b", 28, "r"] },
};

/** How many pairs a board's card shows, and how much follows them: a bias, the other heads. @param {Board} board */
export function pairsOf({ kind, left, top, plus }) {
  if (kind === "each") return { pairs: 1, extra: 0 };
  const count = left.span ? left.span[1] - left.span[0] : left.cols;
  const other = kind === "function" && top ? top.rows : 0;
  return { pairs: Math.max(count, other), extra: (plus ? 1 : 0) + (left.span ? 1 : 0) };
}

/**
 * Sizes along both axes; "main" runs along the pairs, "cross" along the stages.
 * @param {Board} board @param {CellSizes} cell @param {boolean} turned @param {number} [tight] gaps are so much smaller
 * @returns {CardShape}
 */
export function cardShape(board, cell, turned, tight = 1) {
  const { pairs, extra } = pairsOf(board);
  const level = !turned && board.kind !== "each";
  const order = STAGES[board.kind][level ? "level" : "turned"];
  /** @type {Record<string, number>} */
  const sizes = level
    ? { a: cell.height, b: cell.height, p: 24, r: cell.height, bracket: 38, lane: 34 }
    : { a: cell.a, b: cell.b, p: cell.p, r: cell.r, bracket: 34 * tight, lane: 34 };
  /** @type {CardShape["stages"]} */
  const stages = {};
  let cross = 0;
  for (const step of order) {
    const size = typeof step === "number" ? step * tight : sizes[step];
    if (typeof step === "string") stages[step] = { at: cross + size / 2, size };
    cross += size;
  }
  const wide = Math.max(cell.a, cell.b, cell.p, board.kind === "row" ? cell.r : 0);
  const pitch = level ? wide + (board.kind === "row" ? 16 : 26) : cell.height + 4;
  const count = pairs + extra;
  return {
    turned: !level,
    pairs,
    stages,
    cross,
    pitch,
    main: (count - 1) * pitch + (level ? wide : cell.height),
    extra,
  };
}

/**
 * The middle of a stage of a pair, in a card whose content begins at (x, y).
 * @param {CardShape} shape @param {{ x: number, y: number }} origin @param {string} stage @param {number} k
 * @param {CellSizes} cell
 */
export function cardSpot(shape, { x, y }, stage, k, cell) {
  const cross = shape.stages[stage].at;
  const alone = stage === "r" || stage === "bracket" || stage === "lane";
  const first = shape.turned ? cell.height / 2 : Math.max(cell.a, cell.b, cell.p) / 2;
  const main = alone && k < 0 ? shape.main / 2 : first + k * shape.pitch;
  return shape.turned ? { x: x + cross, y: y + main } : { x: x + main, y: y + cross };
}

/** Room for the words at the side of a level card. */
export const WORDS = 116;

/**
 * What a card needs in all, title and words included.
 * @param {CardShape[]} shapes @param {boolean} turned @param {boolean} phone
 */
export function cardNeeds(shapes, turned, phone) {
  const margin = phone ? 12 : 24;
  const head = phone ? 36 : 60;
  const width = (/** @type {CardShape} */ shape) =>
    shape.turned ? shape.cross : shape.main + (turned ? 0 : WORDS);
  const height = (/** @type {CardShape} */ shape) => (shape.turned ? shape.main + 22 : shape.cross);
  return {
    width: Math.max(...shapes.map(width)) + 2 * margin,
    height: head + Math.max(...shapes.map(height)) + margin,
    margin,
    head,
  };
}
