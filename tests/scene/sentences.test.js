// What sentences must not say: lists after a negation take "or", one thing is not "all", what does not change does not fall.
import assert from "node:assert/strict";
import test from "node:test";
import { presets } from "../helpers/presets.js";
import { said } from "./helpers/marks.js";
import { seeded, walkThrough } from "./helpers/problems.js";
import { sceneOf } from "./helpers/scene-of.js";

/** All that a story says of a problem, sentence after sentence. @param {any} problem @param {string} story @param {string} [lang] */
const told = (problem, story, lang) =>
  sceneOf(problem, { story, lang })
    .steps.map((step) => said(step))
    .join("\n");

const [none, all] = [[false, false, false], [true, true, true]]; // prettier-ignore
const bare = { query: [[1, 2], [3, 4]], key: [[1, 0], [0, 1]], value: [[1, 2], [3, 4]] }; // prettier-ignore
const sharing = (heads) => seeded({ heads, kv_heads: 1, tokens: 3, features: 4, width: 2, fractions: true });

test("two heads that share are both, more are all", () => {
  assert.match(told(sharing(2), "multi-head"), /Both heads share the same keys/);
  assert.match(told(sharing(4), "multi-head"), /All four heads share the same keys/);
  const { x, target, ...layer } = presets.backward.problem;
  const two = told({ ...layer, x: x.slice(1), target: target.slice(1) }, "backward");
  assert.match(two, /The other query does the same/);
  assert.match(told({ ...presets.regions.problem, x: presets.regions.problem.x.slice(1, 2) }, "regions"), /^For the caption’s one word/); // prettier-ignore
});

test("of one value there are no shares to speak of", () => {
  const one = told({ ...bare, key: [[1, 0]], value: [[1, 2]] }, "walk-through");
  assert.match(one, /Query 2 takes everything from key 1\./);
  assert.doesNotMatch(one, /%|Each score/);
});

test("a loss that falls does so in the digits that are shown", () => {
  const small = { ...presets.backward.problem, learning_rate: 1e-4 };
  const [, before, now] = /The loss falls from (\S+) to (\S+), by/.exec(told(small, "backward"));
  assert.notEqual(before, now);
});

test("where keys are masked there are keys", () => {
  const masked = told({ ...walkThrough(), mask: [none, none, none] }, "backward");
  assert.match(masked, /Gradient of key = 0 everywhere: all that would be added is masked\./);
  assert.doesNotMatch(masked, /no keys/);
  assert.doesNotMatch(told({ ...walkThrough(), mask: [none, all, all] }, "backward"), /no keys|is masked/);
});

test("tiles say what each is made of", () => {
  const weighed = told({ ...bare, weights_override: [[1, 0], [0.5, 0.5]] }, "fused"); // prettier-ignore
  assert.match(weighed, /weighted sum so far = what it was \+ the sum of given weights · value\./);
  assert.doesNotMatch(weighed, /tile of the tile/);
});

test("a title that asks needs no full stop", () => {
  const { steps } = sceneOf(presets.cross.problem, { story: "cross" });
  assert.match(steps.find(({ id }) => id === "apart").text, /^Self or cross\? /);
});

test("what does not happen is not said to: nothing moves, fades, looks elsewhere or mixes where it does not", () => {
  const { starts, reach, regions, meaning, classification, backward, search } = presets;
  const zeros = (rows) => rows.map((row) => row.map(() => 0));
  assert.match(told({ ...starts.problem, x: zeros(starts.problem.x) }, "starts"), /not every score and map/);
  const [recurrence, attention] = reach.problem.stages;
  const x = recurrence.x.map(() => [99]);
  assert.match(told({ stages: [{ ...recurrence, x }, attention] }, "reach"), /is 0 from the first state on/);
  const { x: words } = regions.problem;
  assert.doesNotMatch(told({ ...regions.problem, x: words.map(() => words[0]) }, "regions"), /elsewhere/);
  const deaf = told({ ...meaning.problem, key_mask: [true, false, true, true, true, true] }, "meaning");
  assert.match(deaf, /takes the same steps\.\n.* ends where it did\./);
  assert.doesNotMatch(deaf, /every word/);
  assert.match(told({ ...meaning.problem, labels: undefined }, "meaning"), /^Alone, input 6 is one point/);
  const [plain, reader, classes] = classification.problem.stages;
  const alike = told({ stages: [plain, { ...reader, x: zeros(reader.x) }, classes] }, "classification");
  assert.match(alike, /share the largest weight, 0.250 each/);
  const tenfold = { ...backward.problem, x: backward.problem.x.map((row) => row.map((one) => 10 * one)) };
  assert.match(told(tenfold, "backward"), /\nη = \S+ lowers the loss most/);
  const [exact, soft, self] = search.problem.stages;
  const only = { ...exact, x_kv: exact.x_kv.slice(0, 1), x_v: exact.x_v.slice(0, 1) };
  assert.doesNotMatch(told({ stages: [only, soft, self] }, "search"), /slides/);
});
