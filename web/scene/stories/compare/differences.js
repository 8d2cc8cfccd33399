/** Where two problems agree, number by number, and where not. Nothing is computed: values are held against each other. */

import { indexAt } from "../../kit/squares.js";
import { pairs } from "../../facts.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/slice.js").Slice} Slice */
/** @typedef {"same" | "some" | "all" | "shape" | "upper" | "lower"} Kind upper, lower: only that lane has it */

/** @param {Model[]} models @param {(Slice | null)[]} slices of the same tensor */
export function differences([a, b], [above, below]) {
  if (!above || !below) return { ...difference(above ? "upper" : "lower", ""), cells: [], all: 0 };
  if (above.rows !== below.rows || above.columns !== below.columns)
    return { ...difference("shape", "≠"), cells: [], all: 0 };
  const all = above.rows * above.columns;
  const cells = upTo(all)
    .map((k) => [Math.floor(k / above.columns), k % above.columns])
    .filter(
      ([r, c]) =>
        !Object.is(
          a.value(above.tensor, indexAt(above, r, c)) + 0,
          b.value(below.tensor, indexAt(below, r, c)) + 0,
        ),
    );
  if (cells.length === 0) return { ...difference("same", "="), cells, all };
  const some = cells.length < all;
  return { ...difference(some ? "some" : "all", some ? `≠ ${cells.length}/${all}` : "≠"), cells, all };
}

/** @param {Kind} kind @param {string} chip */
const difference = (kind, chip) => ({ kind, chip, same: kind === "same" });

/** The weight that differs most; null where none does, or where the two cannot be compared. @param {Model[]} models @returns {{ index: number[], i: number, j: number } | null} */
export function largestChange([a, b]) {
  if (a.q_len !== b.q_len || a.kv_len !== b.kv_len) return null;
  let most = 0;
  let found = null;
  for (const i of upTo(a.q_len))
    for (const [j, index] of pairs(a, i).entries()) {
      const change = Math.abs(a.value("weights", index) - b.value("weights", pairs(b, i)[j]));
      if (change > most) [most, found] = [change, { index, i, j }];
    }
  return found;
}
