/** The order in which stories are offered. One that is not listed comes after them. */
export const order = [
  "walk-through",
  "matrices",
  "one-query",
  "multi-head",
  "seq2seq",
  "alignment",
  "cross",
  "scores",
  "scaling",
  "geometry",
  "search",
  "normalization",
  "fused",
  "compare",
  "backward",
  "training",
];
