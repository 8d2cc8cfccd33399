/**
 * Self-attention in a source, self-attention in a target, and cross-attention between them, as one chain: words of 0 and 1,
 * parameters drawn from −1, 0, 1 with seed 7. Then what else may ask and answer: a classifier as it was learned, regions of
 * an image and moments of a film, set by hand.
 */

import sentiment from "../build/presets/learned/sentiment.js";
import { drawnMatrices } from "./drawn.js";
import { opinionOf } from "./sentences.js";

const matrix = drawnMatrices(7);
const parameters = () => ({ w_q: matrix(3, 3), w_k: matrix(3, 3), w_v: matrix(3, 3) });

const source = {
  id: "source",
  op: "attention",
  x: [
    [1, 0, 0],
    [0, 1, 0],
    [1, 1, 1],
    [0, 0, 2],
  ],
  ...parameters(),
  labels: { x: ["the", "black", "cat", "sleeps"] },
};
const target = {
  id: "target",
  op: "attention",
  x: [
    [1, 0, 1],
    [0, 2, 1],
    [1, 1, 0],
  ],
  ...parameters(),
  causal: true,
  labels: { x: ["le", "chat", "noir"] },
};
const cross = {
  ...{ id: "cross", op: "attention", x: "target.output", x_kv: "source.output", ...parameters() },
  labels: { x: target.labels.x, x_kv: source.labels.x },
};

const { x, x_kv, w_o, b_o } = opinionOf(sentiment, sentiment.example);
/** A number for each class, and what softmax makes of them. */
const opinion = [
  { id: "classifier", op: "attention", x, x_kv, w_o, b_o, labels: { x_kv: sentiment.example } },
  { id: "classes", op: "attention", x: "classifier.output", x_kv: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], scale: 1 }, // prettier-ignore
];

// how much there is of fur, leaves and light
const image = { id: "image", op: "attention", x: [[2, 0, 0]], x_kv: [[0, 0, 2], [0, 2, 1], [2, 0, 1], [0, 1, 0]] }; // prettier-ignore
// how much there is of running, jumping and rest
const film = { id: "film", op: "attention", x: [[0, 2, 0]], x_kv: [[0, 0, 2], [2, 0, 0], [1, 2, 0], [0, 1, 1]] }; // prettier-ignore

export const crossChain = { version: 1, stages: [source, target, cross, ...opinion, image, film] };
