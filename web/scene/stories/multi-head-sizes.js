/**
 * How large everything of the many-heads picture is, before anything has a place: all heads with their
 * numbers if they fit, else every head as colours and one enlarged.
 */

import { ends } from "./multi-head-ends.js";
import { lensBlock } from "./multi-head-lens.js";
import { heatBoard, numberBoard, pack, TIERS } from "./multi-head-pack.js";

/** @typedef {import("./multi-head-facts.js").Facts} Facts */
/** @typedef {import("./multi-head-pack.js").Block} Block */
/** @typedef {import("./multi-head-pack.js").Board} Board */
/** @typedef {ReturnType<typeof roomOf>} Room */
/**
 * `widths` of the heads' places in the joined matrix; `pitch` of their columns, the same numbers where heads
 * stand exactly under their places (`aligned`).
 * @typedef {{ lens: Block | null, kv: Block | null, lower: Block, upper: Block, mixed: Board, joined: Board | null,
 *   projected: Block | null, inputs: Board[], parameters: Block | null, outputs: Board[], last: Block | null,
 *   widths: number[], pitch: number[], aligned: boolean, numbers: boolean[], label: number, size: number }} Sizes
 */

const TALLEST = { wide: 800, compact: 760 };
const WIDEST_CELL = 72;
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

/** Room between the heads of one batch item and those of the next. @param {Facts} facts @param {Room} room */
export const bandGap = (facts, room) => (facts.items.length > 1 ? (room.compact ? 12 : 20) : 0);

/** @param {Facts} facts @param {Room} room */
const bandRoom = (facts, room) =>
  (room.inner - bandGap(facts, room) * (facts.items.length - 1)) / facts.items.length;

/** Every head with its numbers; null if that does not fit. @param {Facts} facts @param {Room} room @param {any} tier @returns {Sizes | null} */
function allHeads(facts, room, tier) {
  const { heads, shared, d_v } = facts;
  const space = Math.floor(bandRoom(facts, room) / heads);
  const how = { ...tier, decimals: 2 };
  const board = (/** @type {string} */ kind) => numberBoard(facts, kind, how);
  const [q, k, v, s, a, z] = ["query", "key", "value", "scores", "weights", "mixed"].map(board);
  if (Math.max(q.width, s.width, a.width, z.width) > space - 4) return null;
  if (Math.max(k.width, v.width) > space * shared - 4) return null;
  const roomy = q.width + k.width + v.width + 32 <= space - 4;
  const lower = shared > 1 ? pack([q], space - 4) : pack([q, k, v], space - 4, { gap: roomy ? 16 : 6 });
  const kv = shared > 1 ? pack([k, v], space * shared - 4) : null;
  const upper = pack([s, a], space - 4, { gap: space > 240 ? 24 : 12 });
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
    ...ends(facts, room, how, bandRoom(facts, room)),
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

/** The three projections before they are split, their cells as large as in the heads. @param {Facts} facts @param {Board[]} parts @param {number} most */
function projections(facts, parts, most) {
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

/** Colours for every head, numbers for one. @param {Facts} facts @param {Room} room @returns {Sizes} */
function enlarged(facts, room) {
  const { heads, shared, d_v, chosen } = facts;
  const compact = room.compact;
  const band = Math.floor(bandRoom(facts, room));
  const { widths, numbers, cell } = places(facts, room, band);
  const narrow = Math.min(...widths);
  const side = Math.max(facts.d_q, facts.d_k, d_v, facts.kv_len);
  // queries, keys and values in one row if their cells can still be seen
  const inRow = Math.floor((narrow - 18) / (shared > 1 ? facts.d_q : 2 * facts.d_q + d_v));
  const pairs = Math.floor((narrow - 10) / (2 * facts.kv_len));
  const tallest = Math.min(
    compact ? 11 : 14,
    Math.max(4, Math.floor(60 / Math.max(facts.q_len, facts.kv_len))),
  );
  const dot =
    inRow >= 6
      ? Math.min(inRow, pairs >= 6 ? pairs : tallest, tallest)
      : Math.max(2, Math.min(tallest, Math.floor((narrow - 6) / side)));
  const label = narrow >= 26 ? (compact ? 15 : 17) : 0;
  const heat = (/** @type {string} */ kind, most = narrow) => {
    const { cols } = /** @type {any} */ (facts.kinds.get(kind));
    return heatBoard(facts, kind, Math.min(dot, Math.floor((most - 4) / cols)), Math.max(4, dot), label);
  };
  const [q, k, v, s, a] = ["query", "key", "value", "scores", "weights"].map((kind) => heat(kind));
  const zCell = Math.min(cell, (narrow - 6) / d_v);
  const number = numberBoard(facts, "mixed", { ...TIERS.compact[2], decimals: 2 });
  const every = numbers.every(Boolean);
  const zNumber = Math.floor((narrow - 6) / d_v);
  const mixed = every
    ? { ...number, label, cellWidth: zNumber, width: zNumber * d_v }
    : heatBoard(facts, "mixed", zCell, Math.max(6, dot), label);
  const line = numbers[chosen.h] ? number.cellHeight : Math.max(8, dot);
  const joined = facts.kinds.has("joined")
    ? {
        ...heatBoard(facts, "joined", cell, line, compact ? 16 : 19),
        width: widths.reduce((sum, w) => sum + w, 0),
      }
    : null;
  const tiers = TIERS[compact ? "compact" : "wide"];
  return {
    ...ends(facts, room, { ...tiers[tiers.length - 1], decimals: 2 }, band),
    lens: lensBlock(facts, room, every),
    kv: shared > 1 ? pack([k, v], narrow * shared - 6, { gap: 6, line: 4 }) : null,
    lower: pack(shared > 1 ? [q] : [q, k, v], narrow - 4, { gap: 6, line: 4 }),
    upper: pack([s, a], narrow - 4, { gap: 6, line: 4 }),
    mixed,
    joined,
    projected: projections(facts, [q, k, v], band),
    widths,
    pitch: widths,
    aligned: true,
    numbers,
    label,
    size: 12,
  };
}

/**
 * How wide each head's place in the joined matrix is: all with numbers, or the enlarged head, or none.
 * @param {Facts} facts @param {Room} room @param {number} band
 */
function places({ heads, d_v, chosen, items, ...facts }, room, band) {
  const number = numberBoard({ heads, d_v, chosen, items, ...facts }, "mixed", {
    ...TIERS.compact[2],
    decimals: 2,
  }).cellWidth;
  const wide = number * d_v;
  const all = Math.min(band / heads, Math.max(wide + 8, 44));
  if ((wide + 6) * heads <= band)
    return {
      widths: Array(heads).fill(Math.floor(all)),
      numbers: Array(heads).fill(true),
      cell: Math.floor(all) / d_v,
    };
  const least = room.compact ? 5 : 8;
  const rest = Math.min(room.compact ? 44 : 96, Math.floor((band - wide) / Math.max(1, heads - 1)));
  const one = items.length === 1 && rest >= Math.max(least * d_v, 20);
  const each = one ? rest : Math.floor(Math.min(room.compact ? 60 : 120, band / heads));
  const widths = Array.from({ length: heads }, (_, h) => (one && h === chosen.h ? wide : each));
  return { widths, numbers: widths.map((_, h) => one && h === chosen.h), cell: each / d_v };
}
