/**
 * The copying tasks of one attention layer: for every query, copy the token of one key. The task decides which key.
 */
import { initialize } from "../initialize.js";
import { tensorOf } from "../tensor.js";

/** @typedef {import("../core.js").Core} Core */
/**
 * @typedef {object} Task
 * @property {boolean} causal
 * @property {boolean} marked whether one token of each sequence is marked, by the last feature of its input
 * @property {(query: number, mark: number) => number} rightKey returns the key with the answer; -1: the query is ignored
 */
/**
 * @typedef {object} Sequences
 * @property {number} count
 * @property {Uint8Array} tokens [count, LENGTH]
 * @property {Uint8Array} marks [count]
 */

/** Tokens per sequence. */
export const LENGTH = 8;
/** Number of different tokens. */
export const VOCABULARY = 8;

/** @type {Record<string, Task>} */
export const TASKS = {
  previous: { causal: true, marked: false, rightKey: (query) => query - 1 },
  first: { causal: true, marked: false, rightKey: () => 0 },
  lookup: { causal: false, marked: true, rightKey: (_, mark) => mark },
  reverse: { causal: false, marked: false, rightKey: (query) => LENGTH - 1 - query },
};

/** Returns the number of features of an input. @param {Task} task */
export const widthOf = ({ marked }) => VOCABULARY + LENGTH + Number(marked);

/**
 * Draws sequences from the seeded generator of initialize. Nine numbers make one sequence: eight tokens and the mark.
 * @param {Core} core
 * @param {number} seed
 * @param {number} count
 * @returns {Sequences}
 */
export function draw(core, seed, count) {
  // xavier with in = out = 3 draws uniformly from [-1, 1)
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
 * Encodes sequences: one-hot token, one-hot position, and the mark if the task has one.
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
 * Returns, for every query, the key with its answer.
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
 * Returns, for every query, the token to answer.
 * @param {Task} task
 * @param {Sequences} sequences
 * @returns {Int32Array} [count, LENGTH]; -1: ignored
 */
export function targetsOf(task, sequences) {
  const { tokens } = sequences;
  return rightKeysOf(task, sequences).map((key, row) => (key < 0 ? -1 : tokens[row - (row % LENGTH) + key]));
}
