/** Chooses the sentences of the walk-through. */
import { inputs, made, scoreOf, struck } from "../../rules.js";

/** @typedef {import("../../rules.js").Facts} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story @returns {Facts} */
export default function rules(speaker, { sentences: t, notes, plus, negative, invitation }) {
  const { say, write, plain, common, invite } = speaker;
  /** Returns a sentence that names the row's number in a tensor. @param {string} text @param {string} tensor */
  const withNumber = (text, tensor) =>
    say(
      () => text,
      ({ cell, row }) => ({ number: cell(tensor, row[0].slice(0, 3)) }),
    );
  /** Returns the phrases for the query and the key that meet. @param {Facts} facts @param {Facts} given */
  const meeting = (facts, { model, i, key, to }) => {
    const unnamed = model.kindOf("query") === "query" && !model.label("query", i) && !model.label("key", 0);
    const all = { ...facts, other: key(0), first: to.key(0), unnamed };
    return { theQuery: write(t.theQuery, all), theKey: write(t.theKey, all) };
  };
  /** Writes a sum as "1 + 2 + (−3)", with dots for omitted terms. @param {{ terms: string[], rest: number }} adds */
  const added = ({ terms, rest }) =>
    terms
      .map((number, k) => (k && /^>?−/.test(number) ? write(negative, { number }) : number))
      .concat(rest ? "…" : [])
      .join(plus);
  /** Returns the case with fewer words for one or two keys. @param {Facts} facts @param {string} way */
  const briefly = ({ kv_len }, way) => (kv_len < 3 && /^(matrix|dot|bars)$/.test(way) ? "few" : way);
  return {
    ...plain({ given: common.given, cap: common.cap }),
    scale: say(({ i, kv_len }) => (i ? t.scaledAgain : kv_len < 3 ? t.scaledFew : common.scale)),
    inputs: inputs(speaker),
    ask: say(({ alone, q_len }) => (alone || q_len === 1 ? t.ask.one : [t.ask.every, t.ask.first])),
    keys: say((f) => t.keys[briefly(f, made(f, "k"))]),
    values: say((f) => t.values[briefly(f, made(f, "v"))]),
    query: say((f) => t.query[made(f, "q")]),
    score: say((f) => t.score[briefly(f, scoreOf(f))], meeting),
    scoresAgain: say(t.scoresAgain, meeting),
    mask: struck(speaker),
    softmax: say((f) => {
      const { override, infinite, kind, kv_len, i } = f;
      if (override) return common.override;
      if (kind === "nan") return t.softmax[infinite ? "infinite" : "nan"];
      if (kind === "nothing") return t.softmax.nothing;
      return t.softmax[kv_len === 1 ? "only" : i ? "again" : briefly(f, "bars")];
    }),
    firstNumber: say(t.firstNumber, ({ d_v }, { adds }) => {
      const sum = adds();
      return { sum: added(sum), total: sum.total, more: d_v > 1 };
    }),
    max: withNumber(t.max, "row_max"),
    total: withNumber(t.total, "row_sum"),
    shift: say(common.shift),
    weight: say(({ kind, i, kv_len }, { weights }) => {
      if (kind === "nan") return t.weight[weights.every(Number.isNaN) ? "nan" : "some"];
      return t.weight[kind === "nothing" ? "nothing" : i && kv_len > 1 ? "again" : "flows"];
    }),
    sum: say(({ kind, override, kv_len, i }) => {
      if (kind === "nothing" && !override) return t.sum.nothing;
      return t.sum[kv_len === 1 ? "only" : i ? "again" : "flows"];
    }),
    outputs: say(
      ({ isOutput, heads, w_o }) => [
        "{takes}",
        !isOutput && t.next[heads > 1 ? "heads" : w_o ? "matrix" : "bias"],
      ],
      (_, { takes }) => ({ takes }),
    ),
    /** Describes a row of the map; a row with one key has no second. @param {Facts} facts */
    note({ model, kind, i, row, first, second, name, weights, forbidden, tied }) {
      const number = (/** @type {number} */ j) => model.text("weights", row[j], 2);
      const of = (/** @type {(j: number) => string} */ read, /** @type {number | undefined} */ j) =>
        j === undefined ? "" : read(j);
      return write(notes[kind], {
        tied,
        first: of(name, first),
        share: of(number, first),
        second: of(name, second),
        less: of(number, second),
        most: model.self && first === i ? notes.itself : of(name, first),
        seen: weights.length - forbidden,
        everything: forbidden === weights.length,
      });
    },
    /** @param {any} model @param {number} seconds @param {number} [n] queries */
    invitation: (model, seconds, n = model.q_len) =>
      invite(invitation, { n, words: model.self && model.named() }, seconds),
  };
}
