import assert from "node:assert/strict";
import test from "node:test";
import { createScene, explain, frame, stories } from "../../web/scene/index.js";
import { origin } from "../../web/scene/provenance.js";
import { createAttention } from "../../web/index.js";
import { seeded, walkThrough } from "./helpers/float64.js";
import { recompute } from "./helpers/recompute.js";

const attention = await createAttention({ build: "scalar" });

/** @type {Record<string, any>} */
const PROBLEMS = {
  "document A": walkThrough(),
  "document A, scaled": walkThrough({ score: "scaled_dot" }),
  "as printed": walkThrough({
    weights_override: [
      [0, 0.5, 0.5],
      [0, 1, 0],
      [0, 0.9, 0.1],
    ],
  }),
  causal: walkThrough({ causal: true }),
  "a row that may see nothing": walkThrough({
    mask: [
      [false, false, false],
      [true, true, false],
      [true, true, true],
    ],
  }),
  "with bias and biases": walkThrough({
    b_q: [0.5, -1, 2],
    b_k: [1, 0, 1],
    b_v: [0, 0.25, 0],
    bias: [
      [0, 1, -1],
      [0, 0, 0],
      [2, 2, 2],
    ],
  }),
  bilinear: walkThrough({
    score: "bilinear",
    w_score: [
      [1, 0, 0],
      [0, 2, 0],
      [0.5, 0, -1],
    ],
    softcap: 5,
  }),
  additive: walkThrough({
    score: "additive",
    w_1: [
      [1, 0, 0, 0.1, 0, 0],
      [0, 0.2, 0, 0, -1, 0],
    ],
    w_2: [1, -0.5],
  }),
  "two heads": seeded({
    tokens: 3,
    features: 4,
    heads: 2,
    w_o: [
      [1, 0],
      [0, 1],
      [1, 1],
      [0.5, 0],
    ],
    b_o: [1, -1],
  }),
  "fractions, five keys": seeded({ tokens: 3, keys: 5, features: 3, fractions: true }),
};

/** All marks, those in groups too. @param {any[]} marks @returns {any[]} */
const flat = (marks) => marks.flatMap((mark) => (mark.children ? flat(mark.children) : [mark]));

/** Every number shown at the end of any step, by cell, each in one place only. @param {any} scene */
function shown(scene) {
  const cells = new Map();
  for (const step of scene.steps) {
    const now = new Set();
    for (const mark of flat(frame(scene, scene.timeline, step.start + step.duration).marks)) {
      if (!mark.cell) continue;
      assert.ok(!now.has(mark.cell), `${mark.cell} stands in two places at the end of ${step.id}`);
      now.add(mark.cell);
      cells.set(mark.cell, mark);
    }
  }
  return cells;
}

/** @param {string} name */
const parse = (name) => ({ tensor: name.split(":")[0], index: name.split(":")[1].split(",").map(Number) });

for (const story of stories) {
  for (const [name, problem] of Object.entries(PROBLEMS)) {
    const trace = attention.forward(problem);
    for (const softmax of ["open", "closed"]) {
      const scene = createScene({ story, problem, trace, options: { softmax } });

      test(`every number is what its sources make: ${story}, ${name}, softmax ${softmax}`, () => {
        for (const [cell] of shown(scene)) {
          const { tensor, index } = parse(cell);
          const made = origin(scene.model, tensor, index);
          if (made.form === "given") continue;
          const expected = recompute(made, (c) => scene.model.value(c.tensor, c.index), scene.model);
          const value = scene.model.value(tensor, index);
          if (Number.isFinite(expected))
            assert.ok(
              Math.abs(value - expected) <= 4e-6 * Math.max(1, Math.abs(expected)),
              `${cell}: ${value}, not ${expected}`,
            );
          else assert.deepEqual(value, expected, cell);
        }
      });

      test(`every text is its value to half a unit of its last digit: ${story}, ${name}, softmax ${softmax}`, () => {
        for (const [cell, { text, value }] of shown(scene)) {
          const { tensor, index } = parse(cell);
          const exact = scene.model.value(tensor, index);
          assert.equal(Math.fround(Number(value)), exact, cell);
          if (!Number.isFinite(exact)) assert.match(text, /^(NaN|−?∞)$/);
          else
            assert.ok(
              Math.abs(Number(text.replace("−", "-")) - exact) <= unit(text) / 2 + 1e-12,
              `${cell} shows ${text} for ${exact}`,
            );
        }
      });
    }
  }
}

