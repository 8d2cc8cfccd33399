/** What is said of a task, of a run and of how it ended. */

/** @param {import("../../cases.js").Speaker} speaker @param {Record<string, any>} story */
export default ({ say, invite }, { sentences: t, shown, invitation }) => ({
  tokens: say(({ task }) => t.tasks[task]),
  untrained: say(({ even, guesses }) => t.untrained[even && guesses ? "even" : "other"]),
  move: say(
    () => t.move,
    ({ optimizer }) => ({ by: shown.optimizers[optimizer] }),
  ),
  learn: say(({ falls }) => t.learn[falls ? "falls" : "other"]),
  failed: say(({ holds }) => t.failed[holds ? "holds" : "other"]),
  result: say(({ learned, looks, task }) =>
    learned ? [t.learned[looks ? task : "hidden"], t.measured] : t.partly,
  ),
  reached: say(({ reached, rose }) => t.reached[reached === null ? "never" : rose ? "rose" : "stayed"]),
  /** @param {any} _ @param {number} seconds */
  invitation: (_, seconds) => invite(invitation, {}, seconds),
});
