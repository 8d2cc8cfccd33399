/** In what order words look at one another: straight on, or crossing; and who is looked at. */

import { upTo } from "../../model.js";

/** @typedef {import("../../facts.js").RowFacts} RowFacts */

/** Whether a row has one largest weight. @param {RowFacts} row */
const clear = ({ kind, tied }) => tied === 1 && kind !== "nan" && kind !== "nothing";

/**
 * Pairs of rows of which the later looks at an earlier key, the one nearest to another named.
 * @param {RowFacts[]} rows @param {(row: RowFacts) => boolean} counts which rows there are to be told of
 */
export function orderOf(rows, counts) {
  const own = rows.filter((row) => clear(row) && counts(row));
  const crossing = own.flatMap((one, k) =>
    own
      .slice(k + 1)
      .filter((other) => other.first < one.first)
      .map((other) => [one.i, other.i]),
  );
  const nearest = crossing.toSorted(([a, b], [c, d]) => b - a - (d - c))[0] ?? null;
  const straight = own.length > 1 && own.every((one, k) => !k || one.first > own[k - 1].first);
  return { told: own.length, crossing: crossing.length, pair: nearest, straight };
}

/** The key that most rows look at most, and those that none does. @param {import("../../model.js").Model} model @param {RowFacts[]} rows */
export function columnsOf({ kv_len }, rows) {
  const own = rows.filter(clear);
  const looked = upTo(kv_len).map((j) => own.filter(({ first }) => first === j).map(({ i }) => i));
  const count = Math.max(0, ...looked.map(({ length }) => length));
  const most = looked.findIndex(({ length }) => length === count && count > 0);
  const unread = own.length === rows.length ? upTo(kv_len).filter((j) => !looked[j].length) : [];
  return {
    most: most < 0 ? null : most,
    by: most < 0 ? [] : looked[most],
    tied: looked.filter(({ length }) => length === count).length,
    unread,
  };
}
