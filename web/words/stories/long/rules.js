/** Chooses the sentences about a long input. */

/** @typedef {Record<string, any>} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story @returns {Facts} */
export default function rules({ say }, { sentences: t }) {
  return {
    map: say(({ dense, odd }) => [t.map.all, dense && t.map.dense, odd && t.map.odd]),
    largest: say(
      ({ kind, override }) => {
        if (kind === "nothing" && override) return t.largest.zero;
        return t.largest[kind] ?? t.largest.some;
      },
      (_, { weights }) => ({ weights }),
    ),
    sum: say(({ cut }) => [t.sum.all, cut && t.sum.cut]),
    look: say(({ back, enlarges }) => [back && t.look.back, t.look.points, enlarges && t.look.zoom]),
  };
}
