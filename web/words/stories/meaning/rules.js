/** Chooses the sentences about a moved word: by its weights, and by the senses that are near. */

/** @typedef {import("../../rules.js").Facts} Facts */

/** The wording about the steps, by kind, where they are not many. @type {Record<string, string>} */
const STEPS = { nan: "nan", nothing: "nothing", only: "one" };

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default function rules({ say, plain, listed }, { sentences: t }) {
  /** @param {Facts} facts */
  const kindOf = ({ kind, count, tied }) =>
    /^(nan|nothing)$/.test(kind) ? kind : count === 1 ? "only" : tied > 1 ? "tied" : "most";
  const named = (/** @type {Facts} */ _, /** @type {Facts} */ given) => {
    const { k = 0, named: names, pair, first, nearest, senses } = given;
    const { values, weights } = targetsOf(given);
    return {
      ...{ values, weights, senses: listed(senses), near: nearest[0], next: nearest[1] },
      first: names[k]("key", first),
      share: pair(k, first),
    };
  };
  return {
    ...plain(t, named),
    alone: say(({ between }) => t.alone[between ? "between" : "near"], named),
    weights: say((facts) => {
      const kind = kindOf(facts);
      return [/^(most|tied)$/.test(kind) && !facts.forbidden && t.asks, t.weights[kind]];
    }, named),
    values: say(({ kind }) => t.values[/^(nan|nothing)$/.test(kind) ? kind : "arrows"], named),
    steps: say((facts) => t.steps[STEPS[kindOf(facts)] ?? "many"], named),
    swap: say((facts) => {
      const most = kindOf(facts) === "most";
      return [t.swap[facts.from === facts.to ? "other" : "word"], most ? t.weights.most : t.swap.again];
    }, named),
    again: say(({ kind }) => (/^(nan|nothing)$/.test(kind) ? t.steps[kind] : t.again), named),
    end: say(({ kind, moved, nearest: [near, next] }) => {
      if (kind === "nan") return t.steps.nan;
      return t.end[!moved ? "still" : near && next && near !== next ? "apart" : "moved"];
    }, named),
  };
}

/** Returns the targets that sentences point at. @param {Facts} facts */
const targetsOf = ({ model, i }) => ({
  values: `${model.full("value")}:${model.batch},0,*,*`,
  weights: `${model.full("weights")}:${model.batch},0,${i},*`,
});
