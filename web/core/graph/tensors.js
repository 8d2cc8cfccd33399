/**
 * The schema of tensors: what each is called, how it is shown, what its axes count, and in which order a run makes it.
 * Said once: the structs shared with C, shapes, pictures, edits and code all read it. Plain data without imports, so that
 * every part of the page may have it.
 */

/** @typedef {"project" | "score" | "scale" | "cap" | "mask" | "softmax" | "weight" | "sum"} Phase a part of an attention */
/**
 * @typedef {object} TensorStyle how a tensor is shown, whichever operation it belongs to
 * @property {string} letter of a row or a cell; the whole matrix has the capital
 * @property {string} [sub] stands at the letter: the K of W_K
 * @property {string} role colour
 * @property {Phase} [phase] in which an attention makes it; project when absent
 * @property {string} [place] in a drawing of the whole computation, if it is not that of its phase
 * @property {string} [latex] its letter in a formula, if it does not follow from letter and sub
 * @property {boolean} [gradient] it is the gradient of the tensor whose letter it has
 */

/** @param {string} symbol letter, and what stands at it: W_Q @param {string} role @param {Partial<TensorStyle>} [more] @returns {TensorStyle} */
function as(symbol, role, more) {
  const [letter, sub] = symbol.split("_");
  return { letter, sub, role, ...more };
}

/** @type {Record<string, TensorStyle>} */
export const TENSORS = {
  x: as("x", "input"),
  x_kv: as("x_kv", "input"),
  x_v: as("x_v", "input"),
  w_q: as("W_Q", "query"),
  w_k: as("W_K", "key"),
  w_v: as("W_V", "value"),
  b_q: as("b_Q", "query"),
  b_k: as("b_K", "key"),
  b_v: as("b_V", "value"),
  w_o: as("W_O", "output"),
  b_o: as("b_O", "output"),
  projected_query: as("q", "query", { latex: "\\hat{Q}" }),
  projected_key: as("k", "key", { latex: "\\hat{K}" }),
  projected_value: as("v", "value", { latex: "\\hat{V}" }),
  query: as("q", "query", { place: "query" }),
  key: as("k", "key", { place: "keys" }),
  value: as("v", "value", { place: "values" }),
  w_score: as("W_s", "score", { latex: "W_S" }),
  w_1: as("W_1", "score"),
  w_2: as("w_2", "score"),
  hidden: as("h", "score", { phase: "score" }),
  scores: as("s", "score", { phase: "score", place: "scores" }),
  scaled_scores: as("s′", "score", { phase: "scale", latex: "\\tilde{S}" }),
  capped_scores: as("s″", "score", { phase: "cap", latex: "\\bar{S}" }),
  bias: as("B", "score"),
  mask: as("M", "score"),
  key_mask: as("M", "score", { latex: "M_{\\text{key}}" }),
  masked_scores: as("m", "score", { phase: "mask", latex: "\\hat{S}" }),
  running_max: as("max", "score", { phase: "softmax" }),
  correction: as("c", "weight", { phase: "softmax" }),
  tile_exp: as("e", "weight", { phase: "softmax" }),
  running_sum: as("ℓ", "weight", { phase: "softmax" }),
  running_mixed: as("u", "weighted", { phase: "sum" }),
  row_max: as("max", "score", { phase: "softmax", place: "softmax-max", latex: "m" }),
  shifted_scores: as("t", "score", { phase: "softmax", place: "softmax-shift", latex: "D" }),
  shifted_exp: as("e", "weight", { phase: "softmax", place: "softmax-exp" }),
  row_sum: as("Σ", "weight", { phase: "softmax", place: "softmax-sum", latex: "r" }),
  log_sum_exp: as("lse", "score", { phase: "softmax" }),
  weights_override: as("a", "weight", { latex: "A_{\\text{given}}" }),
  weights: as("a", "weight", { phase: "softmax" }),
  weighted_values: as("av", "weighted", { phase: "weight" }),
  mixed: as("z", "output", { phase: "sum" }),
  joined: as("z", "output", { phase: "sum", latex: "\\hat{Z}" }),
  output: as("o", "output", { phase: "sum", place: "outputs", latex: "Y" }),
  loss: as("L", "parameter"),
  target: as("y", "parameter"),
  row_dot: as("Σ", "weight", { phase: "softmax" }),
  gamma: as("γ", "parameter"),
  beta: as("β", "parameter"),
  running_mean: as("μ", "score"),
  running_var: as("σ²", "score"),
  mean: as("μ", "score"),
  rstd: as("r", "score"),
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
  w_in: as("W_x", "input"),
  w_state: as("W_s", "output"),
  w_context: as("W_c", "weighted"),
  b_state: as("b_s", "output"),
  w_out: as("W_l", "output"),
  b_out: as("b_l", "output"),
  context: as("c", "weighted"),
  state: as("s", "output"),
  logits: as("l", "output"),
  probabilities: as("p", "weight"),
};

