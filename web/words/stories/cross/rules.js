/** Which sentence of self- and cross-attention holds. */

/** @typedef {Record<string, any>} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default function rules({ say, write, plain }, { sentences: t }) {
  const all = (/** @type {Facts} */ { model, causal, forbidden }) => ({
    ...Object.fromEntries(["x", "query", "key", "value", "scores", "weights", "output"].map((name) => [name, model.full(name)])), // prettier-ignore
    // the usual causal mask strikes out what comes later, and it alone
    later: forbidden > 0 && (causal === true || causal === "top-left") && model.problem.mask == null && model.problem.key_mask == null, // prettier-ignore
  });
  /** @param {Facts} f */
  const mixed = ({ kinds, clear }) => {
    if (kinds.includes("nan")) return t.mixed.nan;
    if (kinds.includes("nothing")) return [t.mixed.plain, t.mixed.nothing];
    return t.mixed[clear ? "most" : "plain"];
  };
  /** @param {"source-out" | "target-out"} id */
  const out = (id) =>
    say(
      ({ kinds }) => [
        t[id],
        kinds.includes("nothing") && t.mixed.nothing,
        kinds.includes("nan") && t.mixed.nan,
      ],
      all,
    );
  const seen = (/** @type {"image" | "film"} */ id) =>
    say(({ kinds, clear, kv_len }) => {
      if (kinds.includes("nan")) return t.seen.nan;
      return t.seen[clear ? id : kv_len === 1 ? "only" : "tie"];
    }, all);
  const shared = say(() => t.shared, all);
  return {
    ...plain(t, all),
    "source-out": out("source-out"),
    "target-out": out("target-out"),
    mixed: say(mixed, (f) => ({ ...all(f), flows: write(t.mixed.flows, { ...f, ...all(f) }) })),
    decided: say(
      ({ kinds, sure }) => t.decided[kinds.includes("nan") ? "nan" : sure ? "class" : "tie"],
      (f) => {
        const facts = { ...f, ...all(f) };
        return { ...all(f), decided: write(t.decided[f.clear && f.mostly ? "word" : "none"], facts) };
      },
    ),
    "classifier-weights": shared,
    "image-weights": shared,
    "film-weights": shared,
    "image-seen": seen("image"),
    "film-seen": seen("film"),
  };
}
