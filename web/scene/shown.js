/**
 * How each tensor is shown: its letter, its colour role, the key of its word, and which of its axes count its cells.
 * Nothing else spells a letter. A gradient is shown as its tensor is, with ∂ before the letter.
 */

/**
 * @typedef {object} Shown
 * @property {string} letter of a row or a cell; the whole matrix has the capital
 * @property {string} [sub] stands at the letter: the K of W_K
 * @property {string} role colour
 * @property {string} word key in words.shown
 * @property {boolean} [gradient]
 */

/** @param {string} letter @param {string} role @param {string} word @param {string} [sub] @returns {Shown} */
const as = (letter, role, word, sub) => ({ letter, role, word, sub });

/** @type {Record<string, Shown>} */
const TABLE = {
  x: as("x", "input", "input"),
  x_kv: as("x", "input", "input"),
  x_v: as("x", "input", "input"),
  w_q: as("W", "query", "parameters", "Q"),
  w_k: as("W", "key", "parameters", "K"),
  w_v: as("W", "value", "parameters", "V"),
  w_o: as("W", "output", "parameters", "O"),
  b_q: as("b", "query", "parameters", "Q"),
  b_k: as("b", "key", "parameters", "K"),
  b_v: as("b", "value", "parameters", "V"),
  b_o: as("b", "output", "parameters", "O"),
  w_score: as("W", "score", "parameters", "s"),
  w_1: as("W", "score", "parameters", "1"),
  w_state: as("W", "output", "parameters", "s"),
  w_context: as("W", "weighted", "parameters", "c"),
  w_in: as("W", "input", "parameters", "x"),
  w_out: as("W", "output", "parameters", "l"),
  b_state: as("b", "output", "parameters", "s"),
  b_out: as("b", "output", "parameters", "l"),
  running_mean: as("μ", "score", "mean"),
  running_var: as("σ²", "score", "variance"),
  w_2: as("w", "score", "parameters", "2"),
  projected_query: as("q", "query", "query"),
  projected_key: as("k", "key", "key"),
  projected_value: as("v", "value", "value"),
  query: as("q", "query", "query"),
  key: as("k", "key", "key"),
  value: as("v", "value", "value"),
  hidden: as("h", "score", "hidden"),
  scores: as("s", "score", "score"),
  scaled_scores: as("s′", "score", "scaled"),
  capped_scores: as("s″", "score", "capped"),
  masked_scores: as("m", "score", "masked"),
  bias: as("B", "score", "bias"),
  mask: as("M", "score", "mask"),
  key_mask: as("M", "score", "mask"),
  row_max: as("max", "score", "maximum"),
  shifted_scores: as("t", "score", "shifted"),
  shifted_exp: as("e", "weight", "exp"),
  row_sum: as("Σ", "weight", "total"),
  log_sum_exp: as("lse", "score", "logSumExp"),
  weights_override: as("a", "weight", "weight"),
  weights: as("a", "weight", "weight"),
  weighted_values: as("av", "weighted", "weighted"),
  mixed: as("z", "output", "mixed"),
  joined: as("z", "output", "joined"),
  output: as("o", "output", "output"),
  loss: as("L", "parameter", "loss"),
  target: as("y", "parameter", "target"),
  gamma: as("γ", "parameter", "parameters"),
  beta: as("β", "parameter", "parameters"),
  mean: as("μ", "score", "mean"),
  rstd: as("r", "score", "rstd"),
  y: as("y", "value", "input"),
  a: as("a", "query", "input"),
  b: as("b", "key", "input"),
  length_a: as("|a|", "query", "length"),
  length_b: as("|b|", "key", "length"),
  dot: as("a·b", "score", "dot"),
  cosine: as("cos", "weight", "cosine"),
  angle: as("θ", "weight", "angle"),
  projection: as("p", "weighted", "projection"),
  encoder_states: as("h", "input", "encoderState"),
  initial_state: as("s", "output", "state"),
  state: as("s", "output", "state"),
  context: as("c", "weighted", "context"),
  logits: as("l", "output", "logits"),
  probabilities: as("p", "weight", "probability"),
};

/**
 * @param {string} tensor "query", or "stage.query" of a chain
 * @returns {Shown}
 */
export function shownAs(tensor) {
  const name = tensor.slice(tensor.lastIndexOf(".") + 1);
  if (name.startsWith("grad_")) {
    const own = shownAs(name.slice(5));
    return { ...own, letter: "∂" + own.letter, gradient: true };
  }
  return TABLE[name] ?? as(name.replaceAll("_", " "), "parameter", "parameters");
}

/** "stage.tensor" of a chain @param {string} tensor @returns {[stage: string, name: string]} */
export function nameParts(tensor) {
  const dot = tensor.lastIndexOf(".");
  return [tensor.slice(0, Math.max(0, dot)), tensor.slice(dot + 1)];
}

/** Whether a tensor is learned: weights and biases of products. @param {string} tensor */
export const isParameter = (tensor) => /(^|\.)(grad_)?([wb]_\w+|gamma|beta)$/.test(tensor);
