/**
 * The problems of the presets beyond the first. Numbers from documents and vectors set by hand are data (problems/); other
 * parameters are drawn from −1, 0, 1 with seed 7. The note of a preset says which is the case.
 */
import batch from "../build/presets/problems/batch.js";
import fused from "../build/presets/problems/fused.js";
import geometry from "../build/presets/problems/geometry.js";
import layer from "../build/presets/problems/layer.js";
import reach from "../build/presets/problems/reach.js";
import scores from "../build/presets/problems/scores.js";
import search from "../build/presets/problems/search.js";
import { block } from "./block.js";
import { crossChain } from "./cross.js";
import { drawing } from "../edit/drawing.js";
import { drawnMatrices } from "./drawn.js";
import { longInput } from "./long-input.js";
import { learningToAlign, training } from "./training.js";

/** @typedef {import("./index.js").Problem} Problem */

// the same layer in training: masked, with target outputs
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

/** Returns a problem with two words of 4 features, and heads of width 3. @param {number} heads */
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

/** Four words of 64 features, each 1 or −1, and parameters that project them to 16. */
function fourWords() {
  const draw = drawing(7);
  const matrix = drawnMatrices(7);
  const x = Array.from({ length: 4 }, () => Array.from({ length: 64 }, () => 2 * draw(2) - 1));
  return { x, w_q: matrix(64, 16), w_k: matrix(64, 16) };
}

// what usually follows attention: a residual and a norm, with gamma and beta as they are before training
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
  // document B: one layer, and what the document prints for two rows
  layer,
  "two-words": { problem: manyHeads(1) },
  "eight-heads": { problem: manyHeads(8) },
  // document E: a batch of two, two heads of two features, biases; the parameters are those that one run drew
  batch,
  cross: { problem: crossChain },
  // one query and the same keys for four score functions, in small whole numbers that make the functions disagree; the later
  // stages read the inputs of the first, so that an edit changes all four
  scores,
  // nine words, the last of which agrees with the first: for each, a number for the recurrence, one for the key and one for the
  // query
  reach,
  starts: { problem: fourWords() },
  // a query and three keys in the plane: one roughly in its direction, one at a right angle, one that points away
  geometry,
  // three typed texts, and four entries with labels, price and stars. A feature is a word, 1 where it occurs, so that a score
  // counts the words that two texts share; the last text matches no entry. A scale of 1000 leaves all weight to the best entry
  search,
  normalization: { problem: normalization },
  // the figure of document E: four heads and a feed-forward layer, each followed by a residual and a norm
  block: { problem: block },
  // eight queries, keys and values of two small whole numbers each; the third tile of two keys has a larger score for the first
  // query
  fused,
  backward: { problem: learning },
  training,
  "learning-to-align": learningToAlign,
  "long-input": { problem: longInput },
};
