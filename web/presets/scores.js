/**
 * One query and the same keys for four score functions. Small whole numbers, set by hand so that the functions disagree;
 * the later stages read the numbers of the first, so that an edit of those moves all four.
 */

const first = "additive";
const same = { query: `${first}.query`, key: `${first}.key`, value: `${first}.value` };

/** @type {Record<string, any>} */
export const scores = {
  version: 1,
  stages: [
    {
      id: first,
      op: "attention",
      score: "additive",
      query: [[1, 1]],
      key: [
        [1, -1],
        [2, 0],
        [1, 2],
        [0, 1],
      ],
      value: [
        [1, 0],
        [0, 1],
        [1, 1],
        [0, 2],
      ],
      w_1: [
        [1, -1, 1, 1],
        [-1, -1, -1, -1],
      ],
      w_2: [2, 1],
    },
    {
      id: "bilinear",
      op: "attention",
      score: "bilinear",
      ...same,
      w_score: [
        [1, 0],
        [1, -1],
      ],
    },
    { id: "dot", op: "attention", score: "dot", ...same },
    { id: "scaled_dot", op: "attention", score: "scaled_dot", ...same },
  ],
};
