/** How each matrix is called: letter, index and colour role; its word comes from the dictionary. */

import { labelRuns } from "../parts.js";

/** @type {Record<string, [string, string?, string?]>} */
export const LETTERS = {
  x: ["X", "", "input"],
  x_kv: ["X", "kv", "input"],
  x_v: ["X", "v", "input"],
  w_q: ["W", "Q", "query-tint"],
  w_k: ["W", "K", "key-tint"],
  w_v: ["W", "V", "value-tint"],
  w_o: ["W", "O", "output-tint"],
  b_q: ["b", "Q", "query-tint"],
  b_k: ["b", "K", "key-tint"],
  b_v: ["b", "V", "value-tint"],
  b_o: ["b", "O", "output-tint"],
  query: ["Q", "", "query"],
  key: ["K", "", "key"],
  value: ["V", "", "value"],
  scores: ["S", "", "score"],
  scaled_scores: ["S′", "", "score"],
  capped_scores: ["S″", "", "score"],
  masked_scores: ["M", "", "score"],
  bias: ["B", "", "parameter"],
  mask: ["", "", "parameter"],
  row_max: ["m", "", "score-tint"],
  shifted_scores: ["T", "", "score"],
  shifted_exp: ["E", "", "weight-tint"],
  row_sum: ["r", "", "weight-tint"],
  weights: ["A", "", "weight"],
  mixed: ["Z", "", "output"],
  joined: ["Z", "", "output"],
  output: ["O", "", "output"],
};

/** @param {import("../model.js").Model} model @param {string} tensor */
export function wordOf(model, tensor) {
  const own = model.words.stories.matrices.names[tensor];
  return own ?? model.words.roles[tensor] ?? "";
}

/**
 * Letter, index and word of a matrix as runs of one label; ⊤ stands above the line.
 * @param {{ letter: string, sub: string }} matrix @param {number} size @param {string} [word]
 */
export function matrixRuns({ letter, sub }, size, word = "") {
  const runs = labelRuns(letter, sub, word, size);
  return runs.map((run) => (run.text === "⊤" ? { ...run, dy: -5 } : run));
}

/** @param {string} id @param {any} word @param {string} fill @param {number} [opacity] */
export function label(id, { x, y, size, text, runs, anchor = "start", weight }, fill, opacity = 1) {
  const plain = runs ? runs.map((/** @type {any} */ run) => run.text).join("") : text;
  return { type: "text", id, x, y, size, text: plain, runs, anchor, weight, fill, opacity };
}