/** One unit of the last digit written. @param {string} text */
function unit(text) {
  const [digits, exponent = "0"] = text.split("e");
  return 10 ** (Number(exponent) - (digits.split(".")[1]?.length ?? 0));
}

test("an explanation names the cell's operands and their equation", () => {
  const problem = walkThrough();
  const scene = createScene({ problem, trace: attention.forward(problem) });
  const { value, text, sources } = explain(scene, "scores", [0, 0, 0, 1]);
  assert.equal(value, 4);
  assert.equal(text, "S₁₂ = 1·4 + 0·4 + 2·0 = 4");
  assert.equal(sources.length, 6);
  assert.equal(explain(scene, "weighted_values", [0, 0, 1, 0, 1]).text, "A₁₂V₂₂ = 0.468 · 8 = 3.746");
});

/** No zeros, masks or saturation, so that every source counts. */
const OPEN = {
  "one head": seeded({ tokens: 3, features: 3, fractions: true, seed: 11, scale: 0.05 }),
  "two heads": seeded({
    tokens: 3,
    features: 4,
    heads: 2,
    fractions: true,
    seed: 5,
    scale: 0.05,
    w_o: [
      [1, 0.5],
      [-0.3, 1],
      [1, 1.2],
      [0.5, 0.7],
    ],
  }),
};

/** What is nudged, as cell, and how. @type {[string, (problem: any) => void][]} */
const NUDGES = [
  ["x:0,1,0", (problem) => (problem.x[1][0] += 0.37)],
  ["w_k:1,1", (problem) => (problem.w_k[1][1] += 0.37)],
  ["w_v:0,1", (problem) => (problem.w_v[0][1] += 0.37)],
];

for (const story of stories)
  for (const [name, before] of Object.entries(OPEN))
    for (const [nudged, nudge] of NUDGES)
      test(`a number changes if, and only if, its sources followed back reach what was changed: ${story}, ${name}, ${nudged}`, () => {
        const after = structuredClone(before);
        nudge(after);
        const [one, other] = [before, after].map((problem) =>
          createScene({ story, problem, trace: attention.forward(problem) }),
        );
        const reaches = memo((/** @type {string} */ cell, /** @type {(cell: string) => boolean} */ again) => {
          if (cell === nudged) return true;
          const { tensor, index } = parse(cell);
          const { of, plus = [] } = origin(one.model, tensor, index);
          return [...of, ...plus].some((c) => again(c.tensor + ":" + c.index.join(",")));
        });
        let counted = 0;
        for (const [cell] of shown(one)) {
          const { tensor, index } = parse(cell);
          const changed = one.model.value(tensor, index) !== other.model.value(tensor, index);
          // the largest of a row is a selection: it need not change with all it is selected from
          if (/^(row_max|shifted_)/.test(cell)) assert.ok(!changed || reaches(cell), cell);
          else assert.equal(changed, reaches(cell), cell);
          counted += Number(changed);
        }
        assert.ok(counted > 0);
      });

/** @param {(cell: string, again: (cell: string) => boolean) => boolean} compute */
function memo(compute) {
  const known = new Map();
  const ask = (/** @type {string} */ cell) => {
    if (!known.has(cell)) known.set(cell, compute(cell, ask));
    return known.get(cell);
  };
  return ask;
}

for (const story of stories)
  test(`every number shown comes from the trace or the problem: ${story}`, () => {
    // distinct made-up numbers in place of the core's: only they may be seen
    for (const problem of [walkThrough({ score: "scaled_dot", causal: true }), OPEN["two heads"]]) {
      const trace = structuredClone(attention.forward(problem));
      let next = 1000;
      const known = new Map();
      for (const [name, tensor] of Object.entries(trace)) {
        if (name === "notes") continue;
        for (let k = 0; k < tensor.data.length; k++) known.set((tensor.data[k] = next++), name);
      }
      for (const softmax of ["open", "closed"]) {
        const scene = createScene({ story, problem, trace, options: { softmax } });
        for (const [cell, { value }] of shown(scene)) {
          const { tensor, index } = parse(cell);
          if (/^[wb]_/.test(tensor))
            assert.equal(Math.fround(Number(value)), scene.model.value(tensor, index));
          else assert.equal(known.get(Number(value)), tensor, `${cell} shows ${value}`);
        }
      }
    }
  });
