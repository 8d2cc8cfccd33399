/** Which sentence of a long input holds. */

/** @typedef {Record<string, any>} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story @returns {Facts} */
export default function rules({ say, write }, { sentences: t, label, head, profile, progress }) {
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
