/**
 * Training steps as jobs: forward, loss, backward and the optimiser's move of every parameter, for several batches one
 * after the other. A worker takes such a job, and so does the page where there is none; it gives the bits of
 * MultiHeadAttentionLayer.trainStep.
 */
import { initialize } from "../initialize.js";
import { moveCall } from "../layers/optimizer.js";
import { Space, roomFor } from "../memory.js";
import { planRun } from "../attention/plan.js";
import { readProblem } from "../problem.js";
import { bitsOf } from "../attention/full-trace.js";
import { INPUTS, PROBLEM, TENSOR } from "../structs.js";
import { tensorOf } from "../tensor.js";
import { LENGTH, TASKS, VOCABULARY, draw, targetsOf, widthOf, writeInputs } from "./tasks.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../tensor.js").Tensor} Tensor */
/** @typedef {import("../workers/worker.js").Job} Job */
/** @typedef {import("../workers/worker.js").Result} Result */
/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {{ step: number, numbers: Float32Array }} State steps taken; parameters, then what the optimiser remembers of each */
/**
 * @typedef {object} Outcome
 * @property {State} state behind the last step; of no use after a failure
 * @property {Float32Array} losses one a step
 * @property {{ step: number, tensor: string } | undefined} failed the step, counted from 1, that would have made a parameter non-finite
 */

// a job of the default settings has so many steps, one of larger ones fewer: some milliseconds
const MOST = 8;
const WORK = 32 * 16 * MOST;

const X_AT = PROBLEM.at.inputs + INPUTS.indexOf("x") * TENSOR.size + TENSOR.at.data;
const PROBLEM_ROOM = roomFor(PROBLEM.size);

export class Steps {
  #core;
  #settings;
  #task;
  #plan;
  /** Where everything beside the run stands. */
  #at;
  /** Bytes that stand at #at.problems: a problem for each step, which differ in where x stands. */
  #problems;

