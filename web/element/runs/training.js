/**
 * Records a training: the loss of every step, and some moments with their weights and parameters. The story shows the record,
 * which grows while the reader trains on.
 */

import { graphOf } from "../../core/graph/graph.js";
import { PAIRS } from "../../core/training/alignments.js";
import { Training, readSettings } from "../../core/training/training.js";
import { LEARNED, settingsOf } from "../../scene/stories/training/settings.js";
import { withPrefix } from "./prefix.js";
import { recorders } from "./recorders.js";

/** @typedef {import("../engine.js").Attention} Attention */
/** @typedef {import("../../scene/stories/training/settings.js").Settings} Settings */
/** @typedef {import("../../scene/stories/training/record.js").Recorded} Recorded */
/** @typedef {Record<string, any>} Problem */

/** Steps that are recorded at first, and with each press of the button. */
export const HUNDRED = 100;
/** Steps between two measurements. */
const PIECE = 4;
/** Milliseconds between them while a reader watches; anything faster could not be seen. */
const PACE = 40;
/** The most moments and measurements that are kept. */
const [MOST_MOMENTS, MOST_MEASURED] = [24, 512];
/** Tensors that the story does not show. */
const UNSEEN = /value|^(mixed|joined|output|log_sum_exp)$/;
/** Sequences in a step, if a task has no sentences of its own. */
const BATCH = 32;

export class Recorder {
  /** @type {Attention} */ #attention;
  /** @type {Training} */ #training;
  #batch;
  /** @type {Recorded["moments"]} */ #moments = [];
  /** @type {Recorded["measured"]} */ #measured = [];
  /** @type {Recorded["measured"][0] | null} */ #reached = null;
  /** @type {AbortController | null} stops the run under way */ #stop = null;
  /** @type {Promise<void> | null} */ #running = null;
  /** The run with the parameters of a step. @type {{ step: number, after: import("../runs.js").Beside } | null} */
  #ran = null;
  #wanted = HUNDRED;
  /** Whether the first hundred steps are recorded, or the reader has decided how to train. */
  #begun = false;
  /** @type {Recorded["failed"]} */ #failed = null;

  /** @type {Settings} */ settings;
  /** The problem with the initial parameters. @type {Problem} */ problem;
  /** Called when there is something new to show. */
  changed = () => {};
  /** Whether the loss is shown on a logarithmic scale; null until the reader has chosen. @type {boolean | null} */
  log = null;

