/**
 * The rules by which the tensors of an attention are computed.
 */
import { countOf } from "../shapes.js";
import { part } from "./cells.js";
import { allowedBy } from "./pairs.js";

/** @typedef {import("./builder.js").StageBuilder} StageBuilder */

export const PAIRS = "b h i j";
export const SPREAD = "b* h* i* j*";

/** The three projections: the inputs each may be made from, and the letters of its token and head axes. */
export const PROJECTED = [
  { name: "query", letter: "q", sources: ["x"], token: "i", head: "h" },
  { name: "key", letter: "k", sources: ["x_kv", "x"], token: "j", head: "g" },
  { name: "value", letter: "v", sources: ["x_v", "x_kv", "x"], token: "j", head: "g" },
];

/**
 * Adds x w + b.
 * @param {StageBuilder} stage
 * @param {string} name
 * @param {[x: string, w: string, b: string]} of
 * @param {string} [inner] letter of the axis that is summed over
 */
export function linear(stage, name, [x, w, b], inner = "k") {
  const out = stage.axes(name);
  const last = out.slice(-1);
  const bias = stage.has(b) ? [part(last, b)] : [];
  if (!stage.has(w)) {
    stage.sum(name, bias.length > 0 ? "add" : "copy", [part(out, x), ...bias]);
    return;
  }
  const work = countOf(stage.shape(x)) * stage.shape(w)[1];
  stage.sum(name, "linear", [part(`${out.slice(0, -1)}${inner}, ${inner} ${last}`, x, w), ...bias], { work });
}

/** @param {StageBuilder} stage */
function project(stage) {
  stage.inputs("x", "x_kv", "x_v", "query", "key", "value");
  if (stage.has("query")) return;
  for (const { name, letter, sources } of PROJECTED) {
    const x = /** @type {string} */ (sources.find((input) => stage.has(input)));
    linear(stage, `projected_${name}`, [x, `w_${letter}`, `b_${letter}`]);
  }
  for (const { name, token, head } of PROJECTED)
    stage.sum(name, "split", [part(`b ${token} (${head} c)`, `projected_${name}`)]);
}

/**
 * Adds the score function. The decoder shares it, with a state as the query.
 * @param {StageBuilder} stage
 * @param {[name: string, at: string]} query its name and all its axes but the last
 * @param {[name: string, at: string]} key
 * @param {number} rows number of queries per head of keys
 * @param {number} work multiplications of the product that a score is part of
 */
export function scoreFrom(stage, [query, q], [key, k], rows, work) {
  if (stage.has("w_1")) {
    const after = stage.shape(query).at(-1);
    const parts = [part(`${q} c, u c`, query, "w_1"), part(`${k} c, u c+${after}`, key, "w_1")];
    stage.sum("hidden", "tanh", parts, { then: "tanh" });
    stage.sum("scores", "scores", [stage.whole("hidden", "w_2")]);
  } else if (stage.has("w_score"))
    stage.sum("scores", "bilinear", [part(`${q} a, a c, ${k} c`, query, "w_score", key)], {
      work,
      turned: rows * countOf(stage.shape("w_score")),
      order: { last: [2] },
    });
  else stage.sum("scores", "scores", [part(`${q} c, ${k} c`, query, key)], { work });
}

/**
 * Adds the scores that softmax takes: scaled, capped, biased, and −∞ for forbidden pairs.
 * @param {StageBuilder} stage
 * @param {number} scale
 * @param {import("./pairs.js").Allowed} [allowed]
 */
function mask(stage, scale, allowed) {
  const { softcap } = stage.values;
  const given = ["bias", "mask", "key_mask"].filter((name) => stage.has(name));
  stage.sum("scaled_scores", "scale", [stage.whole("scores")], { by: scale });
  if (softcap)
    stage.add("capped_scores", "softcap", [stage.whole("scaled_scores")], { by: Math.fround(softcap) });
  const before = softcap ? "capped_scores" : "scaled_scores";
  stage.add(
    "masked_scores",
    "mask",
    [before, ...given].map((name) => stage.whole(name)),
    { allowed },
  );
}

/**
 * Adds the steps from scores to weights: scale, mask and softmax.
 * @param {StageBuilder} stage
 * @param {number} scale
 * @param {import("./pairs.js").Allowed} [allowed]
 */
export function weigh(stage, scale, allowed) {
  mask(stage, scale, allowed);
  stage.add("row_max", "max", [stage.whole("masked_scores")]);
  stage.add("shifted_scores", "subtract", [stage.whole("masked_scores"), stage.whole("row_max")], {
    allowed,
  });
  stage.add("shifted_exp", "exp", [stage.whole("shifted_scores")], { allowed });
  stage.sum("row_sum", "sum", [stage.whole("shifted_exp")]);
  stage.add("log_sum_exp", "log", [stage.whole("row_max"), stage.whole("row_sum")]);
  if (stage.has("weights_override")) stage.sum("weights", "copy", [stage.whole("weights_override")]);
  else stage.add("weights", "divide", [stage.whole("shifted_exp"), stage.whole("row_sum")], { allowed });
}

/** Returns the scale, whose default depends on the score function. @param {StageBuilder} stage @param {number} d_k */
export const scaleOf = ({ values: { scale, score = 0 } }, d_k) =>
  Math.fround(scale ?? (score === 0 ? 1 / Math.sqrt(d_k) : 1));

/** @param {StageBuilder} stage */
function sizes(stage) {
  const [, , q_len] = stage.shape("query");
  const [, , kv_len, d_k] = stage.shape("key");
  return { q_len, kv_len, d_k, d_v: stage.shape("value")[3] };
}

/**
 * Returns which pairs count in sums over pairs: the allowed ones, or with weights_override all of them.
 * @param {StageBuilder} stage
 * @returns {import("./builder.js").More}
 */
export function counting(stage) {
  const { q_len, kv_len } = sizes(stage);
  if (stage.has("weights_override")) return {};
  return { pairs: ["j"], allowed: allowedBy(stage.values, q_len, kv_len) };
}

/**
 * @param {StageBuilder} stage
 * @param {typeof import("./tiles.js").tiles} [tiles] adds what a fused run computes tile by tile
 */
export function attention(stage, tiles) {
  project(stage);
  const { q_len, kv_len, d_k } = sizes(stage);
  const rows = (stage.shape("query")[1] / stage.shape("key")[1]) * q_len;
  scoreFrom(stage, ["query", "b h i"], ["key", "b g j"], rows, q_len * kv_len * d_k);
  const factor = scaleOf(stage, d_k);
  const allowed = allowedBy(stage.values, q_len, kv_len);
  const { tile } = stage.graph;
  if (tile === undefined || stage.isTraced("weights")) {
    weigh(stage, factor, allowed);
    mix(stage);
  } else mask(stage, factor, allowed);
  // if a run did both, its result is that of the tiles
  if (tile !== undefined) tiles?.(stage, tile, allowed);
  stage.sum("joined", "join", [stage.whole("mixed")], { letters: "b i (h c)" });
  linear(stage, "output", ["joined", "w_o", "b_o"]);
}

/** Adds the sums of the values by their weights. @param {StageBuilder} stage */
function mix(stage) {
  const { q_len, kv_len, d_v } = sizes(stage);
  const counts = counting(stage);
  const products = stage.whole("weights", "value");
  if (stage.isTraced("weighted_values")) stage.sum("weighted_values", "multiply", [products], counts);
  stage.sum("mixed", "mix", [products], { ...counts, work: q_len * kv_len * d_v });
}
