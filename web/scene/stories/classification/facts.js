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
  const ids = (model.problem.stages ?? []).map((/** @type {any} */ { id }) => id).join();
  if (ids !== "plain,classifier,classes") return false;
  const stages = stagesOf(model);
  const [plain, reader, classes] = stages;
  const count = plain.q_len;
  const simple = stages.every(({ heads, batches, override }) => heads === 1 && batches === 1 && !override);
  const wide = Math.max(plain.d_model, reader.d_model, reader.d_v, classes.kv_len, classes.d_v);
  const fits = count >= 2 && count <= MOST_ANIMATED && wide <= MOST_WIDE;
  const alike = plain.self && plain.d_model === reader.d_v && reader.kv_len === count;
  const rows = reader.q_len === count + 1 && classes.q_len === count + 1;
  if (!simple || !fits || !alike || !rows || !reader.node("w_o") || !reader.node("b_o")) return false;
  const data = ["plain.output", "classifier.output", "classes.weights"].map(
    (name) => model.tensor(name)?.data,
  );
  const without = upTo(count + 1).every((row) =>
    upTo(count).every((j) => isForbidden(reader, [0, 0, row, j]) === (j === row - 1)),
  );
  return without && data.every((some) => some && Array.from(some).every(Number.isFinite));
}

/** @param {Model} model */
export function factsOf(model) {
  const [plain, reader, classes] = stagesOf(model);
  const { name, cell: own } = namesIn(plain);
  const { first: word, weights } = rowFacts(reader, 0);
  // the word that is taken out, from 1; 0: none; else the one that gets most
  const row = Math.min(model.options.query ?? word + 1, reader.kv_len);
  const chances = [0, row].map((r) => pairs(classes, r).map((pair) => classes.value("weights", pair)));
  const [before, after] = chances.map((list) => list.indexOf(Math.max(...list)));
  const chance = namesIn(classes).cell;
  const others = upTo(plain.q_len).filter((i) => i !== word);
  return {
    ...{ model: reader, plain, reader, classes, word, row, before, after, count: plain.q_len },
    ...{ sure: weights[word] > 0.5, keeps: rowFacts(plain, word).first === word },
    /** Whether every other word takes less from it than from any other. */
    blurs: others.every((i) => {
      const taken = rowFacts(plain, i).weights;
      return taken.every((weight, j) => j === word || weight > taken[word]);
    }),
    ...{ name: name("key", word), out: row ? name("key", row - 1) : "" },
    share: namesIn(reader).cell("weights", [0, 0, 0, word]),
    own: own("weights", [0, 0, word, word]),
    ...{ first: nameOf(classes, "key", before), then: nameOf(classes, "key", after) },
    ...{ chance: chance("weights", [0, 0, 0, before]), now: chance("weights", [0, 0, row, after]) },
  };
}
