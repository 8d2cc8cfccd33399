/**
 * The rules by which the gradients of an attention are computed.
 */
import { PAIRS, PROJECTED, SPREAD, counting } from "../attention.js";
import { part, times } from "../cells.js";

/** @typedef {import("../cells.js").Part} Part */
/** @typedef {import("../builder.js").StageBuilder} StageBuilder */

/** Additive score: w_1, or the token, multiplies the summed gradient of a hidden unit. */
const ADDITIVE = { last: [2, 0, 1], overZeros: true };

/** Bilinear score: for the query, w_score multiplies a sum over keys; for the key, query w_score is computed first. */
const BILINEAR = [{ last: [2] }, { last: [0] }];

/** @param {StageBuilder} stage */
export function attentionBackward(stage) {
  const counts = counting(stage);
  const { allowed } = counts;
  outputBackward(stage);
  stage.gradient("value", "matmul", "b g j c", [part(`${PAIRS}, b h i c`, "weights", "grad_mixed")], counts);
  stage.gradient("weights", "matmul", PAIRS, [part("b h i c, b g j c", "grad_mixed", "value")], { allowed });
  if (stage.has("weights_override")) {
    stage.gradient("weights_override", "sum", SPREAD, [part(PAIRS, "grad_weights")]);
    nothingBefore(stage);
  } else {
    softmaxBackward(stage, PAIRS, "masked_scores", 1, { pairs: ["j", "l"], allowed });
    if (stage.has("bias")) stage.gradient("bias", "sum", SPREAD, [part(PAIRS, "grad_masked_scores")]);
    scaleBackward(stage, allowed);
    scoreBackward(stage, counts);
  }
  projectBackward(stage);
}

/** @param {StageBuilder} stage */
function outputBackward(stage) {
  linearBackward(stage, "grad_output", "b i", ["joined", "w_o", "b_o"]);
  const through = throughLinear(stage, "grad_output", "b i", "w_o");
  stage.gradient("joined", stage.has("w_o") ? "matmul" : "copy", "b i k", [through]);
  stage.sum("grad_mixed", "split", [part("b i (h c)", "grad_joined")], {
    letters: "b h i c",
    shape: stage.shape("mixed"),
  });
}

/**
 * Adds the gradients of w and b.
 * @param {StageBuilder} stage
 * @param {string} grad of x w + b
 * @param {string} rows
 * @param {[x: string, w: string, b: string]} of
 * @param {string} [axes] of w
 */
export function linearBackward(stage, grad, rows, [x, w, b], axes = "k o") {
  const [from, to] = axes.split(" ");
  if (stage.has(b)) stage.gradient(b, "sum", to, [part(`${rows} ${to}`, grad)]);
  if (stage.has(w)) stage.gradient(w, "matmul", axes, [part(`${rows} ${from}, ${rows} ${to}`, x, grad)]);
}

/**
 * Returns the gradient that passes back to x.
 * @param {StageBuilder} stage
 * @param {string} grad of x w + b
 * @param {string} rows
 * @param {string} w
 */
const throughLinear = (stage, grad, rows, w) =>
  stage.has(w) ? part(`${rows} o, k o`, grad, w) : part(`${rows} k`, grad);

/**
 * Adds the gradient through softmax: by · weights (grad_weights − sum of weights grad_weights).
 * @param {StageBuilder} stage
 * @param {string} out
 * @param {string} name
 * @param {number} by the scale, if the gradient is that of the unscaled scores; else 1
 * @param {import("../builder.js").More} [more]
 */
export function softmaxBackward(stage, out, name, by, more) {
  const others = out.replace("j", "l");
  const term = part(`${out}, ${out}`, "weights", "grad_weights");
  const sum = part(`${out}, ${others}, ${others}`, "weights", "weights", "grad_weights");
  stage.gradient(name, "softmax_gradient", out, [by === 1 ? term : times(term, by), times(sum, -by)], more);
}

/** Adds zero gradients for everything that weights_override replaces. @param {StageBuilder} stage */
function nothingBefore(stage) {
  const capped = stage.values.softcap ? ["capped_scores"] : [];
  const given = ["w_score", "w_1", "w_2", "bias"].filter((name) => stage.has(name));
  for (const name of ["masked_scores", ...capped, "scaled_scores", "scores", ...given, "query", "key"])
    stage.gradient(name, "copy", stage.axes(name), []);
}

/**
 * @param {StageBuilder} stage
 * @param {import("../pairs.js").Allowed} [allowed]
 */
function scaleBackward(stage, allowed) {
  const { softcap } = stage.values;
  const masked = [part(PAIRS, "grad_masked_scores")];
  if (softcap) {
    stage.gradient("capped_scores", "copy", PAIRS, masked, { allowed });
    const slope = part(
      `${PAIRS}, ${PAIRS}, ${PAIRS}`,
      "grad_capped_scores",
      "capped_scores",
      "capped_scores",
    );
    const parts = [part(PAIRS, "grad_capped_scores"), times(slope, -1 / Math.fround(softcap) ** 2)];
    const order = { last: [0], overZeros: true };
    stage.gradient("scaled_scores", "softcap_gradient", PAIRS, parts, { allowed, order });
  } else stage.gradient("scaled_scores", "copy", PAIRS, masked, { allowed });
  const by = stage.graph.rules.get(stage.qualified("scaled_scores"))?.by;
  stage.gradient("scores", "scale", PAIRS, [part(PAIRS, "grad_scaled_scores")], { by, allowed });
}

