/**
 * How well a training answers on sequences that it never learns from, and where it looks.
 */
import { forward } from "../attention/full-trace.js";
import { LENGTH, TASKS, VOCABULARY, draw, rightKeysOf, targetsOf, widthOf, writeInputs } from "./tasks.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("./steps.js").State} State */

const COUNT = 256;
const LETTERS = "ABCDEFGH";

export class HeldOut {
  #core;
  #task;
  #sequences;
  #x;

  /**
   * @param {Core} core
   * @param {string} task
   * @param {number} seed
   */
  constructor(core, task, seed) {
    this.#core = core;
    this.#task = TASKS[task];
    this.#sequences = draw(core, seed, COUNT);
    this.#x = new Float32Array(COUNT * LENGTH * widthOf(this.#task));
    writeInputs(this.#task, this.#sequences, this.#x);
    this.targets = targetsOf(this.#task, this.#sequences);
    this.rightKeys = rightKeysOf(this.#task, this.#sequences);
  }

  /**
   * @param {import("./steps.js").Steps} steps
   * @param {State} state
   * @param {string} tensor
   */
  #traced(steps, state, tensor) {
    const values = steps.valuesOf(state, this.#x);
    return forward(this.#core, values, "", (name) => name === tensor)[tensor];
  }

  /**
   * @param {import("./steps.js").Steps} steps
   * @param {State} state
   * @returns {number} the share of positions whose largest logit is the right one, ignored ones apart
   */
  accuracy(steps, state) {
    const { data } = this.#traced(steps, state, "output");
    let [right, counted] = [0, 0];
    this.targets.forEach((target, row) => {
      if (target < 0) return;
      const logits = data.subarray(row * VOCABULARY, (row + 1) * VOCABULARY);
      counted++;
      right += Number(logits.every((logit, token) => token === target || logit < logits[target]));
    });
    return right / counted;
  }

  /**
   * @param {import("./steps.js").Steps} steps
   * @param {State} state
   * @returns {number} the mean weight on the key where the answer stands, in the head that puts most there
   */
  rightWeight(steps, state) {
    const { shape, data } = this.#traced(steps, state, "weights");
    const heads = shape[1];
    const sums = new Float64Array(heads);
    let counted = 0;
    this.rightKeys.forEach((key, row) => {
      if (key < 0) return;
      const [n, i] = [Math.floor(row / LENGTH), row % LENGTH];
      counted++;
      for (let h = 0; h < heads; h++) sums[h] += data[((n * heads + h) * LENGTH + i) * LENGTH + key];
    });
    return Math.max(...sums) / counted;
  }

  /** The first sequence, as a problem has it. */
  get first() {
    const width = widthOf(this.#task);
    const rows = Array.from({ length: LENGTH }, (_, i) => [...this.#x.subarray(i * width, (i + 1) * width)]);
    const named = rows.map((row) => {
      const letter = LETTERS[row.indexOf(1)];
      return this.#task.marked && row[width - 1] === 1 ? `${letter}*` : letter;
    });
    return {
      x: rows,
      labels: { x: named },
      target: [...this.targets.subarray(0, LENGTH)],
      rightKeys: [...this.rightKeys.subarray(0, LENGTH)],
    };
  }
}
