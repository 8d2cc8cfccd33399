import assert from "node:assert/strict";
import test from "node:test";
import { createScene } from "../../web/scene/scene.js";
import { frame } from "../../web/scene/frame.js";
import { faults } from "./helpers/boxes.js";
import { seeded, trace, walkThrough } from "./helpers/float64.js";

const WIDTHS = [288, 312, 360, 480, 600, 640, 700, 760, 820, 880, 960, 1152, 1552];

/** Problems that stretch a picture, by name. @type {Record<string, any>} */
const PROBLEMS = {
  "document A": walkThrough(),
  "document A, scaled and masked": walkThrough({ score: "scaled_dot", causal: true }),
  "one token, one feature": seeded({ tokens: 1, features: 1 }),
  "one token, eight features": seeded({ tokens: 1, features: 8, fractions: true }),
  "two tokens, one feature": seeded({ tokens: 2, features: 1, fractions: true }),
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
  "long labels": walkThrough({ labels: { x: ["a".repeat(10000), "注意力机制".repeat(20), "👩‍👩‍👧‍👦👍🏽 tokens"] } }),
};

for (const story of ["walk-through", "one-query"]) {
  for (const [name, problem] of Object.entries(PROBLEMS)) {
    test(`nothing overlaps and nothing leaves the stage: ${story}, ${name}`, () => {
      const run = trace(problem);
      for (const lang of ["en", "zh"]) {
        // the two languages take turns at the widths between the narrowest and the widest
        const turn = lang === "en" ? 0 : 1;
        for (const width of WIDTHS.filter((_, k) => k === 0 || k % 2 === turn)) {
          const scene = createScene({ story, problem, trace: run, lang, width });
          for (const step of scene.steps) {
            const found = faults(frame(scene, scene.timeline, step.start + step.duration));
            assert.deepEqual(found.slice(0, 5), [], `${lang}, ${width} px, end of ${step.id}`);
          }
        }
      }
    });
  }
}
