// Every number on the picture is one of the core's, is made of what it is said to be made of, and is written truly.
import assert from "node:assert/strict";
import test from "node:test";
import { presets } from "../helpers/presets.js";
import { explain } from "../../web/scene/index.js";
import { recompute } from "../helpers/oracle.js";
import { cellOf, numbersOf, says } from "./helpers/marks.js";
import { seeded, walkThrough } from "./helpers/problems.js";
import { attention, sceneOf } from "./helpers/scene-of.js";
import { attentionStories } from "./helpers/stories.js";

const half = [[true, true, false], [true, true, true], [true, true, true]]; // prettier-ignore

/** @type {Record<string, any>} */
const PROBLEMS = {
  "document A": walkThrough(),
  "document A, scaled": walkThrough({ score: "scaled_dot" }),
  "as printed": presets["as-printed"].problem,
  causal: walkThrough({ causal: true }),
  "a row that may see nothing": walkThrough({ mask: [[false, false, false], ...half.slice(1)] }),
  "with bias and biases": walkThrough({
    ...{ b_q: [0.5, -1, 2], b_k: [1, 0, 1], b_v: [0, 0.25, 0] },
    bias: [[0, 1, -1], [0, 0, 0], [2, 2, 2]], // prettier-ignore
  }),
  bilinear: walkThrough({ score: "bilinear", w_score: [[1, 0, 0], [0, 2, 0], [0.5, 0, -1]], softcap: 5 }), // prettier-ignore
  additive: walkThrough({
    ...{ score: "additive", w_2: [1, -0.5] },
    w_1: [[1, 0, 0, 0.1, 0, 0], [0, 0.2, 0, 0, -1, 0]], // prettier-ignore
  }),
  "two heads": seeded({ tokens: 3, features: 4, heads: 2, b_o: [1, -1, 0, 0] }),
  "heads that share keys, two batches": seeded({
    tokens: 3,
    features: 4,
    heads: 4,
    kv_heads: 2,
    width: 2,
    batch: 2,
    fractions: true,
    causal: true,
  }),
  "fractions, five keys": seeded({ tokens: 3, keys: 5, features: 3, fractions: true }),
  "large beside small": walkThrough({ x: [[1000, 0.75, 0, 0], [12.5, 2.5, 0, 0], [1, 1, 0, 1e-7]] }), // prettier-ignore
  "no x": { query: [[1, 2]], key: [[1, 0], [0.5, 1]], value: [[1, 2, 3], [4, 5, 6]] }, // prettier-ignore
};

for (const story of attentionStories)
  for (const [name, problem] of Object.entries(PROBLEMS))
    test(`every number is what its sources make, and is written truly: ${story}, ${name}`, () => {
      const trace = attention.forward(problem);
      for (const how of [
        { width: 1104, height: 424, options: { softmax: "open" } },
        { width: 652, height: 424 },
        { width: 336, height: 404, lang: "zh", options: { softmax: "open", head: (problem.heads ?? 1) - 1 } },
      ]) {
        const scene = sceneOf(problem, { story, trace, ...how });
        const { model } = scene;
        const numbers = numbersOf(scene);
        assert.ok(numbers.size > 0);
        for (const [cell, { text, value }] of numbers) {
          const { tensor, index } = cellOf(cell);
          const exact = model.value(tensor, index);
          assert.equal(Math.fround(Number(value)), exact, cell);
          assert.ok(says(text, exact), `${cell} shows ${text} for ${exact} at ${how.width} px`);
          const origin = model.origin(tensor, index);
          if (origin.op === "given") continue;
          const expected = recompute(origin, (one) => model.value(one.tensor, one.index));
          if (!Number.isFinite(expected)) assert.equal(exact, expected, cell);
          else
            assert.ok(
              Math.abs(exact - expected) <= 4e-6 * Math.max(1, Math.abs(expected)),
              `${cell}: ${exact}, not ${expected}`,
            );
        }
      }
    });

for (const story of attentionStories)
  test(`the query and the key that make a score are shown with it: ${story}`, () => {
    for (const head of [0, 2]) {
      const problem = PROBLEMS["heads that share keys, two batches"];
      const scene = sceneOf(problem, { story, options: { head, batch: 1 } });
      const numbers = numbersOf(scene);
      const scores = [...numbers.keys()].filter((cell) => cell.startsWith("scores:"));
      assert.ok(scores.length > 0);
      for (const cell of scores) {
        const { tensor, index } = cellOf(cell);
        for (const one of scene.model.origin(tensor, index).terms.flat())
          assert.ok(
            numbers.has(`${one.tensor}:${one.index}`),
            `${cell} is shown without ${one.tensor}:${one.index}`,
          );
      }
    }
  });

