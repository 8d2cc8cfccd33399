/** Chooses the sentences about words and patches, by whether a word looks somewhere. */

/** @typedef {import("../../rules.js").Facts} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default function rules({ say, plain }, { sentences: t }) {
  const named = (/** @type {Facts} */ _, /** @type {Facts} */ facts) => ({
    ...facts,
    weights: `${facts.model.full("weights")}:0,0,${facts.i},*`,
  });
  return {
    ...plain(t, named),
    next: say(({ elsewhere }) => (elsewhere ? t.next : t.mix), named),
    word: say(({ looks }) => t.word[looks ? "looks" : "spreads"], named),
  };
}
