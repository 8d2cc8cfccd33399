/** A query and three keys in the plane: one in about its direction, one at a right angle, one that points away. */
export const geometry = {
  stages: [
    {
      id: "plane",
      op: "geometry",
      a: [[0.5, 1.5]],
      b: [
        [1.5, 0.5],
        [-1.5, 0.5],
        [0.5, -1],
      ],
    },
    {
      id: "attention",
      op: "attention",
      query: "plane.a",
      key: "plane.b",
      value: [
        [4, 0],
        [0, 4],
        [2, 2],
      ],
      score: "dot",
    },
  ],
};
