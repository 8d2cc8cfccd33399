/**
 * A transformer block on one sentence. Each word has a 1 for its place and a 1 for its kind: article, adjective, noun, verb. The
 * queries and keys of four heads are set by hand: by these they ask for the word before, the word itself, the noun or its
 * adjective, the verb or its noun. All other parameters are drawn from −1, 0, 1 with seed 7.
 */
import { drawnMatrices } from "./drawn.js";

const features = [...Array(8).keys()];
const matrix = drawnMatrices(7);

/** Four directions of the plane: each has a positive dot product only with itself. */
const COMPASS = [
  [2, 0],
  [0, 2],
  [-2, 0],
  [0, -2],
];
const NOTHING = [0, 0];

/**
 * What each place (rows 0 to 3 of a matrix) or kind (rows 4 to 7) asks for, in each of four heads; null: nothing.
 * @type {{ asks: (number | null)[], by: "place" | "kind" }[]}
 */
const HEADS = [
  { by: "place", asks: [0, 0, 1, 2] },
  { by: "place", asks: [0, 1, 2, 3] },
  { by: "kind", asks: [2, 2, 1, null] },
  { by: "kind", asks: [null, 2, 3, 2] },
];

/** Returns the rows of all heads side by side. @param {(head: typeof HEADS[number], row: number) => number[]} of */
const beside = (of) =>
  features.map((row) =>
    HEADS.flatMap((head) => ((head.by === "place" ? row < 4 : row > 3) ? of(head, row % 4) : NOTHING)),
  );

const attention = {
  x: features.slice(0, 4).map((i) => features.map((c) => Number(c % 4 === i))),
  w_q: beside(({ asks }, row) => COMPASS[asks[row] ?? -1] ?? NOTHING),
  w_k: beside((_, row) => COMPASS[row]),
  ...{ w_v: matrix(8, 8), w_o: matrix(8, 8), heads: 4 },
};
const norm = { gamma: Array(8).fill(1), beta: Array(8).fill(0) };
const feed = { w_in: matrix(8, 16), b_in: matrix(1, 16)[0], w_out: matrix(16, 8), b_out: matrix(1, 8)[0] };

export const block = {
  version: 1,
  stages: [
    { id: "attention", op: "attention", ...attention },
    { id: "residual_1", op: "residual", x: "attention.x", y: "attention.output" },
    { id: "layer_norm_1", op: "layer_norm", x: "residual_1.output", ...norm },
    { id: "feed_forward", op: "feed_forward", x: "layer_norm_1.output", ...feed },
    { id: "residual_2", op: "residual", x: "layer_norm_1.output", y: "feed_forward.output" },
    { id: "layer_norm_2", op: "layer_norm", x: "residual_2.output", ...norm },
  ],
};
