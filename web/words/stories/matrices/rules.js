/** Chooses the sentences of the story matrices. */
import { scoreOf, struck, unusual } from "../../rules.js";

/** @typedef {import("../../rules.js").Facts} Facts */
/** @typedef {import("../../rules.js").Choice} Choice */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story @returns {Facts} */
export default function rules(speaker, { sentences: t, printed }) {
  const { say, write, common, name, names } = speaker;
  /** Returns the sentence about queries, keys or values that are made of inputs. @param {"query" | "key" | "value"} what */
  const project = (what) => {
    const [letter, sign] = [what[0], what[0].toUpperCase()];
    /** @param {Facts} f */
    const sourceOf = (f) => (what === "query" ? "x" : what === "value" && f.x_v ? "x_v" : f.source);
    return say(
      (f) =>
        what === "query" && f.w_q && !f.single
          ? t.query.all
          : t.project[f[`w_${letter}`] ? "matrix" : "none"],
      (f) => ({
        W: `W_${sign}`,
        w: `w_${letter}`,
        B: `b_${sign}`,
        bias: `b_${letter}`,
        biased: f[`b_${letter}`],
        source: sourceOf(f),
        X: sourceOf(f).replace("x", "X"),
        input: names.shown(sourceOf(f)),
        single: (what === "query" ? f.q_len : f.kv_len) === 1,
        made: what,
        word: names.shown(what),
      }),
    );
  };
  /** Returns a sentence about the two tokens of the example cell. @param {Choice} choice */
  const first = (choice) =>
    say(choice, ({ model, at }) => ({
      queryName: name(model, "query", at.r),
      other: name(model, "key", at.c),
    }));
  const weights = say((f) => {
    if (f.override) return common.override;
    const shared = f.kinds.some((/** @type {string} */ kind) => !/^(nothing|nan)$/.test(kind));
    return [shared && t.weights, ...unusual(common, f)];
  });
  return {
    links: {
      query: { first: say(t.query.first), all: project("query") },
      key: { all: project("key") },
      value: { all: project("value") },
      scores: { first: first((f) => t.score[scoreOf(f)]), all: say(t.scores) },
      scaled_scores: { all: say(common.scale) },
      capped_scores: { all: say(common.cap) },
      masked_scores: { all: struck(speaker) },
      weights: { first: first(t.softmax), all: weights },
      row_max: { all: say(common.largest) },
      shifted_scores: { all: say(common.shift) },
      shifted_exp: { all: say(common.exp) },
      row_sum: { all: say(common.total) },
      mixed: { first: say(t.mix), all: say(t.mixed) },
      output: { first: say(t.join), all: say(t.output) },
    },
    printed: { ...printed, said: () => write(printed.said, {}) },
  };
}
