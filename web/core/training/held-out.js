/**
 * The common base of the training tasks: initial parameters, and held-out inputs that measure how well the model answers and
 * where it attends.
 */
import { forward } from "../attention/full-trace.js";
import { initialize } from "../initialize.js";
import { readProblem } from "../problem.js";

/** @typedef {Record<string, import("../tensor.js").Tensor>} Tensors by name */
/**
 * @typedef {object} Task
 * @property {[name: string, shape: number[]][]} shapes of the parameters
 * @property {Record<string, unknown>} options of the attention
 * @property {Tensors} usual inputs of a step
 * @property {Tensors} heldOut inputs that no step learns from
 * @property {Int32Array} targets of the held-out inputs; -1: ignored
 * @property {ArrayLike<number>} rightKeys for each held-out query the key with its answer; -1: ignored
 * @property {Record<string, any>} first the displayed input and its target, as keys of a problem
 */

/** The tensors that measurements read. */
const MEASURED = new Set(["output", "weights"]);

export class HeldOut {
  #core;
  #settings;
  #task;
  loss = /** @type {const} */ ("cross_entropy");

  /** @param {import("../core.js").Core} core @param {import("./settings.js").Settings} settings @param {Task} task */
  constructor(core, settings, task) {
    this.#core = core;
    this.#settings = settings;
    this.#task = task;
    this.shapes = task.shapes;
    /** For each displayed query, the key with its answer; -1: ignored. */
    this.firstKeys = Array.from(task.rightKeys).slice(0, task.first.target.length);
  }

  /** Returns the initial numbers of each parameter. @param {number} seed */
  begin(seed) {
    return this.shapes.map(([, shape], index) => {
      const matrix = shape.length === 1 ? [1, ...shape] : shape;
      return initialize(this.#core, { shape: matrix, init: "xavier", seed: (seed + index) % 2 ** 32 }).data;
    });
  }

  /**
   * Returns the attention as values.
   * @param {Tensors} parameters
   * @param {Tensors} [inputs]
   * @returns {import("../readers.js").Values}
   */
  values(parameters, inputs = this.#task.usual) {
    return { ...readProblem(this.#task.options).stages[0].values, ...parameters, ...inputs };
  }

  /**
   * Measures the held-out inputs: the share of positions whose largest logit is the right one, without ignored ones, and the
   * mean weight on the key with the answer, in the head that puts most there.
   * @param {Tensors} parameters
   */
  measure(parameters) {
    const { heldOut, targets, rightKeys } = this.#task;
    const values = this.values(parameters, heldOut);
    const { output, weights } = forward(this.#core, values, "", (name) => MEASURED.has(name), false);
    return { accuracy: shareOfRight(output, targets), rightWeight: meanWeight(weights, rightKeys) };
  }

  /** Returns the displayed problem. @param {Tensors} parameters */
  problem(parameters) {
    const { first, options } = this.#task;
    const { learning_rate } = this.#settings;
    return { ...first, ...options, ...parameters, loss: this.loss, learning_rate };
  }
}

/**
 * Returns the mean weight on the right keys, in the head that puts most there.
 * @param {import("../tensor.js").Tensor} weights [batch, heads, q_len, kv_len]
 * @param {ArrayLike<number>} rightKeys of all queries, sequence by sequence; -1: ignored
 */
function meanWeight({ shape: [, heads, queries, keys], data }, rightKeys) {
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
 * Returns the share of rows whose largest logit is that of their class, without rows of class -1; null if no row is left.
 * @param {import("../tensor.js").Tensor} logits
 * @param {ArrayLike<number>} targets the class of each row
 */
export function shareOfRight({ shape, data }, targets) {
  const classes = shape[shape.length - 1];
  let [right, counted] = [0, 0];
  for (let row = 0; row < targets.length; row++) {
    if (targets[row] < 0) continue;
    const [first, target] = [row * classes, row * classes + targets[row]];
    let rivals = 0;
    for (let at = first; at < first + classes; at++)
      if (at !== target && !(data[at] < data[target])) rivals++;
    counted++;
    if (rivals === 0) right++;
  }
  return counted > 0 ? right / counted : null;
}

/**
 * Returns the seed of one step. The seeds of two trainings are far apart.
 * @param {number} seed of the training
 * @param {number} nth 0 for the held-out sequences, then the step, counted from 1
 */
export const seedOf = (seed, nth) => (Math.imul(seed, 0x9e3779b1) + nth) >>> 0;
