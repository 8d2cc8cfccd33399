/** Which chains are told as self- and cross-attention: those of exactly this form, small enough to be drawn. */

import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {Record<string, any>} Stage */

/** Keys that a stage may have. */
const OWN = /^(id|op|labels|x|w_[qkv]|b_[qkv]|causal|mask|key_mask|scale|score)$/;
const CROSS = /^(id|op|labels|x|x_kv|w_[qkv]|b_[qkv]|mask|key_mask|scale|score)$/;
const CLASSES = /^(id|op|labels|x|x_kv|scale|score)$/;
const ASKS = /^(id|op|labels|x|x_kv|w_[qkvo]|b_[qkvo]|scale|score)$/;

/** @param {Stage} stage @param {RegExp} keys */
const isPlain = (stage, keys) =>
  (stage.op ?? "attention") === "attention" &&
  /^(scaled_dot|dot)$/.test(stage.score ?? "scaled_dot") &&
  Object.keys(stage).every((key) => keys.test(key) || stage[key] == null);

/** Source, target and what lies between them; then, each or none, a classifier, an image, a film. @param {Model} model */
export function supports({ problem, stage }) {
  const { stages } = problem;
  if (!Array.isArray(stages)) return false;
  const ids = stages.map(({ id }) => id).join(" ");
  if (!/^source target cross( classifier classes)?( image)?( film)?$/.test(ids)) return false;
  /** @type {Record<string, Stage>} */
  const of = Object.fromEntries(stages.map((stage) => [stage.id, stage]));
  const { source, target, cross, classifier, classes } = of;
  const linked = cross.x === "target.output" && cross.x_kv === "source.output";
  if (!linked || !isPlain(source, OWN) || !isPlain(target, OWN) || !isPlain(cross, CROSS)) return false;
  if (typeof source.x === "string" || typeof target.x === "string") return false;
  const extra = [classifier, of.image, of.film].filter(Boolean);
  const others = extra.every((s) => isPlain(s, ASKS) && typeof s.x !== "string" && s.x_kv != null);
  const read = !classes || (isPlain(classes, CLASSES) && classes.x === "classifier.output");
  const drawable = [source, target, cross].every(({ id }) => fits(stage(id), 5, 5, 4));
  const small = extra.every(({ id }) => fits(stage(id), 1, 6, 4));
  return others && read && drawable && small && (!classes || isSoftmax(stage("classes")));
}

/** Whether a stage does nothing to its one query but softmax: every key is a number of its own, every score that number. @param {Model} stage */
const isSoftmax = (stage) =>
  fits(stage, 1, 4, 4) &&
  stage.scale === 1 &&
  upTo(stage.kv_len).every((j) =>
    upTo(stage.d_k).every((c) => stage.value("key", [0, 0, j, c]) === Number(j === c)),
  );

/** @param {Model} stage @param {number} queries @param {number} keys @param {number} wide */
const fits = ({ batches, heads, q_len, kv_len, d_k, d_v, d_model }, queries, keys, wide) =>
  batches === 1 &&
  heads === 1 &&
  within(q_len, queries) &&
  within(kv_len, keys) &&
  [d_k, d_v, d_model].every((size) => within(size, wide));

/** @param {number} size @param {number} most */
const within = (size, most) => size >= 1 && size <= most;
