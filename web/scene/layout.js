/**
 * What every layout shares: how wide a tensor's cells are, where labels go, and items. An item is one thing on
 * the stage that a story can address by id; a layout knows its place, the timeline what becomes of it.
 */

import { textWidth } from "./advance.js";
import { labelRuns, runsWidth, stripBox } from "./parts.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./parts.js").Strip} Strip */
/** @typedef {Record<string, any> & { id: string, kind: string, layer?: number, initial?: Record<string, number> }} Item */
/** @typedef {{ width: number, height: number, turned: boolean, items: Item[], card: import("./parts.js").Box,
 *   equation?: import("./parts.js").Box }} Layout */

export const LAYERS = { ground: 0, past: 1, now: 2, box: 3, label: 4, flight: 5, card: 6 };

/** Role letter of each tensor. */
export const LETTERS = {
  x: "x",
  x_kv: "x",
  query: "q",
  key: "k",
  value: "v",
  scores: "s",
  scaled_scores: "s′",
  capped_scores: "s″",
  masked_scores: "m",
  shifted_scores: "t",
  shifted_exp: "e",
  weights: "a",
  output: "z",
  mixed: "z",
};

/** Colour role of each tensor. @type {Record<string, string>} */
export const ROLES = {
  x: "input",
  x_kv: "input",
  query: "query",
  key: "key",
  value: "value",
  scores: "score",
  scaled_scores: "score",
  capped_scores: "score",
  masked_scores: "score",
  shifted_scores: "score",
  shifted_exp: "weight-tint",
  row_max: "score-tint",
  row_sum: "weight-tint",
  weights: "weight",
  weighted_values: "weighted",
  mixed: "output",
  output: "output",
};

/**
 * Cell width and number size of a tensor, one for the whole story, so that nothing jumps.
 * @param {Model} model @param {string} tensor @param {boolean} compact a phone
 * @param {number} [least] narrowest cell wanted
 */
export function metrics(model, tensor, compact, least = 0) {
  const format = model.format(tensor);
  const base = Math.max(least, format.whole ? (compact ? 28 : 36) : compact ? 46 : 54);
  let size = format.whole ? (compact ? 15 : 17) : compact ? 12 : 14;
  const widest = model.widest(tensor);
  while (widest * size > base - 4 && size > 12) size--;
  const needed = Math.ceil((widest * size + 4) / 2) * 2;
  return { cellWidth: Math.max(base, needed), cellHeight: compact ? 30 : 36, size, widest };
}

/**
 * A strip item: one row of a tensor.
 * @param {string} id @param {Strip} strip @param {string} tensor @param {number[][]} indices
 * @param {Record<string, any>} [more] @returns {Item}
 */
export function stripItem(id, strip, tensor, indices, more = {}) {
  const initial = { shown: 0, numbers: 0, ghost: 0, ...more.initial };
  return { id, kind: "strip", layer: LAYERS.box, strip, tensor, indices, labels: [], ...more, initial };
}

/** @param {string} id @param {number[][]} points @param {Record<string, any>} [more] @returns {Item} */
export function arrowItem(id, points, more = {}) {
  return { id, kind: "arrow", points, initial: { shown: 0, draw: 0, now: 0 }, ...more };
}

/** @param {string} id @param {Record<string, any>} text @param {Record<string, number>} [initial] @returns {Item} */
export function wordItem(id, text, initial = { shown: 1, active: 0 }) {
  return { id, kind: "word", layer: LAYERS.label, size: 13, weight: 650, ...text, initial };
}

/**
 * A label above a box: letter and word at its left edge, shape at its right edge if there is room.
 * @param {import("./parts.js").Box} box @param {string} letter @param {string} index @param {string} word
 * @param {{ size?: number, shape?: string, most?: number, gap?: number }} [how]
 */
export function labelAbove(
  box,
  letter,
  index,
  word,
  { size = 13, shape = "", most = box.width, gap = 12 } = {},
) {
  const y = box.y - gap;
  let runs = labelRuns(letter, index, word, size);
  if (runsWidth(runs, size) > most) runs = labelRuns(letter, index, "", size);
  const labels = [{ x: box.x, y, size, runs }];
  if (shape && runsWidth(runs, size) + textWidth(shape, 11) + 10 <= box.width) {
    labels.push(
      /** @type {any} */ ({ x: box.x + box.width, y, size: 11, text: shape, anchor: "end", muted: true }),
    );
  }
  return labels;
}

/**
 * A label parted by an arrow that leaves the middle of the top: letter left of it, word right of it.
 * @param {import("./parts.js").Box} box @param {string} letter @param {string} index @param {string} word
 */
export function labelAround(box, letter, index, word, size = 13) {
  const middle = box.x + box.width / 2;
  const y = box.y - 12;
  const runs = labelRuns(letter, index, "", size);
  const roomLeft = runsWidth(runs, size) + 8 <= box.width / 2;
  const roomRight = textWidth(word, size) + 8 <= box.width / 2;
  return [
    roomLeft ? { x: box.x, y, size, runs } : { x: middle - 8, y, size, runs, anchor: "end" },
    roomRight
      ? { x: box.x + box.width, y, size, text: word, anchor: "end" }
      : { x: middle + 8, y, size, text: word, anchor: "start" },
  ];
}

/**
 * A strip centred on a column. @param {number} x centre @param {number} y centre
 * @param {{ cellWidth: number, cellHeight: number, size: number }} cell @param {number} count @param {number} perRow @param {string} role
 * @returns {Strip}
 */
export function stripAt(x, y, cell, count, perRow, role) {
  const columns = Math.min(count, perRow);
  const width = columns * cell.cellWidth;
  const height = Math.ceil(count / perRow) * cell.cellHeight;
  return { x: x - width / 2, y: y - height / 2, ...cell, count, perRow: columns, role };
}

/** @param {number} count @param {(k: number) => number[]} index */
export const indicesOf = (count, index) => Array.from({ length: count }, (_, k) => index(k));

/** 0, 1, … n − 1 @param {number} n */
export const upTo = (n) => Array.from({ length: n }, (_, k) => k);

export { stripBox };

/** "Whom do we call this token?": its label, if the problem names it. @param {Model} model @param {number} j */
export function tokenLabel(model, j) {
  const names = model.self ? model.labels.x : (model.labels.x_kv ?? model.labels.x);
  return typeof names?.[j] === "string" ? names[j] : "";
}
