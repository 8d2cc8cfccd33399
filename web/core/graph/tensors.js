/**
 * The schema of tensors: their names, how they are shown, what their axes count, and the order in which a run computes them.
 * The structs shared with C, shapes, pictures, edits and code listings all use it. It is plain data without imports, so that
 * any part of the page may load it.
 */

/** @typedef {"project" | "score" | "scale" | "cap" | "mask" | "softmax" | "weight" | "sum"} Phase of an attention */
/**
 * @typedef {object} TensorStyle how a tensor is shown, in any operation
 * @property {string} letter of a row or a cell; the whole matrix has the capital letter
 * @property {string} [sub] subscript of the letter: the K of W_K
 * @property {string} role which decides the colour
 * @property {Phase} [phase] in which an attention computes it; default project
 * @property {string} [place] in a drawing of the whole computation, if it differs from that of its phase
 * @property {string} [latex] its symbol in a formula, if it does not follow from letter and sub
 * @property {boolean} [gradient] whether it is the gradient of the tensor with that letter
 */

/** @typedef {TensorStyle & { axes: string }} Tensor axes and style; the role is "" if an earlier operation has the style */

/**
 * @param {string} axes
 * @param {string} [symbol] letter and subscript: W_Q
 * @param {string} [role]
 * @param {Partial<TensorStyle>} [more]
 * @returns {Tensor}
 */
function tensor(axes, symbol = "", role = "", more) {
  const [letter, sub] = symbol.split("_");
  return { axes, letter, sub, role, ...more };
}

/** The tensors from scores to weights, which a decoder has for every step. */
const WEIGHING =
  "scores scaled_scores masked_scores row_max shifted_scores shifted_exp row_sum log_sum_exp weights".split(
    " ",
  );
const PAIRS = "batch heads query key";
const ROWS = "batch heads query";

/**
 * The tensors of each operation and what their axes count, in the order in which C lists them. `heads*d_q` is a product,
 * `d_q+d_k` a concatenation, `…` any number of axes; an axis marked `*` may have length 1 and broadcast. `given` are the
 * inputs, `made` the results of the forward pass, `graded` those results that have a gradient as the inputs do, `options`
 * the other keys.
 * @type {Record<string, { given: Record<string, Tensor>, made: Record<string, Tensor>, graded?: string, options?: string }>}
 */
