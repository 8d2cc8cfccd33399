/** The one query that is shown of many: its weights, the largest of them, and the weighted sum of the values. */

import { namesIn, rowFacts } from "../../facts.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */

/** The most numbers of the result that are shown. */
const MOST_NUMBERS = 64;
/** The most weights that are named. */
export const MOST_NAMED = 8;

/**
 * Returns how far back each head looks: the distance at which every query with so many keys before it has its largest weight.
 * Null for a head whose queries differ, or where not all weights are held.
 * @param {Model} model @returns {(number | null)[]}
 */
function reachesOf({ tensor, heads, batch, q_len, kv_len, self }) {
  const { data, at } = /** @type {any} */ (tensor("weights"));
  return upTo(heads).map((h) => {
    if (!self || at) return null;
    const most = (/** @type {number} */ i) => {
      const from = ((batch * heads + h) * q_len + i) * kv_len;
      return upTo(kv_len).reduce((best, j) => (data[from + j] > data[from + best] ? j : best), 0);
    };
    const back = q_len - 1 - most(q_len - 1);
    const all = upTo(q_len - back).every((j) => most(j + back) === j);
    return back > 0 && back < q_len / 2 && all ? back : null;
  });
}

/**
 * Returns the row of the requested query; by default that of the middle query for a head that looks equally far back
 * everywhere, else of the last.
 * @param {Model} model
 */
export function askedRow(model) {
  const { batch, head, q_len, options, result, tensor } = model;
  const reaches = reachesOf(model);
  const usual = reaches[head] ? q_len >> 1 : q_len;
  const i = Math.min(options.query ?? usual - 1, q_len - 1);
  const free = [batch, head, i, null];
  const entry = tensor("weights")?.at;
  // of a run too large to hold, the row may still be on its way
  const held = !entry || entry([batch, head, i, 0]) !== undefined;
  const facts = rowFacts(model, i);
  const { weights } = facts;
  const order = upTo(weights.length)
    .filter((j) => Math.abs(weights[j]) > 0)
    .toSorted((a, b) => Math.abs(weights[b]) - Math.abs(weights[a]));
  const columns = tensor(result)?.shape.at(-1) ?? 0;
  const numbers = upTo(Math.min(MOST_NUMBERS, columns)).map((c) =>
    result === "output" ? [batch, i, c] : [batch, head, i, c],
  );
  const [top, cut] = [order.slice(0, MOST_NAMED), columns > MOST_NUMBERS];
  const name = (/** @type {number} */ j) => namesIn(model).name("key", j);
  const note = model.words.stories["walk-through"].note({ ...facts, model, name });
  return { i, free, held, reaches, facts, top, numbers, cut, note };
}
/** @typedef {ReturnType<typeof askedRow>} AskedRow */
