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

  const say = (/** @type {string} */ text, /** @type {Facts} */ facts) =>
    join([write(text, { ...facts, ...facts.at })]);
  const which = (/** @type {Facts} */ { gamma, beta }) => (gamma && beta ? "both" : gamma ? "gamma" : "beta");

  return {
    added: (/** @type {Facts} */ facts) =>
      join([write(t.added[facts.attends ? "attention" : "other"], facts)]),
    mean: step("mean"),
    rstd: (/** @type {Facts} */ facts) =>
      facts.again && !facts.running ? say(t.again, facts) : step("rstd")(facts),
    centred: (/** @type {Facts} */ facts) => say(t.centred, facts),
    output: (/** @type {Facts} */ facts) =>
      join([
        write(t.output, { ...facts, ...facts.at }),
        facts.learned && !facts.plain && say(t.affine[which(facts)], facts),
      ]),
    learned: (/** @type {Facts} */ facts) => say(t.learned[which(facts)], facts),
    /** @param {Facts} facts */
    compare: ({ norms, touch }) => join([...norms.map(outcome), touch && t.touch]),
  };
}
