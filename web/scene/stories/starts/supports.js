/** What the story starts can tell. */

/** Kinds of starts, each wider than the one before. */
export const STARTS = /** @type {const} */ (["normal", "xavier", "kaiming"]);

/** Words that have room under one another, and entries of a parameter. */
const [MOST_WORDS, MOST_ENTRIES] = [6, 4096];

/** Whether queries and keys of one head are made of the same few inputs, and nothing is masked. @param {import("../../model.js").Model} model */
export function isStart({
  problem,
  trace,
  self,
  batches,
  heads,
  q_len,
  d_model,
  d_q,
  dot,
  masked,
  biased,
  capped,
  override,
}) {
  const plain =
    dot && !masked && !biased && !capped && !override && problem.b_q == null && problem.b_k == null;
  if (problem.stages || !self || batches !== 1 || heads !== 1 || !plain || !problem.w_q || !problem.w_k)
    return false;
  const sizes = q_len >= 2 && q_len <= MOST_WORDS && d_model * d_q <= MOST_ENTRIES;
  return sizes && trace.x?.data.every(Number.isFinite);
}
