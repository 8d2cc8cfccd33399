/**
 * A layer that learns, recorded as it does: the loss of every step, and some moments with their map and parameters. The story is told
 * from the record; what a reader trains on is recorded, too.
 */

import { graphOf } from "../../core/graph/graph.js";
import { Training, readSettings } from "../../core/training/training.js";
import { withPrefix } from "./beside.js";
import { HUNDRED, recorders } from "./recorders.js";

/** @typedef {import("../engine.js").Attention} Attention */
/** @typedef {import("../../scene/stories/training/settings.js").Settings} Settings */
/** @typedef {import("../../scene/stories/training/record.js").Recorded} Recorded */
/** @typedef {Record<string, any>} Problem */

/** Steps between two measurements. */
const PIECE = 4;
/** Milliseconds between them while a reader watches: what is faster cannot be seen. */
const PACE = 40;
/** Moments and measurements that are kept. */
const [MOST_MOMENTS, MOST_MEASURED] = [24, 512];
/** What is made of the weights: it is not told. */
const UNSEEN = /value|^(mixed|joined|output|log_sum_exp)$/;
/** Sequences of a step. */
const BATCH = 32;

export class Recorder {
  /** @type {Attention} */ #attention;
  /** @type {Training} */ #training;
  /** @type {Recorded["moments"]} */ #moments = [];
  /** @type {Recorded["measured"]} */ #measured = [];
  /** @type {Recorded["measured"][0] | null} */ #reached = null;
  /** @type {AbortController | null} of the run under way */ #stop = null;
  /** @type {Promise<void> | null} */ #running = null;
  /** @type {{ step: number, after: import("../runs.js").After } | null} */ #came = null;
  #wanted = HUNDRED;
  /** The first hundred are there, or somebody has said what is wanted. */
  #begun = false;
  /** @type {Recorded["failed"]} */ #failed = null;

  /** @type {Settings} */ settings;
  /** With the parameters as they begin. @type {Problem} */ problem;
  /** Something new is to be seen. */
  changed = () => {};
  /** Whether the loss is shown on a scale of powers of ten; null: nobody has chosen. @type {boolean | null} */
  log = null;