/**
 * Multiplies a gradient by the derivative of tanh: through (1 − t t).
 * @param {Part} through
 * @param {string} t the result of tanh
 * @param {string} at its axes
 * @returns {Part[]}
 */
export function tanhBackward(through, t, at) {
  const twice = part(`${at}, ${at}`, t, t);
  return [
    through,
    times({ ...through, of: [...through.of, ...twice.of], at: [...through.at, ...twice.at] }, -1),
  ];
}

/**
 * @param {StageBuilder} stage
 * @param {import("../builder.js").More} counts
 */
function scoreBackward(stage, counts) {
  /** @type {[grad: string, out: string, query: Rows, key: Rows]} */
  const scores = ["grad_scores", PAIRS, ["query", "b h i"], ["key", "b g j"]];
  scoreParameters(stage, ...scores, counts);
  const [query, key] = stage.has("w_1") ? [ADDITIVE, ADDITIVE] : stage.has("w_score") ? BILINEAR : [];
  const [queries, keys] = [queryParts(stage, ...scores), keyParts(stage, ...scores)];
  stage.gradient("query", "matmul", "b h i c", queries, { ...counts, order: query });
  stage.gradient("key", "matmul", "b g j c", keys, { ...counts, order: key });
}

/** @typedef {[name: string, at: string]} Rows */
/**
 * @param {StageBuilder} stage
 * @param {string} grad
 * @param {string} out
 * @param {Rows} query
 * @param {Rows} key
 * @returns {Part[]}
 */
export function queryParts(stage, grad, out, query, [key, k]) {
  if (stage.has("w_1")) return tanhBackward(part(`${out}, u, u c`, grad, "w_2", "w_1"), "hidden", `${out} u`);
  if (stage.has("w_score")) return [part(`${out}, ${k} e, c e`, grad, key, "w_score")];
  return [part(`${out}, ${k} c`, grad, key)];
}

/**
 * @param {StageBuilder} stage
 * @param {string} grad
 * @param {string} out
 * @param {Rows} query
 * @param {Rows} key
 * @returns {Part[]}
 */
export function keyParts(stage, grad, out, [query, q], key) {
  const after = stage.shape(query).at(-1);
  if (stage.has("w_1"))
    return tanhBackward(part(`${out}, u, u c+${after}`, grad, "w_2", "w_1"), "hidden", `${out} u`);
  if (stage.has("w_score")) return [part(`${out}, ${q} e, e c`, grad, query, "w_score")];
  return [part(`${out}, ${q} c`, grad, query)];
}

/**
 * @param {StageBuilder} stage
 * @param {string} grad
 * @param {string} out
 * @param {Rows} query
 * @param {Rows} key
 * @param {import("../builder.js").More} [counts]
 */
export function scoreParameters(stage, grad, out, [query, q], [key, k], counts) {
  if (stage.has("w_score"))
    stage.gradient("w_score", "matmul", "a c", [part(`${out}, ${q} a, ${k} c`, grad, query, key)], {
      ...counts,
      order: { last: [1], overSums: true },
    });
  if (!stage.has("w_1")) return;
  const after = stage.shape(query).at(-1);
  const hidden = /** @type {const} */ (["hidden", `${out} u`]);
  const parts = [
    ...tanhBackward(part(`${out}, u, ${q} c`, grad, "w_2", query), ...hidden),
    ...tanhBackward(part(`${out}, u, ${k} c-${after}`, grad, "w_2", key), ...hidden),
  ];
  stage.gradient("w_1", "matmul", "u c", parts, { ...counts, order: { ...ADDITIVE, overSums: true } });
  stage.gradient("w_2", "matmul", "u", [part(`${out}, ${out} u`, grad, "hidden")], {
    ...counts,
    order: { last: [], overZeros: true },
  });
}

/**
 * Adds the gradients of the projections and inputs. That of x sums those from queries, keys and values.
 * @param {StageBuilder} stage
 */
function projectBackward(stage) {
  if (stage.has("query")) return;
  /** @type {Record<string, Part[]>} */
  const uses = {};
  for (const { name, letter, sources, token, head } of PROJECTED) {
    const [grad, w] = [`grad_projected_${name}`, `w_${letter}`];
    const heads = part(`b ${head} ${token} c`, `grad_${name}`);
    stage.sum(grad, "join", [heads], {
      letters: `b ${token} (${head} c)`,
      shape: stage.shape(`projected_${name}`),
    });
    const x = /** @type {string} */ (sources.find((input) => stage.has(input)));
    linearBackward(stage, grad, `b ${token}`, [x, w, `b_${letter}`]);
    const rows = x === "x" ? "b i" : "b j";
    uses[x] = [...(uses[x] ?? []), throughLinear(stage, grad, rows, w)];
  }
  for (const [x, parts] of Object.entries(uses)) {
    const moved = parts.every(({ of }) => of.length === 1);
    stage.gradient(x, moved ? "copy" : "matmul", x === "x" ? "b i k" : "b j k", parts);
  }
}
