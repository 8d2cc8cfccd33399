// The long text: one head looks at the last mention of the same word, in every language, and a new word at the start.
import assert from "node:assert/strict";
import test, { after } from "node:test";
import { presets } from "../helpers/presets.js";
import { createAttention } from "../../web/index.js";

const attention = await createAttention();
after(() => attention.close());

const { problem: english, translated } = presets["long-text"];

for (const [lang, problem] of Object.entries({ en: english, zh: translated.zh.problem }))
  test(`every word looks most at its last mention: ${lang}`, () => {
    const words = problem.labels.x;
    const { data } = attention.forward(problem, { tensors: ["weights"] }).weights;
    for (let i = 1; i < words.length; i++) {
      const row = Array.from(data.subarray(i * words.length, (i + 1) * words.length));
      const most = row.indexOf(Math.max(...row));
      assert.equal(most, Math.max(0, words.lastIndexOf(words[i], i - 1)), `word ${i}, ${words[i]}`);
    }
  });
