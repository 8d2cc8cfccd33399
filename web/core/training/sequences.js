/**
 * A task as what a training learns from: its parameters, a batch of sequences for every step, and others that are never learned
 * from, which show how well it answers and where it looks.
 */
import { forward } from "../attention/full-trace.js";
import { initialize } from "../initialize.js";
import { readProblem } from "../problem.js";
import { tensorOf } from "../tensor.js";
import { LENGTH, TASKS, VOCABULARY, draw, rightKeysOf, targetsOf, widthOf, writeInputs } from "./tasks.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {Record<string, import("../tensor.js").Tensor>} Parameters */
/** @typedef {import("./steps.js").Source} Source */

const COUNT = 256;
const LETTERS = "ABCDEFGH";

/** @implements {Source} */
export class Sequences {
  #core;
  #settings;
  #task;
  #heldOut;
  #x;
  loss = /** @type {const} */ ("cross_entropy");

  /**
   * @param {Core} core
   * @param {import("./settings.js").Settings & { task: string }} settings
   */
  constructor(core, settings) {
    const { task, seed, heads, d_k, batch } = settings;
    this.#core = core;
    this.#settings = settings;
    this.#task = TASKS[task];
    const [width, all] = [widthOf(this.#task), heads * d_k];
    /** @type {[name: string, shape: number[]][]} */
    this.shapes = [
      ["w_q", [width, all]],
      ["w_k", [width, all]],
      ["w_v", [width, all]],
      ["w_o", [all, VOCABULARY]],
    ];
    this.inputs = batch * LENGTH * width;
    this.output = { rows: batch * LENGTH, classes: VOCABULARY };
    this.size = batch * all;
    /** What a problem has beside parameters and inputs. */
    this.options = { heads, causal: this.#task.causal };
    this.#heldOut = draw(core, seedOf(seed, 0), COUNT);
    this.#x = new Float32Array(COUNT * LENGTH * width);
    writeInputs(this.#task, this.#heldOut, this.#x);
    this.targets = targetsOf(this.#task, this.#heldOut);
    this.rightKeys = rightKeysOf(this.#task, this.#heldOut);
  }

  /** @param {number} seed */
  begin(seed) {
    return this.shapes.map(
      ([, shape], index) =>
        initialize(this.#core, { shape, init: "xavier", seed: (seed + index) % 4294967296 }).data,
    );
  }

  /** The seeds of two trainings meet after a thousand million steps. @param {number} step */
  batch(step) {
    const sequences = draw(this.#core, seedOf(this.#settings.seed, step + 1), this.#settings.batch);
    const x = new Float32Array(this.inputs);
    writeInputs(this.#task, sequences, x);
    return { x, targets: targetsOf(this.#task, sequences) };
  }

  /**
   * @param {Parameters} parameters
   * @param {Float32Array} [x] [sequences, LENGTH, width]
   * @returns {import("../readers.js").Values}
   */
  values(parameters, x = new Float32Array(this.inputs)) {
    const width = widthOf(this.#task);
    const shape = [x.length / LENGTH / width, LENGTH, width];
    const { values } = readProblem(this.options).stages[0];
    return { ...values, ...parameters, x: tensorOf(shape, x) };
  }

  /**
   * @param {Parameters} parameters
   * @param {string} tensor of the sequences that are never learned from
   */
  #traced(parameters, tensor) {
    return forward(this.#core, this.values(parameters, this.#x), "", (name) => name === tensor)[tensor];
  }

  /** The share of positions whose largest logit is the right one, ignored ones apart. @param {Parameters} parameters */
  accuracy(parameters) {
    return shareOfRight(this.#traced(parameters, "output"), this.targets);
  }

  /** The mean weight on the key where the answer stands, in the head that puts most there. @param {Parameters} parameters */
  rightWeight(parameters) {
    return meanWeight(this.#traced(parameters, "weights"), this.rightKeys);
  }

  /** The first of those sequences as a problem. @param {Parameters} parameters */
  problem(parameters) {
    const { x, labels, target } = this.first;
    const { learning_rate } = this.#settings;
    return { x, ...parameters, ...this.options, labels, target, loss: this.loss, learning_rate };
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

/**
 * The mean weight on the right keys, in the head that puts most there.
 * @param {import("../tensor.js").Tensor} weights
 * @param {ArrayLike<number>} rightKeys of the queries of one sequence after another; -1: ignored
 */
export function meanWeight({ shape: [, heads, queries, keys], data }, rightKeys) {
  const sums = new Float64Array(heads);
  let counted = 0;
  for (let row = 0; row < rightKeys.length; row++) {
    if (rightKeys[row] < 0) continue;
    const [n, i] = [Math.floor(row / queries), row % queries];
    counted++;
    for (let h = 0; h < heads; h++) sums[h] += data[((n * heads + h) * queries + i) * keys + rightKeys[row]];
  }
  return Math.max(...sums) / counted;
}

/**
 * The share of rows whose largest logit is that of their class, rows of class -1 apart.
 * @param {import("../tensor.js").Tensor} logits
 * @param {ArrayLike<number>} targets a class for each row
 */
export function shareOfRight({ shape, data }, targets) {
  const classes = shape[shape.length - 1];
  let [right, counted] = [0, 0];
  for (let row = 0; row < targets.length; row++) {
    const target = targets[row];
    if (target < 0) continue;
    const logits = data.subarray(row * classes, (row + 1) * classes);
    counted++;
    right += Number(logits.every((logit, token) => token === target || logit < logits[target]));
  }
  return right / counted;
}

/**
 * A seed for each step of a training: those of two trainings lie far apart.
 * @param {number} seed of the training
 * @param {number} nth 0 for the held-out sequences, then the step, counted from 1
 */
export const seedOf = (seed, nth) => (Math.imul(seed, 0x9e3779b1) + nth) >>> 0;
