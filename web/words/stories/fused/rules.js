/** Which sentence of the story fused holds. */

/** @typedef {import("../../rules.js").Facts} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default function rules({ say }, { sentences: t }) {
  const none = (/** @type {Facts} */ { kind }) => kind === "nan" || kind === "infinite";
  return {
    tiles: say(t.tiles, ({ tiles, each, kv_len }) => ({ even: tiles * each === kv_len })),
    correct: say(({ kind }) => t.correct[kind]),
    add: say((f) => t.add[none(f) ? "none" : f.lost ? "lost" : f.kind === "skipped" ? "skipped" : "some"]),
    again: say((f) => t.again[none(f) ? "none" : f.kind]),
    divide: say((f) => t.divide[Number.isNaN(f.sum) || f.lost ? "nan" : f.sum === 0 ? "nothing" : "some"]),
  };
}
