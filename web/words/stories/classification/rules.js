/** Chooses the sentences about a classified sentence: by where its query looks, and by what a missing word changes. */

/** @typedef {import("../../rules.js").Facts} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default function rules({ say, plain }, { sentences: t }) {
  const named = (/** @type {Facts} */ _, /** @type {Facts} */ facts) => ({ ...facts, ...targetsOf(facts) });
  return {
    ...plain(t, named),
    blur: say(({ blurs }) => t.blur[blurs ? "apart" : "mixed"], named),
    weights: say(({ sure, tied }) => t.weights[sure ? "sure" : tied > 1 ? "tied" : "shared"], named),
    remove: say(
      ({ row, before, after }) => t.remove[!row ? "back" : before === after ? "stays" : "decides"],
      named,
    ),
  };
}

/** Returns the targets that sentences point at. @param {Facts} facts */
const targetsOf = ({ plain, reader, word }) => ({
  x: `${plain.full("x")}:0,*,*`,
  rows: `${plain.full("weights")}:0,0,${word},*`,
  query: `${reader.full("query")}:0,0,0,*`,
  scores: `${reader.full("masked_scores")}:0,0,0,*`,
  weights: `${reader.full("weights")}:0,0,0,*`,
  mixed: `${reader.full("mixed")}:0,0,0,*`,
  logits: `${reader.full("output")}:0,0,*`,
});
