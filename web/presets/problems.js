/**
 * The problems of the presets beyond the first. Numbers of documents and vectors set by hand are data (problems/); other
 * parameters are drawn from −1, 0, 1 with seed 7. The note of a preset says which.
 */
import batch from "../build/presets/problems/batch.js";
import fused from "../build/presets/problems/fused.js";
import geometry from "../build/presets/problems/geometry.js";
import layer from "../build/presets/problems/layer.js";
import scaling from "../build/presets/problems/scaling.js";
import scores from "../build/presets/problems/scores.js";
import search from "../build/presets/problems/search.js";
import { crossChain } from "./cross.js";
import { drawnMatrices } from "./drawn.js";
import { longInput } from "./long-input.js";
import { longText } from "./long-text.js";
import { training } from "./training.js";

/** @typedef {import("./index.js").Problem} Problem */

// the same layer as it is trained: masked, with outputs to aim at
const learning = {
  ...layer.problem,
  causal: true,
  target: [
    [3, 2],
    [2, 1],
    [3, 2],
  ],
  learning_rate: 0.1,
};

const words = [
  [1, 0, 1, 0],
  [0, 2, 0, 2],
];

/** @param {number} heads each of width 3, over words of 4 features */
function manyHeads(heads) {
  const matrix = drawnMatrices(7);
  const each = Array.from({ length: heads }, () => ({
    w_q: matrix(4, 3),
    w_k: matrix(4, 3),
    w_v: matrix(4, 3),
  }));
  const beside = (/** @type {"w_q" | "w_k" | "w_v"} */ name) =>
    words[0].map((_, row) => each.flatMap((head) => head[name][row]));
  /** @type {Problem} */
  const problem = { x: words, w_q: beside("w_q"), w_k: beside("w_k"), w_v: beside("w_v"), heads };
  return heads > 1 ? { ...problem, w_o: matrix(heads * 3, 4) } : problem;
}

// what usually follows: a residual and a norm; factors and shifts as they begin
const learned = { gamma: [1, 1, 1, 1], beta: [0, 0, 0, 0] };
const normalization = {
  version: 1,
  stages: [
    { id: "attention", op: "attention", ...batch.problem, x: batch.problem.x[0] },
    { id: "residual", op: "residual", x: "attention.x", y: "attention.output" },
    { id: "layer_norm", op: "layer_norm", x: "residual.output", ...learned },
    { id: "batch_norm", op: "batch_norm", x: "residual.output", ...learned, training: true },
  ],
};

/** @type {Record<string, import("./index.js").Loaded>} */
export const problems = {
  // document B: one layer, and what it prints of two rows
  layer,
  "two-words": { problem: manyHeads(1) },
  "eight-heads": { problem: manyHeads(8) },
  // document E: a batch of two, two heads of two features, biases; parameters as one run drew them
  batch,
  cross: { problem: crossChain },
  // one query and the same keys for four score functions, small whole numbers that make them disagree; the later stages read
  // the numbers of the first, so that an edit of those moves all four
  scores,
  // one query and eight keys of 64 numbers, drawn once with mean 0 and variance 1 and rounded to two decimals; their scores as
  // they are, and divided by √d_k. The values count the keys
  scaling,
  // a query and three keys in the plane: one in about its direction, one at a right angle, one that points away
  geometry,
  // three texts that somebody types, four entries with labels, price and stars. A feature is a word, 1 where it occurs, so that
  // a score counts the words two texts share; nobody has heard of the last text. A scale of 1000 leaves nothing to any entry
  // but the best
  search,
  normalization: { problem: normalization },
  // eight queries, eight keys and values of two numbers, small and whole; the third tile of two brings the first query a larger
  // score
  fused,
  backward: { problem: learning },
  training,
  "long-input": { problem: longInput },
  "long-text": longText,
};
