/**
 * How large everything of the many-heads picture is, before anything has a place: all heads with their
 * numbers if they fit, else every head as colours and one enlarged.
 */

import { ends } from "./multi-head-ends.js";
import { enlarged } from "./multi-head-enlarged.js";
import { numberBoard, pack, TIERS } from "./multi-head-pack.js";
import { bandRoom, pairsOf, projections } from "./multi-head-room.js";

/** @typedef {import("./multi-head-facts.js").Facts} Facts */
/** @typedef {import("./multi-head-pack.js").Block} Block */
/** @typedef {import("./multi-head-pack.js").Board} Board */
/** @typedef {import("./multi-head-room.js").Room} Room */
/**
 * `widths` of the heads' places in the joined matrix; `pitch` of their columns, the same numbers where heads
 * stand exactly under their places (`aligned`).
 * @typedef {{ lens: Block | null, kv: Block | null, lower: Block, upper: Block, mixed: Board, joined: Board | null,
 *   projected: Block | null, inputs: Board[], parameters: Block | null, outputs: Board[], last: Block | null,
 *   widths: number[], pitch: number[], aligned: boolean, numbers: boolean[], label: number, size: number }} Sizes
 */

const WIDEST_CELL = 72;

/** @param {Facts} facts @param {Room} room @param {(sizes: Sizes) => number} heightOf @returns {Sizes} */
export function sizesOf(facts, room, heightOf) {
  if (!facts.asked) {
    for (const tier of TIERS[room.compact ? "compact" : "wide"]) {
      const sizes = allHeads(facts, room, tier);
      if (sizes && heightOf(sizes) <= room.most) return sizes;
    }
  }
  return enlarged(facts, room);
}

/** Every head with its numbers; null if that does not fit. @param {Facts} facts @param {Room} room @param {any} tier @returns {Sizes | null} */
function allHeads(facts, room, tier) {
  const { heads, shared, d_v } = facts;
  const space = Math.floor(bandRoom(facts, room) / heads);
  const board = (/** @type {string} */ kind) => numberBoard(facts, kind, tier);
  const [q, k, v, s, a, z] = ["query", "key", "value", "scores", "weights", "mixed"].map(board);
  const m = facts.kinds.has("row_max") ? board("row_max") : null;
  const beside = m ? s.width + m.width + 12 : s.width;
  if (Math.max(q.width, beside, a.width, z.width) > space - 4) return null;
  if (Math.max(k.width, v.width) > space * shared - 4) return null;
  const roomy = q.width + k.width + v.width + 32 <= space - 4;
  const lower = shared > 1 ? pack([q], space - 4) : pack([q, k, v], space - 4, { gap: roomy ? 16 : 6 });
  const kv = shared > 1 ? pack([k, v], space * shared - 4) : null;
  const upper = pairsOf(s, m, a, space - 4, room, { gap: space > 240 ? 24 : 12 });
  const needed = Math.max(lower.width, upper.width, z.width, kv ? kv.width / shared : 0) + 4;
  const own = z.cellWidth + Math.ceil(8 / d_v);
  const aligned = heads === 1 || (needed <= d_v * WIDEST_CELL && Math.ceil(needed / d_v) * d_v <= space);
  const cell =
    heads === 1
      ? z.cellWidth
      : aligned
        ? Math.max(Math.ceil(needed / d_v), Math.min(own, Math.floor(space / d_v)))
        : own;
  if (cell * d_v > space) return null;
  const pitch = aligned && heads > 1 ? cell * d_v : Math.min(space, needed + 24);
  const mixed =
    heads === 1
      ? z
      : {
          ...z,
          cellWidth: Math.floor((cell * d_v - 8) / d_v),
          width: Math.floor((cell * d_v - 8) / d_v) * d_v,
        };
  const joined = facts.kinds.has("joined")
    ? { ...board("joined"), cellWidth: cell, width: cell * d_v * heads }
    : null;
  return {
    ...ends(facts, room, tier, bandRoom(facts, room)),
    lens: null,
    kv,
    lower,
    upper,
    mixed,
    joined,
    projected: projections(facts, [q, k, v], Math.floor(bandRoom(facts, room))),
    widths: Array(heads).fill(cell * d_v),
    pitch: Array(heads).fill(pitch),
    aligned,
    numbers: Array(heads).fill(true),
    label: tier.label,
    size: tier.size,
  };
}
