/** Which sentence of a long input holds. */
import en from "./en.js";
import zh from "./zh.js";

/** @typedef {Record<string, any>} Facts */

/** @param {import("../../cases.js").Speaker} speaker @param {Facts} story @returns {Facts} */
function cases({ say, write }, { sentences: t, label, head, profile, progress }) {
  return {
    label: (/** @type {Facts} */ { model }) => write(label, model),
    head: (/** @type {Facts} */ facts) => write(head, facts),
    profile: (/** @type {Facts} */ facts) => write(profile, facts),
    progress: (/** @type {Facts} */ facts) => write(progress, facts),
    map: say(({ dense, odd }) => [t.map.all, dense && t.map.dense, odd && t.map.odd]),
    largest: say(
      ({ kind, override }) =>
        t.largest[
          kind === "nothing" && override ? "zero" : /^(nothing|nan|given)$/.test(kind) ? kind : "some"
        ],
      (_, { count, weights }) => ({ weights, rest: count < _.kv_len }),
    ),
    sum: say(
      ({ cut }) => [t.sum.all, cut && t.sum.cut],
      (_, { to }) => ({ output: to.output }),
    ),
    look: say(({ enlarges }) => [t.look.points, enlarges && t.look.zoom]),
  };
}

/** @type {import("../../index.js").StoryTexts} */
export default { id: "long", cases, texts: { en, zh } };
