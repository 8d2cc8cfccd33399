/** Every matrix of a run as rows and columns of one tensor, for one batch and one head. */

import { LETTERS, wordOf } from "./matrices-names.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("./matrices-plan.js").Matrix} Matrix */
/** @typedef {ReturnType<typeof matrices>} Matrices */

// Where entries lie. Made out here, so that a matrix that outlives its run does not keep the run.
const ofHead =
  (/** @type {number} */ b, /** @type {number} */ h) =>
  (/** @type {number} */ r, /** @type {number} */ c) => [b, h, r, c];
const ofRow = (/** @type {number} */ b, /** @type {number} */ h) => (/** @type {number} */ r) => [b, h, r];
const ofItem = (/** @type {number} */ b) => (/** @type {number} */ r, /** @type {number} */ c) => [b, r, c];
const fromColumn = (/** @type {number} */ first) => (/** @type {number} */ r, /** @type {number} */ c) => [
  r,
  first + c,
];
const fromEntry = (/** @type {number} */ first) => (/** @type {number} */ _, /** @type {number} */ c) => [
  first + c,
];

/** A maker of every matrix of the run, for the chosen batch and head. @param {Model} model */
export function matrices(model) {
  const { batch: b, head: h, kvHead: g, q_len, kv_len } = model;
  /** @param {string} tensor @param {number} rows @param {number} cols @param {(r: number, c: number) => number[]} index @param {any} [more] @returns {Matrix} */
  const matrix = (tensor, rows, cols, index, more = {}) => {
    const [letter, sub = "", role = "score"] = LETTERS[tensor] ?? [tensor];
    return {
      key: tensor,
      tensor,
      rows,
      cols,
      index,
      role,
      letter,
      sub,
      word: wordOf(model, tensor),
      ...more,
    };
  };
  /** @param {string} tensor */
  const pairs = (tensor) => matrix(tensor, q_len, kv_len, ofHead(b, h));
  /** @param {string} tensor one number a row */
  const column = (tensor) => matrix(tensor, q_len, 1, ofRow(b, h));
  /** @param {string} tensor @param {number} rows @param {number} cols @param {number} head */
  const split = (tensor, rows, cols, head) => matrix(tensor, rows, cols, ofHead(b, head));
  /** @param {string} tensor */
  const tokens = (tensor) => {
    const [, rows, cols] = model.tensor(tensor)?.shape ?? [1, 0, 0];
    return matrix(tensor, rows, cols, ofItem(b));
  };
  /** @param {string} tensor @param {number} first @param {number} cols columns of this head */
  const parameters = (tensor, first, cols) =>
    model.tensor(tensor) && matrix(tensor, model.tensor(tensor)?.shape[0] ?? 0, cols, fromColumn(first));
  /** @param {string} tensor @param {number} first @param {number} cols */
  const offset = (tensor, first, cols) => model.tensor(tensor) && matrix(tensor, 1, cols, fromEntry(first));
  return { matrix, pairs, column, split, tokens, parameters, offset, head: h, kvHead: g };
}
