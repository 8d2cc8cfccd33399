/**
 * Where everything of the many-heads picture stands. Data flow upwards on a wide stage and downwards on a
 * phone: heights are laid along the flow first, then turned into places.
 */

import { bandGap, PART, roomOf, sizesOf } from "./multi-head-sizes.js";
import { shift } from "./multi-head-pack.js";
import { columns, pieces } from "./multi-head-columns.js";

/** @typedef {import("./multi-head-facts.js").Facts} Facts */
/** @typedef {import("./multi-head-sizes.js").Sizes} Sizes */
/** @typedef {import("./multi-head-sizes.js").Room} Room */
/** @typedef {import("./multi-head-pack.js").Placed & { id: string, b: number, h: number, below?: boolean, side?: boolean, shape?: boolean }} Spot */
/** @typedef {{ name: string, height: number, gap: number }} Row */

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

/** Rows along the flow, from inputs to outputs. @param {Facts} facts @param {Room} room @param {Sizes} sizes @returns {Row[]} */
function rowsOf(facts, room, sizes) {
  const { compact } = room;
  const levels = sizes.aligned ? 0 : Math.ceil(facts.heads / 2);
  const small = sizes.lens ? 8 : 24;
  const mixed = sizes.label + sizes.mixed.height;
  const joined = sizes.joined
    ? sizes.joined.label + sizes.joined.height + (facts.tour ? PART * (facts.q_len - 1) : 0)
    : 0;
  const slide = sizes.joined ? (compact ? 24 : 34) : 0;
  const many = facts.items.length > 1;
  // names above the panel where ways would cross them inside it
  const outside = compact || many;
  const need = sizes.projected ? sizes.projected.height + (facts.tour ? PART * facts.q_len : 0) + 16 : 0;
  const bend = small + levels * 12;
  const spare = Math.max(0, need - (sizes.upper.height + bend + mixed + slide + joined));
  const first = sizes.inputs.length > 0;
  const top = { name: "top", height: outside ? (compact ? 40 : 26) : 0, gap: 0 };
  const heading = { name: "header", height: outside ? (many ? 22 : 6) : 34, gap: 0 };
  /** @type {Row[]} */
  const rows = [];
  if (compact) rows.push(top);
  if (first)
    rows.push({
      name: "inputs",
      height: inputHeight(sizes, room, facts.items.length),
      gap: compact ? 14 : 18,
    });
  if (compact) rows.push(heading);
  rows.push({ name: "edge", height: 0, gap: first ? 26 : 14 });
  if (sizes.kv) rows.push({ name: "kv", height: sizes.kv.height, gap: sizes.lens ? 8 : 22 });
  rows.push({ name: "lower", height: sizes.lower.height, gap: small });
  rows.push({ name: "upper", height: sizes.upper.height, gap: bend });
  rows.push({ name: "mixed", height: mixed, gap: slide + spare });
  if (sizes.joined) rows.push({ name: "joined", height: joined, gap: compact ? 10 : 8 });
  if (!compact) rows.push(heading);
  rows.push({ name: "end", height: 0, gap: sizes.outputs.length ? (compact ? 24 : 26) : 4 });
  if (sizes.outputs.length) rows.push({ name: "outputs", height: outputHeight(sizes, room), gap: 4 });
  if (!compact) rows.push(top);
  return rows;
}

/** Inputs and their parameters stand side by side where there is room. @param {Sizes} sizes @param {Room} room @param {number} [items] of the batch */
export function beside(sizes, room, items = 1) {
  const widths = sizes.inputs.reduce((sum, { width }) => sum + width + 24, -24);
  const own = sizes.parameters?.width ?? 0;
  if (room.compact) return widths + own + 24 <= room.inner;
  // of two batch items, parameters stand between the inputs and leave room for a name
  const widest = Math.max(0, ...sizes.inputs.map(({ width }) => width));
  if (items > 1)
    return items === 2 && sizes.inputs.length === 2 && room.inner / 2 - widest >= own + SIDE + 30;
  return widths / 2 + 56 + own <= room.width / 2 - 16;
}

/** Room for name and tokens to the left of inputs. */
const SIDE = 110;

/** @param {{ height: number, label: number }[]} boards */
const tallest = (boards) => Math.max(0, ...boards.map(({ height, label }) => height + label));

/** @param {Sizes} sizes @param {Room} room @param {number} items */
function inputHeight(sizes, room, items) {
  const own = tallest(sizes.inputs);
  const learned = sizes.parameters?.height ?? 0;
  return beside(sizes, room, items) ? Math.max(own, learned) : own + (learned ? learned + 14 : 0);
}

/** @param {Sizes} sizes @param {Room} room */
function outputHeight(sizes, room) {
  const own = tallest(sizes.outputs);
  const learned = sizes.last?.height ?? 0;
  return lastBeside(sizes, room) ? Math.max(own, learned) : own + (learned ? learned + 14 : 0);
}

/** @param {Sizes} sizes @param {Room} room */
export function lastBeside(sizes, room) {
  const widths = sizes.outputs.reduce((sum, { width }) => sum + width + 24, -24);
  const own = sizes.last?.width ?? 0;
  if (room.compact) return widths + own + 24 <= room.inner;
  // of two batch items, the parameters stand between the outputs
  if (sizes.outputs.length > 1) return sizes.outputs.length === 2 && room.inner / 2 - widths / 2 >= own + 48;
  return widths / 2 + own + 34 <= room.width / 2 - 16;
}

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

/** @param {Place} place @param {Bands} bands @returns {Spot[]} */
function inputs({ facts, room, sizes, at }, bands) {
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
function outputs({ facts, room, sizes, at }, bands) {
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

/** @param {Place} place @returns {Spot[]} */
function lens({ facts, room, sizes, tall }) {
  if (!sizes.lens) return [];
  const { b, h } = facts.chosen;
  const x = Math.round((room.width - sizes.lens.width) / 2);
  return shift(sizes.lens.boards, x, tall + 14 + 32).map((board) =>
    spot(board, "lens", b, h, board.x, board.y, { shape: true }),
  );
}

/** @param {any} board @param {string} where @param {number} b @param {number} h @param {number} x @param {number} y @param {object} [more] @returns {Spot} */
export function spot(board, where, b, h, x, y, more = {}) {
  return { shape: true, ...board, id: [where, board.kind, b, h].join("."), b, h, x, y, ...more };
}
