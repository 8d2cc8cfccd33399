/** Where inputs, outputs and the learned matrices beside them stand. */

import { shift, spot } from "./multi-head-pack.js";
import { beside, lastBeside, SIDE, tallest } from "./multi-head-rows.js";

/** @typedef {import("./multi-head-room.js").Room} Room */
/** @typedef {import("./multi-head-layout.js").Place} Place */
/** @typedef {import("./multi-head-layout.js").Bands} Bands */
/** @typedef {import("./multi-head-layout.js").Spot} Spot */

/** @param {Place} place @param {Bands} bands @returns {Spot[]} */
export function inputs({ facts, room, sizes, at }, bands) {
  if (!at.inputs) return [];
  const together = beside(sizes, room, facts.items.length);
  const learned = sizes.parameters;
  const { y, height } = at.inputs;
  const own = tallest(sizes.inputs);
  // parameters stand on the far side of the inputs, so that the way to the heads is free
  const top = together ? y + (room.compact ? 0 : height - own) : room.compact ? y + height - own : y;
  const xs = along(
    sizes.inputs,
    bands,
    room,
    together && learned ? learned.width + 24 : 0,
    facts.items.length,
  );
  const spots = sizes.inputs.map((board, k) =>
    spot(board, "in", /** @type {any} */ (board).b, 0, xs[k], top + own - board.height, {
      side: !room.compact && facts.items.length * 1 === sizes.inputs.length,
    }),
  );
  if (!learned) return spots;
  const right = Math.max(...spots.map((one) => one.x + one.width));
  const middle = bands.length > 1 && !room.compact && together;
  const px = !together
    ? (room.width - learned.width) / 2
    : middle
      ? (spots[0].x + spots[0].width + spots[spots.length - 1].x - SIDE - learned.width) / 2
      : room.compact
        ? Math.min(right + 20, room.width - 8 - learned.width)
        : right + 56;
  const py = together
    ? y + (room.compact ? 0 : height - learned.height)
    : room.compact
      ? y
      : y + height - learned.height;
  return [
    ...spots,
    ...shift(learned.boards, Math.round(px), py).map((board) =>
      spot(board, "learned", 0, 0, board.x, board.y),
    ),
  ];
}

/**
 * Left edges of boards, one group a band, centred on their bands; on a phone packed from the left.
 * @param {any[]} boards @param {Bands} bands @param {Room} room @param {number} reserve @param {number} groups
 */
function along(boards, bands, room, reserve, groups) {
  const per = boards.length / groups;
  const all = boards.reduce((sum, { width }) => sum + width + 24, -24);
  if (
    room.compact ||
    all + reserve > room.inner ||
    boards.some(({ width }) => width > bands[0].spread && groups > 1)
  ) {
    let x = room.compact && reserve ? room.pad : (room.width - all) / 2;
    return boards.map(({ width }) => ((x += width + 24), Math.round(x - width - 24)));
  }
  return boards.map((_, k) => {
    const group = Math.floor(k / per);
    const mine = boards.slice(group * per, group * per + per);
    const wide = mine.reduce((sum, { width }) => sum + width + 24, -24);
    const before = mine.slice(0, k - group * per).reduce((sum, { width }) => sum + width + 24, 0);
    return Math.round(bands[group].x + bands[group].width / 2 - wide / 2 + before);
  });
}

/** @param {Place} place @param {Bands} bands @returns {Spot[]} */
export function outputs({ facts, room, sizes, at }, bands) {
  if (!at.outputs) return [];
  const together = lastBeside(sizes, room);
  const learned = sizes.last;
  const { y, height } = at.outputs;
  const own = tallest(sizes.outputs);
  const xs = along(
    sizes.outputs,
    bands,
    room,
    together && learned ? learned.width + 24 : 0,
    facts.items.length,
  );
  const top = room.compact ? y : y + height - own;
  const spots = sizes.outputs.map((board, k) =>
    spot(
      board,
      "out",
      /** @type {any} */ (board).b,
      0,
      xs[k],
      top + (room.compact ? 0 : own - board.height),
      { below: room.compact },
    ),
  );
  if (!learned) return spots;
  const right = Math.max(...spots.map((one) => one.x + one.width));
  const middle = bands.length > 1 && !room.compact && together;
  const px =
    !together || middle
      ? (room.width - learned.width) / 2
      : room.compact
        ? Math.min(right + 20, room.width - 8 - learned.width)
        : Math.min(right + 118, room.width - 16 - learned.width);
  const py = together
    ? y + (room.compact ? 0 : height - learned.height)
    : room.compact
      ? y + height - learned.height
      : y;
  return [
    ...spots,
    ...shift(learned.boards, Math.round(px), py).map((board) => spot(board, "last", 0, 0, board.x, board.y)),
  ];
}
