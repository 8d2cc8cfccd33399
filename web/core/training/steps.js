/**
 * Training steps as jobs. A job runs forward, loss, backward and the optimiser for several batches in a row, in a worker or,
 * without workers, on the page's thread. It computes the same bits as MultiHeadAttentionLayer.trainStep.
 */
import { moveCall } from "../layers/optimizer.js";
import { Space, roomFor } from "../memory.js";
import { planRun } from "../attention/plan.js";
import { INPUTS, PROBLEM, TENSOR } from "../structs.js";
import { countOf } from "../shapes.js";
import { tensorOf } from "../tensor.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../tensor.js").Tensor} Tensor */
/** @typedef {import("../workers/worker.js").Job} Job */
/** @typedef {import("../workers/worker.js").Result} Result */
/** @typedef {import("./settings.js").Settings} Settings */
/**
 * step: steps taken; numbers: the parameters, then their moments.
 * @typedef {{ step: number, numbers: Float32Array }} State
 */
/**
 * @typedef {object} Source of the batches that a training learns from
 * @property {[name: string, shape: number[]][]} shapes of the parameters
 * @property {(seed: number) => Float32Array[]} begin returns the initial numbers of each parameter
 * @property {(parameters: Record<string, Tensor>) => import("../readers.js").Values} values returns the attention of a step
 * @property {number} inputs entries of x in each step; 0 if x does not change
 * @property {"squared_error" | "cross_entropy"} loss
 * @property {{ rows: number, classes: number }} output of a step
 * @property {number} size measure of a step's work, which limits the steps per job
 * @property {(step: number) => { x: Float32Array, targets: Int32Array | Float32Array }} batch returns the batch of the step that
 *   follows `step` steps
 */
/**
 * @typedef {object} Outcome
 * @property {State} state after the last step; meaningless after a failure
 * @property {Float32Array} losses one per step
 * @property {{ step: number, tensor: string } | undefined} failed the step, counted from 1, that would have made a parameter
 *   non-finite, and that parameter
 */

// steps of a job with the default settings; larger settings have fewer, so that a job takes a few milliseconds
const MOST = 8;
const WORK = 32 * 16 * MOST;

const X_AT = PROBLEM.at.inputs + INPUTS.indexOf("x") * TENSOR.size + TENSOR.at.data;
const PROBLEM_ROOM = roomFor(PROBLEM.size);

export class Steps {
  #core;
  #settings;
  #source;
  #plan;
  /** Addresses of everything beside the run. */
  #at;
  /** The bytes at #at.problems: one problem struct per step of a job; they differ in the address of x. */
  #problems;
  /** The writes that are the same in every job. @type {Job["writes"]} */
  #fixed;

