/** The enlarged head with its numbers. Where they would stand too tall together, they take turns. */

import { numberBoard, pack, stack, TIERS } from "./multi-head-pack.js";
import { level } from "./multi-head-room.js";

/** @typedef {import("./multi-head-facts.js").Facts} Facts */
/** @typedef {import("./multi-head-room.js").Room} Room */
/** @typedef {import("./multi-head-pack.js").Block} Block */
/** @typedef {import("./multi-head-pack.js").Board} Board */

const TALLEST = 430;

/** @param {Facts} facts @param {Room} room @param {boolean} every results have numbers already @returns {Block | null} */
export function lensBlock(facts, room, every) {
  const most = room.inner;
  // a number stands in one place only: results that every head shows are left out here
  const open = facts.kinds.has("row_max");
  const pairs = open ? ["scores", "row_max", "weights"] : ["scores", "weights"];
  const groups = [["query", "key", "value"], pairs, every ? [] : ["mixed"]];
  const tiers = TIERS[room.compact ? "compact" : "wide"].slice(1);
  for (const tier of tiers) {
    const made = groups.map((group) => {
      const boards = group.map((kind) => numberBoard(facts, kind, { ...tier, most }));
      return boards.map((board, k) => (board.kind === "row_max" ? level(boards[k - 1], board) : board));
    });
    const flat = made.flat();
    const last = tier === tiers[tiers.length - 1];
    if (!last && flat.some(({ cols, perRow }) => cols !== perRow)) continue;
    const oneLine = flat.reduce((sum, { width }) => sum + width + 20, -20) <= most;
    const lines = made.map((group) => pack(group, most, { gap: 16, line: 12 }));
    const block = oneLine ? pack(flat, most, { gap: 20, line: 12 }) : stack(lines, 12);
    if (block.height <= TALLEST) return block;
    if (last)
      return turns(
        lines.every(({ height }) => height <= TALLEST) ? lines : alone(flat).map((own) => pack(own, most)),
      );
  }
  return null;
}

/** Every matrix by itself, but the numbers of its rows beside it. @param {Board[]} boards @returns {Board[][]} */
const alone = (boards) =>
  boards.flatMap((board, k) =>
    board.kind === "row_max" ? [] : [boards[k + 1]?.kind === "row_max" ? [board, boards[k + 1]] : [board]],
  );

/** Blocks on the same ground, one after the other. @param {Block[]} blocks @returns {Block} */
function turns(blocks) {
  const width = Math.max(...blocks.map((block) => block.width));
  const height = Math.max(...blocks.map((block) => block.height));
  const boards = blocks.flatMap((block, page) =>
    block.boards.map((board) => ({ ...board, page, x: board.x + Math.round((width - block.width) / 2) })),
  );
  return { width, height, boards };
}
