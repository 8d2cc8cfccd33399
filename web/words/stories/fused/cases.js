/** Which sentence of the story fused holds. */

/** @typedef {import("../../cases.js").Facts} Facts */

/** @param {import("../../cases.js").Speaker} speaker @param {Facts} story */
export default function fused({ say, plain, invite }, { sentences: t, invitation }) {
  const none = (/** @type {Facts} */ { kind }) => kind === "nan" || kind === "infinite";
  return {
    ...plain(t),
    tiles: say(
      () => t.tiles,
      ({ tiles, each, kv_len }) => ({ even: tiles * each === kv_len }),
    ),
    correct: say(({ kind }) => t.correct[kind]),
    add: say((f) => t.add[none(f) ? "none" : f.lost ? "lost" : f.kind === "skipped" ? "skipped" : "some"]),
    again: say((f) => t.again[none(f) ? "none" : f.kind]),
    divide: say((f) => t.divide[Number.isNaN(f.sum) || f.lost ? "nan" : f.sum === 0 ? "nothing" : "some"]),
    /** @param {any} model @param {number} seconds */
    invitation: (model, seconds) => invite(invitation, model, seconds),
  };
}
