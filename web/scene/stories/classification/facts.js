/** What a classifier's sentences name: which word gets most, and what becomes of the classes when a word is taken out. */

import { isForbidden, namesIn, nameOf, pairs, rowFacts } from "../../facts.js";
import { MOST_ANIMATED, upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */

/** Numbers of a vector, and classes. */
const MOST_WIDE = 4;

/** Words that look at one another; a query that asks them, with all of them and without each; and its classes. @param {Model} model */
export const stagesOf = (model) => ["plain", "classifier", "classes"].map((id) => model.stage(id));

/** Whether each row but the first is without one word, and all is small and finite. @param {Model} model */
export function supports(model) {
  if (
    !/^plain,classifier,classes$/.test(
      (model.problem.stages ?? []).map((/** @type {any} */ { id }) => id).join(),
    )
  )
    return false;
  const [plain, reader, classes] = stagesOf(model);
  const count = plain.q_len;
  const small = [plain, reader, classes].every(
    ({ heads, batches, override }) => heads === 1 && batches === 1 && !override,
  );
  const wide = Math.max(plain.d_model, reader.d_model, reader.d_v, classes.kv_len, classes.d_v);
  if (!small || !plain.self || plain.d_model !== reader.d_v || wide > MOST_WIDE) return false;
  if (count < 2 || count > MOST_ANIMATED || reader.kv_len !== count || reader.q_len !== count + 1)
    return false;
  if (!reader.node("w_o") || !reader.node("b_o") || classes.q_len !== count + 1) return false;
  const finite = ["plain.output", "classifier.output", "classes.weights"].every((name) =>
    Array.from(model.tensor(name)?.data ?? [NaN]).every(Number.isFinite),
  );
  const without = upTo(count + 1).every((row) =>
    upTo(count).every((j) => isForbidden(reader, [0, 0, row, j]) === (j === row - 1)),
  );
  return finite && without;
}

/** @param {Model} model @param {number} [out] the word that is taken out, from 1; 0: none; else the one that gets most */
export function factsOf(model, out) {
  const [plain, reader, classes] = stagesOf(model);
  const all = rowFacts(reader, 0);
  const word = all.first;
  const row = Math.min(out ?? word + 1, reader.kv_len);
  const { cell } = namesIn(reader);
  const name = namesIn(plain).name;
  const own = rowFacts(plain, word);
  const likeliest = (/** @type {number} */ r) => {
    const probabilities = pairs(classes, r).map((pair) => classes.value("weights", pair));
    return probabilities.indexOf(Math.max(...probabilities));
  };
  const [before, after] = [likeliest(0), likeliest(row)];
  const chance = (/** @type {number} */ r, /** @type {number} */ c) =>
    namesIn(classes).cell("weights", [0, 0, r, c]);
  const others = upTo(plain.q_len).filter((i) => i !== word);
  return {
    ...{ model: reader, plain, reader, classes, word, row, before, after, count: plain.q_len },
    sure: all.weights[word] > 0.5,
    keeps: own.first === word,
    /** Whether every other word takes less from it than from any other. */
    blurs: others.every((i) => {
      const { weights } = rowFacts(plain, i);
      return weights.every((weight, j) => j === word || weight > weights[word]);
    }),
    ...{ name: name("key", word), out: row ? name("key", row - 1) : "" },
    share: cell("weights", [0, 0, 0, word]),
    own: namesIn(plain).cell("weights", [0, 0, word, word]),
    ...{ first: nameOf(classes, "key", before), then: nameOf(classes, "key", after) },
    ...{ chance: chance(0, before), now: chance(row, after) },
  };
}
