/**
 * Matrices set in rows, as words are set in lines. A board is a matrix with its label above it; sizes are px.
 *
 * @typedef {{ kind: string, cellWidth: number, cellHeight: number, size: number, rows: number, cols: number,
 *   perRow: number, gap: number, heat: boolean, label: number, width: number, height: number, page?: number }} Board
 * @typedef {Board & { x: number, y: number }} Placed x, y: the matrix itself, its label stands above
 * @typedef {{ width: number, height: number, boards: Placed[] }} Block
 */

/** How large numbers may be, the largest first. @type {Record<string, { size: number, height: number, label: number, smallest?: number }[]>} */
export const TIERS = {
  wide: [
    { size: 16, height: 34, label: 20 },
    { size: 14, height: 28, label: 19 },
    { size: 13, height: 25, label: 18 },
    { size: 12, height: 22, label: 17, smallest: 11.3 },
  ],
  compact: [
    { size: 15, height: 28, label: 18 },
    { size: 13, height: 24, label: 17 },
    { size: 12, height: 22, label: 16, smallest: 11.3 },
  ],
};

/** Learned matrices, small. */
export const SMALL = { size: 12, height: 20 };

/** A cell as wide as its numbers need, and never higher than wide. @param {import("./multi-head-facts.js").Facts} facts @param {string} kind @param {{ size: number, height: number, smallest?: number }} tier */
export const cellWidthOf = ({ widths }, kind, { size, height, smallest = size }) =>
  Math.max(height, Math.ceil((widths.get(kind) ?? 0) * smallest + 3));

/**
 * A matrix with its numbers. Rows that do not fit are cut into strips of 4, which lie under one another.
 * @param {import("./multi-head-facts.js").Facts} facts @param {string} kind
 * @param {{ size: number, height: number, label: number, most?: number, smallest?: number }} how
 * @returns {Board}
 */
export function numberBoard(facts, kind, { size, height, label, most = Infinity, smallest = size }) {
  const { rows, cols } = /** @type {any} */ (facts.kinds.get(kind));
  const cellWidth = cellWidthOf(facts, kind, { size, height, smallest });
  const wraps = cols > 4 && cellWidth * cols > most;
  const perRow = wraps ? 4 : cols;
  const lines = Math.ceil(cols / perRow);
  const gap = wraps ? 3 : 0;
  const whole = rows * lines * height + (rows - 1) * gap;
  return {
    kind,
    cellWidth,
    cellHeight: height,
    size,
    rows,
    cols,
    perRow,
    gap,
    heat: false,
    label,
    width: cellWidth * perRow,
    height: whole,
  };
}

/**
 * A matrix of colours.
 * @param {import("./multi-head-facts.js").Facts} facts @param {string} kind @param {number} cellWidth
 * @param {number} cellHeight @param {number} label
 * @returns {Board}
 */
export function heatBoard(facts, kind, cellWidth, cellHeight, label) {
  const { rows, cols } = /** @type {any} */ (facts.kinds.get(kind));
  const size = { width: cellWidth * cols, height: cellHeight * rows };
  return {
    kind,
    cellWidth,
    cellHeight,
    size: 0,
    rows,
    cols,
    perRow: cols,
    gap: 0,
    heat: true,
    label,
    ...size,
  };
}

/**
 * Boards from left to right, top to bottom, every line centred.
 * @param {Board[]} boards @param {number} most @param {{ gap?: number, line?: number }} [gaps]
 * @returns {Block}
 */
export function pack(boards, most, { gap = 12, line = 8 } = {}) {
  /** @type {Board[][]} */
  const lines = [];
  let used = 0;
  for (const board of boards) {
    if (!lines.length || used + gap + board.width > most) {
      lines.push([]);
      used = -gap;
    }
    lines[lines.length - 1].push(board);
    used += gap + board.width;
  }
  const widths = lines.map((row) => row.reduce((sum, { width }) => sum + width + gap, -gap));
  const width = Math.max(0, ...widths);
  /** @type {Placed[]} */
  const placed = [];
  let y = 0;
  lines.forEach((row, k) => {
    let x = (width - widths[k]) / 2;
    const label = Math.max(...row.map((board) => board.label));
    for (const board of row) {
      placed.push({ ...board, x: Math.round(x), y: y + label });
      x += board.width + gap;
    }
    y += label + Math.max(...row.map(({ height }) => height)) + line;
  });
  return { width, height: Math.max(0, y - line), boards: placed };
}

/** Blocks one under the other, each centred. @param {Block[]} blocks @param {number} gap @returns {Block} */
export function stack(blocks, gap) {
  const width = Math.max(0, ...blocks.map((block) => block.width));
  let y = 0;
  const boards = blocks
    .filter(({ boards }) => boards.length)
    .flatMap((block) => {
      const moved = shift(block.boards, Math.round((width - block.width) / 2), y);
      y += block.height + gap;
      return moved;
    });
  return { width, height: Math.max(0, y - gap), boards };
}

/** @template {{ x: number, y: number }} T @param {T[]} boards @param {number} dx @param {number} dy @returns {T[]} */
export const shift = (boards, dx, dy) =>
  boards.map((board) => ({ ...board, x: board.x + dx, y: board.y + dy }));

/** @param {any} board @param {string} where @param {number} b @param {number} h @param {number} x @param {number} y @param {object} [more] @returns {import("./multi-head-layout.js").Spot} */
export function spot(board, where, b, h, x, y, more = {}) {
  return { shape: true, ...board, id: [where, board.kind, b, h].join("."), b, h, x, y, ...more };
}
