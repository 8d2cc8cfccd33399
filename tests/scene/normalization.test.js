// Normalization: which chains it tells, that what is averaged is seen, that it stands on every stage, and that its sentences
// hold for the numbers, whatever a reader puts in.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { presets } from "../helpers/presets.js";
import { explain } from "../../web/scene/index.js";
import { bothNorms, nested } from "./helpers/chains.js";
import { said } from "./helpers/marks.js";
import { attention, sceneOf } from "./helpers/scene-of.js";

after(() => attention.close());

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

test("the frame holds a row for layer norm and a column for batch norm, and the means stand at that side", () => {
  const x = [[1, 2, 3, 4], [0, 1, 0, 2], [5, 5, 1, 0]]; // prettier-ignore
  const scene = told(bothNorms(x));
  const frames = (k) => scene.items.find(({ id }) => id === `${k}.frames`).boxes;
  const block = (id) => scene.items.find((one) => one.id === id);
  assert.deepEqual([frames(0).length, frames(1).length], [3, 4]);
  const [matrix, right, below] = [block("0.x.0"), block("0.mean.0"), block("1.mean.0")];
  for (const box of frames(0)) assert.equal(box.width, matrix.width);
  for (const box of frames(1)) assert.equal(box.height, matrix.height);
  assert.ok(right.x >= matrix.x + matrix.width && right.rows === 3 && right.columns === 1);
  assert.ok(below.y >= matrix.y + matrix.height && below.rows === 1 && below.columns === 4);
});

test("over a batch the column goes through all items, and the sentence says so", () => {
  const scene = told(bothNorms([[[1, 2], [3, 4]], [[5, 6], [7, 9]]])); // prettier-ignore
  const { boxes } = scene.items.find(({ id }) => id === "1.frames");
  const items = scene.items.filter(({ id }) => /^1\.x\.\d$/.test(id));
  assert.equal(items.length, 2);
  assert.ok(boxes[0].height > items[0].height + items[1].height);
  const mean = scene.steps.find(({ id }) => id === "batch.mean");
  assert.match(said(mean), /over all 2 tokens of all 2 items/);
});

test("the end says along what the mean became 0 and the variance 1", () => {
  const x = [[1, 2, 3], [0, 5, 1], [4, 4, 0]]; // prettier-ignore
  assert.equal(
    ending(bothNorms(x)),
    "Layer norm: each token’s row has mean 0 and variance 1. Batch norm: each feature’s column has mean 0 and variance 1.",
  );
  const learned = { gamma: [1, 2, 1], beta: [0, 0, 1] };
  assert.match(
    ending(bothNorms(x, learned)),
    /^Layer norm: before what is learned, each token’s row has mean 0/,
  );
  const begins = { gamma: [1, 1, 1], beta: [0, 0, 0] };
  assert.match(ending(bothNorms(x, begins)), /^Layer norm: each token’s row/);
  assert.match(ending(bothNorms(x), { lang: "zh" }), /^层归一化：每个词元的那一行均值为 0，方差为 1。/);
});

test("of equal numbers, NaN, sums too large and one token the end says what is so", () => {
  assert.match(ending(alone([[3, 3], [5, 5]], "layer_norm")), /holds equal numbers; with their mean subtracted, all are 0/); // prettier-ignore
  assert.match(ending(alone([[3, 3], [5, 6]], "layer_norm")), /variance 1 where its numbers differ/); // prettier-ignore
  assert.match(
    ending(alone([[1, 1.0001]], "layer_norm")),
    /the one token’s row has mean 0; where .* ε keeps/,
  );
  assert.match(ending(alone([["NaN", 1], [5, 6]], "layer_norm")), /^Layer norm: NaN and ∞ make their whole row NaN; every other row has mean 0/); // prettier-ignore
  assert.match(ending(alone([["Infinity", 1]], "layer_norm")), /every row holds NaN or ∞/);
  assert.match(ending(alone([[3e38, -3e38]], "layer_norm")), /has mean 0 and variance 1\./);
  assert.match(ending(alone([[1, 2, 3]], "batch_norm")), /each feature’s column holds equal numbers/);
  const running = { running_mean: [1, 1], running_var: [4, 4] };
  assert.match(ending(alone([[1, 2], [3, 4]], "batch_norm", running)), /need not have mean 0/); // prettier-ignore
});

test("a deviation is made of the variance in the numbers of its row", () => {
  const scene = told(alone([[1, 3]], "layer_norm", { eps: 3 }));
  assert.equal(explain(scene, "norm.rstd", [0, 0])?.text, "r₁ = 1 ÷ √(((1 − 2)² + (3 − 2)²) ÷ 2 + 3) = 0.5");
});
