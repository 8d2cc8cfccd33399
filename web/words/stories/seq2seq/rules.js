/** Which sentence of seq2seq holds. */

/** @typedef {Record<string, any>} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story @returns {Facts} */
export default function rules(
  { say, write, invite, common },
  { sentences: t, invitation, nth, step, subtitle, pressedIn },
) {
  const measured = (/** @type {Facts} */ { figures }) => {
    const [one, other] = [figures.attention, figures.bottleneck].map(({ by_length: list }) => list);
    const share = (/** @type {Facts} */ { right, words }) => (words ? right / words : 0);
    const text = (/** @type {Facts} */ of) => `${Math.round(100 * share(of))} %`;
    const [a, b] = [one[0], one[one.length - 1]];
    const ends = { count: figures.attention.sentences, short: a.length, long: b.length };
    const shares = {
      first: text(a),
      last: text(b),
      firstPressed: text(other[0]),
      lastPressed: text(other[other.length - 1]),
    };
    return { ...ends, ...shares, several: one.length > 1 };
  };
  return {
    nth: (/** @type {number} */ k) => write(nth, { k }),
    step: (/** @type {number} */ j) => write(step, { j }),
    subtitle: (/** @type {number} */ j, /** @type {number} */ count) => write(subtitle, { j, count }),
    pressedIn: (/** @type {number} */ count) => write(pressedIn, { count }),
    read: say(({ encoder }) => t.read[encoder ? "encoder" : "given"]),
    retell: say(({ differ }) => [t.retell.says, t.retell[differ ? "differ" : "same"]]),
    measured: say(
      (f) => [t.measured.ends, f.several && t.measured.long],
      (_, given) => measured(/** @type {any} */ (given)),
    ),
    query: say(({ begins }) => t.query[begins ? "begins" : "again"]),
    scores: say(({ dot, score, rising, scaled }) => [
      t.scores[dot ? "dot" : score === "bilinear" ? "bilinear" : "additive"],
      scaled && t.scores.scaled,
      rising && t.scores.rising,
    ]),
    softmax: say(({ kind, states }) => t.softmax[kind === "nan" ? "nan" : states === 1 ? "only" : "bars"]),
    attend: say(({ kind }) => [t.attend.asks, t.attend[kind === "nan" ? "nan" : "looks"]]),
    context: say(({ kind, nothingRead }) => [
      t.context[kind === "nan" ? "nan" : "adds"],
      nothingRead && t.context[nothingRead],
    ]),
    word: say(({ choice, word, alike }) => [
      t.word[!choice ? "silent" : !word ? "nan" : "says"],
      choice && word && alike > 1 && t.word.tied,
    ]),
    say: say(({ choice, word, kind, nothingRead }) => [
      t.context[kind === "nan" ? "nan" : "short"],
      nothingRead && t.context[nothingRead],
      t.say[!choice ? "silent" : !word ? "nan" : "says"],
    ]),
    map: say(({ encoder }) => [t.map.read, encoder && t.map.nothing]),
    learned: say(() => common.learned),
    invitation: (/** @type {any} */ model, /** @type {number} */ seconds, /** @type {Facts} */ facts) =>
      invite(invitation, { model, ...facts }, seconds),
    quickly: say(({ kind, choice, word, nothingRead }) => [
      t.quickly[kind === "nan" ? "nan" : "looks"],
      nothingRead && t.context[nothingRead],
      choice && (word ? t.quickly.says : t.say.nan),
    ]),
  };
}