const PAIRS = "batch heads query key";
const ROWS = "batch heads query";

/**
 * The tensors of each operation, with what their axes count: those that may be given and those that a run makes, in the
 * order in which C lists them. `heads*d_q` is a product, `d_q+d_k` lengths side by side, `…` any number of axes; an axis
 * of length 1 with a `*` serves all. `made` are those of the forward pass, `graded` those of them that have a gradient
 * beside whatever was given.
 * @type {Record<string, { given: Record<string, string>, made: Record<string, string>, graded?: string }>}
 */
export const OPERATIONS = {
  attention: {
    given: {
      x: "batch query d_model",
      x_kv: "batch key d_kv",
      x_v: "batch key d_in_v",
      w_q: "d_model heads*d_q",
      w_k: "d_kv kv_heads*d_k",
      w_v: "d_in_v kv_heads*d_v",
      b_q: "heads*d_q",
      b_k: "kv_heads*d_k",
      b_v: "kv_heads*d_v",
      w_o: "heads*d_v d_out",
      b_o: "d_out",
      query: "batch heads query d_q",
      key: "batch kv_heads key d_k",
      value: "batch kv_heads key d_v",
      w_score: "d_q d_k",
      w_1: "hidden d_q+d_k",
      w_2: "hidden",
      bias: "batch* heads* query* key*",
      mask: "batch* heads* query* key*",
      key_mask: "batch* key",
      weights_override: "batch* heads* query* key*",
    },
    made: {
      projected_query: "batch query heads*d_q",
      projected_key: "batch key kv_heads*d_k",
      projected_value: "batch key kv_heads*d_v",
      query: "batch heads query d_q",
      key: "batch kv_heads key d_k",
      value: "batch kv_heads key d_v",
      hidden: `${PAIRS} hidden`,
      scores: PAIRS,
      scaled_scores: PAIRS,
      capped_scores: PAIRS,
      masked_scores: PAIRS,
      running_max: `tiles ${ROWS}`,
      correction: `tiles ${ROWS}`,
      tile_exp: PAIRS,
      running_sum: `tiles ${ROWS}`,
      running_mixed: `tiles ${ROWS} d_v`,
      row_max: ROWS,
      shifted_scores: PAIRS,
      shifted_exp: PAIRS,
      row_sum: ROWS,
      log_sum_exp: ROWS,
      weights: PAIRS,
      weighted_values: "batch heads key query d_v",
      mixed: "batch heads query d_v",
      joined: "batch query heads*d_v",
      output: "batch query d_out",
    },
    graded:
      "projected_query projected_key projected_value query key value scores scaled_scores capped_scores masked_scores " +
      "weights mixed joined output",
  },
  layer_norm: {
    given: { x: "… d", gamma: "d", beta: "d" },
    made: { output: "… d", mean: "…", rstd: "…" },
  },
  batch_norm: {
    given: { x: "… d", gamma: "d", beta: "d", running_mean: "d", running_var: "d" },
    made: { output: "… d", mean: "d", rstd: "d" },
  },
  residual: { given: { x: "… d", y: "… d" }, made: { output: "… d" } },
  geometry: {
    given: { a: "query d", b: "key d" },
    made: {
      dot: "query key",
      cosine: "query key",
      angle: "query key",
      projection: "query key",
      length_a: "query",
      length_b: "key",
    },
    graded: "dot cosine angle projection length_a length_b",
  },
  recurrent_encoder: {
    given: { x: "steps d_in", w_in: "d_in d_s", w_state: "d_s d_s", b_state: "d_s", initial_state: "d_s" },
    made: { state: "steps+1 d_s" },
  },
  recurrent_decoder: {
    given: {
      encoder_states: "key d_h",
      initial_state: "d_s",
      x: "steps d_in",
      w_in: "d_in d_s",
      w_state: "d_s d_s",
      w_context: "d_h d_s",
      b_state: "d_s",
      w_out: "d_s+d_h d_out",
      b_out: "d_out",
      w_score: "d_s d_h",
      w_1: "hidden d_s+d_h",
      w_2: "hidden",
    },
    made: {
      hidden: "batch heads steps key hidden",
      scores: "batch heads steps key",
      scaled_scores: "batch heads steps key",
      masked_scores: "batch heads steps key",
      row_max: "batch heads steps",
      shifted_scores: "batch heads steps key",
      shifted_exp: "batch heads steps key",
      row_sum: "batch heads steps",
      log_sum_exp: "batch heads steps",
      weights: "batch heads steps key",
      context: "steps d_h",
      state: "steps+1 d_s",
      logits: "steps d_out",
      probabilities: "steps d_out",
    },
    graded: "scores weights context state output",
  },
};

