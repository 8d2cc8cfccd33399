// Which numbers are shown, and that each comes from where its provenance says and from nowhere else.
import assert from "node:assert/strict";
import test from "node:test";
import { attentions } from "./helpers/attentions.js";
import { cellOf, numbersOf } from "./helpers/marks.js";
import { seeded, walkThrough } from "./helpers/problems.js";
import { attention, sceneOf } from "./helpers/scene-of.js";
import { attentionStories } from "./helpers/stories.js";

for (const story of attentionStories)
  test(`the query and the key that make a score are shown with it: ${story}`, () => {
    for (const head of [0, 2]) {
      const problem = attentions["heads that share keys, two batches"];
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

const twoHeads = seeded({ tokens: 3, features: 4, heads: 2, fractions: true, seed: 5, scale: 0.05 });

for (const story of attentionStories)
  test(`made-up numbers in place of the core's are the only ones seen: ${story}`, () => {
    for (const problem of [walkThrough({ causal: true }), twoHeads]) {
      const trace = structuredClone(attention.forward(problem));
      let next = 1000;
      const from = new Map();
      for (const [name, { data }] of Object.entries(trace).filter(([name]) => name !== "notes"))
        for (let k = 0; k < data.length; k++) from.set((data[k] = next++), name);
      for (const softmax of ["open", "closed"]) {
        const scene = sceneOf(problem, { story, trace, options: { softmax } });
        for (const [cell, { value }] of numbersOf(scene)) {
          const { tensor, index } = cellOf(cell);
          // what a head adds is a run of its own
          if (/^[wb]_|^head_\d/.test(tensor))
            assert.equal(Math.fround(Number(value)), scene.model.value(tensor, index));
          else assert.equal(from.get(Number(value)), tensor, `${cell} shows ${value}`);
        }
      }
    }
  });

for (const story of attentionStories)
  test(`every number of queries, keys, values, scores, weights and outputs is shown: ${story}`, () => {
    for (const softmax of ["open", "closed"])
      for (const problem of [walkThrough(), seeded({ tokens: 2, keys: 3, features: 3 })]) {
        const scene = sceneOf(problem, { story, options: { softmax } });
        const numbers = numbersOf(scene);
        const only = story === "one-query" ? 0 : undefined;
        for (const name of ["query", "key", "value", "scores", "weights", "output"]) {
          const { shape } = scene.model.tensor(name);
          const rows = /query|scores|weights|output/.test(name) && only !== undefined ? 1 : shape.at(-2);
          const seen = [...numbers.keys()].filter((cell) => cell.startsWith(name + ":"));
          assert.equal(seen.length, rows * shape.at(-1), `${name}, softmax ${softmax}`);
        }
      }
  });
