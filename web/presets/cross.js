/**
 * Self-attention in a source, self-attention in a target, and cross-attention between them, as one chain: words of 0, 1 and 2, and
 * parameters drawn from −1, 0, 1 with seed 7.
 */

import { drawnMatrices } from "./drawn.js";

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

export const crossChain = { version: 1, stages: [source, target, cross] };
