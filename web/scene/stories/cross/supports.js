/**
 * The chains that the story of self- and cross-attention supports: self-attention over a source, another over a target, and an
 * attention from the second to the first, all small enough to be drawn with their numbers.
 */

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {Record<string, any>} Stage */

/** Keys that a self-attention, and the cross-attention, may have. */
const OWN = /^(id|op|labels|x|w_[qkv]|b_[qkv]|causal|mask|key_mask|scale|score)$/;
const CROSS = /^(id|op|labels|x|x_kv|w_[qkv]|b_[qkv]|mask|key_mask|scale|score)$/;

/** @param {Stage} stage @param {RegExp} keys */
const isPlain = (stage, keys) =>
  (stage.op ?? "attention") === "attention" &&
  /^(scaled_dot|dot)$/.test(stage.score ?? "scaled_dot") &&
  Object.keys(stage).every((key) => keys.test(key) || stage[key] == null);

/**
 * Whether a chain is source, target and cross. The further stages that shared links may have are not drawn.
 * @param {Model} model
 */
export function supports({ problem, stage }) {
  const { stages } = problem;
  if (!Array.isArray(stages)) return false;
  const ids = stages.map(({ id }) => id).join(" ");
  if (!/^source target cross( classifier classes)?( image)?( film)?$/.test(ids)) return false;
  const [source, target, cross] = stages;
  const linked = cross.x === "target.output" && cross.x_kv === "source.output";
  if (!linked || !isPlain(source, OWN) || !isPlain(target, OWN) || !isPlain(cross, CROSS)) return false;
  if (typeof source.x === "string" || typeof target.x === "string") return false;
  return [source, target, cross].every(({ id }) => fits(stage(id)));
}

/** Whether a stage is small enough to be drawn. @param {Model} stage */
const fits = ({ batches, heads, q_len, kv_len, d_k, d_v, d_model }) =>
  batches === 1 &&
  heads === 1 &&
  [q_len, kv_len].every((count) => within(count, 5)) &&
  [d_k, d_v, d_model].every((size) => within(size, 4));

/** @param {number} size @param {number} most */
const within = (size, most) => size >= 1 && size <= most;
