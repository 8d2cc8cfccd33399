/** Which sentences hold of a task, a run and its end. */

/** @param {import("../../rules.js").Speaker} speaker @param {Record<string, any>} story */
export default ({ say }, { sentences: t, shown }) => {
  /** Where sentences are aligned, some are said otherwise. @param {string} id @param {(facts: Record<string, any>) => Record<string, any>} [more] */
  const told = (id, more) => say(({ task }) => (task === "align" && t.align[id]) || t[id], more);
  const plain = ["forward", "loss", "gradients", "waits", "learn", "more"].map((id) => [id, told(id)]);
  return {
    ...Object.fromEntries(plain),
    tokens: say(({ task }) => (task === "align" ? t.align.tokens : t.tasks[task])),
    untrained: told("untrained", ({ even, guesses }) => ({ even: Boolean(even && guesses) })),
    move: told("move", ({ optimizer }) => ({ by: shown.optimizers[optimizer] })),
    failed: say(t.failed, ({ holds }) => ({ held: Boolean(holds) })),
    result: say(({ learned, looks, task }) =>
      learned ? [t.learned[looks ? task : "hidden"], t.measured] : t.partly,
    ),
    reached: say(({ reached }) => t.reached[reached === null ? "never" : "since"]),
  };
};
