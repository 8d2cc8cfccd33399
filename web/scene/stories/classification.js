/**
 * The classification of a sentence: its words first attend to one another, without any parameters; then one learned query attends
 * to them all, and the result is classified. Finally a word is taken out, which shows how much it decided.
 */

import { formula } from "../formula.js";
import { mapEnters } from "../kit/attention-map.js";
import { blank, having, placeholders, poured } from "../kit/arrivals.js";
import { tellSteps } from "../kit/steps.js";
import { arrange } from "./classification/arrangement.js";
import { supports } from "./classification/facts.js";
import * as classificationTexts from "../../build/words/stories/classification.js";

/** @typedef {import("../model.js").Model} Model */

/** @type {import("./index.js").Story} */
export default {
  texts: [classificationTexts],
  tell: tellSteps("classification", arrange, steps, { rest: 1.4 }),
  supports,
  formula: (model) => formula(model.stage("classifier")),
};

/** @param {import("./classification/arrangement.js").Stage} stage @param {import("../kit/steps.js").StepMakers} make @returns {Generator<import("../kit/steps.js").Step | import("../kit/steps.js").Chapter>} */
function* steps(stage, { chapter, step }) {
  const { facts, words, vectors, outputs, flows, map, whole, without, results, past, parameters } = stage;
  const { plain, reader, classes, word } = facts;
  const others = (/** @type {any[]} */ list) => list.filter((_, i) => i !== word);
  const [letter, ...rows] = outputs;
  /**
   * What a step makes, and its place in the computation.
   * @param {Model} of @param {string} makes @param {string | undefined} at @param {string[]} active
   */
  const about = (of, makes, at, ...active) => ({ of, makes, at, active });

  yield chapter("plain");
  const begins = [{ words: [words] }, { map: mapEnters(map), outputs: placeholders(rows) }];
  yield step("words", about(plain, "x", undefined, "key", "value"), begins, { vectors });
  const looks = about(plain, "weights", "softmax", "softmax");
  const flow = { flow: flows[word], outputs: [letter, rows[word], placeholders(others(rows))] };
  yield step("like", looks, flow, { rows: map.rows[word] });
  const all = { outputs: [letter, rows[word], others(rows)], rows: [map.rows[word], ...others(map.rows)] };
  yield step("blur", looks, { flows: [others(flows)] }, all);

  yield chapter("query");
  const [{ logits, chances, bars }, end] = [results[0], results[results.length - 1]];
  const table = { table: [[stage.title, ...stage.named]], logits: [placeholders([...logits, ...chances])] };
  const scores = about(reader, "masked_scores", "score", "query", "key", "scale");
  const clear = { only: true, words: [words], vectors: [vectors] };
  const ahead = { weights: whole.weights, share: [whole.share], mix: [whole.mix], parameters };
  yield step("query", scores, [clear, blank(ahead)], { query: stage.query }, { scores: whole.scores }, table);
  const pours = { streams: whole.streams, share: poured(whole.share) };
  yield step("weights", about(reader, "weights", "softmax", "softmax"), { weights: whole.weights }, pours);
  yield step("mix", about(reader, "mixed", "sum", "softmax", "value"), { mix: whole.mix });

  yield chapter("classes");
  const ends = about(classes, "weights", "outputs");
  yield step("classes", { ...ends, poster: true }, { parameters }, { logits }, { chances, bars });

  yield chapter("remove");
  const struck = words.map((token) => having(token, { struck: token.out ? 1 : 0 }));
  const gone = { words: [struck], streams: null, hint: stage.hint };
  const heard = { scores: [without.scores], weights: [without.weights] };
  const mixed = { streams: without.streams, share: poured(without.share), mix: without.mix };
  const turned = { logits: [end.logits], chances: [end.chances], bars: end.bars, past: past && [past] };
  yield step("remove", { ...ends, rest: 4 }, gone, heard, mixed, turned);
}
