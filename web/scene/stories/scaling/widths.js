/** The widths at which scores are shown, and which problems the story scaling can tell. */

/** Values of d_k: the stops of the slider. */
export const widths = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];

/**
 * Returns how far the axis of scores reaches to either side at a width: at least four times √d_k, in three steps.
 * @param {number} width
 */
export const halfWidth = (width) => (width <= 64 ? 32 : width <= 256 ? 64 : 128);

/** @typedef {import("../../model.js").Model} Model */

/**
 * Returns the stage of a chain that shows a row at a width.
 * @param {Model} model @param {"unscaled" | "scaled"} id @param {number} width
 */
export const stageAt = (model, id, width) =>
  model.stage(model.stage(id).d_k === width ? id : `${id}_${width}`);

const PLAIN = new Set(["id", "op", "score", "query", "key", "value", "labels", "version"]);

/**
 * Reports whether a problem is one query with a few keys, its scores once unscaled and once divided by √d_k.
 * @param {Record<string, any>} problem @param {Record<string, any>} trace
 */
export function isRow({ stages }, trace) {
  if (!Array.isArray(stages)) return false;
  const [first, second, ...others] = stages;
  if (first?.id !== "unscaled" || second?.id !== "scaled") return false;
  if (others.some(({ id }) => !/^(un)?scaled_\d+$/.test(id))) return false;
  const plain = [first, second].every(
    (stage) =>
      (stage.op ?? "attention") === "attention" &&
      Object.keys(stage).every((key) => stage[key] == null || PLAIN.has(key)),
  );
  const scores = first.score === "dot" && (second.score ?? "scaled_dot") === "scaled_dot";
  const same = second.query === "unscaled.query" && second.key === "unscaled.key";
  if (!plain || !scores || !same) return false;
  const [batches, heads, q_len, d_k] = trace["unscaled.query"].shape;
  const kv_len = trace["unscaled.key"].shape[2];
  const small = batches === 1 && heads === 1 && q_len === 1 && kv_len >= 2 && kv_len <= 8;
  const finite = ["unscaled.scores", "unscaled.weights", "scaled.weights"].every((name) =>
    trace[name].data.every(Number.isFinite),
  );
  return small && finite && widths.includes(d_k);
}
