// Score functions side by side: which chains it tells, that it stands on every stage, and that its sentences hold for the
// numbers, whatever a reader puts in.
import assert from "node:assert/strict";
import test from "node:test";
import { focusAt } from "../../web/scene/index.js";
import { presets } from "../helpers/presets.js";
import { scoreChain } from "./helpers/chains.js";
import { captionOf, marksAt, said } from "./helpers/marks.js";
import { sceneOf } from "./helpers/scene-of.js";

/** @param {any} problem @param {any} [how] */
const scores = (problem, how) => sceneOf(problem, { story: "scores", ...how });

/** Dot products alone, of these keys with the query 1, 0. @param {number[]} first features of the keys @param {any} [more] */
function dots(first, more) {
  const problem = scoreChain({ functions: ["dot", "scaled_dot"], keys: first.length, more });
  Object.assign(problem.stages[0], { query: [[1, 0]], key: first.map((x) => [x, 0]) });
  return problem;
}

/** What is said in the end. @param {any} problem @param {any} [how] */
const compared = (problem, how) => said(scores(problem, how).steps.at(-1));

test("it tells two to four attentions with the same queries and keys, and leaves other chains to the generic story", () => {
  const tells = (problem) => scores(problem).stories.includes("scores");
  assert.ok(tells(scoreChain()) && tells(dots([1, 2])));
  assert.ok(!tells(presets["walk-through"].problem), "one attention");
  assert.ok(!tells({ version: 1, stages: scoreChain().stages.slice(0, 1) }), "one stage");
  assert.ok(!tells(scoreChain({ functions: Array(5).fill("dot") })), "five stages");
  const norm = { id: "norm", op: "layer_norm", x: "s0.output" };
  assert.ok(!tells({ version: 1, stages: [...scoreChain().stages, norm] }), "a stage that is no attention");
  const other = dots([1, 2]);
  other.stages[1] = { ...other.stages[1], key: ([[1, 0], [9, 0]]) }; // prettier-ignore
  assert.ok(!tells(other), "other keys");
  for (const sizes of [{ keys: 9 }, { d: 9 }, { hidden: 9 }, { keys: 0 }, { queries: 0 }])
    assert.ok(!tells(scoreChain(sizes)), JSON.stringify(sizes));
});

test("in the end the bars stand one under the other, and the larger of two shares is never the paler", () => {
  const scene = scores(presets.scores.problem);
  const bars = scene.items.filter(({ id }) => /^\d\.share$/.test(id));
  assert.equal(bars.length, 4);
  assert.equal(new Set(bars.map(({ x, width }) => `${x} ${width}`)).size, 1);
  const marks = marksAt(scene, scene.duration);
  for (const { id } of bars) {
    const parts = [0, 1, 2, 3].map((j) => marks.find((mark) => mark.id === `${id}/part${j}`));
    const shares = parts.toSorted((a, b) => a.width - b.width).map(({ opacity }) => opacity);
    assert.deepEqual(shares.toSorted(), shares, id);
    assert.ok(shares[0] < shares[3], id);
  }
});

test("pointing at a function says what it takes from each key, and at a key what it gives to each", () => {
  const scene = scores(presets.scores.problem);
  const at = (tensor, index) => focusAt(scene, scene.duration, { tensor, index })?.text;
  assert.match(at("dot.weights", [0, 0, 0, 2]), /^Dot takes 64\s% from key 3, 24\s% from key 2, /);
  assert.match(
    at("additive.key", [0, 0, 1, 0]),
    /^Key 2 makes up 72\s% of the output of bilinear, .* 24\s% of that of dot\.$/,
  );
  assert.equal(at("additive.query", [0, 0, 0, 0]), undefined);
});

test("the end says who looks where, who is sharpest, and what the scale does", () => {
  const end = compared(presets.scores.problem);
  assert.match(end, /^Additive, dot and scaled dot look most at key 3; bilinear looks most at key 2\./);
  assert.match(end, /Scaled dot is like dot, but flatter\./);
  const both = compared(dots([3, 1, 0]));
  assert.match(both, /^Both look most at key 1\./);
  assert.match(both, /Dot is the sharpest: 0\.844\. Scaled dot is like dot, but flatter\./);
});

test("of ties, one key, masks and NaN the end says what is so", () => {
  assert.equal(compared(dots([2, 2, 2])), "Both give every key the same.");
  assert.match(compared(dots([2, 2, 1])), /^Both look most at key 1 and key 2\./);
  assert.equal(compared(dots([5])), "With only one key, each weight is 1, whatever the function.");
  const nan = compared(dots(["NaN", 1]));
  assert.equal(nan, "Dot and scaled dot: the weights are not numbers (NaN).");
  const nothing = compared(dots([1, 2], { mask: [[false, false]] }));
  assert.equal(nothing, "Dot and scaled dot: every weight is 0.");
  // scores so far apart that both give all to one key: neither is flatter in the digits shown
  assert.equal(compared(dots([900, 0])), "Both look most at key 1.");
  // a scale above 1 makes it sharper; a negative one turns the order round
  assert.doesNotMatch(compared(dots([3, 1, 0], { scale: 2 })), /flatter/);
  const turned = dots([3, 1, 0]);
  Object.assign(turned.stages[1], { scale: -0.5 });
  assert.match(compared(turned), /Dot is the sharpest: 0\.844; scaled dot is the flattest: 0\.547\.$/);
  assert.match(compared(dots([2, 2, 2]), { lang: "zh" }), /^两种函数都给每个键/);
});

test("a function that comes twice is told apart, and says the same products only where they are", () => {
  const scene = scores(scoreChain({ functions: ["dot", "dot", "bilinear"] }));
  assert.deepEqual(scene.chapters.map(({ title }) => title).slice(1, 4), ["dot 1", "dot 2", "bilinear"]);
  const step = (id) => captionOf(scene, id);
  assert.match(step("s1.scores"), /^The same products as for dot 1/);
  assert.doesNotMatch(step("s1.scores"), /difference/);
  assert.doesNotMatch(step("s2.scores"), /same products/);
});
