// The matrices story: where its steps are in the computation, how long it takes, and what it says.
import assert from "node:assert/strict";
import test from "node:test";
import { presets } from "../helpers/presets.js";
import { attentions } from "./helpers/attentions.js";
import { crossing, walkThrough } from "./helpers/problems.js";
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
  const said = (/** @type {any} */ problem) =>
    told(problem)
      .steps.map(({ text }) => text)
      .join(" ");
  assert.doesNotMatch(said(crossing), /times W_|learned/);
  assert.match(said(crossing), /There is no W_Q/);
  assert.doesNotMatch(said(attentions["given queries"]), /W_|learned/);
  const mask = [[0, 0, 0], [1, 1, 0], [1, 1, 1]].map((row) => row.map(Boolean)); // prettier-ignore
  const masked = said(walkThrough({ mask, bias: [[0, 1, 2]], softcap: 2 }));
  assert.match(masked, /The mask strikes out 4 of 9 scores/);
  assert.match(masked, /A row whose scores are all −∞ gets 0/);
  assert.match(said(attentions["NaN in an input"]), /a score that is not a number/);
  assert.match(said(attentions["given weights"]), /were given/);
  assert.match(said(attentions["one token, one feature"]), /there is one score/);
});

test("the standard example takes less than 70 seconds", () => {
  const { duration } = told(walkThrough({ labels: { x: ["I", "love", "cats"] } }));
  assert.ok(duration > 40 && duration < 70, `${duration} s`);
});

test.after(() => attention.close());