/**
 * What an axis counts: lengths side by side, each a product.
 * @param {string} axis as it stands in OPERATIONS
 * @returns {string[][]}
 */
export const sizesIn = (axis) =>
  axis
    .replace(/\*$/, "")
    .split("+")
    .map((product) => product.split("*"));

/** Those of a traced fused run alone. */
export const TILES = ["running_max", "correction", "tile_exp", "running_sum", "running_mixed"];

/** What a run was given that its trace repeats. */
export const KEPT = /^(x|x_kv|x_v|y|a|b|encoder_states|initial_state)$/;

/** The gradients of an operation, in the order in which C lists them. @param {string} op */
export function gradientsOf(op) {
  const { given, made, graded } = OPERATIONS[op];
  const own = Object.keys(given).filter((name) => !(name in made) && !/mask$|^running_/.test(name));
  return [...own, ...(graded?.split(" ") ?? [])].map((name) => `grad_${name}`);
}

/** "stage.tensor" of a chain @param {string} tensor @returns {[stage: string, name: string]} */
export function nameParts(tensor) {
  const dot = tensor.lastIndexOf(".");
  return [tensor.slice(0, Math.max(0, dot)), tensor.slice(dot + 1)];
}

/** Whether a tensor is learned: weights and biases of products. @param {string} tensor */
export const isParameter = (tensor) => /(^|\.)(grad_)?([wb]_\w+|gamma|beta)$/.test(tensor);

/**
 * A gradient is shown as its tensor is, with ∂ before the letter; what a step of learning makes of a tensor, with ′ after it.
 * @param {string} tensor "query", or "stage.query" of a chain
 * @returns {TensorStyle}
 */
export function tensorStyle(tensor) {
  if (tensor.startsWith("after.")) {
    const before = tensorStyle(tensor.slice("after.".length));
    return { ...before, letter: before.letter + "′" };
  }
  const [, name] = nameParts(tensor);
  if (name.startsWith("grad_")) {
    const style = tensorStyle(name.slice(5));
    return { ...style, letter: "∂" + style.letter, gradient: true };
  }
  return TENSORS[name] ?? { letter: name.replaceAll("_", " "), role: "parameter" };
}

/** The part of an attention in which a tensor is made. @param {string} tensor @returns {Phase} */
export const phaseOf = (tensor) => TENSORS[tensor]?.phase ?? "project";

/** The place of a tensor in a drawing of the whole computation, the same in all stories. @param {string} tensor @returns {string} */
export const placeOf = (tensor) => TENSORS[tensor]?.place ?? phaseOf(tensor);
