/** Chooses the sentences about norms. */

/** @typedef {Record<string, any>} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default function rules({ write, join, listed }, { sentences: t }) {
  /** Returns what a mean is taken over. @param {Facts} facts */
  const over = ({ items, tokens }) =>
    write(t.over[items > 1 ? "items" : tokens > 1 ? "tokens" : "token"], { items, tokens });
  /** Writes sentences about one norm. @param {Facts} facts @param {...(string | false)} texts */
  const say = ({ at, ...facts }, ...texts) => {
    const learned = listed(
      facts.learned.map((/** @type {string} */ name) => write(t[name], at)),
      t.and,
    );
    const all = { ...facts, ...at, learned, several: facts.learned.length > 1, everything: over(facts) };
    return join(texts.map((text) => text && write(text, all)));
  };
  const kindOf = (/** @type {Facts} */ { running, token }) =>
    running ? "running" : token ? "token" : "feature";

  /** Returns the sentence about what a norm has made of the numbers. @param {Facts} facts */
  function outcome(facts) {
    const { running, token, learned, plain, nan, flat, small, groups } = facts;
    if (running) return t.compare.running;
    const before = learned.length && !plain ? t.compare.before : "";
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

  /** Reports whether there are several rows or columns, each with mean 0 and standard deviation 1. @param {Facts} facts */
  const isUsual = ({ running, learned, plain, nan, flat, small, groups }) =>
    !running && (plain || !learned.length) && !nan && !flat && !small && groups > 1;

  return {
    added: (/** @type {Facts} */ facts) =>
      join([write(t.added[facts.attends ? "attention" : "other"], facts)]),
    mean: (/** @type {Facts} */ facts) => say(facts, t.mean[kindOf(facts)]),
    centred: (/** @type {Facts} */ facts) => say(facts, t.centred),
    rstd: (/** @type {Facts} */ facts) => say(facts, facts.again && !facts.running ? t.again : t.rstd),
    output: (/** @type {Facts} */ facts) =>
      say(facts, t.output, !facts.plain && facts.learned.length > 0 && t.affine),
    learned: (/** @type {Facts} */ facts) => say(facts, t.learned),
    /** @param {Facts} facts */
    compare: ({ norms, touch }) =>
      join([
        ...(norms.every(isUsual) && norms.length === 2 ? [t.compare.both] : norms.map(outcome)),
        touch && t.touch,
      ]),
  };
}
