/**
 * What a sentence feels: its words first look at one another, without any parameters; then one learned query asks them all, and what
 * it hears is classified. At last a word is taken out: how much did it decide?
 */

import { formula } from "../formula.js";
import { having, poured, tellSteps } from "../kit/steps.js";
import { arrange } from "./classification/arrangement.js";
import { supports } from "./classification/facts.js";
import * as classificationTexts from "../../build/words/stories/classification.js";

/** @type {import("./index.js").Story} */
export default {
  texts: [classificationTexts],
  tell: tellSteps("classification", arrange, steps, { rest: 1.4 }),
  supports,
  formula: (model) => formula(model.stage("classifier")),
};

/** @param {import("./classification/arrangement.js").Stage} stage @param {import("../kit/steps.js").StepMakers} make @returns {Generator<import("../kit/steps.js").Step | import("../kit/steps.js").Chapter>} */
function* steps(stage, { chapter, step }) {
  const { facts, words, vectors, outputs, flows, map, whole, without, heads, results } = stage;
  const { plain, reader, classes, word } = facts;
  const others = (/** @type {any[]} */ list) => list.filter((_, i) => i !== word);

  yield chapter("plain");
  const given = { of: plain, makes: "x", active: ["key", "value"] };
  yield step("words", given, { words: [words] }, { heads: [[heads.x]], vectors });
  const looks = { of: plain, makes: "weights", at: "softmax", active: ["softmax"] };
  const edges = [...map.words, ...map.rows.map((row) => having(row, { pale: 1 }))];
  const own = { own: flows[word], heads: [[heads.x, heads.output]], outputs: outputs[word] };
  yield step("like", looks, { map: [edges] }, own, { rows: map.rows[word] });
  const all = { outputs: [outputs[word], others(outputs)], rows: [map.rows[word], ...others(map.rows)] };
  yield step("blur", looks, { flows: [others(flows)] }, all);

  yield chapter("query");
  const asks = { of: reader, makes: "masked_scores", at: "score", active: ["query", "key", "scale"] };
  const clear = { only: true, words: [words], vectors: [vectors], heads: [[heads.x]] };
  const scored = { heads: [[heads.x, heads.scores]], scores: whole.scores };
  yield step("query", asks, clear, { query: stage.query }, scored);
  const shares = { of: reader, makes: "weights", at: "softmax", active: ["softmax"] };
  const weighed = { heads: [[heads.x, heads.scores, heads.weights]], weights: whole.weights };
  yield step("weights", shares, weighed, { streams: whole.streams, share: poured(whole.share) });
  const mixes = { of: reader, makes: "mixed", at: "sum", active: ["softmax", "value"] };
  yield step("mix", mixes, { name: stage.name, mix: whole.mix });

  yield chapter("classes");
  const ends = { of: classes, makes: "weights", at: "outputs" };
  const [{ logits, chances, bars }, end] = [results[0], results[results.length - 1]];
  const table = { table: [stage.classes], logits };
  yield step("classes", { ...ends, poster: true }, { parameters: stage.parameters }, table, {
    chances,
    bars,
  });

  yield chapter("remove");
  const struck = words.map((one) => having(one, { struck: one.out ? 1 : 0 }));
  const past = facts.row > 0 && [stage.past];
  yield step(
    "remove",
    { ...ends, rest: 4 },
    { words: [struck], streams: null, hint: stage.hint },
    { scores: [without.scores], weights: [without.weights] },
    { streams: without.streams, share: poured(without.share), mix: without.mix },
    { logits: [end.logits], chances: [end.chances], bars: end.bars, past },
  );
}