test("the sources of a head that shares its keys lie in key head floor(h / (heads / kv_heads))", () => {
  const problem = PROBLEMS["heads that share keys, two batches"];
  for (let h = 0; h < 4; h++) {
    const scene = sceneOf(problem, { options: { head: h } });
    const read = (/** @type {string} */ tensor, /** @type {number[]} */ index, /** @type {string} */ of) =>
      new Set(explain(scene, tensor, index)?.sources.flatMap((c) => (c.tensor === of ? [c.index[1]] : [])));
    assert.deepEqual([...read("scores", [0, h, 1, 0], "key")], [h >> 1]);
    assert.deepEqual([...read("weighted_values", [0, h, 1, 2, 1], "value")], [h >> 1]);
  }
});

/** No zeros, masks or saturation, so that every source counts. */
const OPEN = {
  "one head": seeded({ tokens: 3, features: 3, fractions: true, seed: 11, scale: 0.05 }),
  "two heads": seeded({ tokens: 3, features: 4, heads: 2, fractions: true, seed: 5, scale: 0.05 }),
};

/** What is nudged, and how. @type {[string, (problem: any) => void][]} */
const NUDGES = [
  ["x:0,1,0", (problem) => (problem.x[1][0] += 0.37)],
  ["w_k:1,1", (problem) => (problem.w_k[1][1] += 0.37)],
  ["w_v:0,1", (problem) => (problem.w_v[0][1] += 0.37)],
];

for (const story of attentionStories)
  for (const [name, before] of Object.entries(OPEN))
    for (const [nudged, nudge] of NUDGES)
      test(`a number changes if, and only if, its sources reach what was changed: ${story}, ${name}, ${nudged}`, () => {
        const after = structuredClone(before);
        nudge(after);
        const options = /** @type {const} */ ({ softmax: "open" });
        const [one, other] = [before, after].map((problem) => sceneOf(problem, { story, options }));
        const known = new Map([[nudged, true]]);
        const reaches = (/** @type {string} */ cell) => {
          const { tensor, index } = cellOf(cell);
          if (!known.has(cell))
            known.set(
              cell,
              one.model
                .origin(tensor, index)
                .terms.flat()
                .some((c) => reaches(`${c.tensor}:${c.index}`)),
            );
          return known.get(cell);
        };
        let changes = 0;
        for (const [cell] of numbersOf(one)) {
          const { tensor, index } = cellOf(cell);
          const changed = one.model.value(tensor, index) !== other.model.value(tensor, index);
          // the largest of a row is a selection: it need not change with all it is selected from
          if (/^(row_max|shifted_)/.test(cell)) assert.ok(!changed || reaches(cell), cell);
          else assert.equal(changed, reaches(cell), cell);
          changes += Number(changed);
        }
        assert.ok(changes > 0);
      });

for (const story of attentionStories)
  test(`made-up numbers in place of the core's are the only ones seen: ${story}`, () => {
    for (const problem of [walkThrough({ score: "scaled_dot", causal: true }), OPEN["two heads"]]) {
      const trace = structuredClone(attention.forward(problem));
      let next = 1000;
      const from = new Map();
      for (const [name, { data }] of Object.entries(trace).filter(([name]) => name !== "notes"))
        for (let k = 0; k < data.length; k++) from.set((data[k] = next++), name);
      for (const softmax of /** @type {const} */ (["open", "closed"])) {
        const scene = sceneOf(problem, { story, trace, options: { softmax } });
        for (const [cell, { value }] of numbersOf(scene)) {
          const { tensor, index } = cellOf(cell);
          if (/^[wb]_/.test(tensor))
            assert.equal(Math.fround(Number(value)), scene.model.value(tensor, index));
          else assert.equal(from.get(Number(value)), tensor, `${cell} shows ${value}`);
        }
      }
    }
  });

for (const story of attentionStories)
  test(`every number of queries, keys, values, scores, weights and outputs is shown: ${story}`, () => {
    for (const softmax of /** @type {const} */ (["open", "closed"]))
      for (const problem of [walkThrough(), seeded({ tokens: 2, keys: 3, features: 3 })]) {
        const scene = sceneOf(problem, { story, options: { softmax } });
        const numbers = numbersOf(scene);
        const only = story === "one-query" ? 0 : undefined;
        for (const name of ["query", "key", "value", "scores", "weights", "output"]) {
          const { shape } = /** @type {any} */ (scene.model.tensor(name));
          const rows = /query|scores|weights|output/.test(name) && only !== undefined ? 1 : shape.at(-2);
          const seen = [...numbers.keys()].filter((cell) => cell.startsWith(name + ":"));
          assert.equal(seen.length, rows * shape.at(-1), `${name}, softmax ${softmax}`);
        }
      }
  });
