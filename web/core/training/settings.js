/**
 * Reads and checks the settings of a training, and fills in defaults.
 */
import { readBuild } from "../wasm.js";
import { AttentionError, fault, unfit } from "../errors.js";
import { seed } from "../initialize.js";
import { USUAL_RATE, choiceName, entriesOf, optimizerName, rate, readKeys, whole } from "../readers.js";
import { TASKS } from "./tasks.js";

/**
 * @typedef {object} Settings
 * @property {string} [task]
 * @property {any} [problem] instead of a task
 * @property {number} seed
 * @property {number} heads
 * @property {number} d_k features of a head's queries, keys and values
 * @property {number} batch sequences per step
 * @property {string} optimizer "adam" or "sgd"
 * @property {number} learning_rate
 * @property {number} momentum of SGD
 * @property {string} build
 */

/** The name of the alignment task, which has one head and fixed sizes. */
export const ALIGN = "align";

// the most of batch × heads × d_k: a larger forward or backward pass could block the page for too long
const MOST_IN_STEP = 8192;

/** @type {Record<string, import("../readers.js").Reader>} */
const READERS = {
  task: choiceName([...Object.keys(TASKS), ALIGN]),
  problem: (value, where) => Object.fromEntries(entriesOf(value, where)),
  seed,
  heads: whole(1, 8),
  d_k: whole(1, 64),
  batch: whole(1, 256),
  optimizer: optimizerName,
  learning_rate: rate,
  momentum: rate,
  build: (value) => readBuild({ build: value }),
};

/** @type {Omit<Settings, "task" | "problem" | "learning_rate">} */
const DEFAULTS = {
  seed: 7,
  heads: 1,
  d_k: 16,
  batch: 32,
  optimizer: "adam",
  momentum: 0,
  build: "auto",
};

/**
 * @param {unknown} options
 * @returns {Settings}
 * @throws {AttentionError} `value`
 */
export function readSettings(options) {
  const given = readKeys(options ?? {}, READERS, "options");
  if (given.problem !== undefined) demandAlone(given);
  else if (given.task === ALIGN) demandUsual(given);
  else if (given.task === undefined) {
    const message = `task is missing; give one of ${[...Object.keys(TASKS), ALIGN].join(", ")}, or a problem with a target.`;
    throw new AttentionError("value", "task", message);
  }
  const learning_rate = given.problem?.learning_rate ?? USUAL_RATE;
  const settings = /** @type {Settings} */ ({ ...DEFAULTS, learning_rate, ...given });
  demandShort(settings);
  return settings;
}

/** Throws if options of a task are given beside a problem. @param {Record<string, unknown>} given */
function demandAlone(given) {
  for (const key of ["task", "heads", "d_k", "batch"])
    if (given[key] !== undefined)
      throw fault("value", key, "cannot be combined with problem, which has its own; give only one of them.");
}

/** Throws if sizes are given for the alignment task. @param {Record<string, unknown>} given */
function demandUsual({ heads = 1, d_k, batch }) {
  for (const [key, value] of Object.entries({ d_k, batch }))
    if (value !== undefined)
      throw fault("value", key, `cannot be combined with task "${ALIGN}", which has its own; leave it out.`);
  if (heads !== 1) throw unfit("heads", heads, `1; task "${ALIGN}" has only one head.`);
}

/** Throws if a step would take too long. @param {Settings} settings */
function demandShort({ batch, heads, d_k }) {
  const most = MOST_IN_STEP / (heads * d_k);
  if (batch <= most) return;
  const found = `batch × heads × d_k is ${batch * heads * d_k}; a step takes at most ${MOST_IN_STEP}`;
  const message = `${found}, so give a batch of at most ${Math.floor(most)} here.`;
  throw new AttentionError("value", "batch", message);
}
