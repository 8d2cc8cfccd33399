/**
 * A learned classifier of opinions as a chain: first the words of the sentence look at one another without any parameters, then a
 * learned query looks at them all, and once more for each word with that word masked.
 */

import sentiment from "../build/presets/learned/sentiment.js";

const { words, vectors, x, w_o, b_o, example, seed, measured } = sentiment;

/** The identity matrix of the classes: with it as keys, an attention computes the softmax of the logits. */
const each = b_o.map((_, row) => b_o.map((_, column) => Number(row === column)));

/** @type {import("./index.js").Loaded} */
export default {
  problem: {
    version: 1,
    stages: [
      { id: "plain", op: "attention", x: example.map((word) => vectors[words.indexOf(word)]) },
      {
        ...{ id: "classifier", op: "attention", x: [x[0], ...example.map(() => x[0])], x_kv: "plain.x" },
        mask: [-1, ...example.keys()].map((out) => example.map((_, word) => word !== out)),
        ...{ w_o, b_o },
      },
      { id: "classes", op: "attention", x: "classifier.output", x_kv: each, scale: 1 },
    ],
  },
  facts: { seed, right: Math.floor(100 * measured.right) },
};
