import assert from "node:assert/strict";
import test from "node:test";
import { createAttention } from "../../web/index.js";
import { presets } from "../../web/presets.js";
import { createScene, frame } from "../../web/scene/index.js";
import { faults } from "./helpers/boxes.js";
import { random } from "./helpers/many-heads.js";

const attention = await createAttention({ build: "scalar" });
const WIDTHS = [296, 360, 480, 599, 600, 720, 900, 1152, 1552];

/** @type {Record<string, any>} */
const PROBLEMS = {
  "two-words": presets["two-words"].problem,
  "eight-heads": presets["eight-heads"].problem,
  batch: presets.batch.problem,
  "one head of one": random({ heads: 1, tokens: 1, features: 1, d: 1 }),
  "eight heads of one": random({ heads: 8, tokens: 3, features: 2, d: 1 }),
  "three heads of two, with labels": {
    ...random({ heads: 3, tokens: 2, features: 4, d: 2 }),
    labels: { x: ["猫咪睡觉", "👩‍👩‍👧‍👦 cat".repeat(40)] },
  },
  "four heads share two keys": random({ heads: 4, kv_heads: 2, tokens: 3, features: 4, d: 2 }),
  "eight heads share one key": random({
    heads: 8,
    kv_heads: 1,
    tokens: 4,
    features: 8,
    d: 4,
    fractions: true,
  }),
  "largest of all": random({ heads: 8, tokens: 8, features: 8, d: 8, fractions: true }),
  "eight tokens, two heads": random({ heads: 2, tokens: 8, features: 4, d: 2, fractions: true }),
  "batch of three, four heads": random({ heads: 4, tokens: 3, features: 4, d: 1, batch: 3, fractions: true }),
  "batch of two, one head": random({ heads: 1, tokens: 3, features: 3, d: 2, batch: 2 }),
  "causal, capped": {
    ...random({ heads: 2, tokens: 4, features: 4, d: 2, fractions: true }),
    causal: true,
    softcap: 2,
  },
  "other tokens are asked": random({ heads: 2, tokens: 2, others: 5, features: 3, d: 2 }),
  "given queries": given(),
};

function given() {
  const { query, key, value } = attention.forward(
    random({ heads: 4, kv_heads: 2, tokens: 3, features: 4, d: 3 }),
  );
  return { query, key, value };
}

for (const [name, problem] of Object.entries(PROBLEMS)) {
  test(`nothing overlaps and nothing leaves the stage: many heads, ${name}`, () => {
    const trace = attention.forward(problem);
    for (const lang of ["en", "zh"]) {
      for (const width of WIDTHS.filter((_, k) => k % 2 === (lang === "en" ? 0 : 1))) {
        for (const options of [{}, { head: 1 }, { softmax: "open" }, { softmax: "open", head: 0 }]) {
          const scene = createScene({ story: "multi-head", problem, trace, lang, width, options });
          for (const step of scene.steps) {
            const found = faults(frame(scene, scene.timeline, step.hold + 0.01));
            assert.deepEqual(
              found.slice(0, 5),
              [],
              `${lang}, ${width} px, ${JSON.stringify(options)}, end of ${step.id}`,
            );
          }
        }
      }
    }
  });
}
