// The matrices story: nothing overlaps, seeking is free, and every number is the trace's and comes from where it says.
import assert from "node:assert/strict";
import test from "node:test";
import { createScene } from "../../web/scene/scene.js";
import { frame } from "../../web/scene/frame.js";
import { faults } from "./helpers/boxes.js";
import { seeded, trace, walkThrough } from "./helpers/float64.js";

const story = "matrices";
const scenes = (problem, width, lang = "en", options = {}) =>
  createScene({ story, problem, trace: trace(problem), lang, width, options });

/** Problems that stretch a picture, by name. */
const PROBLEMS = {
  "document A": walkThrough(),
  "document A, scaled and masked": walkThrough({ score: "scaled_dot", causal: true }),
  "one token, one feature": seeded({ tokens: 1, features: 1 }),
  "one token, eight features": seeded({ tokens: 1, features: 8, fractions: true }),
  "four tokens, eight features": seeded({ tokens: 4, features: 8, score: "dot" }),
  "eight tokens, two features": seeded({ tokens: 8, features: 2, fractions: true, causal: true }),
  "eight tokens, eight features": seeded({ tokens: 8, features: 8, fractions: true }),
  "three queries, five keys": seeded({ tokens: 3, keys: 5, features: 3 }),
  "eight queries, one key": seeded({ tokens: 8, keys: 1, features: 3, fractions: true }),
  "given queries": {
    query: [[1, 2]],
    key: [
      [1, 0],
      [0.5, 1],
    ],
    value: [
      [1, 2, 3],
      [4, 5, 6],
    ],
  },
  "words for tokens": walkThrough({ labels: { x: ["I", "注意力机制注意力", "👩‍👩‍👧‍👦 film"] } }),
};

/** All marks, those in groups too. */
const flat = (marks) => marks.flatMap((mark) => (mark.children ? flat(mark.children) : [mark]));
const cellsOf = (scene, time) => flat(frame(scene, scene.timeline, time).marks).filter(({ cell }) => cell);

for (const [name, problem] of Object.entries(PROBLEMS)) {
  test(`nothing overlaps and nothing leaves the stage: ${name}`, () => {
    for (const [k, width] of [288, 312, 360, 480, 600, 760, 960, 1152, 1552].entries()) {
      for (const softmax of ["closed", "open"]) {
        const scene = scenes(problem, width, k % 2 ? "zh" : "en", { softmax });
        for (const step of scene.steps) {
          const found = faults(frame(scene, scene.timeline, step.start + step.duration));
          assert.deepEqual(found.slice(0, 5), [], `${softmax}, ${width} px, end of ${step.id}`);
        }
      }
    }
  });
}

test("no digit is smaller than 12 px", () => {
  for (const problem of Object.values(PROBLEMS))
    for (const width of [288, 600, 1152]) {
      const scene = scenes(problem, width);
      for (const { start, duration } of scene.steps)
        for (const { size, text } of cellsOf(scene, start + duration))
          assert.ok(size >= 11.5, `${text}: ${size}`);
    }
});

test("a moment looks the same however one came there", () => {
  const scene = scenes(walkThrough(), 1152);
  const times = Array.from({ length: 40 }, (_, k) => (k * scene.duration) / 39);
  const forward = times.map((time) => frame(scene, scene.timeline, time));
  const fresh = scenes(walkThrough(), 1152);
  for (const [k, time] of [...times.entries()].reverse())
    assert.deepEqual(frame(fresh, fresh.timeline, time), forward[k]);
});

test("a cell of a tensor stands on the stage once at most, and says its exact value", () => {
  for (const [name, problem] of Object.entries(PROBLEMS)) {
    const run = trace(problem);
    const scene = scenes(problem, 760);
    for (let time = 0; time <= scene.duration; time += 0.37) {
      const seen = new Set();
      for (const { cell, value } of cellsOf(scene, time)) {
        assert.ok(!seen.has(cell), `${name}: ${cell} twice at ${time}`);
        seen.add(cell);
        const [tensor, index] = cell.split(":");
        const held = run[tensor] ?? null;
        if (!held) continue;
        const at = index.split(",").reduce((sum, k, axis) => sum * held.shape[axis] + Number(k), 0);
        assert.ok(Object.is(Math.fround(Number(value)), held.data[at]), `${cell} says ${value}`);
      }
    }
  }
});

test("every number of queries, keys, values, scores, weights and outputs is shown", () => {
  for (const width of [296, 1152]) {
    const problem = PROBLEMS["eight tokens, eight features"];
    const run = trace(problem);
    const scene = scenes(problem, width);
    const seen = new Set(
      scene.steps.flatMap(({ start, duration }) => cellsOf(scene, start + duration).map(({ cell }) => cell)),
    );
    for (const tensor of ["query", "key", "value", "scores", "weights", "output"])
      assert.equal(
        [...seen].filter((cell) => cell.startsWith(`${tensor}:`)).length,
        run[tensor].data.length,
        tensor,
      );
  }
});

test("every number on the card stands in the lit row and column of its matrices", () => {
  const scene = scenes(walkThrough(), 1152);
  const { marks } = frame(scene, scene.timeline, scene.steps[0].hold + 0.01);
  const at = (pattern) => flat(marks).filter(({ id, type }) => type === "text" && pattern.test(id));
  assert.deepEqual(
    at(/card\/a\d\/text/).map(({ text }) => text),
    ["1", "0", "1", "0"],
  );
  assert.deepEqual(
    at(/card\/b\d\/text/).map(({ text }) => text),
    ["1", "1", "0", "0"],
  );
  assert.deepEqual(
    at(/card\/r0\/text/).map(({ text }) => text),
    ["1"],
  );
});

test("a step says where in the computation it is, so that another story can take over there", () => {
  const places = scenes(walkThrough({ score: "scaled_dot", causal: true }), 1152).steps.map(
    ({ place }) => place?.at,
  );
  for (const at of [
    "project-query",
    "project-key",
    "project-value",
    "scores",
    "scale",
    "mask",
    "softmax",
    "weighted",
    "sum",
  ])
    assert.ok(places.includes(at), at);
});

test("the number in a caption is the number in its cell", () => {
  for (const lang of ["en", "zh"]) {
    const problem = walkThrough();
    const run = trace(problem);
    for (const { caption } of scenes(problem, 1152, lang).steps)
      for (const { text, cell } of caption.filter((span) => span.cell)) {
        const [tensor, index] = cell.split(":");
        const { shape, data } = run[tensor];
        const value = data[index.split(",").reduce((sum, k, axis) => sum * shape[axis] + Number(k), 0)];
        assert.ok(
          Math.abs(Number(text.replace("−", "-")) - value) <= 0.0005 + 1e-9,
          `${cell}: ${text} is not ${value}`,
        );
      }
  }
});
