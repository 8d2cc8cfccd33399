/** The settings of a training run, and how a reader changes them. */

/**
 * @typedef {object} Settings
 * @property {"previous" | "first" | "lookup" | "reverse" | "align"} [task] @property {Record<string, any>} [problem] in place of a task
 * @property {number} [heads] @property {number} [seed] of the sequences that a task draws
 * @property {"adam" | "sgd"} optimizer @property {number} learning_rate @property {number} momentum
 */

/** The share of right positions from which a task counts as learned. */
export const LEARNED = 0.99;
/** The tasks between which a reader changes; align has other sizes. @type {Settings["task"][]} */
export const TASKS = ["previous", "first", "lookup", "reverse"];
const HEADS = [1, 2, 4];
/** Stops of the sliders. */
const RATES = [0.0001, 0.0003, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100];
const MOMENTA = [0, 0.5, 0.8, 0.9, 0.95, 0.99];

/** Returns the stops of both sliders; those of the rate hold that of the settings. @param {Settings} settings */
export const stopsOf = ({ learning_rate }) => ({
  rate: [...new Set([...RATES, learning_rate])].sort((a, b) => a - b),
  momentum: MOMENTA,
});

/**
 * Returns how a problem is trained until the reader chooses: by plain gradient descent if it has a learning_rate, else by Adam.
 * @param {Record<string, any>} problem @returns {Settings}
 */
export const settingsOf = (problem) => ({
  ...{ problem, momentum: 0, learning_rate: problem.learning_rate ?? 0.01 },
  optimizer: Number.isFinite(problem.learning_rate) ? "sgd" : "adam",
});

/** @template T @param {T[]} list @param {T} setting */
const following = (list, setting) => list[(list.indexOf(setting) + 1) % list.length];

/**
 * Returns the settings as a button or a slider changes them; null for other controls.
 * @param {Settings} settings @param {string} name @param {number} [stop] of a slider @returns {Settings | null}
 */
export function changed(settings, name, stop = 0) {
  const { task, problem, heads = 1, optimizer, seed = 0 } = settings;
  if (name === "task" && task) return { ...settings, task: following(TASKS, task) };
  if (name === "heads") return { ...settings, heads: following(HEADS, heads) };
  if (name === "seed") return { ...settings, seed: (seed + 1) % 2 ** 32 };
  if (name === "rate") return { ...settings, learning_rate: stopsOf(settings).rate[stop] };
  if (name === "momentum") return { ...settings, momentum: MOMENTA[stop] };
  if (name !== "optimizer") return null;
  // the two optimizers need different rates
  return optimizer === "adam"
    ? { ...settings, optimizer: "sgd", learning_rate: problem ? 0.1 : 1, momentum: 0 }
    : { ...settings, optimizer: "adam", learning_rate: 0.01, momentum: 0 };
}
