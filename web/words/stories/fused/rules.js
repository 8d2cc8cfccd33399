/** Chooses the sentences of the story fused. */

/** @typedef {import("../../rules.js").Facts} Facts */

/** @param {import("../../rules.js").Speaker} speaker @param {Facts} story */
export default function rules({ say, write }, { sentences: t, row, stored }) {
  const none = (/** @type {Facts} */ { kind }) => /^(nan|stays|infinite)$/.test(kind);
  return {
    row: (/** @type {Facts} */ facts) => write(row, facts),
    stored: (/** @type {Facts} */ facts) => write(stored, facts),
    tiles: say(t.tiles, ({ tiles, each, kv_len }) => ({ even: tiles * each === kv_len })),
    next: say(({ kind }) => t.next[kind]),
    correct: say(({ kind }) => (kind === "raised" ? t.correct : t.next[kind])),
    add: say((f) => {
      if (none(f) || f.lost) return t.add[none(f) ? "none" : "lost"];
      if (f.kind === "same") return t.next.same;
      return t.add[f.kind === "skipped" ? "skipped" : f.tile === 1 ? "first" : "later"];
    }),
    divide: say((f) => t.divide[Number.isNaN(f.sum) || f.lost ? "nan" : f.sum === 0 ? "nothing" : "some"]),
    memory: say((f) => [t.memory, f.others && t.drag]),
  };
}
