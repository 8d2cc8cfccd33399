/** Which sentences about norms hold. */

/** @typedef {Record<string, any>} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default function rules({ write, join }, { sentences: t }) {
  /** What a mean is taken over. @param {Facts} facts */
  const over = ({ items, tokens }) =>
    write(t.over[items > 1 ? "items" : tokens > 1 ? "tokens" : "token"], { items, tokens });
  const kindOf = (/** @type {Facts} */ { running, token }) =>
    running ? "running" : token ? "token" : "feature";
  /** A step of one norm. @param {"mean" | "rstd"} step @returns {(facts: Facts) => string} */
  const step = (step) => (facts) =>
    join([write(t[step][kindOf(facts)], { ...facts, ...facts.at, everything: over(facts) })]);

  /** What the norm has made of the numbers. @param {Facts} facts */
  function outcome(facts) {
    const { running, token, learned, plain, nan, flat, small, groups } = facts;
    if (running) return t.compare.running;
    const before = learned && !plain ? t.compare.before : "";
    const side = token ? "token" : "feature";
    const named = {
      token,
      name: write(t.compare.subject[side], { before }),
      each: write(t.compare.each[side], { groups }),
    };
    const kind =
      nan === groups ? "nan" : nan ? "some" : flat === groups ? "flat" : small ? "small" : flat ? "mixed" : "usual"; // prettier-ignore
    return write(t.compare[kind], named);
  }

  return {
    added: (/** @type {Facts} */ facts) =>
      join([write(t.added[facts.attends ? "attention" : "other"], facts)]),
    mean: step("mean"),
    rstd: step("rstd"),
    /** @param {Facts} facts */
    output(facts) {
      const { gamma, beta, learned, plain } = facts;
      const affine = learned && write(t.affine[gamma && beta ? "both" : gamma ? "gamma" : "beta"], facts.at);
      const both = gamma && beta && plain;
      return join([write(t.output, { ...facts, affine }), both && t.plain]);
    },
    /** @param {Facts} facts */
    compare: ({ norms }) => join(norms.map(outcome)),
  };
}
