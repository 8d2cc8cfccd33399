/** Chooses the sentences about self-attention and cross-attention. */

/** @typedef {Record<string, any>} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default function rules({ say, write, plain, invite }, { sentences: t, between }) {
  const all = (/** @type {Facts} */ { model, causal, forbidden }) => ({
    ...Object.fromEntries(["x", "query", "key", "value", "scores", "weights", "output"].map((name) => [name, model.full(name)])), // prettier-ignore
    // whether the usual causal mask strikes out what comes later, and nothing else is struck out
    later: model.q_len > 1 && (causal === true || causal === "top-left") && forbidden === (model.q_len * (model.q_len - 1)) / 2, // prettier-ignore
  });
  /** @param {Facts} f */
  const mixed = ({ nan, nothing, clear }) => {
    if (nan) return t.mixed.nan;
    return nothing ? [t.mixed.plain, t.mixed.nothing] : t.mixed[clear ? "most" : "plain"];
  };
  /** @param {"source-out" | "target-out"} id */
  const out = (id) => say(({ nothing, nan }) => [t[id], nothing && t.mixed.nothing, nan && t.mixed.nan], all);
  const { sentences: two, ...labels } = between;
  return {
    ...plain(t, all),
    // texts for two sentences without the rest of the chain
    between: {
      ...labels,
      ...plain(two),
      words: say(({ nothing }) => [two.words, nothing && two.nothing]),
      row: say(
        ({ kind }) => two.row[kind === "nan" || kind === "nothing" ? kind : "reads"],
        ({ i, queryName }) => ({ queryName: queryName(i) }),
      ),
      lines: say(
        ({ pair }) => [pair && two.crossing, two.touch],
        ({ pair, queryName }) => pair && { earlier: queryName(pair[0]), later: queryName(pair[1]) },
      ),
      invitation: (/** @type {Facts} */ facts, /** @type {number} */ seconds) =>
        invite(labels.invitation, facts, seconds),
    },
    "source-out": out("source-out"),
    "target-out": out("target-out"),
    mixed: say(mixed, (f) => ({ ...all(f), flows: write(t.mixed.flows, { ...f, ...all(f) }) })),
  };
}
