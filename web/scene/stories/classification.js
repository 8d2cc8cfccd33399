/**
 * What a sentence feels: its words first look at one another, without any parameters; then one learned query asks them all, and what
 * it hears is classified. At last a word is taken out: how much did it decide?
 */

import { formula } from "../formula.js";
import { having, play, poured } from "../kit/steps.js";
import { arrange } from "./classification/arrangement.js";
import { factsOf, stagesOf, supports } from "./classification/facts.js";
import * as classificationTexts from "../../build/words/stories/classification.js";

/** @typedef {import("../kit/steps.js").Step} Step */

/** @type {import("./index.js").Story} */
export default {
  texts: [classificationTexts],
  tell,
  supports,
  formula: (model) => formula(model.stage("classifier")),
};

/** @param {import("../script.js").Script} script @param {import("../scene.js").Room} room @returns {import("../scene.js").StoryResult} */
function tell(script, room) {
  const { model } = script;
  const facts = factsOf(model, model.options.query ?? undefined);
  const stage = arrange(model, room, facts);
  const poster = play(script, steps(model, stage, facts), { scenery: [stage.panel] });
  const { invitation } = model.words.stories.classification;
  return { height: room.height, poster, invitation: invitation(facts, script.time) };
}

/** @param {import("../model.js").Model} model @param {import("./classification/arrangement.js").Stage} stage @param {ReturnType<typeof factsOf>} facts @returns {Generator<Step | import("../kit/steps.js").Chapter>} */
function* steps(model, stage, facts) {
  const w = model.words.stories.classification;
  const { words, vectors, outputs, flows, map, told, heads, name, hint, results, past } = stage;
  const [plain, reader, classes] = stagesOf(model);
  const { word } = facts;
  const chapter = (/** @type {string} */ id) => ({ chapter: id, title: w.chapters[id] });
  /** @param {string} id @param {Partial<Step>} about @param {Step["states"]} states */
  const step = (id, about, ...states) => ({
    ...{ id, title: w.titles[id], caption: () => w[id](facts), lead: 1.2, rest: 1.4, ...about },
    states,
  });
  const others = (/** @type {any[]} */ list) => list.filter((_, i) => i !== word);
  const [whole] = told;
  const without = told[told.length - 1];

  yield chapter("plain");
  yield step(
    "words",
    { of: plain, makes: "x", active: ["key", "value"] },
    { words: [words] },
    { heads: [[heads.x]], vectors },
  );
  const looks = { of: plain, makes: "weights", at: "softmax", active: ["softmax"] };
  const edges = [...map.words, ...map.rows.map((row) => having(row, { pale: 1 }))];
  yield step(
    "like",
    looks,
    { map: [edges] },
    { own: flows[word], heads: [[heads.x, heads.output]], outputs: outputs[word] },
    { rows: map.rows[word] },
  );
  yield step(
    "blur",
    looks,
    { flows: [others(flows)] },
    { outputs: [outputs[word], others(outputs)], rows: [map.rows[word], ...others(map.rows)] },
  );

  yield chapter("query");
  const asks = { of: reader, makes: "masked_scores", at: "score", active: ["query", "key", "scale"] };
  yield step(
    "query",
    asks,
    { only: true, words: [words], vectors: [vectors], heads: [[heads.x]] },
    { query: stage.query },
    { heads: [[heads.x, heads.scores]], scores: whole.scores },
  );
  const shares = { of: reader, makes: "weights", at: "softmax", active: ["softmax"] };
  yield step(
    "weights",
    shares,
    { heads: [[heads.x, heads.scores, heads.weights]], weights: whole.weights },
    { streams: whole.streams, share: poured(whole.share) },
  );
  const mixes = { of: reader, makes: "mixed", at: "sum", active: ["softmax", "value"] };
  yield step("mix", mixes, { name, mix: whole.mix });

  yield chapter("classes");
  yield step(
    "classes",
    { of: classes, makes: "weights", at: "outputs", poster: true },
    { parameters: stage.parameters },
    { table: [stage.classes], logits: results[0].logits },
    { chances: results[0].chances, bars: results[0].bars },
  );

  yield chapter("remove");
  const end = results[results.length - 1];
  const struck = words.map((one) => having(one, { struck: one.out ? 1 : 0 }));
  yield step(
    "remove",
    { of: classes, makes: "weights", at: "outputs", rest: 4 },
    { words: [struck], streams: null, hint },
    { scores: [without.scores], weights: [without.weights] },
    { streams: without.streams, share: poured(without.share), mix: without.mix },
    { logits: [end.logits], chances: [end.chances], bars: end.bars, past: facts.row > 0 && [past] },
  );
}
