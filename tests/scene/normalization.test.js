// Normalization: which chains it tells, that what is averaged is seen, that it stands on every stage, and that its sentences
// hold for the numbers, whatever a reader puts in.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { presets } from "../helpers/presets.js";
import { explain } from "../../web/scene/index.js";
import { bothNorms, nested } from "./helpers/chains.js";
import { marksAt, said, stepOf } from "./helpers/marks.js";
import { sceneOf } from "./helpers/scene-of.js";

/** @param {any} problem @param {any} [how] */
const told = (problem, how) => sceneOf(problem, { story: "normalization", ...how });

/** @param {any} x @param {string} op @param {any} [more] */
const alone = (x, op, more = {}) => ({ version: 1, stages: [{ id: "norm", op, x, ...more }] });

/** What is said in the end. @param {any} problem @param {any} [how] */
const ending = (problem, how) => said(told(problem, how).steps.at(-1));

test("it tells chains that end in norms of small matrices, whatever comes before, and no others", () => {
  const tells = (problem) => told(problem).stories.includes("normalization");
  assert.ok(tells(presets.normalization.problem));
  assert.ok(tells(bothNorms(nested([8, 8], () => 1))) && tells(alone([[1, 2]], "layer_norm")));
  assert.ok(tells(bothNorms(nested([2, 3, 4], () => 1))), "a batch");
  assert.ok(!tells(presets["walk-through"].problem), "one attention");
  assert.ok(
    !tells(bothNorms(nested([9, 2], () => 1))) && !tells(bothNorms(nested([2, 9], () => 1))),
    "too large",
  );
  assert.ok(!tells(bothNorms(nested([3, 8, 2], () => 1))), "too many tokens together");
  assert.ok(!tells(bothNorms({ shape: [0, 3], data: [] })), "no token");
  const last = { id: "sum", op: "residual", x: "layer.output", y: "batch.output" };
  assert.ok(!tells({ version: 1, stages: [...bothNorms([[1, 2]]).stages, last] }), "something follows");
  const geometry = { id: "g", op: "geometry", a: [[1, 0]], b: [[1, 2]] };
  const norm = { id: "norm", op: "layer_norm", x: "g.dot" };
  assert.ok(!tells({ version: 1, stages: [geometry, norm] }), "a matrix without a batch");
});

/** @param {any} scene @param {string} id */
const item = (scene, id) => scene.items.find((one) => one.id === id);

/** Where the dots of a line stand at a moment, in its own unit, by what they are called. @param {any} scene @param {string} id @param {number} time */
function dotsOf(scene, id, time) {
  const { zero, made, dots } = item(scene, id);
  const marks = marksAt(scene, time);
  const at = dots.map((_, k) => marks.find((mark) => mark.id === `${id}/dot${k}`));
  return at.map((mark) => (mark ? (mark.x + mark.width / 2 - zero) / made.unit : NaN));
}

/** @param {any} scene @param {string} id */
const endOf = (scene, id) => stepOf(scene, id).hold;

/** @param {number[]} some @param {number[]} others */
const near = (some, others) =>
  some.forEach((n, k) => assert.ok(Math.abs(n - others[k]) < 0.01, `${some} ≈ ${others}`));

test("a line has the numbers of a row for layer norm and of a column for batch norm, one for each", () => {
  const x = [[1, 2, 3, 4], [0, 1, 0, 2], [5, 5, 1, 0]]; // prettier-ignore
  const scene = told(bothNorms(x));
  const lines = (k) =>
    scene.items.filter(({ id }) => id.startsWith(`${k}.line.`) && !/[a-z]\./.test(id.slice(7)));
  assert.deepEqual(lines(0).map(({ dots }) => dots.length), [4, 4, 4]); // prettier-ignore
  assert.deepEqual(lines(1).map(({ dots }) => dots.length), [3, 3, 3, 3]); // prettier-ignore
  const cells = lines(1)[2].dots.map(({ cells: { source } }) => source);
  assert.deepEqual(cells, ["layer.x:0,0,2", "layer.x:0,1,2", "layer.x:0,2,2"]);
});

test("dots stand at their numbers, then about the mean, and at last where the core puts them", () => {
  const gamma = [2, 1, 1, 0.5];
  const scene = told(alone([[1, 0, -1, 0.4], [0, 1, 0, 2]], "layer_norm", { gamma, beta: [0.5, 0, 0, 0] })); // prettier-ignore
  const { model } = scene;
  const id = "0.line.1";
  near(dotsOf(scene, id, endOf(scene, "norm.mean")), [0, 1, 0, 2]);
  near(dotsOf(scene, id, endOf(scene, "norm.centred")), [-0.75, 0.25, -0.75, 1.25]);
  const output = [0, 1, 2, 3].map((c) => model.value("norm.output", [0, 1, c]));
  near(dotsOf(scene, id, endOf(scene, "norm.output")), output);
  const bar = marksAt(scene, endOf(scene, "norm.rstd")).find((mark) => mark.id === `${id}/bar`);
  const { made } = item(scene, id);
  near([bar.width / 2 / made.unit], [1 / model.value("norm.rstd", [0, 1])]);
});