  /**
   * @param {Core} core
   * @param {Settings} settings
   * @param {Source} source
   */
  constructor(core, settings, source) {
    this.#core = core;
    this.#settings = settings;
    this.#source = source;
    const { shapes, size } = source;
    this.shapes = shapes;
    this.counts = shapes.map(([, shape]) => countOf(shape));
    /** The most steps of a job, a power of two. */
    this.most = 2 ** Math.floor(Math.log2(Math.min(MOST, Math.max(1, WORK / size))));
    const values = source.values(this.parametersOf(this.begin()));
    this.#plan = planRun(core, values, "backward", "", 0n);
    this.#fixed = this.#plan.inputs.flatMap(([name, address]) => {
      const varies = shapes.some(([parameter]) => parameter === name) || (name === "x" && source.inputs > 0);
      return varies ? [] : [/** @type {Job["writes"][0]} */ ([address, values[name].data])];
    });
    this.#at = this.#layOut();
    core.demandWithinLimits(this.#at.end - core.at.data);
    this.#problems = this.#eachProblem();
  }

  /** Number of moments that the optimiser keeps per parameter. */
  get #moments() {
    const { optimizer, momentum } = this.#settings;
    return optimizer === "adam" ? 2 : Number(momentum !== 0);
  }

  /**
   * Returns the state before the first step.
   * @returns {State}
   */
  begin() {
    const parameters = this.counts.reduce((sum, count) => sum + count, 0);
    const drawn = this.#source.begin(this.#settings.seed);
    return { step: 0, numbers: joined(drawn, parameters * (1 + this.#moments)) };
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

  #layOut() {
    const space = new Space(this.#plan.end);
    return {
      problems: space.take(this.most * PROBLEM_ROOM),
      x: space.take(4 * this.most * this.#source.inputs),
      targets: space.take(4 * this.most * this.#targets),
      losses: space.take(8 * this.most),
      moments: Array.from({ length: this.#moments }, () => this.counts.map((count) => space.take(4 * count))),
      end: space.end,
    };
  }

  /** Number of entries in the target of a step. */
  get #targets() {
    const { loss, output } = this.#source;
    return output.rows * (loss === "cross_entropy" ? 1 : output.classes);
  }

  #eachProblem() {
    const bytes = new Uint8Array(this.most * PROBLEM_ROOM);
    const view = new DataView(bytes.buffer);
    const { inputs } = this.#source;
    for (let n = 0; n < this.most; n++) {
      bytes.set(this.#plan.structs.subarray(0, PROBLEM.size), n * PROBLEM_ROOM);
      if (inputs > 0) view.setUint32(n * PROBLEM_ROOM + X_AT, this.#at.x + 4 * n * inputs, true);
    }
    return bytes;
  }

  /** Address and length of each piece of a state, in order. */
  get #pieces() {
    const inputs = new Map(this.#plan.inputs);
    const parameters = this.shapes.map(([name]) => /** @type {number} */ (inputs.get(name)));
    return [parameters, ...this.#at.moments].flatMap((addresses) =>
      addresses.map((address, n) => /** @type {[number, number]} */ ([address, this.counts[n]])),
    );
  }

  /**
   * Makes the job of some steps.
   * @param {State} state before the steps
   * @param {number} count of steps, at most `most`
   * @param {number} rate
   * @returns {Job}
   */
  job({ step, numbers }, count, rate) {
    const { inputs, loss } = this.#source;
    const entries = this.#targets;
    const x = new Float32Array(count * inputs);
    const targets = new (loss === "cross_entropy" ? Int32Array : Float32Array)(count * entries);
    for (let n = 0; n < count; n++) {
      const next = this.#source.batch(step + n);
      if (inputs > 0) x.set(next.x, n * inputs);
      targets.set(next.targets, n * entries);
    }
    let at = 0;
    const { module, at: place } = this.#core;
    return {
      module,
      end: this.#at.end,
      writes: [
        [place.problem, this.#plan.structs],
        [this.#at.problems, this.#problems],
        ...this.#fixed,
        ...(inputs > 0 ? [/** @type {Job["writes"][0]} */ ([this.#at.x, x])] : []),
        [this.#at.targets, new Uint8Array(targets.buffer)],
        ...this.#pieces.map(
          ([address, length]) =>
            /** @type {Job["writes"][0]} */ ([address, numbers.subarray(at, (at += length))]),
        ),
      ],
      calls: Array.from({ length: count }, (_, n) => this.#calls(n, step + n, rate)).flat(),
      reads: [[this.#at.losses, 2 * count], ...this.#pieces],
      work: count * this.#source.output.rows * 16 * numbers.length,
    };
  }

  /**
   * Returns the calls of one step.
   * @param {number} n place of the step within the job
   * @param {number} step number of steps before it
   * @param {number} rate
   * @returns {Job["calls"]}
   */
  #calls(n, step, rate) {
    const { trace, scratch, slot } = this.#plan;
    const { plan, error } = this.#core.at;
    const { inputs, loss: kind, output } = this.#source;
    const problem = inputs > 0 ? this.#at.problems + n * PROBLEM_ROOM : this.#core.at.problem;
    const tensor = (/** @type {string} */ name) => trace + 4 * slot[name].offset;
    const [grad, made] = [tensor("grad_output"), tensor("output")];
    const [loss, target] = [this.#at.losses + 8 * n, this.#at.targets + 4 * n * this.#targets];
    const sizes = [output.rows, output.classes].map(BigInt);
    const pieces = this.#pieces;
    return [
      ["attn_forward", trace, scratch, plan, problem],
      kind === "cross_entropy"
        ? ["attn_cross_entropy", loss, grad, made, target, ...sizes, error]
        : ["attn_squared_error", grad, made, target, sizes[0] * sizes[1]],
      ["attn_backward", trace, scratch, plan, problem],
      ...this.shapes.map(([name], p) => {
        const moments = this.#at.moments.map((addresses) => addresses[p]);
        const gradient = tensor(`grad_${name}`);
        return moveCall({ ...this.#settings, rate }, step, pieces[p][0], gradient, moments, this.counts[p]);
      }),
    ];
  }

  /**
   * Interprets the result of a job.
   * @param {State} state before the steps
   * @param {Result} result of their job
   * @returns {Outcome}
   */
  outcome({ step, numbers }, { results, reads: [losses, ...pieces] }) {
    const doubles = new Float64Array(losses.buffer, 0, losses.length / 2);
    const calls = results.length / doubles.length;
    // attn_squared_error returns the loss; attn_cross_entropy writes it
    if (this.#source.loss === "squared_error")
      doubles.forEach((_, n) => (doubles[n] = Number(results[n * calls + 1])));
    const wrong = results.findIndex((status, n) => n % calls >= calls - this.shapes.length && status !== 0);
    const failed = {
      step: step + Math.floor(wrong / calls) + 1,
      tensor: this.shapes[(wrong % calls) - calls + this.shapes.length]?.[0],
    };
    return {
      state: { step: step + doubles.length, numbers: joined(pieces, numbers.length) },
      losses: Float32Array.from(doubles),
      failed: wrong < 0 ? undefined : failed,
    };
  }
}

/**
 * Places arrays one behind another; the rest is 0.
 * @param {Float32Array[]} pieces
 * @param {number} length
 */
function joined(pieces, length) {
  const numbers = new Float32Array(length);
  let at = 0;
  for (const piece of pieces) {
    numbers.set(piece, at);
    at += piece.length;
  }
  return numbers;
}
