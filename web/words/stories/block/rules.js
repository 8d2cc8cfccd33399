/** Chooses the sentences about a transformer block. */

/** @typedef {import("../../rules.js").Facts} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default function rules({ plain, say }, { sentences: t }) {
  /** @param {Facts} _ @param {Facts} given */
  const named = (_, { at, ...given }) => ({ ...at, ...given });
  return {
    ...plain(t, named),
    feed: say(({ relu }) => t.feed[relu ? "relu" : "other"], named),
  };
}
