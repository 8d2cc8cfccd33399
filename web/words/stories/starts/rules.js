/** Chooses the sentences about the starts, by whether a draw shows what holds on average. */

/** @typedef {Record<string, any>} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default ({ say, write, listed }, { rules, sentences: t }) => ({
  /** @param {string} init @param {Facts} sizes */
  rule: (init, { d_model, d_k }) => write(rules[init], { d_model, both: d_model + d_k }),
  scores: say(
    ({ wider }) => t.scores[wider ? "wider" : "other"],
    ({ variances }) => ({ variances: listed(variances) }),
  ),
  maps: say(t.maps, ({ means }) => ({ means: listed(means) })),
  usual: say(t.usual, ({ usual }) => ({ usual: listed(usual) })),
});
