// The matrices story: where its steps are in the computation, how long it takes, and what it says.
import assert from "node:assert/strict";
import test from "node:test";
import { frame } from "../../web/scene/index.js";
import { presets } from "../helpers/presets.js";
import { attentions } from "./helpers/attentions.js";
import { flat, said } from "./helpers/marks.js";
import { crossing, seeded, walkThrough } from "./helpers/problems.js";
import { attention, sceneOf } from "./helpers/scene-of.js";

/** @param {any} problem @returns {any} */
const told = (problem) => sceneOf(problem, { story: "matrices" });

test("a step says where in the computation it is, as the walk-through does", () => {
  const places = (story) =>
    new Set(sceneOf(presets["walk-through"].problem, { story }).steps.map(({ place }) => place.at));
  const own = places("matrices");
  for (const at of [
    "inputs",
    "keys",
    "values",
    "query",
    "score",
    "scores",
    "softmax",
    "weight",
    "sum",
    "outputs",
  ])
    assert.ok(own.has(at), at);
  for (const at of own) assert.ok(places("walk-through").has(at), at);
});

test("the sentences hold for the problem", () => {
  const all = (problem) =>
    told(problem)
      .steps.map(({ text }) => text)
      .join(" ");
  assert.doesNotMatch(all(crossing), /times W_|learned/);
  assert.match(all(crossing), /There is no W_Q/);
  assert.doesNotMatch(all(attentions["given queries"]), /W_|learned/);
  const mask = [[0, 0, 0], [1, 1, 0], [1, 1, 1]].map((row) => row.map(Boolean)); // prettier-ignore
  const masked = all(walkThrough({ mask, bias: [[0, 1, 2]], softcap: 2 }));
  assert.match(masked, /The mask strikes out 4 of 9 scores/);
  assert.match(masked, /A row whose scores are all −∞ gets 0/);
  assert.match(all(attentions["NaN in an input"]), /a score that is not a number/);
  assert.match(all(attentions["given weights"]), /were given/);
  assert.match(all(attentions["one token, one feature"]), /there is one score/);
});

test("the standard example takes less than 70 seconds", () => {
  const { duration } = told(walkThrough({ labels: { x: ["I", "love", "cats"] } }));
  assert.ok(duration > 40 && duration < 70, `${duration} s`);
});

test.after(() => attention.close());

test("inputs that ask and inputs that are looked at have names of their own", () => {
  const scene = told(seeded({ tokens: 3, keys: 5, features: 3 }));
  const captions = scene.steps.map(said);
  assert.ok(captions.includes("X_kv times W_K gives each source its key."));
  assert.ok(captions.some((one) => one.endsWith("how well does what input 1 looks for fit source 1?")));
  const words = scene.steps
    .flatMap(({ hold }) => flat(frame(scene, scene.timeline, hold).marks))
    .map(({ text }) => text);
  assert.ok(words.includes("X input") && words.includes("Xkv source"));
});

test("a query that has no other name is not said to have one", () => {
  const { query, key, value } = { query: [[1, 2]], key: [[1, 0], [0, 1]], value: [[1], [2]] }; // prettier-ignore
  const bare = sceneOf({ query, key, value }, { story: "walk-through" });
  const score = bare.steps.find(({ id }) => id === "score-1");
  assert.match(said(score), /^Query 1 meets key 1: number times number/);
  const later = sceneOf({ query: [...query, [3, 4], [0, 1], [1, 1]], key, value }, { story: "walk-through" });
  assert.doesNotMatch(later.steps.map(said).join(), /query of query/);
});
