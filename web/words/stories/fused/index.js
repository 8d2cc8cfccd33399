/** Which sentence of the story fused holds. */
import en from "./en.js";
import zh from "./zh.js";

/** @typedef {import("../../cases.js").Facts} Facts */

/** @param {import("../../cases.js").Speaker} speaker @param {Facts} story */
function cases({ say }, { sentences: t }) {
  const none = (/** @type {Facts} */ { kind }) => kind === "nan" || kind === "infinite";
  return {
    tiles: say(
      () => t.tiles,
      ({ tiles, each, kv_len }) => ({ even: tiles * each === kv_len }),
    ),
    correct: say(({ kind }) => t.correct[kind]),
    add: say((f) => t.add[none(f) ? "none" : f.lost ? "lost" : f.kind === "skipped" ? "skipped" : "some"]),
    again: say((f) => t.again[none(f) ? "none" : f.kind]),
    divide: say((f) => t.divide[Number.isNaN(f.sum) || f.lost ? "nan" : f.sum === 0 ? "nothing" : "some"]),
  };
}

/** @type {import("../../index.js").StoryTexts} */
export default { id: "fused", cases, texts: { en, zh } };