export const OPERATIONS = {
  attention: {
    given: {
      x: tensor("batch query d_model", "x", "input"),
      x_kv: tensor("batch key d_kv", "x_kv", "input"),
      x_v: tensor("batch key d_in_v", "x_v", "input"),
      w_q: tensor("d_model heads*d_q", "W_Q", "query"),
      w_k: tensor("d_kv kv_heads*d_k", "W_K", "key"),
      w_v: tensor("d_in_v kv_heads*d_v", "W_V", "value"),
      b_q: tensor("heads*d_q", "b_Q", "query"),
      b_k: tensor("kv_heads*d_k", "b_K", "key"),
      b_v: tensor("kv_heads*d_v", "b_V", "value"),
      w_o: tensor("heads*d_v d_out", "W_O", "output"),
      b_o: tensor("d_out", "b_O", "output"),
      query: tensor("batch heads query d_q", "q", "query", { place: "query" }),
      key: tensor("batch kv_heads key d_k", "k", "key", { place: "keys" }),
      value: tensor("batch kv_heads key d_v", "v", "value", { place: "values" }),
      w_score: tensor("d_q d_k", "W_s", "score", { latex: "W_S" }),
      w_1: tensor("hidden d_q+d_k", "W_1", "score"),
      w_2: tensor("hidden", "w_2", "score"),
      bias: tensor("batch* heads* query* key*", "B", "score"),
      mask: tensor("batch* heads* query* key*", "M", "score"),
      key_mask: tensor("batch* key", "M", "score", { latex: "M_{\\text{key}}" }),
      weights_override: tensor("batch* heads* query* key*", "a", "weight", { latex: "A_{\\text{given}}" }),
    },
    made: {
      projected_query: tensor("batch query heads*d_q", "q", "query", { latex: "\\hat{Q}" }),
      projected_key: tensor("batch key kv_heads*d_k", "k", "key", { latex: "\\hat{K}" }),
      projected_value: tensor("batch key kv_heads*d_v", "v", "value", { latex: "\\hat{V}" }),
      query: tensor("batch heads query d_q"),
      key: tensor("batch kv_heads key d_k"),
      value: tensor("batch kv_heads key d_v"),
      hidden: tensor(`${PAIRS} hidden`, "h", "score", { phase: "score" }),
      scores: tensor(PAIRS, "s", "score", { phase: "score", place: "scores" }),
      scaled_scores: tensor(PAIRS, "s′", "score", { phase: "scale", latex: "\\tilde{S}" }),
      capped_scores: tensor(PAIRS, "s″", "score", { phase: "cap", latex: "\\bar{S}" }),
      masked_scores: tensor(PAIRS, "m", "score", { phase: "mask", latex: "\\hat{S}" }),
      running_max: tensor(`tiles ${ROWS}`, "max", "score", { phase: "softmax" }),
      correction: tensor(`tiles ${ROWS}`, "c", "weight", { phase: "softmax" }),
      tile_exp: tensor(PAIRS, "e", "weight", { phase: "softmax" }),
      running_sum: tensor(`tiles ${ROWS}`, "ℓ", "weight", { phase: "softmax" }),
      running_mixed: tensor(`tiles ${ROWS} d_v`, "u", "weighted", { phase: "sum" }),
      row_max: tensor(ROWS, "max", "score", { phase: "softmax", place: "softmax-max", latex: "m" }),
      shifted_scores: tensor(PAIRS, "t", "score", { phase: "softmax", place: "softmax-shift", latex: "D" }),
      shifted_exp: tensor(PAIRS, "e", "weight", { phase: "softmax", place: "softmax-exp" }),
      row_sum: tensor(ROWS, "Σ", "weight", { phase: "softmax", place: "softmax-sum", latex: "r" }),
      log_sum_exp: tensor(ROWS, "lse", "score", { phase: "softmax" }),
      weights: tensor(PAIRS, "a", "weight", { phase: "softmax" }),
      weighted_values: tensor("batch heads key query d_v", "av", "weighted", { phase: "weight" }),
      mixed: tensor("batch heads query d_v", "z", "output", { phase: "sum" }),
      joined: tensor("batch query heads*d_v", "z", "output", { phase: "sum", latex: "\\hat{Z}" }),
      output: tensor("batch query d_out", "o", "output", { phase: "sum", place: "outputs", latex: "Y" }),
    },
    graded:
      "projected_query projected_key projected_value query key value scores scaled_scores capped_scores masked_scores " +
      "weights mixed joined output",
    options: "heads kv_heads score scale softcap causal causal_offset window",
  },
  layer_norm: {
    given: { x: tensor("… d"), gamma: tensor("d", "γ", "parameter"), beta: tensor("d", "β", "parameter") },
    made: { output: tensor("… d"), mean: tensor("…", "μ", "score"), rstd: tensor("…", "r", "score") },
    options: "eps",
  },
  batch_norm: {
    given: {
      x: tensor("… d"),
      gamma: tensor("d"),
      beta: tensor("d"),
      running_mean: tensor("d", "μ", "score"),
      running_var: tensor("d", "σ²", "score"),
    },
    made: { output: tensor("… d"), mean: tensor("d"), rstd: tensor("d") },
    options: "eps training",
  },
  residual: { given: { x: tensor("… d"), y: tensor("… d", "y", "value") }, made: { output: tensor("… d") } },
  feed_forward: {
    given: {
      x: tensor("… d"),
      w_in: tensor("d hidden"),
      b_in: tensor("hidden", "b_x", "input"),
      w_out: tensor("hidden d_out"),
      b_out: tensor("d_out"),
    },
    made: {
      hidden: tensor("… hidden"),
      activated: tensor("… hidden", "u", "weighted"),
      output: tensor("… d_out"),
    },
    graded: "hidden activated",
    options: "activation",
  },
  geometry: {
    given: { a: tensor("query d", "a", "query"), b: tensor("key d", "b", "key") },
    made: {
      dot: tensor("query key", "a·b", "score"),
      cosine: tensor("query key", "cos", "weight"),
      angle: tensor("query key", "θ", "weight"),
      projection: tensor("query key", "p", "weighted"),
      length_a: tensor("query", "|a|", "query"),
      length_b: tensor("key", "|b|", "key"),
    },
    graded: "dot cosine angle projection length_a length_b",
  },
  recurrent_encoder: {
    given: {
      x: tensor("steps d_in"),
      w_in: tensor("d_in d_s", "W_x", "input"),
      w_state: tensor("d_s d_s", "W_s", "output"),
      b_state: tensor("d_s", "b_s", "output"),
      initial_state: tensor("d_s", "s", "output"),
    },
    made: { state: tensor("steps+1 d_s", "s", "output") },
  },
  recurrent_decoder: {
    given: {
      encoder_states: tensor("key d_h", "h", "input"),
      initial_state: tensor("d_s"),
      x: tensor("steps d_in"),
      w_in: tensor("d_in d_s"),
      w_state: tensor("d_s d_s"),
      w_context: tensor("d_h d_s", "W_c", "weighted"),
      b_state: tensor("d_s"),
      w_out: tensor("d_s+d_h d_out", "W_l", "output"),
      b_out: tensor("d_out", "b_l", "output"),
      w_score: tensor("d_s d_h"),
      w_1: tensor("hidden d_s+d_h"),
      w_2: tensor("hidden"),
    },
    made: {
      hidden: tensor("batch heads steps key hidden"),
      ...Object.fromEntries(
        WEIGHING.map((name) => [name, tensor(`batch heads steps${/row|log/.test(name) ? "" : " key"}`)]),
      ),
      context: tensor("steps d_h", "c", "weighted"),
      state: tensor("steps+1 d_s"),
      logits: tensor("steps d_out", "l", "output"),
      probabilities: tensor("steps d_out", "p", "weight"),
    },
    graded: "scores weights context state output",
    options: "score scale steps",
  },
};

