/**
 * A search: three texts that somebody types, four entries with labels and contents. A feature is a word, 1 where it occurs,
 * so that a score counts the words that two texts share; of the last text nobody has heard. Set by hand.
 */

const typed = [
  [1, 0, 1, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 0],
];
const labels = [
  [1, 0, 1, 0],
  [1, 0, 0, 1],
  [0, 1, 1, 0],
  [0, 1, 0, 1],
];
// price and stars
const contents = [
  [60, 5],
  [20, 3],
  [50, 4],
  [10, 2],
];

export const search = {
  version: 1,
  stages: [
    // so large a scale leaves nothing to any but the best
    { id: "exact", op: "attention", x: typed, x_kv: labels, x_v: contents, scale: 1000 },
    { id: "soft", op: "attention", x: "exact.x", x_kv: "exact.x_kv", x_v: "exact.x_v", scale: 1 },
    { id: "self", op: "attention", x: "exact.x_kv", x_v: "exact.x_v", scale: 1 },
  ],
};
