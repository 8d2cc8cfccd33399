/** Chooses the sentences of the story backward. */

/** @typedef {import("../../rules.js").Facts} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default function rules({ say, listed }, { sentences: t }) {
  const letter = (/** @type {Facts} */ { joined }) => ({ letter: joined ? "z" : "o" });
  /** Lists the stages between the raw scores and those that softmax reads. @param {Facts} facts */
  const between = ({ masked, biased, scaled, capped }) => {
    const all = [masked && "mask", biased && "bias", capped && "cap", scaled && "scale"].filter(Boolean);
    return { between: listed(all.map((/** @type {any} */ stage) => t.between[stage])) };
  };
  return {
    loss: say(({ classes }) => t.loss[classes ? "classes" : "squared"]),
    grad_output: say(({ classes, loss }) => t.grad_output[!loss ? "given" : classes ? "classes" : "squared"]),
    grad_weights: say(t.grad_weights, letter),
    grad_value: say(t.grad_value, letter),
    grad_softmax: say(
      ({ struck }) => [t.grad_softmax.all, struck && t.grad_softmax.masked],
      ({ forbidden }) => ({ several: forbidden !== 1 }),
    ),
    grad_scores: say(
      ({ capped, scaled }) => t.grad_scores[capped ? "capped" : scaled ? "scale" : "other"],
      between,
    ),
    grad_key: say(({ dot }) => t.grad_key[dot ? "dot" : "other"]),
    grad_parameters: say(({ whole }) => t.grad_parameters[/^w_[qkvo]$/.test(whole) ? "matrix" : "other"]),
    rows: say(t.rows, ({ q_len }) => ({ others: q_len - 1 })),
    step: say(({ taken }) => t.step[taken ? "taken" : "refused"]),
    "again-1": say(({ moves }) => t["again-1"][moves ? "moves" : "still"]),
    // in the digits that are shown
    again: say(
      ({ begun, now, rises, was, is }) =>
        t.again[begun === now ? "still" : rises || was === is ? "other" : "falls"],
    ),
    after: say(({ kind }) => t.after[kind]),
  };
}
