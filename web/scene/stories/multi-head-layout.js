/**
 * Where everything of the many-heads picture stands. Data flow upwards on a wide stage and downwards on a
 * phone: heights are laid along the flow first, then turned into places.
 */

import { bandGap, roomOf } from "./multi-head-room.js";
import { sizesOf } from "./multi-head-sizes.js";
import { shift, spot } from "./multi-head-pack.js";
import { columns, pieces } from "./multi-head-columns.js";
import { inputs, outputs } from "./multi-head-outside.js";
import { rowsOf } from "./multi-head-rows.js";

/** @typedef {import("./multi-head-facts.js").Facts} Facts */
/** @typedef {import("./multi-head-sizes.js").Sizes} Sizes */
/** @typedef {import("./multi-head-room.js").Room} Room */
/** @typedef {import("./multi-head-pack.js").Placed & { id: string, b: number, h: number, below?: boolean, side?: boolean, shape?: boolean }} Spot */
/** @typedef {import("./multi-head-rows.js").Row} Row */

/** @param {Facts} facts @param {number} width */
export function layout(facts, width) {
  const room = roomOf(width);
  const sizes = sizesOf(
    facts,
    room,
    (sizes) => heightOf(rowsOf(facts, room, sizes)) + extras(facts, room, sizes),
  );
  const rows = rowsOf(facts, room, sizes);
  const tall = heightOf(rows);
  const height = tall + extras(facts, room, sizes);
  /** @type {Record<string, { y: number, height: number }>} top and height of every row */
  const at = {};
  let flow = 0;
  for (const { name, height: own, gap } of rows) {
    at[name] = { y: room.compact ? flow : tall - flow - own, height: own };
    flow += own + gap;
  }
  const panel = panelOf(at, room, tall);
  const place = { facts, room, sizes, at, panel, tall };
  const bands = bandsOf(place);
  const heads = columns(place, bands);
  return {
    ...place,
    width,
    height: Math.ceil(height),
    turned: room.compact,
    compact: room.compact,
    bands,
    spots: [...inputs(place, bands), ...heads.spots, ...outputs(place, bands), ...lens(place)],
    columns: heads.columns,
    pieces: pieces(place, bands, heads.spots),
    lens: sizes.lens ? { x: 0, y: tall + 14, width, height: sizes.lens.height + 40 } : null,
  };
}

/** @typedef {{ facts: Facts, room: Room, sizes: Sizes, at: Record<string, { y: number, height: number }>, panel: import("../parts.js").Box, tall: number }} Place */
/** @typedef {ReturnType<typeof layout>} Layout */

/** @param {Row[]} rows */
const heightOf = (rows) => rows.reduce((sum, { height, gap }) => sum + height + gap, 0);
/** @param {Facts} facts @param {Room} room @param {Sizes} sizes */
const extras = (facts, room, sizes) => (sizes.lens ? sizes.lens.height + 40 + 22 : 8);

/** @param {Record<string, { y: number, height: number }>} at @param {Room} room @param {number} tall */
function panelOf(at, room, tall) {
  const a = room.compact ? at.header.y : at.header.y - 4;
  const b = room.compact ? at.end.y : at.edge.y;
  return {
    x: 0,
    y: Math.max(0, a),
    width: room.width,
    height: Math.min(tall, b) - Math.max(0, a),
  };
}

/** One band of heads for each batch item. @param {Place} place */
function bandsOf({ facts, room, sizes }) {
  const inside = sizes.pitch.reduce((sum, width) => sum + width, 0);
  const gap = bandGap(facts, room);
  const own = Math.max(inside, sizes.joined?.width ?? 0);
  const spread =
    facts.items.length > 1
      ? Math.max(own, Math.floor((room.inner - gap * (facts.items.length - 1)) / facts.items.length))
      : own;
  const all = spread * facts.items.length + gap * (facts.items.length - 1);
  return facts.items.map((b, k) => ({
    b,
    x: Math.round((room.width - all) / 2 + k * (spread + gap) + (spread - own) / 2),
    spread,
    left: Math.round((room.width - all) / 2 + k * (spread + gap)),
    width: own,
  }));
}
/** @typedef {ReturnType<typeof bandsOf>} Bands */

/** @param {Place} place @returns {Spot[]} */
function lens({ facts, room, sizes, tall }) {
  if (!sizes.lens) return [];
  const { b, h } = facts.chosen;
  const x = Math.round((room.width - sizes.lens.width) / 2);
  return shift(sizes.lens.boards, x, tall + 14 + 32).map((board) =>
    spot(board, "lens", b, h, board.x, board.y, { shape: true }),
  );
}
