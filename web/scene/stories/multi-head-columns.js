/**
 * The columns of the heads: every head's small matrices, the joined matrix above them, and the places that
 * cells pass through when a projection is split into heads and when heads are joined.
 */

import { PART } from "./multi-head-room.js";
import { shift, spot } from "./multi-head-pack.js";

/** @typedef {import("./multi-head-layout.js").Place} Place */
/** @typedef {import("./multi-head-layout.js").Bands} Bands */
/** @typedef {import("./multi-head-layout.js").Spot} Spot */
/** @typedef {{ x: number, y: number, cellWidth: number, cellHeight: number }} At */
/**
 * One token's part of one head: a strip that travels through the places `at`, from the first to the last.
 * @typedef {{ id: string, kind: string, to: string, b: number, h: number, i: number, count: number, size: number,
 *   heat: boolean, at: At[] }} Piece
 */

/** @param {Place} place @param {Bands} bands */
export function columns(place, bands) {
  const { facts, sizes, at, room } = place;
  /** @type {Spot[]} */
  const spots = [];
  const all = bands.flatMap(({ b, x, width }, k) => {
    const inside = sizes.pitch.reduce((sum, one) => sum + one, 0);
    let left = x + (width - inside) / 2;
    let slot = x + (width - sizes.widths.reduce((sum, one) => sum + one, 0)) / 2;
    const made = sizes.pitch.map((pitch, h) => {
      const column = {
        b,
        h,
        x: left,
        width: pitch,
        middle: Math.round(left + pitch / 2),
        place: slot,
        placeWidth: sizes.widths[h],
        shared: 0,
      };
      left += pitch;
      slot += sizes.widths[h];
      return column;
    });
    const first = k === 0;
    for (const column of made) {
      const start = column.h - (column.h % facts.shared);
      const end = made[start + facts.shared - 1];
      column.shared = Math.round((made[start].x + end.x + end.width) / 2);
    }
    for (const column of made) spots.push(...ofHead(place, column, first && column.h === 0));
    if (sizes.joined) {
      const more = {
        below: room.compact,
        lift: facts.tour ? (PART * (facts.q_len - 1)) / 2 : 0,
        heads: made.map(({ place, placeWidth }) => ({ x: place, width: placeWidth })),
        numbers: sizes.numbers,
      };
      const top =
        at.joined.y +
        (room.compact ? 0 : sizes.joined.label) +
        (facts.tour ? (PART * (facts.q_len - 1)) / 2 : 0);
      spots.push(spot(sizes.joined, "joined", b, 0, made[0].place, Math.round(top), more));
    }
    return made;
  });
  return { spots, columns: all };
}
/** @typedef {ReturnType<typeof columns>["columns"][number]} Column */

/** The matrices of one head. @param {Place} place @param {any} column @param {boolean} first @returns {Spot[]} */
function ofHead({ facts, sizes, at }, { b, h, middle, place, placeWidth, shared }, first) {
  const put = (
    /** @type {import("./multi-head-pack.js").Block} */ block,
    /** @type {string} */ row,
    centre = middle,
  ) =>
    shift(block.boards, Math.round(centre - block.width / 2), at[row].y).map((board) =>
      spot(board, "head", b, h, board.x, board.y, { shape: first }),
    );
  const spots = [...put(sizes.lower, "lower"), ...put(sizes.upper, "upper")];
  const zx = place + (placeWidth - sizes.mixed.width) / 2;
  spots.push(spot(sizes.mixed, "head", b, h, zx, at.mixed.y + sizes.label, { shape: first }));
  // a key and a value that several heads share stand once, under the middle of their group
  if (sizes.kv && h % facts.shared === 0) spots.push(...put(sizes.kv, "kv", shared));
  return spots;
}