  /** @param {Attention} attention @param {Settings} settings */
  constructor(attention, settings) {
    [this.#attention, this.settings] = [attention, settings];
    this.#training = new Training(attention.core, readSettings({ ...settings, batch: BATCH }));
    this.problem = this.#training.problem;
    this.#measure();
    recorders.set(this.problem, this);
  }

  /** A layer of its own, with other settings. @param {Settings} settings */
  another(settings) {
    return new Recorder(this.#attention, settings);
  }

  /** Whether steps are taken, one for a reader to see after the other. */
  get running() {
    return this.#begun && this.#running !== null;
  }

  get step() {
    return this.#training.step;
  }

  /** What is shown of it now; what is still on its way. */
  draw = () => {
    const coming = this.#begun ? null : (this.#running ?? this.train(HUNDRED - this.step));
    const came = !this.running && this.#came?.step === this.step ? this.#came : null;
    return {
      more: { training: this.#shown() },
      ...(came && { after: came.after }),
      ...(coming && { coming }),
    };
  };

  /** Runs the first held-out sequence with the parameters that it came to, by itself: no frame should wait for it. */
  async #come() {
    await new Promise((resolve) => setTimeout(resolve));
    const training = this.#training;
    const { step } = training;
    if (step === 0 || this.#came?.step === step) return;
    const { problem } = training;
    const attention = this.#attention;
    const trace = attention.forward(problem);
    const run = { attention, problem, trace, graph: graphOf(problem, trace) };
    this.#came = {
      step,
      after: { problem, part: withPrefix("after", run, (tensor) => !UNSEEN.test(tensor)) },
    };
    await new Promise((resolve) => setTimeout(resolve));
  }

  /** @returns {Recorded} */
  #shown() {
    const { loss, rightKeys } = this.#training;
    return {
      settings: this.settings,
      loss,
      right: rightKeys,
      moments: [...this.#moments],
      measured: [...this.#measured],
      reached: this.#reached,
      wanted: this.running ? this.#wanted : loss.length,
      running: this.running,
      log: this.log,
      failed: this.#failed,
      batch: BATCH,
    };
  }

  /** Takes steps; a reader sees one after the other. Never rejects with what stops a run. @param {number} steps @returns {Promise<void>} */
  train(steps) {
    if (this.#running) return this.#running;
    this.#wanted = this.step + steps;
    this.#stop = new AbortController();
    this.#failed = null;
    this.#running = this.#run(this.#stop.signal)
      .then(() => this.#come())
      .finally(() => {
        this.#running = this.#stop = null;
        // what was given up is begun again when somebody looks
        this.#begun ||= this.step >= HUNDRED || this.#failed !== null;
        this.changed();
      });
    return this.#running;
  }

  /** What a reader asks for. @param {number} steps */
  trainOn(steps) {
    this.#begun = true;
    return this.train(steps);
  }

  /** @param {AbortSignal} signal */
  async #run(signal) {
    try {
      while (this.step < this.#wanted) {
        // the first step alone is told
        const next = this.step === 0 ? 1 : PIECE - (this.step % PIECE);
        await this.#training.run(Math.min(next, this.#wanted - this.step), { signal });
        this.#measure();
        if (!this.#begun) continue;
        if (this.step === this.#wanted) continue;
        this.changed();
        await pause(PACE, signal);
      }
    } catch (error) {
      if (signal.aborted) return;
      const { step, tensor, holds } = /** @type {any} */ (error);
      if (step === undefined) throw error;
      this.#failed = { step, tensor, holds };
      this.#measure();
    }
  }

  /** How the layer does with the present parameters. */
  #measure() {
    const training = this.#training;
    const { step, parameters, problem } = training;
    if (this.#moments.at(-1)?.step === step) return;
    const { weights } = this.#attention.forward(problem, { tensors: ["weights"] });
    this.#moments.push({ step, weights: weights.data, parameters });
    const one = { step, accuracy: training.accuracy(), weight: training.rightWeight() };
    this.#measured.push(one);
    if (one.accuracy >= 0.99) this.#reached ??= one;
    if (this.#moments.length > MOST_MOMENTS) this.#thinOut();
    if (this.#measured.length > MOST_MEASURED)
      this.#measured = this.#measured.filter((_, k, { length }) => k % 2 === 0 || k === length - 1);
  }

  /** The moment goes that is nearest to its neighbours, in steps and in loss: where that falls they stay close. */
  #thinOut() {
    const { loss } = this.#training;
    const all = this.#moments;
    const at = (/** @type {number} */ k) => loss[Math.max(0, all[k].step - 1)];
    const most = loss.reduce((a, b) => Math.max(a, b), 1e-30);
    const gap = (/** @type {number} */ k) =>
      (all[k + 1].step - all[k - 1].step) / loss.length + Math.abs(at(k + 1) - at(k - 1)) / most;
    // the first two and the last are told by themselves
    const inner = Array.from({ length: all.length - 3 }, (_, k) => k + 2);
    const least = inner.reduce((best, k) => (gap(k) < gap(best) ? k : best), 2);
    all.splice(least, 1);
  }

  /** Stops what a reader has begun; what was recorded stands. */
  async stop() {
    if (!this.running) return;
    this.#stop?.abort();
    await this.#running;
  }

  /** Back to the untrained layer; nothing is recorded any more. */
  async reset() {
    await this.stop();
    this.#training.reset();
    [this.#moments, this.#measured, this.#reached, this.#failed] = [[], [], null, null];
    this.#begun = true;
    this.#measure();
  }

  /** The problem with the parameters of a recorded step. @param {number} step @returns {Promise<Problem>} */
  async problemAt(step) {
    await this.stop();
    const { recorded } = this.#training;
    this.#training.seek(Math.min(step, recorded));
    const { problem } = this.#training;
    this.#training.seek(recorded);
    return problem;
  }

  /** Nothing is computed until it is asked for again; its worker ends. */
  pause() {
    this.#stop?.abort();
    this.#training.close();
  }
}

/** @param {number} milliseconds @param {AbortSignal} signal @returns {Promise<void>} */
const pause = (milliseconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
