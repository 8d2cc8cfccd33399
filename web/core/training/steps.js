/**
 * Training steps as jobs: forward, loss, backward and the optimiser's move of every parameter, for several batches one
 * after the other. A worker takes such a job, and so does the page where there is none; it gives the bits of
 * MultiHeadAttentionLayer.trainStep.
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
/** @typedef {{ step: number, numbers: Float32Array }} State steps taken; parameters, then what the optimiser remembers of each */
/**
 * @typedef {object} Source what a training learns from
 * @property {[name: string, shape: number[]][]} shapes of the parameters
 * @property {(seed: number) => Float32Array[]} begin the numbers of each before the first step
 * @property {(parameters: Record<string, Tensor>) => import("../readers.js").Values} values a step's attention, read
 * @property {number} inputs numbers of x that each step brings; 0: x stays
 * @property {"squared_error" | "cross_entropy"} loss
 * @property {{ rows: number, classes: number }} output of a step
 * @property {number} size of a step: rows of the output times the width of all heads
 * @property {(step: number) => { x: Float32Array, targets: Int32Array | Float32Array }} batch of the step after so many
 */
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
  #source;
  #plan;
  /** Where everything beside the run stands. */
  #at;
  /** Bytes that stand at #at.problems: a problem for each step, which differ in where x stands. */
  #problems;
  /** What is the same in every step. @type {Job["writes"]} */
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
    /** The most steps of a job: a power of two. */
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
    const drawn = this.#source.begin(this.#settings.seed);
    const parameters = this.counts.reduce((sum, count) => sum + count, 0);
    const numbers = new Float32Array(parameters * (1 + this.#moments));
    let at = 0;
    for (const data of drawn) {
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

  /** How many entries the target of a step has. */
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

  /** Addresses of the pieces of a state, in its order. */
  get #pieces() {
    const inputs = new Map(this.#plan.inputs);
    const parameters = this.shapes.map(([name]) => /** @type {number} */ (inputs.get(name)));
    return [parameters, ...this.#at.moments].flatMap((addresses) =>
      addresses.map((address, n) => /** @type {[number, number]} */ ([address, this.counts[n]])),
    );
  }

  /**
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
   * @param {number} n of the step within the job
   * @param {number} step before it
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
    return [
      ["attn_forward", trace, scratch, plan, problem],
      kind === "cross_entropy"
        ? ["attn_cross_entropy", loss, grad, made, target, ...sizes, error]
        : ["attn_squared_error", grad, made, target, sizes[0] * sizes[1]],
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
    // a squared error is what its call returns
    if (this.#source.loss === "squared_error")
      doubles.forEach((_, n) => (doubles[n] = Number(results[n * calls + 1])));
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
