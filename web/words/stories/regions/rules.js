/** Which sentences about words and patches hold: whether a word looks somewhere. */

/** @typedef {import("../../rules.js").Facts} Facts */

/** From this weight on a word looks somewhere. */
const LOOKS = 0.1;

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default function rules({ say, plain }, { sentences: t }) {
  const named = (/** @type {Facts} */ _, /** @type {Facts} */ facts) => ({
    ...facts,
    weights: `${facts.model.full("weights")}:0,0,${facts.i},*`,
  });
  return {
    ...plain(t, named),
    word: say(({ most }) => t.word[most >= LOOKS ? "looks" : "spreads"], named),
  };
}
