/** The score function, and the parameters that come and go with it. */
import { drawing } from "./drawing.js";

/** @typedef {import("./tensors.js").Problem} Problem */

/** Width of the hidden layer of a new additive score. */
const HIDDEN = 3;

/** So many numbers of tenths from −0.5 to 0.5, by a seed: small ones, for a tanh of large sums tells nothing apart. @param {number} count */
function drawn(count) {
  const draw = drawing(7);
  return Array.from({ length: count }, () => (draw(11) - 5) / 10);
}

/** @param {number} rows @param {number} columns */
const matrix = (rows, columns) => {
  const all = drawn(rows * columns);
  return Array.from({ length: rows }, (_, r) => all.slice(r * columns, (r + 1) * columns));
};

/**
 * The problem with another score function: its parameters are drawn, those of the one before go.
 * @param {Problem} problem plain @param {"dot" | "bilinear" | "additive"} score @param {{ query: number, key: number }} widths of one query and one key
 * @returns {Problem}
 */
export function withScore(problem, score, { query, key }) {
  const { w_score, w_1, w_2, score: _, ...rest } = problem;
  if (score === "bilinear") return { ...rest, score, w_score: w_score ?? matrix(query, key) };
  if (score === "additive")
    return {
      ...rest,
      score,
      w_1: w_1 ?? matrix(HIDDEN, query + key),
      w_2: w_2 ?? drawn(HIDDEN).map((w) => 4 * w),
    };
  return rest;
}

/** Whether scores are multiplied by 1/√dₖ. @param {Problem} problem */
export const isScaled = ({ score = "scaled_dot", scale }) =>
  scale === undefined || scale === null ? score === "scaled_dot" : scale !== 1;

/** The problem with or without the division by √dₖ. @param {Problem} problem @param {boolean} scaled @param {number} d_k */
export function withScaled(problem, scaled, d_k) {
  const { scale: _, ...rest } = problem;
  // only a dot product is divided by itself
  const byItself = (rest.score ?? "scaled_dot") === "scaled_dot";
  if (scaled) return byItself ? rest : { ...rest, scale: 1 / Math.sqrt(d_k) };
  return byItself ? { ...rest, scale: 1 } : rest;
}
