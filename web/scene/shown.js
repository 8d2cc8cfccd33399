/**
 * How each tensor is shown: its letter and its colour role. Nothing else spells a letter. A gradient is shown as its tensor
 * is, with ∂ before the letter; what a step of learning makes of a tensor, with ′ after it.
 */

/**
 * @typedef {object} Shown
 * @property {string} letter of a row or a cell; the whole matrix has the capital
 * @property {string} [sub] stands at the letter: the K of W_K
 * @property {string} role colour
 * @property {boolean} [gradient]
 */

/** @param {string} letter @param {string} role @param {string} [sub] @returns {Shown} */
const as = (letter, role, sub) => ({ letter, role, sub });

/** @type {Record<string, Shown>} */
const TABLE = {
  x: as("x", "input"),
  x_kv: as("x", "input", "kv"),
  x_v: as("x", "input", "v"),
  w_q: as("W", "query", "Q"),
  w_k: as("W", "key", "K"),
  w_v: as("W", "value", "V"),
  w_o: as("W", "output", "O"),
  b_q: as("b", "query", "Q"),
  b_k: as("b", "key", "K"),
  b_v: as("b", "value", "V"),
  b_o: as("b", "output", "O"),
  w_score: as("W", "score", "s"),
  w_1: as("W", "score", "1"),
  w_state: as("W", "output", "s"),
  w_context: as("W", "weighted", "c"),
  w_in: as("W", "input", "x"),
  w_out: as("W", "output", "l"),
  b_state: as("b", "output", "s"),
  b_out: as("b", "output", "l"),
  running_mean: as("μ", "score"),
  running_var: as("σ²", "score"),
  w_2: as("w", "score", "2"),
  projected_query: as("q", "query"),
  projected_key: as("k", "key"),
  projected_value: as("v", "value"),
  query: as("q", "query"),
  key: as("k", "key"),
  value: as("v", "value"),
  hidden: as("h", "score"),
  scores: as("s", "score"),
  scaled_scores: as("s′", "score"),
  capped_scores: as("s″", "score"),
  masked_scores: as("m", "score"),
  bias: as("B", "score"),
  mask: as("M", "score"),
  key_mask: as("M", "score"),
  row_max: as("max", "score"),
  running_max: as("max", "score"),
  correction: as("c", "weight"),
  tile_exp: as("e", "weight"),
  running_sum: as("ℓ", "weight"),
  running_mixed: as("u", "weighted"),
  shifted_scores: as("t", "score"),
  shifted_exp: as("e", "weight"),
  row_sum: as("Σ", "weight"),
  log_sum_exp: as("lse", "score"),
  weights_override: as("a", "weight"),
  weights: as("a", "weight"),
  weighted_values: as("av", "weighted"),
  mixed: as("z", "output"),
  joined: as("z", "output"),
  output: as("o", "output"),
  loss: as("L", "parameter"),
  target: as("y", "parameter"),
  gamma: as("γ", "parameter"),
  beta: as("β", "parameter"),
  mean: as("μ", "score"),
  rstd: as("r", "score"),
  row_dot: as("Σ", "weight"),
  y: as("y", "value"),
  a: as("a", "query"),
  b: as("b", "key"),
  length_a: as("|a|", "query"),
  length_b: as("|b|", "key"),
  dot: as("a·b", "score"),
  cosine: as("cos", "weight"),
  angle: as("θ", "weight"),
  projection: as("p", "weighted"),
  encoder_states: as("h", "input"),
  initial_state: as("s", "output"),
  state: as("s", "output"),
  context: as("c", "weighted"),
  logits: as("l", "output"),
  probabilities: as("p", "weight"),
};

/**
 * @param {string} tensor "query", or "stage.query" of a chain
 * @returns {Shown}
 */
export function shownAs(tensor) {
  if (tensor.startsWith("after.")) {
    const own = shownAs(tensor.slice("after.".length));
    return { ...own, letter: own.letter + "′" };
  }
  const name = tensor.slice(tensor.lastIndexOf(".") + 1);
  if (name.startsWith("grad_")) {
    const own = shownAs(name.slice(5));
    return { ...own, letter: "∂" + own.letter, gradient: true };
  }
  return TABLE[name] ?? as(name.replaceAll("_", " "), "parameter");
}

/** "stage.tensor" of a chain @param {string} tensor @returns {[stage: string, name: string]} */
export function nameParts(tensor) {
  const dot = tensor.lastIndexOf(".");
  return [tensor.slice(0, Math.max(0, dot)), tensor.slice(dot + 1)];
}

/** Whether a tensor is learned: weights and biases of products. @param {string} tensor */
export const isParameter = (tensor) => /(^|\.)(grad_)?([wb]_\w+|gamma|beta)$/.test(tensor);
