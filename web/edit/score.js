/** Changes the score function and its parameters. */
import { countOf, nested } from "../core/shapes.js";
import { drawing } from "./drawing.js";

/** @typedef {import("./tensors.js").Problem} Problem */

/** Width of the hidden layer of a new additive score. */
const HIDDEN = 3;

/** Draws tenths from −0.5 to 0.5 with a fixed seed: small, because tanh saturates for large sums. @param {number} count */
function drawn(count) {
  const draw = drawing(7);
  return Array.from({ length: count }, () => (draw(11) - 5) / 10);
}

/** @param {...number} shape */
const matrix = (...shape) => nested(drawn(countOf(shape)), shape);

/**
 * Returns the problem with another score function: its parameters are drawn, those of the previous function are dropped.
 * @param {Problem} problem plain @param {"dot" | "bilinear" | "additive"} score @param {{ query: number, key: number }} widths of one query and one key
 * @returns {Problem}
 */
export function withScore(problem, score, { query, key }) {
  const { w_score, w_1, w_2, score: _, ...rest } = problem;
  if (score === "bilinear") return { ...rest, score, w_score: w_score ?? matrix(query, key) };
  if (score !== "additive") return rest;
  const { w_1: inner = matrix(HIDDEN, query + key), w_2: outer = drawn(HIDDEN).map((w) => 4 * w) } = problem;
  return { ...rest, score, w_1: inner, w_2: outer };
}

/** Whether scores are multiplied by 1/√dₖ. @param {Problem} problem */
export const isScaled = ({ score = "scaled_dot", scale }) =>
  scale === undefined || scale === null ? score === "scaled_dot" : scale !== 1;

/** Returns the problem with or without the division by √dₖ. @param {Problem} problem @param {boolean} scaled @param {number} d_k */
export function withScaled(problem, scaled, d_k) {
  const { scale: _, ...rest } = problem;
  // a scaled dot product is divided unless a scale is given
  const byDefault = (rest.score ?? "scaled_dot") === "scaled_dot";
  if (scaled) return byDefault ? rest : { ...rest, scale: 1 / Math.sqrt(d_k) };
  return byDefault ? { ...rest, scale: 1 } : rest;
}
