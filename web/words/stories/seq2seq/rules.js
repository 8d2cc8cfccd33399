/** Which sentence of seq2seq holds. */

/** @typedef {Record<string, any>} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story @returns {Facts} */
export default function rules({ say, common }, { sentences: t }) {
  const share = (/** @type {Facts} */ { right, words }) =>
    `${Math.round(words ? (100 * right) / words : 0)} %`;
  /** How many words are right, of the shortest sentences and of the longest. @param {Facts} facts */
  const measured = ({ figures: { attention, bottleneck } }) => {
    const [lengths, pressed] = [attention.by_length, bottleneck.by_length];
    return {
      count: attention.sentences,
      several: lengths.length > 1,
      short: lengths[0].length,
      long: lengths.at(-1).length,
      first: share(lengths[0]),
      last: share(lengths.at(-1)),
      firstPressed: share(pressed[0]),
      lastPressed: share(pressed.at(-1)),
    };
  };
  const nan = (/** @type {Facts} */ { kind }, /** @type {string} */ other) =>
    kind === "nan" ? "nan" : other;
  const before = (/** @type {Facts} */ { nothingRead }) => nothingRead && t.context[nothingRead];
  const word = (/** @type {Facts} */ f) => (!f.choice ? "silent" : f.word ? "says" : "nan");
  return {
    read: say(({ encoder }) => t.read[encoder ? "encoder" : "given"]),
    retell: say(({ differ }) => [t.retell.says, t.retell[differ ? "differ" : "same"]]),
    measured: say((f) => [t.measured.ends, f.several && t.measured.long], measured),
    query: say(({ begins }) => t.query[begins ? "begins" : "again"]),
    scores: say(({ dot, score, rising, scaled }) => [
      t.scores[dot ? "dot" : score === "bilinear" ? "bilinear" : "additive"],
      scaled && t.scores.scaled,
      rising && t.scores.rising,
    ]),
    softmax: say((f) => t.softmax[nan(f, f.states === 1 ? "only" : "bars")]),
    attend: say((f) => [t.attend.asks, t.attend[nan(f, "looks")]]),
    context: say((f) => [t.context[nan(f, "adds")], before(f)]),
    word: say((f) => [t.word[word(f)], f.choice && f.word && f.alike > 1 && t.word.tied]),
    say: say((f) => [t.context[nan(f, "short")], before(f), t.say[word(f)]]),
    map: say(({ encoder }) => [t.map.read, encoder && t.map.nothing]),
    words: say(({ said, differ }) => t.words[said && differ ? "better" : "all"]),
    learned: say(common.learned),
    quickly: say((f) => [
      t.quickly[nan(f, "looks")],
      before(f),
      f.choice && (f.word ? t.quickly.says : t.say.nan),
    ]),
  };
}
