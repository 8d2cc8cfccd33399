/**
 * What was made for the same key is handed out again. While a reader edits numbers, most scenes differ in their
 * numbers alone: places and moments, which take longest to make, are then the same.
 */

import { LETTERS, metrics } from "./layout.js";

/** @param {number} [limit] how many are kept; the one longest unused goes first */
export function createMemory(limit = 24) {
  /** @type {Map<string, any>} */
  const kept = new Map();
  return {
    /** @template T @param {string} key all that the thing depends on @param {() => T} make @returns {T} */
    recall(key, make) {
      const made = kept.has(key) ? kept.get(key) : make();
      kept.delete(key);
      kept.set(key, made);
      if (kept.size > limit) kept.delete(/** @type {string} */ (kept.keys().next().value));
      return made;
    },
  };
}

/** Tensors whose numbers stand on the stage or on a card, where a story does not say so itself. */
const SHOWN = [...Object.keys(LETTERS), "row_max", "row_sum", "weighted_values", "w_q", "w_k", "w_v"];

/**
 * All that places depend on: sizes, switches, words and how wide each tensor's cells are, but no number.
 * @param {import("./model.js").Model} model @param {string} story @param {number} width
 * @param {string} [cells] how wide they are, where the story says it
 */
export function shapeKey(model, story, width, cells = cellsOf(model, width < 600)) {
  const { facts, labels, lang, options, terms } = model;
  return JSON.stringify([story, width, lang, options, facts, labels, Boolean(terms), cells]);
}

/** @param {import("./model.js").Model} model @param {boolean} compact */
function cellsOf(model, compact) {
  const cells = SHOWN.filter((name) => model.tensor(name)).map((name) => {
    const plain = metrics(model, name, compact);
    const wide = metrics(model, name, compact, 54);
    // inputs on pills are as wide as their numbers
    const pill = /^x/.test(name) ? model.widest(name) : "";
    const { shape } = /** @type {import("./model.js").Tensor} */ (model.tensor(name));
    return [name, shape, plain.cellWidth, plain.size, wide.cellWidth, wide.size, pill].join(" ");
  });
  return cells.join();
}
