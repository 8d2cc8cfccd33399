/**
 * A copying task as the source of a training: a fresh batch of sequences for every step, and held-out sequences.
 */
import { tensorOf } from "../tensor.js";
import { HeldOut, seedOf } from "./held-out.js";
import { LENGTH, TASKS, VOCABULARY, draw, inputsOf, rightKeysOf, targetsOf, widthOf } from "./tasks.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("./steps.js").Source} Source */

const COUNT = 256;
const LETTERS = "ABCDEFGH";

/** @implements {Source} */
export class Sequences extends HeldOut {
  #core;
  #settings;
  #task;

  /**
   * @param {Core} core
   * @param {import("./settings.js").Settings & { task: string }} settings
   */
  constructor(core, settings) {
    const { seed, heads, d_k, batch } = settings;
    const task = TASKS[settings.task];
    const [width, all] = [widthOf(task), heads * d_k];
    const sequences = draw(core, seedOf(seed, 0), COUNT);
    const [x, targets] = [inputsOf(task, sequences), targetsOf(task, sequences)];
    const inputs = batch * LENGTH * width;
    const inner = [width, all];
    super(core, settings, {
      shapes: Object.entries({ w_q: inner, w_k: inner, w_v: inner, w_o: [all, VOCABULARY] }),
      options: { heads, causal: task.causal },
      usual: { x: tensorOf([batch, LENGTH, width], new Float32Array(inputs)) },
      heldOut: { x },
      targets,
      rightKeys: rightKeysOf(task, sequences),
      first: firstOf(task, x.data, targets),
    });
    this.#core = core;
    this.#settings = settings;
    this.#task = task;
    this.inputs = inputs;
    this.output = { rows: batch * LENGTH, classes: VOCABULARY };
    this.size = batch * all;
  }

  /**
   * Draws the batch of a step. The seeds of neighbouring trainings do not overlap for a billion steps.
   * @param {number} step
   */
  batch(step) {
    const sequences = draw(this.#core, seedOf(this.#settings.seed, step + 1), this.#settings.batch);
    return { x: inputsOf(this.#task, sequences).data, targets: targetsOf(this.#task, sequences) };
  }
}

/**
 * Returns the first held-out sequence as keys of a problem.
 * @param {import("./tasks.js").Task} task
 * @param {Float32Array} x of all sequences
 * @param {Int32Array} targets
 */
function firstOf(task, x, targets) {
  const width = widthOf(task);
  const rows = Array.from({ length: LENGTH }, (_, i) => [...x.subarray(i * width, (i + 1) * width)]);
  const named = rows.map((row) => {
    const letter = LETTERS[row.indexOf(1)];
    return task.marked && row[width - 1] === 1 ? `${letter}*` : letter;
  });
  return { x: rows, labels: { x: named }, target: [...targets.subarray(0, LENGTH)] };
}
