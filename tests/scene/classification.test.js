// A classified sentence: what is told of a missing word is what the core makes of the sentence without it.
import assert from "node:assert/strict";
import test from "node:test";
import sentiment from "../../web/build/presets/learned/sentiment.js";
import { presets, withLabels } from "../helpers/presets.js";
import { opinionOf } from "../setup/learn/classification.js";
import { words } from "../../web/words/index.js";
import { said } from "./helpers/marks.js";
import { attention, sceneOf } from "./helpers/scene-of.js";

const { problem: bare } = presets.classification;
const problem = withLabels(bare, words("en").labels.classification);
const sceneFor = (query, given = problem) => sceneOf(given, { story: "classification", options: { query } });
const last = (scene) => said(scene.steps.at(-1));

test("without a word: the weights, the mix and the numbers of the sentence that never had it", () => {
  const { example } = sentiment;
  const whole = attention.forward(problem);
  for (const [k] of [null, ...example].entries()) {
    const rest = example.filter((_, j) => j !== k - 1);
    const { weights, output } = attention.forward(opinionOf(sentiment, rest));
    const row = (name, width) => whole[`classifier.${name}`].data.slice(k * width, (k + 1) * width);
    const left = row("weights", example.length).filter((_, j) => j !== k - 1);
    left.forEach((weight, j) => assert.ok(Math.abs(weight - weights.data[j]) < 1e-6));
    row("output", 3).forEach((number, c) => assert.ok(Math.abs(number - output.data[c]) < 1e-5));
  }
});

test("first the word that decides is taken out; any other that a reader takes out changes nothing", () => {
  assert.match(last(sceneFor(null)), /Without “hate”: neutral 0.999, no longer negative/);
  assert.match(last(sceneFor(3)), /Without “this” it stays negative/);
  assert.match(last(sceneFor(0)), /All words are there: negative 0.999/);
});

test("a mask that strikes out anything else is told operation by operation", () => {
  const [plain, classifier, classes] = problem.stages;
  const mask = classifier.mask.map((row) => row.map(() => true));
  const scene = sceneFor(null, { ...problem, stages: [plain, { ...classifier, mask }, classes] });
  assert.equal(scene.steps.some(({ id }) => id === "remove"), false); // prettier-ignore
});
