/** Many heads where their numbers do not fit: colours for every head, numbers for the enlarged one. */

import { ends } from "./multi-head-ends.js";
import { lensBlock } from "./multi-head-lens.js";
import { heatBoard, numberBoard, pack, TIERS } from "./multi-head-pack.js";
import { bandRoom, pairsOf, projections } from "./multi-head-room.js";

/** @typedef {import("./multi-head-facts.js").Facts} Facts */
/** @typedef {import("./multi-head-room.js").Room} Room */
/** @typedef {import("./multi-head-sizes.js").Sizes} Sizes */

/** Colours for every head, numbers for one. @param {Facts} facts @param {Room} room @returns {Sizes} */
export function enlarged(facts, room) {
  const { heads, shared, d_v, chosen } = facts;
  const compact = room.compact;
  const band = Math.floor(bandRoom(facts, room));
  const { widths, numbers, cell } = places(facts, room, band);
  const narrow = Math.min(...widths);
  const side = Math.max(facts.d_q, facts.d_k, d_v, facts.kv_len);
  // queries, keys and values in one row if their cells can still be seen
  const inRow = Math.floor((narrow - 18) / (shared > 1 ? facts.d_q : 2 * facts.d_q + d_v));
  const open = facts.kinds.has("row_max");
  const pairs = Math.floor((narrow - (open ? 16 : 10)) / (2 * facts.kv_len + (open ? 1 : 0)));
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
  const m = open ? heat("row_max") : null;
  const zCell = Math.min(cell, (narrow - 6) / d_v);
  const number = numberBoard(facts, "mixed", TIERS.compact[2]);
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
    ...ends(facts, room, tiers[tiers.length - 1], band),
    lens: lensBlock(facts, room, every),
    kv: shared > 1 ? pack([k, v], narrow * shared - 6, { gap: 6, line: 4 }) : null,
    lower: pack(shared > 1 ? [q] : [q, k, v], narrow - 4, { gap: 6, line: 4 }),
    upper: pairsOf(s, m, a, narrow - 4, room, { gap: 6, line: 4 }),
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
  const number = numberBoard({ heads, d_v, chosen, items, ...facts }, "mixed", TIERS.compact[2]).cellWidth;
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
