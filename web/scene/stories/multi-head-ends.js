/** What stands outside the heads: inputs, learned matrices and outputs. */

import { SMALL, heatBoard, numberBoard, pack, stack } from "./multi-head-pack.js";

/** @typedef {import("./multi-head-facts.js").Facts} Facts */
/** @typedef {import("./multi-head-room.js").Room} Room */
/** @typedef {import("./multi-head-pack.js").Block} Block */

/** Inputs, parameters and outputs. @param {Facts} facts @param {Room} room @param {any} how @param {number} band */
export function ends(facts, room, how, band) {
  const { kinds, items, chosen } = facts;
  /** @param {string} kind @param {number} b */
  const numbersOf = (kind, b) => {
    const board = numberBoard(facts, kind, { ...how, most: room.inner });
    const all = items.length === 1 || board.width <= band;
    return all || b === chosen.b ? board : heatBoard(facts, kind, 10, 10, how.label);
  };
  const given = ["x", "x_kv", "x_v"].filter((kind) => kinds.has(kind));
  const made = items.flatMap((b) => given.map((kind) => ({ ...numbersOf(kind, b), b })));
  return {
    inputs: made,
    parameters: parameters(facts, ["q", "k", "v"], room, how),
    outputs: kinds.has("output") ? items.map((b) => ({ ...numbersOf("output", b), b })) : [],
    last: parameters(facts, ["o"], room, how),
  };
}

/** Learned matrices, small: as numbers if that stays small, else as a grid. @param {Facts} facts @param {string[]} which @param {Room} room @param {any} how @returns {Block | null} */
function parameters(facts, which, room, how) {
  const most = room.compact ? room.inner : room.inner * 0.34;
  const of = which
    .map((one) => ["w_" + one, "b_" + one].filter((kind) => facts.kinds.has(kind)))
    .filter((list) => list.length);
  if (!of.length) return null;
  const size = { ...SMALL, label: how.label };
  // a matrix may be narrower than its name
  const slot = (/** @type {Block} */ block) => ({ ...block, width: Math.max(block.width, 66) });
  const numbered = (/** @type {string[]} */ list) =>
    list.map((kind) => pack([numberBoard(facts, kind, size)], Infinity));
  const numbers = row(
    of.map((list) => slot(stack(numbered(list), 6))),
    16,
  );
  if (numbers.width <= most && numbers.height <= 130) return numbers;
  const mini = (/** @type {string} */ kind) => {
    const { rows, cols } = /** @type {any} */ (facts.kinds.get(kind));
    const dot = Math.max(1, Math.min(5, (room.compact ? 64 : 108) / rows, (most - 44) / (of.length * cols)));
    return pack([heatBoard(facts, kind, dot, rows === 1 ? 6 : dot, how.label)], Infinity);
  };
  return row(
    of.map((list) => slot(stack(list.map(mini), 6))),
    12,
  );
}

/** Blocks side by side, tops level. @param {Block[]} blocks @param {number} gap @returns {Block} */
export function row(blocks, gap) {
  let x = 0;
  const boards = blocks.flatMap((block) => {
    const moved = block.boards.map((board) => ({ ...board, x: board.x + x }));
    x += block.width + gap;
    return moved;
  });
  return { width: x - gap, height: Math.max(...blocks.map(({ height }) => height)), boards };
}