test("a beam leans towards its heavier side until its triangle stands at the mean; one with a kept mean does not", () => {
  const slopes = (scene, step) => {
    const { start, duration } = stepOf(scene, step);
    const times = Array.from({ length: 60 }, (_, k) => start + (k * duration) / 60);
    return times.map((time) => {
      const [, y1, y2] = /M\S+ (\S+)L\S+ (\S+)/.exec(marksAt(scene, time).find(({ id }) => id === "0.line.0")?.d) ?? [0, 0, 0]; // prettier-ignore
      return y2 - y1;
    });
  };
  const left = slopes(told(alone([[-3, -2, -1, 0.5]], "layer_norm")), "norm.mean");
  assert.ok(Math.min(...left) < -5 && Math.max(...left) <= 0 && left.at(-1) === 0, String(left));
  const kept = { running_mean: [1, 1], running_var: [4, 4] };
  const still = slopes(told(alone([[-3, -2], [-1, 0]], "batch_norm", kept)), "norm.mean"); // prettier-ignore
  assert.deepEqual(new Set(still), new Set([0]));
});

test("what is learned is dragged at the end: gamma and beta of one feature, as places on its lines", () => {
  const scene = told(presets.normalization.problem);
  const handles = (time) => marksAt(scene, time).flatMap(({ handle }) => handle ?? []);
  assert.deepEqual(handles(endOf(scene, "layer_norm.mean")), []);
  const names = ["batch_norm.beta:1", "batch_norm.gamma:1", "layer_norm.beta:1", "layer_norm.gamma:1"];
  assert.deepEqual(handles(scene.duration).map(({ name }) => name).toSorted(), names); // prettier-ignore
  for (const { axes, at } of handles(scene.duration))
    for (const [side, { value, zero, unit }] of Object.entries(axes))
      assert.ok(Math.abs(zero + value * unit - at[side]) < 0.01, side);
  // while it is dragged, the scale stays
  const [, , layer, batch] = presets.normalization.problem.stages;
  const dragged = { ...layer, gamma: [1, 9, 1, 1] };
  const stages = [...presets.normalization.problem.stages.slice(0, 2), dragged, batch];
  const after = told({ version: 1, stages }, { options: { held: scene.held } });
  assert.equal(item(after, "end.0.line.1").made.unit, item(scene, "end.0.line.1").made.unit);
});

test("over a batch the column goes through all items, and the sentence says so", () => {
  const scene = told(bothNorms([[[1, 2], [3, 4]], [[5, 6], [7, 9]]])); // prettier-ignore
  assert.equal(item(scene, "1.line.0").dots.length, 4);
  const mean = stepOf(scene, "batch.mean");
  assert.match(said(mean), /over all 2 tokens of all 2 items/);
});

test("equal numbers lie one on another, and NaN has no place", () => {
  const scene = told(alone([[3, 3, 3], ["NaN", 1, 2]], "layer_norm")); // prettier-ignore
  const { dots } = item(scene, "0.line.0");
  assert.deepEqual(dots.map(({ levels }) => levels.source), [0, 1, 2]); // prettier-ignore
  near(dotsOf(scene, "0.line.0", endOf(scene, "norm.output")), [0, 0, 0]);
  assert.ok(dotsOf(scene, "0.line.1", endOf(scene, "norm.output")).every(Number.isNaN));
});

test("the end says along what the mean became 0 and the deviation 1", () => {
  const x = [[1, 2, 3], [0, 5, 1], [4, 4, 0]]; // prettier-ignore
  assert.equal(
    ending(bothNorms(x)),
    "Layer norm gives each row mean 0 and deviation 1, batch norm each column.",
  );
  const learned = { gamma: [1, 2, 1], beta: [0, 0, 1] };
  assert.match(
    ending(bothNorms(x, learned)),
    /^Layer norm: before what is learned, each token’s row has mean 0/,
  );
  const begins = { gamma: [1, 1, 1], beta: [0, 0, 0] };
  assert.match(ending(bothNorms(x, begins)), /^Layer norm gives each row/);
  assert.match(ending(bothNorms(x), { lang: "zh" }), /^层归一化使每行均值为 0、标准差为 1，/);
});

test("of equal numbers, NaN, sums too large and one token the end says what is so", () => {
  assert.match(ending(alone([[3, 3], [5, 5]], "layer_norm")), /holds equal numbers; with their mean subtracted, all are 0/); // prettier-ignore
  assert.match(ending(alone([[3, 3], [5, 6]], "layer_norm")), /deviation 1 where its numbers differ/); // prettier-ignore
  assert.match(
    ending(alone([[1, 1.0001]], "layer_norm")),
    /the one token’s row has mean 0; where .* ε keeps/,
  );
  assert.match(ending(alone([["NaN", 1], [5, 6]], "layer_norm")), /^Layer norm: NaN and ∞ make their whole row NaN; every other row has mean 0/); // prettier-ignore
  assert.match(ending(alone([["Infinity", 1]], "layer_norm")), /every row holds NaN or ∞/);
  assert.match(ending(alone([[3e38, -3e38]], "layer_norm")), /has mean 0 and deviation 1\./);
  assert.match(ending(alone([[1, 2, 3]], "batch_norm")), /each feature’s column holds equal numbers/);
  const running = { running_mean: [1, 1], running_var: [4, 4] };
  assert.match(ending(alone([[1, 2], [3, 4]], "batch_norm", running)), /need not have mean 0/); // prettier-ignore
});

test("a deviation is made of the variance in the numbers of its row", () => {
  const scene = told(alone([[1, 3]], "layer_norm", { eps: 3 }));
  assert.equal(explain(scene, "norm.rstd", [0, 0])?.text, "r₁ = 1 ÷ √(((1 − 2)² + (3 − 2)²) ÷ 2 + 3) = 0.5");
});
