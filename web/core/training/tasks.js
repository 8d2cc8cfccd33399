/**
 * What one layer of attention may learn: for every query, to copy the token of one key. Which key that is makes the task.
 */
import { initialize } from "../initialize.js";
import { tensorOf } from "../tensor.js";

/** @typedef {import("../core.js").Core} Core */
/**
 * @typedef {object} Task
 * @property {boolean} causal
 * @property {boolean} marked one token of each sequence is, and the last feature of its input says so
 * @property {(query: number, mark: number) => number} rightKey where the answer stands; -1: the query is ignored
 */
/**
 * @typedef {object} Sequences
 * @property {number} count
 * @property {Uint8Array} tokens [count, LENGTH]
 * @property {Uint8Array} marks [count]
 */

/** Tokens of a sequence. */
export const LENGTH = 8;
/** Tokens there are to choose from. */
export const VOCABULARY = 8;

/** @type {Record<string, Task>} */
export const TASKS = {
  previous: { causal: true, marked: false, rightKey: (query) => query - 1 },
  first: { causal: true, marked: false, rightKey: () => 0 },
  lookup: { causal: false, marked: true, rightKey: (_, mark) => mark },
  reverse: { causal: false, marked: false, rightKey: (query) => LENGTH - 1 - query },
};

/** Features of an input. @param {Task} task */
export const widthOf = ({ marked }) => VOCABULARY + LENGTH + Number(marked);

/**
 * Sequences of a seed, from the generator that initialize uses. Nine draws make one: its tokens and its mark.
 * @param {Core} core
 * @param {number} seed
 * @param {number} count
 * @returns {Sequences}
 */
export function draw(core, seed, count) {
  // in and out of 3 give numbers uniform in [-1, 1)
  const { data } = initialize(core, { shape: [count, 3, 3], init: "xavier", seed });
  const below = (/** @type {number} */ most, /** @type {number} */ drawn) => ((drawn + 1) / 2) * most;
  const tokens = new Uint8Array(count * LENGTH);
  const marks = new Uint8Array(count);
  for (let n = 0; n < count; n++) {
    const numbers = data.subarray(n * (LENGTH + 1), (n + 1) * (LENGTH + 1));
    for (let i = 0; i < LENGTH; i++) tokens[n * LENGTH + i] = below(VOCABULARY, numbers[i]);
    marks[n] = below(LENGTH, numbers[LENGTH]);
  }
  return { count, tokens, marks };
}

/**
 * One-hot token, one-hot position, and the mark where the task has one.
 * @param {Task} task
 * @param {Sequences} sequences
 */
export function inputsOf(task, { count, tokens, marks }) {
  const width = widthOf(task);
  const x = new Float32Array(count * LENGTH * width);
  for (let n = 0; n < count; n++)
    for (let i = 0; i < LENGTH; i++) {
      const row = (n * LENGTH + i) * width;
      x[row + tokens[n * LENGTH + i]] = 1;
      x[row + VOCABULARY + i] = 1;
      if (task.marked && marks[n] === i) x[row + width - 1] = 1;
    }
  return tensorOf([count, LENGTH, width], x);
}

/**
 * For every query the key where its answer stands.
 * @param {Task} task
 * @param {Sequences} sequences
 * @returns {Int32Array} [count, LENGTH]; -1: ignored
 */
export function rightKeysOf({ rightKey }, { count, marks }) {
  return Int32Array.from({ length: count * LENGTH }, (_, row) =>
    rightKey(row % LENGTH, marks[Math.floor(row / LENGTH)]),
  );
}

/**
 * The token to be answered to every query.
 * @param {Task} task
 * @param {Sequences} sequences
 * @returns {Int32Array} [count, LENGTH]; -1: ignored
 */
export function targetsOf(task, sequences) {
  const { tokens } = sequences;
  return rightKeysOf(task, sequences).map((key, row) => (key < 0 ? -1 : tokens[row - (row % LENGTH) + key]));
}
