/** Chooses the sentences about a task, a run and its end. */

/** @param {import("../../rules.js").Speaker} speaker @param {Record<string, any>} story */
export default ({ say }, { sentences: t, shown }) => {
  /**
   * Returns a sentence that may have another wording for aligned sentences and for a problem of the page's own.
   * @param {string} id @param {(facts: Record<string, any>) => Record<string, any>} [more]
   */
  const told = (id, more) =>
    say(
      ({ task = "own" }) => t[task]?.[id] ?? t[id],
      (facts) => ({
        ...shown.kinds[facts.task === "align" ? "align" : "task"],
        own: !facts.task,
        ...more?.(facts),
      }),
    );
  const plain = ["forward", "loss", "gradients", "waits", "repeat", "learn", "more"].map((id) => [
    id,
    told(id),
  ]);
  return {
    ...Object.fromEntries(plain),
    tokens: say(({ task = "own" }) => t[task]?.tokens ?? t.tasks[task]),
    untrained: told("untrained", ({ even, guesses }) => ({ even: Boolean(even && guesses) })),
    move: told("move", ({ optimizer }) => ({ by: shown.optimizers[optimizer] })),
    failed: say(t.failed, ({ holds }) => ({ held: Boolean(holds), none: holds === null })),
    result: say(({ learned, looks, task, recorded }) => {
      if (!task) return recorded ? t.own.result : t.own.none;
      return learned ? [t.learned[looks ? task : "hidden"], t.measured] : t.partly;
    }),
    reached: say(({ task, reached, half, first, recorded }) => {
      if (recorded === 0) return t.empty;
      if (task) return t.reached[reached === null ? "never" : "since"];
      return t.own[first === "0" ? "zero" : half ? "since" : "never"];
    }),
  };
};
