/**
 * The problems of the presets beyond the first. Numbers of the documents where they give some; else parameters drawn from −1, 0, 1
 * with seed 7, or vectors set by hand, which `note` says.
 */
import { drawing } from "../edit/drawing.js";
import { crossChain } from "./cross.js";
import { geometry } from "./geometry.js";
import { longInput } from "./long-input.js";
import { scaling } from "./scaling.js";
import { scores } from "./scores.js";
import { search } from "./search.js";
import { training } from "./training.js";

/** @typedef {import("./index.js").Problem} Problem */

const layer = {
  x: [
    [1, 2],
    [0, 1],
    [3, 1],
  ],
  w_q: [
    [1, 0],
    [0, 1],
  ],
  w_k: [
    [1, 1],
    [0, 1],
  ],
  w_v: [
    [1, 0],
    [1, 1],
  ],
};

// the same layer as it is trained: masked, with outputs to aim at
const learning = {
  ...layer,
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

/** Matrices of −1, 0, 1. @param {number} seed */
function drawn(seed) {
  const draw = drawing(seed);
  return (/** @type {number} */ rows, /** @type {number} */ columns) =>
    Array.from({ length: rows }, () => Array.from({ length: columns }, () => draw(3) - 1));
}

/** @param {number} heads each of width 3, over words of 4 features */
function manyHeads(heads) {
  const matrix = drawn(7);
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

// document E: a batch of two, two heads of two features, biases; parameters as one run drew them
const batch = {
  x: [
    [
      [0.65068036, 0.5590582, -0.88162327, -1.7100697],
      [-1.0566365, -0.9908215, 0.23060364, 0.88991135],
      [0.38169047, 1.668419, 1.1177729, 0.2544395],
    ],
    [
      [1.2130607, -2.091589, 0.9196734, 2.4498155],
      [0.76332325, -0.87645864, -1.8260645, -1.0244776],
      [-0.72828674, 0.19282185, 2.507375, 0.97222835],
    ],
  ],
  w_q: [
    [-0.07864225, 0.309156, 0.18728578, 0.114483535],
    [-0.037588716, -0.025350511, -0.23772854, 0.20337582],
    [0.37568367, 0.14249301, 0.4504105, -0.22148794],
    [0.046674073, 0.43342954, -0.44584966, 0.36045563],
  ],
  b_q: [-0.29110724, 0.006017208, 0.04526919, -0.01838541],
  w_k: [
    [0.28693962, 0.4854012, -0.26733857, -0.4137951],
    [-0.06022185, 0.49462485, -0.2368688, 0.2593155],
    [0.38232952, 0.3041047, 0.15831852, 0.42569983],
    [0.31351233, 0.3648945, 0.3408835, 0.40891892],
  ],
  b_k: [0.028852344, -0.25863624, -0.14692676, -0.0085392],
  w_v: [
    [-0.4542122, -0.29108518, -0.27920365, -0.13353807],
    [-0.18020535, 0.03236413, 0.16633081, 0.12165487],
    [-0.12054223, -0.30938715, -0.37721097, 0.14616764],
    [-0.04138851, 0.06323123, 0.2534659, -0.39920056],
  ],
  b_v: [-0.04632342, -0.1554178, 0.42919517, 0.3423983],
  w_o: [
    [-0.21568322, 0.20110875, -0.1331622, 0.4429649],
    [0.4855407, -0.06258899, 0.38202876, -0.30589157],
    [0.109374404, -0.31326342, 0.45930636, 0.23747826],
    [-0.23577112, 0.39151037, 0.092749536, 0.21179801],
  ],
  b_o: [0.37008834, -0.41047126, -0.39975232, -0.4428743],
  heads: 2,
};

// what usually follows: a residual and a norm; factors and shifts as they begin
const learned = { gamma: [1, 1, 1, 1], beta: [0, 0, 0, 0] };
const normalization = {
  version: 1,
  stages: [
    { id: "attention", op: "attention", ...batch, x: batch.x[0] },
    { id: "residual", op: "residual", x: "attention.x", y: "attention.output" },
    { id: "layer_norm", op: "layer_norm", x: "residual.output", ...learned },
    { id: "batch_norm", op: "batch_norm", x: "residual.output", ...learned, training: true },
  ],
};

/** @type {Record<string, import("./index.js").Loaded>} */
export const problems = {
  layer: { problem: layer },
  "two-words": { problem: manyHeads(1) },
  "eight-heads": { problem: manyHeads(8) },
  batch: { problem: batch },
  cross: { problem: crossChain },
  scores: { problem: scores },
  scaling: { problem: scaling },
  geometry: { problem: geometry },
  search: { problem: search },
  normalization: { problem: normalization },
  backward: { problem: learning },
  training,
  "long-input": { problem: longInput },
};
