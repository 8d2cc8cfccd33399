/**
 * A layer that learns to name the token before each. The first of the sequences that it is measured on stands here; its parameters
 * are drawn by the core, from the seed, when it is opened.
 */
const tokens = [1, 2, 6, 7, 6, 5, 4, 2];

const one = (/** @type {number} */ at) => Array.from({ length: 8 }, (_, k) => Number(k === at));

export const training = {
  problem: {
    x: tokens.map((token, i) => [...one(token), ...one(i)]),
    causal: true,
    labels: { x: tokens.map((token) => "ABCDEFGH"[token]) },
    target: [-1, ...tokens.slice(0, -1)],
    loss: "cross_entropy",
  },
  trains: {
    ...{ task: /** @type {const} */ ("previous"), seed: 7, heads: 1 },
    ...{ optimizer: /** @type {const} */ ("adam"), learning_rate: 0.01, momentum: 0 },
  },
};
