/** Names, letters and titles of heads, and the widths of their cells. */

import { measuredIn } from "../../facts.js";
import { digitsIn } from "../../kit/matrix.js";
import { letterRuns, runsWidth, text } from "../../kit/text.js";
import { cellName, upTo } from "../../model.js";
import { truncate, textWidth } from "../../text-metrics.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {{ room: import("../../scene.js").Room, narrow: boolean, scale: number, followed: number }} Stage
 *   narrow: items are one below another; scale: of the largest cells; followed: the query whose row is followed */

/** Largest width of cells, and of those without numbers, px. */
export const MOST = 76;
const COLOUR = 16;

/** The number of columns of a tensor. @param {Model} model @param {string} tensor */
export const columnsOf = (model, tensor) => model.tensor(tensor)?.shape.at(-1) ?? 0;

/**
 * Whether a tensor's numbers fit cells of a width, in rows that are high enough.
 * @param {Model} model @param {string} tensor @param {number} width px
 */
export const hasNumbers = (model, tensor, width) => digitsIn(model, tensor, { width, height: 24 }) !== null;

/**
 * Width of a tensor's cells, px; narrower if their numbers do not fit.
 * @param {Model} model @param {string} tensor @param {number} most px @param {number} room for all columns, px
 * @param {number} columns
 */
export function cellIn(model, tensor, most, room, columns) {
  const free = Math.floor(room / columns);
  return Math.max(2, Math.min(most, free, hasNumbers(model, tensor, free) ? free : COLOUR));
}

/**
 * Lanes in the middle of a room, not much wider than their contents.
 * @param {number} left px @param {number} right px @param {number} heads @param {number} widest of a part, px
 */
export function lanesIn(left, right, heads, widest) {
  const pitch = Math.min((right - left) / heads, widest + 70);
  return { x: (left + right - heads * pitch) / 2, pitch };
}

/** The names of the rows and columns of maps, and the width of the longest, px. @param {Model} model */
export function namesOf(model) {
  const rows = upTo(model.q_len).map((i) => truncate(model.short("query", i), 13, 64, 600));
  const columns = upTo(model.kv_len).map((j) => truncate(model.short("key", j), 13, 64, 600));
  return {
    rows,
    columns,
    wide: Math.ceil(Math.max(...[...rows, ...columns].map((name) => textWidth(name, 13, 600)))),
  };
}

/** The key and value head that a head uses. @param {Model} model @param {number} h */
export const groupOf = ({ heads, kv_heads }, h) => Math.floor((h * kv_heads) / heads);

/**
 * The label above a matrix: its letter and, if it fits, its word.
 * @param {string} tensor @param {string | number} index @param {string} word @param {number} [width] px
 * @param {Partial<import("../../kit/block.js").Label>} [more] @returns {import("../../kit/block.js").Label}
 */
export function lettered(tensor, index, word, width = Infinity, more) {
  const [full, bare] = [word, ""].map((said) => letterRuns(tensor, index, said, { matrix: true }));
  return { runs: runsWidth(full) <= width ? full : bare, side: "above", ...more };
}

/**
 * The title of a head: its name, or its number and its role, as long as fits for every head. Pointing at it means all weights of
 * the head.
 * @param {Model} model @param {string} id @param {number} h @param {number} width px
 * @param {{ align?: "start" | "middle", named?: boolean }} [how] named: with its role
 */
export function titleOf(model, id, h, width, { align = "middle", named = true } = {}) {
  const w = model.words.stories["multi-head"];
  const roles = named ? measuredIn(model).roles : undefined;
  const shared = model.kv_heads < model.heads;
  /** @param {number} k */
  const titlesOf = (k) => {
    const role = w.roles[roles?.[k].role || ""];
    const alone = shared ? [w.sharing(k + 1, groupOf(model, k) + 1)] : [];
    return [...(role ? [`${k + 1} · ${role}`, role] : [...alone, w.head(k + 1)]), `${k + 1}`];
  };
  const all = upTo(model.heads).map(titlesOf);
  const nth = (/** @type {string[]} */ titles, /** @type {number} */ n) =>
    titles[n] ?? titles[titles.length - 1];
  const fits = (/** @type {number} */ n) =>
    all.every((titles) => textWidth(nth(titles, n), 13, 650) <= width);
  const at = [0, 1].find(fits) ?? 2;
  const said = model.heads < 2 ? "" : nth(all[h], at);
  const means = cellName(model.full("weights"), [model.batch, h, null, null]);
  return text(id, { text: said, weight: 650, fill: "ink", align, means });
}