  /** @param {Attention} attention @param {Settings} settings */
  constructor(attention, settings) {
    [this.#attention, this.settings] = [attention, settings];
    const { task } = settings;
    this.#batch = !task ? 1 : task === "align" ? PAIRS : BATCH;
    const sizes = this.#batch === BATCH ? { batch: BATCH } : {};
    this.#training = new Training(attention.core, readSettings({ ...settings, ...sizes }));
    this.problem = this.#training.problem;
    this.#measure();
    recorders.set(this.problem, this);
  }

  /** A new recorder, with other settings. @param {Settings} settings */
  another(settings) {
    return new Recorder(this.#attention, settings);
  }

  /** Whether it takes steps while the reader watches. */
  get running() {
    return this.#begun && this.#running !== null;
  }

  get step() {
    return this.#training.step;
  }

  /** The record as it is, and a promise of what is still being computed. */
  draw = () => {
    const coming = this.#begun ? null : (this.#running ?? this.train(HUNDRED - this.step));
    const ran = !this.running && this.#ran?.step === this.step ? this.#ran : null;
    return {
      more: { training: this.#shown() },
      ...(ran && { beside: { after: ran.after } }),
      ...(coming && { coming }),
    };
  };

  /** Runs the first held-out sequence with the latest parameters, in a turn of its own, so that no frame waits for it. */
  async #runAfter() {
    await new Promise((resolve) => setTimeout(resolve));
    const attention = this.#attention;
    const { step, problem } = this.#training;
    if (step === 0 || this.#ran?.step === step) return;
    const trace = attention.forward(problem);
    const run = { attention, problem, trace, graph: graphOf(problem, trace) };
    const part = withPrefix("after", run, (tensor) => !UNSEEN.test(tensor));
    this.#ran = { step, after: { problem, part } };
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
      batch: this.#batch,
    };
  }

  /** Takes steps. Does not reject when it is stopped. @param {number} steps @returns {Promise<void>} */
  train(steps) {
    if (this.#running) return this.#running;
    this.#wanted = this.step + steps;
    this.#stop = new AbortController();
    this.#failed = null;
    this.#running = this.#run(this.#stop.signal)
      .then(() => this.#runAfter())
      .finally(() => {
        this.#running = this.#stop = null;
        // a first hundred that was interrupted continues when it is next drawn
        this.#begun ||= this.step >= HUNDRED || this.#failed !== null;
        this.changed();
      });
    return this.#running;
  }

  /** Takes steps that the reader asks for. @param {number} steps */
  trainOn(steps) {
    this.#begun = true;
    return this.train(steps);
  }

  /** @param {AbortSignal} signal */
  async #run(signal) {
    try {
      while (this.step < this.#wanted) {
        // the story shows the first step separately
        const next = this.step === 0 ? 1 : PIECE - (this.step % PIECE);
        await this.#training.run(Math.min(next, this.#wanted - this.step), { signal });
        this.#measure();
        if (!this.#begun || this.step === this.#wanted) continue;
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

  /** Measures the layer with the present parameters. */
  #measure() {
    const training = this.#training;
    const { step, parameters, problem } = training;
    if (this.#moments.at(-1)?.step === step) return;
    const { weights } = this.#attention.forward(problem, { tensors: ["weights"] });
    this.#moments.push({ step, weights: weights.data, parameters });
    const measurement = { step, accuracy: training.accuracy(), weight: training.rightWeight() };
    this.#measured.push(measurement);
    if (Number(measurement.accuracy) >= LEARNED) this.#reached ??= measurement;
    if (this.#moments.length > MOST_MOMENTS) this.#thinOut();
    if (this.#measured.length > MOST_MEASURED)
      this.#measured = this.#measured.filter((_, k, { length }) => k % 2 === 0 || k === length - 1);
  }

  /** Drops the moment that is nearest to its neighbours in steps and loss, so that moments stay dense where the loss falls. */
  #thinOut() {
    const { loss } = this.#training;
    const all = this.#moments;
    const at = (/** @type {number} */ k) => loss[Math.max(0, all[k].step - 1)];
    const most = loss.reduce((a, b) => Math.max(a, b), 1e-30);
    const gap = (/** @type {number} */ k) =>
      (all[k + 1].step - all[k - 1].step) / loss.length + Math.abs(at(k + 1) - at(k - 1)) / most;
    // the story shows the first two and the last separately
    const inner = Array.from({ length: all.length - 3 }, (_, k) => k + 2);
    const least = inner.reduce((best, k) => (gap(k) < gap(best) ? k : best), 2);
    all.splice(least, 1);
  }

  /** Stops the training that a reader has begun; the record stays. */
  async stop() {
    if (!this.running) return;
    this.#stop?.abort();
    await this.#running;
  }

  /** Stops the training for an action of the reader's, even the first hundred steps. */
  #interrupt() {
    this.#begun = true;
    return this.stop();
  }

  /** Restores the untrained layer, with an empty record. */
  async reset() {
    await this.#interrupt();
    this.#training.reset();
    [this.#moments, this.#measured, this.#reached, this.#failed] = [[], [], null, null];
    this.#measure();
  }

  /** The problem with the parameters of a recorded step. @param {number} step @returns {Promise<Problem>} */
  async problemAt(step) {
    await this.#interrupt();
    const { recorded } = this.#training;
    this.#training.seek(Math.min(step, recorded));
    const { problem } = this.#training;
    this.#training.seek(recorded);
    return problem;
  }

  /** Stops all computation until it is next drawn, and ends the worker. */
  pause() {
    this.#stop?.abort();
    this.#training.close();
  }
}

/** Records a problem of the page's own. @param {Attention} attention @param {Problem} problem */
export const recordOwn = (attention, problem) => new Recorder(attention, settingsOf(problem));

/** @param {number} milliseconds @param {AbortSignal} signal @returns {Promise<void>} */
const pause = (milliseconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
