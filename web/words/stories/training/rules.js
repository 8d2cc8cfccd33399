/** Which sentences hold of a task, a run and its end. */

/** @param {import("../../rules.js").Speaker} speaker @param {Record<string, any>} story */
export default ({ say }, { sentences: t, shown }) => ({
  tokens: say(({ task }) => t.tasks[task]),
  untrained: say(t.untrained, ({ even, guesses }) => ({ even: Boolean(even && guesses) })),
  move: say(t.move, ({ optimizer }) => ({ by: shown.optimizers[optimizer] })),
  failed: say(t.failed, ({ holds }) => ({ held: Boolean(holds) })),
  result: say(({ learned, looks, task }) =>
    learned ? [t.learned[looks ? task : "hidden"], t.measured] : t.partly,
  ),
  reached: say(({ reached }) => t.reached[reached === null ? "never" : "since"]),
});