/** @param {Place} place @param {Bands} bands @param {Spot[]} spots @returns {Piece[]} */
export function pieces(place, bands, spots) {
  const byId = new Map(spots.map((one) => [one.id, one]));
  const { facts } = place;
  const split = place.sizes.projected ? bands.flatMap((band) => splitting(place, band, byId)) : [];
  const join = place.sizes.joined && facts.heads > 1 ? bands.flatMap(({ b }) => joining(place, b, byId)) : [];
  return [...split, ...join];
}

/** Where the projections stand before they are split: free ground, the heads are still empty. @param {Place} place @param {any} band */
export function workbench({ facts, sizes, at, room }, band) {
  const block = /** @type {import("./multi-head-pack.js").Block} */ (sizes.projected);
  const last = at[sizes.joined ? "joined" : "mixed"];
  const top = room.compact ? at.upper.y : last.y;
  const bottom = room.compact ? last.y + last.height : at.upper.y + at.upper.height;
  const spare = facts.tour ? PART * (facts.q_len - 1) : 0;
  const y = Math.round(top + (bottom - top - block.height - spare) / 2 + spare / 2);
  return shift(block.boards, Math.round(band.x + band.width / 2 - block.width / 2), y);
}

/** @param {Place} place @param {any} band @param {Map<string, Spot>} byId @returns {Piece[]} */
function splitting(place, band, byId) {
  const { facts } = place;
  return workbench(place, band).flatMap((board) => {
    const kind = board.kind.replace("projected_", "");
    const groups = kind === "query" ? facts.heads : facts.kv_heads;
    const each = board.cols / groups;
    return Array.from({ length: groups * board.rows }, (_, k) => {
      const g = k % groups;
      const i = Math.floor(k / groups);
      const h = kind === "query" ? g : g * facts.shared;
      const home = /** @type {Spot} */ (byId.get(["head", kind, band.b, h].join(".")));
      const cell = { cellWidth: board.cellWidth, cellHeight: board.cellHeight };
      const whole = { ...cell, x: board.x + g * each * board.cellWidth, y: board.y + i * board.cellHeight };
      const apart = {
        ...whole,
        x: whole.x + (g - (groups - 1) / 2) * PART,
        y: whole.y + (i - (board.rows - 1) / 2) * PART,
      };
      const end = {
        ...cell,
        x: home.x,
        y: home.y + i * board.cellHeight,
        cellWidth: home.cellWidth,
        cellHeight: home.cellHeight,
      };
      const at = facts.tour ? [whole, apart, end] : [whole, end];
      return {
        id: ["piece", kind, band.b, g, i].join("."),
        kind: board.kind,
        to: kind,
        b: band.b,
        h: g,
        i,
        count: each,
        size: board.size,
        heat: board.heat,
        at,
      };
    });
  });
}

/** @param {Place} place @param {number} b @param {Map<string, Spot>} byId @returns {Piece[]} */
function joining({ facts }, b, byId) {
  const joined = /** @type {any} */ (byId.get(["joined", "joined", b, 0].join(".")));
  return Array.from({ length: facts.heads * facts.q_len }, (_, k) => {
    const h = k % facts.heads;
    const i = Math.floor(k / facts.heads);
    const from = /** @type {Spot} */ (byId.get(["head", "mixed", b, h].join(".")));
    const start = {
      x: from.x,
      y: from.y + i * from.cellHeight,
      cellWidth: from.cellWidth,
      cellHeight: from.cellHeight,
    };
    const { x, width } = joined.heads[h];
    const end = {
      x,
      y: joined.y + i * joined.cellHeight,
      cellWidth: width / facts.d_v,
      cellHeight: joined.cellHeight,
    };
    const apart = {
      ...end,
      x: end.x + (h - (facts.heads - 1) / 2) * PART,
      y: end.y + (i - (facts.q_len - 1) / 2) * PART,
    };
    const at = facts.tour ? [start, apart, end] : [start, end];
    const numbers = joined.numbers[h];
    return {
      id: ["piece", "mixed", b, h, i].join("."),
      kind: "mixed",
      to: "joined",
      b,
      h,
      i,
      count: facts.d_v,
      size: 12,
      heat: from.heat && !numbers,
      at,
    };
  });
}
