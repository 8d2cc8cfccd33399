/** Fallback stories, for problems that no other story supports. They are not offered. */
export const unoffered = ["long", "generic"];

/** The order in which stories are offered; unlisted stories come last. */
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
  "reach",
  "starts",
  "geometry",
  "meaning",
  "classification",
  "regions",
  "search",
  "normalization",
  "block",
  "fused",
  "compare",
  "backward",
  "training",
];