  /**
   * @param {Core} core
   * @param {Settings} settings
   */
  constructor(core, settings) {
    this.#core = core;
    this.#settings = settings;
    this.#task = TASKS[settings.task];
    const { heads, d_k, batch } = settings;
    const [width, all] = [widthOf(this.#task), heads * d_k];
    /** Names and shapes of the parameters. @type {[name: string, shape: number[]][]} */
    this.shapes = [
      ["w_q", [width, all]],
      ["w_k", [width, all]],
      ["w_v", [width, all]],
      ["w_o", [all, VOCABULARY]],
    ];
    this.counts = this.shapes.map(([, [rows, columns]]) => rows * columns);
    /** The most steps of a job: a power of two. */
    this.most = 2 ** Math.floor(Math.log2(Math.min(MOST, Math.max(1, WORK / (batch * all)))));
    /** What a problem has beside parameters and inputs. */
    this.options = { heads, causal: this.#task.causal };
    const values = this.valuesOf(this.begin(), new Float32Array(batch * LENGTH * width));
    this.#plan = planRun(
      core,
      values,
      "backward",
      "",
      bitsOf(() => false, false),
    );
    this.#at = this.#layOut();
    core.demandWithinLimits(this.#at.end - core.at.data);
    this.#problems = this.#eachProblem();
  }

  /** Moments that the optimiser keeps of a parameter. */
  get #moments() {
    const { optimizer, momentum } = this.#settings;
    return optimizer === "adam" ? 2 : Number(momentum !== 0);
  }

  /**
   * Before the first step.
   * @returns {State}
   */
  begin() {
    const { seed } = this.#settings;
    const drawn = this.shapes.map(([, shape], index) =>
      initialize(this.#core, { shape, init: "xavier", seed: (seed + index) % 4294967296 }),
    );
    const parameters = this.counts.reduce((sum, count) => sum + count, 0);
    const numbers = new Float32Array(parameters * (1 + this.#moments));
    let at = 0;
    for (const { data } of drawn) {
      numbers.set(data, at);
      at += data.length;
    }
    return { step: 0, numbers };
  }

  /**
   * @param {State} state
   * @returns {Record<string, Tensor>} parameters by name, copies
   */
  parametersOf({ numbers }) {
    let at = 0;
    return Object.fromEntries(
      this.shapes.map(([name, shape], n) => [
        name,
        tensorOf(shape, numbers.slice(at, (at += this.counts[n]))),
      ]),
    );
  }

  /**
   * The problem of some sequences, read.
   * @param {State} state
   * @param {Float32Array} x [batch, LENGTH, width]
   * @returns {import("../readers.js").Values}
   */
  valuesOf(state, x) {
    const width = widthOf(this.#task);
    const shape = [x.length / LENGTH / width, LENGTH, width];
    const { values } = readProblem(this.options).stages[0];
    return { ...values, ...this.parametersOf(state), x: tensorOf(shape, x) };
  }

  #layOut() {
    const { batch } = this.#settings;
    const space = new Space(this.#plan.end);
    const rows = batch * LENGTH;
    return {
      problems: space.take(this.most * PROBLEM_ROOM),
      x: space.take(4 * this.most * rows * widthOf(this.#task)),
      targets: space.take(4 * this.most * rows),
      losses: space.take(8 * this.most),
      moments: Array.from({ length: this.#moments }, () => this.counts.map((count) => space.take(4 * count))),
      end: space.end,
    };
  }

  #eachProblem() {
    const bytes = new Uint8Array(this.most * PROBLEM_ROOM);
    const view = new DataView(bytes.buffer);
    const inputBytes = 4 * this.#settings.batch * LENGTH * widthOf(this.#task);
    for (let n = 0; n < this.most; n++) {
      bytes.set(this.#plan.structs.subarray(0, PROBLEM.size), n * PROBLEM_ROOM);
      view.setUint32(n * PROBLEM_ROOM + X_AT, this.#at.x + n * inputBytes, true);
    }
    return bytes;
  }

  /** Addresses of the pieces of a state, in its order. */
  get #pieces() {
    const inputs = new Map(this.#plan.inputs);
    const parameters = this.shapes.map(([name]) => /** @type {number} */ (inputs.get(name)));
    return [parameters, ...this.#at.moments].flatMap((addresses) =>
      addresses.map((address, n) => /** @type {[number, number]} */ ([address, this.counts[n]])),
    );
  }

  /**
   * The batch of a step. The seeds of two trainings meet after a thousand million steps.
   * @param {number} step before it
   */
  #batch(step) {
    const { seed, batch } = this.#settings;
    return draw(this.#core, seedOf(seed, step + 1), batch);
  }

  /**
   * @param {State} state before the steps
   * @param {number} count of steps, at most `most`
   * @param {number} rate
   * @returns {Job}
   */
  job({ step, numbers }, count, rate) {
    const { batch } = this.#settings;
    const rows = batch * LENGTH;
    const x = new Float32Array(count * rows * widthOf(this.#task));
    const targets = new Int32Array(count * rows);
    for (let n = 0; n < count; n++) {
      const sequences = this.#batch(step + n);
      writeInputs(this.#task, sequences, x.subarray((n * x.length) / count, ((n + 1) * x.length) / count));
      targets.set(targetsOf(this.#task, sequences), n * rows);
    }
    let at = 0;
    const { module, at: place } = this.#core;
    return {
      module,
      end: this.#at.end,
      writes: [
        [place.problem, this.#plan.structs],
        [this.#at.problems, this.#problems],
        [this.#at.x, x],
        [this.#at.targets, new Uint8Array(targets.buffer)],
        ...this.#pieces.map(
          ([address, length]) =>
            /** @type {Job["writes"][0]} */ ([address, numbers.subarray(at, (at += length))]),
        ),
      ],
      calls: Array.from({ length: count }, (_, n) => this.#calls(n, step + n, rate)).flat(),
      reads: [[this.#at.losses, 2 * count], ...this.#pieces],
      work: count * rows * 16 * numbers.length,
    };
  }

  /**
   * @param {number} n of the step within the job
   * @param {number} step before it
   * @param {number} rate
   * @returns {Job["calls"]}
   */
  #calls(n, step, rate) {
    const { trace, scratch, slot } = this.#plan;
    const { plan, error } = this.#core.at;
    const rows = this.#settings.batch * LENGTH;
    const problem = this.#at.problems + n * PROBLEM_ROOM;
    const tensor = (/** @type {string} */ name) => trace + 4 * slot[name].offset;
    const [grad, output] = [tensor("grad_output"), tensor("output")];
    const [loss, target] = [this.#at.losses + 8 * n, this.#at.targets + 4 * n * rows];
    return [
      ["attn_forward", trace, scratch, plan, problem],
      ["attn_cross_entropy", loss, grad, output, target, BigInt(rows), BigInt(VOCABULARY), error],
      ["attn_backward", trace, scratch, plan, problem],
      ...this.shapes.map(([name], p) => this.#move(p, tensor(`grad_${name}`), step, rate)),
    ];
  }

  /**
   * @param {number} p which parameter
   * @param {number} gradient address
   * @param {number} step before it
   * @param {number} rate
   * @returns {Job["calls"][0]}
   */
  #move(p, gradient, step, rate) {
    const { optimizer, momentum } = this.#settings;
    const [parameter] = this.#pieces[p];
    const moments = this.#at.moments.map((addresses) => addresses[p]);
    return moveCall({ optimizer, rate, momentum }, step, parameter, gradient, moments, this.counts[p]);
  }

  /**
   * @param {State} state before the steps
   * @param {Result} result of their job
   * @returns {Outcome}
   */
  outcome({ step, numbers }, { results, reads: [losses, ...pieces] }) {
    const next = new Float32Array(numbers.length);
    let at = 0;
    for (const piece of pieces) {
      next.set(piece, at);
      at += piece.length;
    }
    const doubles = new Float64Array(losses.buffer, 0, losses.length / 2);
    const calls = results.length / doubles.length;
    const wrong = results.findIndex((status, n) => n % calls >= calls - this.shapes.length && status !== 0);
    const failed = wrong < 0 ? undefined : Math.floor(wrong / calls);
    return {
      state: { step: step + doubles.length, numbers: next },
      losses: Float32Array.from(doubles),
      failed:
        failed === undefined
          ? undefined
          : {
              step: step + failed + 1,
              tensor: this.shapes[(wrong % calls) - calls + this.shapes.length][0],
            },
    };
  }
}

/**
 * A seed for each step of a training: those of two trainings lie far apart.
 * @param {number} seed of the training
 * @param {number} nth 0 for the held-out sequences, then the step, counted from 1
 */
export const seedOf = (seed, nth) => (Math.imul(seed, 0x9e3779b1) + nth) >>> 0;