/** Tensors of no operation: a loss, its target, and a sum in the backward pass of softmax. */
const OTHERS = {
  loss: tensor("", "L", "parameter"),
  target: tensor("", "y", "parameter"),
  row_dot: tensor("", "Σ", "weight", { phase: "softmax" }),
};

/** The style of every tensor by name. @type {Record<string, TensorStyle>} */
export const TENSORS = Object.fromEntries(
  [...Object.values(OPERATIONS).flatMap(({ given, made }) => [given, made]), OTHERS]
    .flatMap(Object.entries)
    .filter(([, { role }]) => role),
);

/** The axes parsed so far, because parsing takes longer than the rest of a small call. @type {Record<string, string[][]>} */
const PARSED = {};

/**
 * Parses an axis into the lengths that it concatenates, each a product of sizes.
 * @param {string} axis as in OPERATIONS
 */
export const sizesIn = (axis) =>
  (PARSED[axis] ??= axis
    .replace(/\*$/, "")
    .split("+")
    .map((product) => product.split("*")));

/** The tensors that only a traced fused run has. */
export const TILES = ["running_max", "correction", "tile_exp", "running_sum", "running_mixed"];

/** Given tensors that the trace repeats. */
export const KEPT = /^(x|x_kv|x_v|y|a|b|encoder_states|initial_state)$/;

/** Lists the gradients of an operation, in C's order. @param {string} op */
export function gradientsOf(op) {
  const { given, made, graded } = OPERATIONS[op];
  const inputs = Object.keys(given).filter((name) => !(name in made) && !/mask$|^running_/.test(name));
  return [...inputs, ...(graded?.split(" ") ?? [])].map((name) => `grad_${name}`);
}

/** Returns the result of an operation, which later stages read. @param {string} op */
export const resultOf = (op) =>
  /** @type {string} */ (["output", "state", "dot"].find((name) => name in OPERATIONS[op].made));

/**
 * Returns the main tensor of a stage: the loss applies to it, and the backward run starts from its gradient.
 * @param {string} op
 * @param {Record<string, any>} values of the stage
 */
export const mainOf = (op, { w_out }) => (op === "recurrent_decoder" && w_out ? "logits" : resultOf(op));

/**
 * Splits "stage.tensor" of a chain; the stage is "" in a plain name.
 * @param {string} tensor
 * @returns {[stage: string, name: string]}
 */
export function nameParts(tensor) {
  const dot = tensor.lastIndexOf(".");
  return [tensor.slice(0, Math.max(0, dot)), tensor.slice(dot + 1)];
}

/** Whether a tensor is a parameter, or the gradient of one. @param {string} tensor */
export const isParameter = (tensor) => /(^|\.)(grad_)?([wb]_\w+|gamma|beta)$/.test(tensor);

/** Whether a tensor holds attention weights, not their gradients. @param {string} tensor */
export const isWeights = (tensor) => /(^|\.)weights$/.test(tensor);

/** Whether a tensor holds what softmax makes weights from: numbers between 0 and the number of keys. @param {string} tensor */
export const isExp = (tensor) => /(^|\.)(shifted_exp|row_sum)$/.test(tensor);

/**
 * Returns the style of a tensor. A gradient has the style of its tensor with ∂ before the letter, a parameter after a
 * descent step that of the parameter with ′ after the letter.
 * @param {string} tensor "query", in a chain "stage.query", after a step "after.w_q"
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

/** Returns the phase of an attention in which a tensor is computed. @param {string} tensor @returns {Phase} */
export const phaseOf = (tensor) => TENSORS[tensor]?.phase ?? "project";

/**
 * Returns the place of a tensor in a drawing of the whole computation, the same in all stories.
 * @param {string} tensor
 * @returns {string}
 */
export const placeOf = (tensor) => TENSORS[tensor]?.place ?? phaseOf(tensor);
