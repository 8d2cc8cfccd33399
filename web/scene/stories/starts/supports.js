/** Which problems the story starts can tell. */

import { hasOnly } from "../plain.js";

/** Kinds of starts, each wider than the one before. */
export const STARTS = /** @type {const} */ (["normal", "xavier", "kaiming"]);

/** The most words that fit one below another, and the most entries of a parameter. */
const [MOST_WORDS, MOST_ENTRIES] = [6, 4096];

/** The members that a problem may have: nothing masks, shifts or caps scores. */
const PLAIN = /^(version|x|x_v|w_[qkvo]|b_[vo]|scale|labels|target|loss|grad_output|learning_rate)$/;

/**
 * Reports whether the queries and the keys of one head are made of the same few inputs, and nothing is masked.
 * @param {Record<string, any>} problem @param {Record<string, any>} trace
 */
export function isStart(problem, trace) {
  const { x, w_q, w_k } = problem;
  if (!x || !w_q || !w_k || !hasOnly(problem, PLAIN)) return false;
  // a long input has no stepwise trace
  const [batches, , words, width] = trace.query?.shape ?? [];
  const sizes = words >= 2 && words <= MOST_WORDS && trace.x.shape.at(-1) * width <= MOST_ENTRIES;
  return batches === 1 && sizes && trace.x.data.every(Number.isFinite);
}
