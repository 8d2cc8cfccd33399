/** Chooses the sentences of the story search. */

/** @typedef {Record<string, any>} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default function rules({ say, plain }, { sentences: t }) {
  const names = (/** @type {Facts} */ { model, to }) => ({
    features: model.d_k,
    entries: model.kv_len,
    factor: model.scale === 1 ? 1 : Number(model.scale.toPrecision(4)),
    large: model.scale > 10,
    first_key: to.key(0),
    scaled: to.scores.replace(".scores", ".scaled_scores"),
  });
  return {
    ...plain(t, names),
    returned: say(({ kind, broken }) => {
      if (kind === "nan" || kind === "nothing") return [t.verdicts[kind], t.returned[kind]];
      if (broken) return t.returned.nan;
      const alike = kind === "tied" || kind === "all";
      const alone = kind === "sole" || kind === "one";
      return [t.verdicts[kind], t.returned[alone ? "sole" : alike ? "tied" : "mixed"]];
    }, names),
    again: say(({ kind }) => [t.again, t.verdicts[kind]], names),
    mixed: say(({ kind, broken }) => {
      if (kind === "nan" || kind === "nothing" || kind === "one") return t.verdicts[kind];
      if (broken) return t.returned.nan;
      return t.blends[kind === "tied" || kind === "all" ? "alike" : kind];
    }, names),
  };
}
