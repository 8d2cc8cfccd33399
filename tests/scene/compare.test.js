// Two problems on one timeline: each lane has the numbers of its own problem, what is said to differ does, and what a lane is
// called is what it differs in.
import assert from "node:assert/strict";
import test from "node:test";
import { presets } from "../helpers/presets.js";
import { captionOf, cellOf, marksAt, numbersOf, said } from "./helpers/marks.js";
import { seeded, walkThrough } from "./helpers/problems.js";
import { attention, sceneOf } from "./helpers/scene-of.js";

/** @param {any} problem @param {any} other @param {any} [how] */
const compared = (problem, other, how) => sceneOf(problem, { story: "compare", other, ...how });

test("each lane shows the numbers of its own problem", () => {
  const [above, below] = [walkThrough(), walkThrough({ causal: true, score: "scaled_dot" })];
  const numbers = numbersOf(compared(above, below));
  const traces = [above, below].map((problem) => attention.forward(problem));
  let own = 0;
  for (const [cell, { value }] of numbers) {
    const { tensor, index } = cellOf(cell);
    const beside = tensor.startsWith("compare.");
    const { shape, data } = traces[Number(beside)][tensor.replace("compare.", "")];
    const at = index.reduce((sum, k, axis) => sum * shape[axis] + k, 0);
    assert.equal(Math.fround(Number(value)), data[at], cell);
    own += Number(beside);
  }
  assert.ok(own > 30 && numbers.size > 2 * own - 20, `${own} of ${numbers.size}`);
});

test("a lane is called by the settings in which the two differ, and by no others", () => {
  const titles = (more, other) =>
    compared(walkThrough(more), walkThrough(other))
      .items.filter(({ id }) => /title$/.test(id))
      .map(({ text }) => text);
  assert.deepEqual(titles({}, { score: "scaled_dot" }), ["Not scaled", "Divided by √3"]);
  assert.deepEqual(titles({}, { causal: true, softcap: 2 }), ["No soft cap, no mask", "Soft cap 2, causal"]);
  assert.deepEqual(titles({}, { x: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0]] }), ["The first problem", "The second problem"]); // prettier-ignore
});

test("what is said of two problems is so", () => {
  const same = compared(walkThrough(), walkThrough());
  assert.match(captionOf(same, "problems"), /^The same problem twice/);
  assert.match(captionOf(same, "compared"), /All weights are the same/);
  const causal = compared(walkThrough(), walkThrough({ causal: true }));
  assert.match(captionOf(causal, "scores"), /scores are the same in both/);
  assert.match(captionOf(causal, "masked_scores"), /^Only below, scores are masked/);
  assert.match(captionOf(causal, "outputs"), /^The values are the same in both; the outputs differ/);
  const mask = [[false, true, true], [true, true, true], [true, true, true]]; // prettier-ignore
  for (const [above, below] of [
    [{}, { b_q: [1, 1, 1] }],
    [{}, { x: walkThrough().x.slice(0, 2) }],
    [{ mask }, { mask: mask.toReversed() }],
    [{ window: [1, 0] }, { window: [0, 1] }],
  ]) {
    const scene = compared(walkThrough(above), walkThrough(below));
    assert.match(captionOf(scene, "problems"), /the same settings and different numbers/);
    // no bar is as long as the way to −∞
    if (above.mask) assert.doesNotMatch(captionOf(scene, "masked_scores"), /bar/);
  }
  const nudged = (number) => captionOf(compared(walkThrough(), walkThrough({ x: [[number, 0, 1, 0], ...walkThrough().x.slice(1)] })), "compared"); // prettier-ignore
  assert.match(nudged(walkThrough().x[0][0] + 1e-6), /too small for its digits/);
  assert.match(nudged("NaN"), /above, NaN below\.$/);
  const fewer = compared(walkThrough(), seeded({ tokens: 2, features: 3 }));
  assert.match(captionOf(fewer, "compared"), /differ in shape, 3×3 above and 2×2 below/);
});

test("what cannot be drawn with its numbers is told alone", () => {
  const { x, ...rest } = presets["walk-through"].problem;
  const none = { ...rest, x: { shape: [0, 4], data: [] } };
  assert.ok(compared({ x, ...rest }, none).steps.length > 0);
  assert.ok(compared(none, { x, ...rest }).steps.length > 0);
});

test("the largest change is the largest, and both of its numbers are the cells'", () => {
  const scene = compared(walkThrough(), walkThrough({ score: "scaled_dot" }));
  const spans = scene.steps.at(-1).caption.filter(({ target }) => target);
  const [above, below] = spans.map(({ target }) => scene.model.value(target.tensor, target.index)); // prettier-ignore
  const [one, other] = ["weights", "compare.weights"].map((name) => scene.model.tensor(name).data);
  const most = Math.max(...Array.from(one, (value, k) => Math.abs(value - other[k])));
  assert.equal(Math.abs(above - below), most);
});

test("on a phone what is equal stands once, queries and keys too", () => {
  const numbers = numbersOf(
    compared(walkThrough(), walkThrough({ score: "scaled_dot" }), { width: 336, height: 404 }),
  );
  for (const tensor of ["query", "key", "scores"]) {
    assert.ok(numbers.has(`${tensor}:0,0,2,2`), tensor);
    assert.ok(!numbers.has(`compare.${tensor}:0,0,2,2`), tensor);
  }
  assert.ok(numbers.has("weights:0,0,2,2") && numbers.has("compare.weights:0,0,2,2"));
});

test("a number that differs has a bar as long as the difference beside the largest, an empty one where it is smaller; equal ones are faint", () => {
  const scene = compared(walkThrough(), walkThrough({ causal: true }));
  const marks = marksAt(scene, scene.duration);
  const [one, other] = ["weights", "compare.weights"].map((name) => scene.model.tensor(name).data);
  const [{ cellWidth }] = scene.items.filter(({ id }) => id === "lower.weights");
  const most = Math.max(...Array.from(one, (before, k) => Math.abs(other[k] - before)));
  for (const [k, before] of one.entries()) {
    const change = other[k] - before;
    const bar = marks.find(({ id }) => id === `lower.weights.contrast/bar${k}`);
    assert.equal(Boolean(bar), change !== 0);
    assert.equal(
      marks.some(({ id }) => id === `lower.weights.contrast/veil${k}`),
      change === 0,
    );
    if (!bar) continue;
    assert.equal(bar.width, Math.max(2, (Math.abs(change) / most) * (cellWidth - 4)));
    assert.equal(bar.fill, change > 0 ? "ink" : "paper");
  }
});

test("on a phone, no bar touches the number above it", () => {
  const scene = compared(walkThrough(), walkThrough({ score: "scaled_dot" }), { width: 336, height: 404 });
  const marks = marksAt(scene, scene.duration);
  const bars = marks.filter(({ id }) => /^lower\..*\/bar\d/.test(id));
  const feet = new Set(marks.filter(({ cell }) => cell).map(({ y }) => y));
  assert.ok(bars.length > 12);
  for (const { id, y, height } of bars) {
    const [foot] = [...feet].filter((foot) => foot < y + height).sort((a, b) => b - a);
    assert.ok(y - 0.5 - foot > 1, `${id} is ${y - 0.5 - foot} px below it`);
  }
});
