/** The order in which words attend to one another, straight or crossing, and the words that receive the most attention. */

import { isClear } from "../../facts.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../facts.js").RowFacts} RowFacts */

/**
 * Counts the pairs of rows in which the later row attends to an earlier key; `pair` is the one whose rows are closest.
 * @param {RowFacts[]} rows @param {(row: RowFacts) => boolean} [counts] which rows count
 */
export function orderOf(rows, counts = () => true) {
  const counted = rows.filter((row) => isClear(row) && counts(row));
  const crossing = counted.flatMap((row, k) =>
    counted
      .slice(k + 1)
      .filter((other) => other.first < row.first)
      .map((other) => [row.i, other.i]),
  );
  const nearest = crossing.toSorted(([a, b], [c, d]) => b - a - (d - c))[0] ?? null;
  const straight = counted.length > 1 && counted.every((row, k) => !k || row.first > counted[k - 1].first);
  return { counted: counted.length, crossing: crossing.length, pair: nearest, straight };
}

/**
 * Returns a test of whether a row belongs to a word rather than to a mark such as ⟨end⟩.
 * @param {import("../../model.js").Model} model @returns {(row: RowFacts) => boolean}
 */
export const isWordOf =
  (model) =>
  ({ i }) =>
    !/^⟨.*⟩$/.test(model.label("query", i));

/**
 * The key to which the most words give their largest weight, and the keys to which no row does.
 * @param {import("../../model.js").Model} model @param {RowFacts[]} rows
 */
export function columnsOf(model, rows) {
  const clearRows = rows.filter(isClear);
  const isWord = isWordOf(model);
  const keys = upTo(model.kv_len);
  const looked = keys.map((j) => clearRows.filter((row) => row.first === j && isWord(row)).map(({ i }) => i));
  const count = Math.max(0, ...looked.map(({ length }) => length));
  const most = looked.findIndex(({ length }) => length === count && count > 0);
  const all = clearRows.length === rows.length;
  const unread = all ? keys.filter((j) => rows.every(({ first }) => first !== j)) : [];
  return {
    most: most < 0 ? null : most,
    by: most < 0 ? [] : looked[most],
    tied: looked.filter(({ length }) => length === count).length,
    unread,
    marks: clearRows.filter((row) => !isWord(row)).map(({ i }) => i),
  };
}
