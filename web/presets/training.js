/**
 * Layers that learn: one to name the token before each, another to align a sentence with its translation. For each, this file has
 * the first of the sequences on which it is measured; the core draws the parameters from the seed when a preset is opened.
 */
const tokens = [1, 2, 6, 7, 6, 5, 4, 2];

const oneHot = (/** @type {number} */ at, length = 8) => Array.from({ length }, (_, k) => Number(k === at));

export const training = {
  problem: {
    x: tokens.map((token, i) => [...oneHot(token), ...oneHot(i)]),
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

/** The words of both languages. */
const [english, french] = [
  "the a black white calm shy cat dog horse sees follows likes",
  "le un noir blanc calme timide chat chien cheval voit suit aime",
].map((text) => text.split(" "));
const read = "the black cat sees a white dog".split(" ");
const said = "le chat noir voit un chien blanc".split(" ");
const count = english.length;

export const learningToAlign = {
  problem: {
    // the previous word, and the position of the next
    x: said.map((_, i) => [
      ...oneHot(i ? french.indexOf(said[i - 1]) : -1, count),
      ...oneHot(i, said.length),
    ]),
    x_kv: read.map((word, i) => [...oneHot(english.indexOf(word), count), ...oneHot(i, read.length)]),
    x_v: read.map((word) => oneHot(english.indexOf(word), count)),
    labels: { x: said, x_kv: read },
    target: said.map((word) => french.indexOf(word)),
    loss: "cross_entropy",
  },
  trains: { ...training.trains, task: /** @type {const} */ ("align"), seed: 8, learning_rate: 0.03 },
};
