/**
 * The sentences of a batch: the one that is shown first, those that differ from it in one word, and those with another word in the
 * place of the query: its possible senses. Sentences are compared by their numbers, not by their names.
 */

import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */

/** The most senses that are shown as points. */
const MOST_MEANT = 4;

/** Returns the positions at which two items of a batch differ. @param {Model} model @param {number} a @param {number} b */
function differences(model, a, b) {
  const [count, width] = /** @type {number[]} */ (model.tensor("x")?.shape).slice(-2);
  const number = (/** @type {number} */ item, /** @type {number} */ i, /** @type {number} */ c) =>
    model.value("x", [item, i, c]);
  return upTo(count).filter((i) => upTo(width).some((c) => !Object.is(number(a, i, c), number(b, i, c))));
}

/** @param {Model} model */
export function sentencesOf(model) {
  const { batches, batch, q_len } = model;
  const asks = q_len - 1;
  const changed = (/** @type {number} */ a, /** @type {number} */ b) => {
    const places = a === b ? [] : differences(model, a, b);
    return places.length === 1 ? places[0] : -1;
  };
  const swap = (/** @type {number} */ a, /** @type {number} */ b) => {
    const place = changed(a, b);
    return place >= 0 && place !== asks ? [{ item: b, place }] : [];
  };
  // an item that differs from the first one in a word is shown second
  const first = batch && swap(0, batch).length ? 0 : batch;
  const swaps = upTo(batches).flatMap((item) => swap(first, item));
  const second = swaps.find(({ item }) => item === batch) ?? swaps[0] ?? null;
  const told = [first, ...swaps.map(({ item }) => item)];
  const meant = upTo(batches)
    .filter((item) => told.some((other) => changed(other, item) === asks))
    .slice(0, MOST_MEANT);
  return { asks, first, second, swaps, meant };
}
/** @typedef {ReturnType<typeof sentencesOf>} Sentences */
