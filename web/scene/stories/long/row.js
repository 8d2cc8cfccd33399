/** The one query that is told of many: its weights, the largest of them, and what the values add up to. */

import { namesIn, rowFacts } from "../../facts.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */

/** Numbers of the result that are shown. */
const MOST_NUMBERS = 64;
/** Largest weights that are named. */
export const MOST_NAMED = 8;

/** The query that is asked for, else the last. @param {Model} model */
export function askedRow(model) {
  const { batch, head, q_len, options, result, tensor } = model;
  const i = Math.min(options.query ?? q_len - 1, q_len - 1);
  const free = [batch, head, i, null];
  const entry = tensor("weights")?.at;
  // of a run too large to be held, it may still be on its way
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
  return {
    i,
    free,
    held,
    facts,
    top: order.slice(0, MOST_NAMED),
    numbers,
    cut: columns > MOST_NUMBERS,
    note: noteOf(model, facts),
  };
}
/** @typedef {ReturnType<typeof askedRow>} AskedRow */

/** What the row reads from, in words. @param {Model} model @param {import("../../facts.js").RowFacts} facts */
function noteOf(model, facts) {
  const { name } = namesIn(model);
  const number = (/** @type {number} */ j) => model.text("weights", facts.row[j], 2);
  const self = model.self && facts.first === facts.i;
  const key = (/** @type {number} */ j) => name("key", j);
  return model.words.stories["walk-through"].note({ ...facts, model, name: key, self, number });
}
