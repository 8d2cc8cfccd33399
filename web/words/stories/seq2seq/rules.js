/** Chooses the sentences of the story seq2seq. */

/** @typedef {Record<string, any>} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story @returns {Facts} */
export default function rules({ say, common }, { sentences: t }) {
  /** Returns how many words of the longest sentences are right, with and without attention. @param {Facts} facts */
  const measured = ({ figures: { attention, bottleneck }, share }) => {
    const [last, pressed] = [attention, bottleneck].map(({ by_length }) => by_length.at(-1));
    return { long: last.length, last: share(last), lastPressed: share(pressed) };
  };
  const nan = (/** @type {Facts} */ { kind }, /** @type {string} */ other) =>
    kind === "nan" ? "nan" : other;
  const before = (/** @type {Facts} */ { nothingRead }) => nothingRead && t.context[nothingRead];
  const word = (/** @type {Facts} */ f) => (!f.choice ? "silent" : f.word ? "says" : "nan");
  return {
    read: say(({ encoder }) => t.read[encoder ? "encoder" : "given"]),
    retell: say(({ differ }) => t.retell[differ ? "differ" : "same"]),
    measured: say(t.measured, measured),
    scores: say(({ dot, score, scaled }) => [
      t.scores[dot ? "dot" : score === "bilinear" ? "bilinear" : "additive"],
      scaled && t.scores.scaled,
    ]),
    softmax: say((f) => t.softmax[nan(f, f.states === 1 ? "only" : "bars")]),
    context: say((f) => [t.context[nan(f, "adds")], before(f)]),
    word: say((f) => [t.word[word(f)], f.choice && f.word && f.alike > 1 && t.word.tied]),
    words: say(({ retold, differ }) => t.words[retold && differ ? "better" : "all"]),
    learned: say(common.learned),
    quickly: say((f) => [
      t.quickly[nan(f, "looks")],
      before(f),
      f.choice && (f.word ? t.quickly.says : t.word.nan),
    ]),
  };
}
