/** The facts that captions use: which word gets the most weight, and how the classes change when a word is taken out. */

import { isForbidden, namesIn, nameOf, pairs, rowFacts } from "../../facts.js";
import { MOST_ANIMATED, upTo } from "../../model.js";
import { hasOnly, allFinite } from "../plain.js";

/** @typedef {import("../../model.js").Model} Model */

/** The most numbers of a vector, and the most classes. */
const MOST_WIDE = 4;

const PLAIN = /^(id|x|x_kv|w_o|b_o|mask|scale|labels)$/;

/**
 * The stages: words that attend to one another; a query that attends to all of them, and to all but one; and its classes.
 * @param {Model} model
 */
export const stagesOf = (model) => ["plain", "classifier", "classes"].map((id) => model.stage(id));

/**
 * Whether a chain has these stages, each row of the query but the first without one word, all small and finite.
 * @param {Model} model
 */
export function supports(model) {
  const given = model.problem.stages ?? [];
  if (given.map((/** @type {any} */ { id }) => id).join() !== "plain,classifier,classes") return false;
  const [plain, reader, classes] = stagesOf(model);
  const count = plain.q_len;
  const isChain = given[1].x_kv === "plain.x" && given[2].x === "classifier.output";
  const isPlain = given.every((/** @type {any} */ stage) => hasOnly(stage, PLAIN)) && plain.self;
  const fits = count >= 2 && count <= MOST_ANIMATED && Math.max(plain.d_model, classes.kv_len) <= MOST_WIDE;
  const asks = reader.q_len === count + 1 && plain.batches === 1;
  if (!isChain || !isPlain || !fits || !asks || !given[1].w_o || !given[1].b_o) return false;
  const without = upTo(count + 1).every((row) =>
    upTo(count).every((j) => isForbidden(reader, [0, 0, row, j]) === (j === row - 1)),
  );
  return without && allFinite(model, "plain.output", "classifier.output", "classes.weights");
}

/** @param {Model} model */
export function factsOf(model) {
  const [plain, reader, classes] = stagesOf(model);
  const { name } = namesIn(plain);
  const { first: word, weights, tied } = rowFacts(reader, 0);
  // the row without the word that is taken out, from 1, or 0 for none; by default, the word that gets the most weight
  const row = Math.min(model.options.query ?? word + 1, reader.kv_len);
  const chances = [0, row].map((r) => pairs(classes, r).map((pair) => classes.value("weights", pair)));
  const [before, after] = chances.map((list) => list.indexOf(Math.max(...list)));
  const cell = (/** @type {Model} */ stage, /** @type {number[]} */ ...pair) =>
    namesIn(stage).cell("weights", [0, 0, ...pair]);
  const others = upTo(plain.q_len).filter((i) => i !== word);
  const taken = (/** @type {number} */ i, /** @type {number} */ j) => plain.value("weights", [0, 0, i, j]);
  return {
    ...{ model: reader, plain, reader, classes, word, row, before, after, tied },
    ...{ sure: weights[word] > 0.5, keeps: rowFacts(plain, word).first === word },
    /** Whether every other word takes less than half as much from this word as from any other. */
    blurs: others.length > 1 && others.every((i) => others.every((j) => taken(i, j) > 2 * taken(i, word))),
    ...{ name: name("key", word), out: row ? name("key", row - 1) : "" },
    ...{ share: cell(reader, 0, word), own: cell(plain, word, word) },
    ...{ first: nameOf(classes, "key", before), then: nameOf(classes, "key", after) },
    ...{ chance: cell(classes, 0, before), now: cell(classes, row, after) },
  };
}
