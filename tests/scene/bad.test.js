// Problems that are hard to draw: what is drawable is drawn, nothing overlaps, nothing is thrown, and what is wrong
// is said where it is wrong.
import assert from "node:assert/strict";
import test from "node:test";
import { createAttention } from "../../web/index.js";
import { createScene, frame, highlight, stories } from "../../web/scene/index.js";
import { plain } from "../../web/words/sentence.js";
import { faults } from "./helpers/boxes.js";
import { walkThrough } from "./helpers/float64.js";

const attention = await createAttention({ build: "scalar" });

/** Document A with one number of x replaced. */
function withInput(value) {
  const problem = walkThrough();
  problem.x[1][2] = value;
  return problem;
}
const none = [false, false, false];
const all = [true, true, true];

/** @type {Record<string, any>} */
const PROBLEMS = {
  "labels of 10,000 characters": walkThrough({
    labels: { x: ["a".repeat(10000), "注意力".repeat(3000), "👩‍👩‍👧‍👦".repeat(900)] },
  }),
  "NaN in an input": withInput("NaN"),
  "infinity in an input": withInput("Infinity"),
  "minus infinity in an input": withInput("-Infinity"),
  "a number that overflows": withInput(3e38),
  "a number near nothing": withInput(1e-40),
  "a row that may see nothing": walkThrough({ mask: [all, none, all] }),
  "nothing may be seen": walkThrough({ mask: [none, none, none] }),
  "infinite bias": walkThrough({
    bias: [
      ["Infinity", 0, 0],
      [0, "-Infinity", 0],
      [0, 0, "NaN"],
    ],
  }),
  "NaN among the weights handed in": walkThrough({
    weights_override: [
      ["NaN", 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  }),
  "no tokens": { ...walkThrough(), x: { shape: [0, 4], data: [] } },
  "no keys": { x: [[1, 2]], x_kv: { shape: [0, 2], data: [] } },
};

/** @param {any} problem @param {any} [more] */
const sceneOf = (problem, more = {}) =>
  createScene({ problem, trace: attention.forward(problem), options: { softmax: "open" }, ...more });

/** @param {any} scene @param {any} step */
const endOf = (scene, step) => frame(scene, scene.timeline, step.start + step.duration);

for (const [name, problem] of Object.entries(PROBLEMS)) {
  test(`nothing is thrown and nothing overlaps: ${name}`, () => {
    for (const story of stories)
      for (const [width, lang] of [
        [300, "en"],
        [1152, "zh"],
      ]) {
        const scene = sceneOf(problem, { story, width, lang });
        for (const step of scene.steps) {
          const picture = endOf(scene, step);
          assert.deepEqual(faults(picture).slice(0, 3), [], `${story}, ${width} px, ${step.id}`);
          assert.doesNotMatch(step.text, /undefined|null|[{}[\]|]/, `${story}, ${step.id}`);
          for (const { cell } of picture.marks.filter((mark) => mark.cell).slice(0, 2)) {
            const [tensor, index] = cell.split(":");
            highlight(scene, step.hold, { tensor, index: index.split(",").map(Number) });
          }
        }
      }
  });
}

test("a number that is none is framed where it stands, and the first one is named", () => {
  const scene = sceneOf(PROBLEMS["NaN in an input"]);
  assert.ok(scene.badges.includes("NaN first in inputs"), scene.badges.join());
  const { marks } = endOf(scene, scene.steps[0]);
  assert.equal(marks.filter(({ id }) => /^x\.1\/mark/.test(id)).length, 1);
});

test("a row that may see nothing is struck out, gets zeros, and both are said", () => {
  const problem = walkThrough({ mask: [none, all, all] });
  const scene = sceneOf(problem, { options: {} });
  assert.ok(scene.badges.some((text) => /^query 1: nothing to attend to/.test(text)));
  const step = (id) => scene.steps.find((one) => one.id === id);
  assert.match(plain(step("mask-1").caption), /it has nothing to attend to/);
  assert.match(plain(step("softmax-1").caption), /every weight of query 1 is 0/);
  const marks = endOf(scene, step("sum-1")).marks;
  assert.equal(marks.filter(({ id }) => id.startsWith("strike.0.")).length, 3);
  assert.deepEqual(
    marks.filter(({ cell }) => /^output:0,0,/.test(cell ?? "")).map(({ value }) => Number(value)),
    [0, 0, 0],
  );
});

test("a correct problem after a bad one is drawn as if nothing had been", () => {
  const before = JSON.stringify(endOf(sceneOf(walkThrough()), sceneOf(walkThrough()).steps.at(-1)));
  for (const problem of Object.values(PROBLEMS)) sceneOf(problem);
  const scene = sceneOf(walkThrough());
  assert.equal(JSON.stringify(endOf(scene, scene.steps.at(-1))), before);
});

test("scenes of the same shape share places, and none shows another's numbers", () => {
  const one = sceneOf(walkThrough());
  const other = sceneOf(withInput(0));
  const again = sceneOf(walkThrough());
  assert.equal(one.timeline, again.timeline);
  for (const time of [10, 30, one.duration])
    assert.equal(
      JSON.stringify(frame(again, again.timeline, time)),
      JSON.stringify(frame(one, one.timeline, time)),
    );
  for (const { cell, value } of endOf(other, other.steps.at(-1)).marks.filter(({ cell }) => cell)) {
    const [tensor, index] = cell.split(":");
    assert.equal(Math.fround(Number(value)), other.model.value(tensor, index.split(",").map(Number)));
  }
});
