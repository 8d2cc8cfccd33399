/**
 * A training: a task or a caller's own problem, a run that each call continues, and its history.
 */
import { AttentionError, fault } from "../errors.js";
import { readKeys, whole } from "../readers.js";
import { runLocally } from "../workers/local.js";
import { Run, inWorkersOrHere } from "../workers/one-run.js";
import { Pool } from "../workers/pool.js";
import { demandNotAborted, readCallback, readSignal } from "../workers/signals.js";
import { Alignments } from "./alignments.js";
import { History, MOST_STEPS } from "./history.js";
import { findStableRate } from "./stable-rate.js";
import { ALIGN, readSettings } from "./settings.js";
import { OwnProblem } from "./own-problem.js";
import { Sequences } from "./sequences.js";
import { Steps } from "./steps.js";

/** @typedef {import("../tensor.js").Tensor} Tensor */
/** @typedef {{ step: number, loss: number }} Progress step: steps taken; loss: that before the last of them */
/**
 * @typedef {AttentionError & { step: number, tensor: string, holds: number | null | undefined }} Divergence
 *   step: the step that was not taken, counted from 1; tensor: the parameter it would have made non-finite; holds: a
 *   learning_rate with which the same run does take the step, if one was found; null: there is none
 */

export { readSettings };

export class Training {
  #core;
  #settings;
  #steps;
  #source;
  #history;
  #state;
  /** @type {{ state?: import("./steps.js").State, accuracy: number | null, rightWeight: number | null }} of a state */
  #measured = { accuracy: null, rightWeight: null };
  #running = false;
  #pool = new Pool();
  /** @type {import("../core.js").Core | undefined} a core of its own for runs in slices on this thread */
  #localCore;

  /**
   * @internal
   * @param {import("../core.js").Core} core
   * @param {import("./settings.js").Settings} settings
   */
  constructor(core, settings) {
    this.#core = core;
    this.#settings = settings;
    this.#source = sourceOf(core, settings);
    this.#steps = new Steps(core, settings, this.#source);
    this.#state = this.#steps.begin();
    this.#history = new History(this.#state);
  }

  /** Number of steps taken. */
  get step() {
    return this.#state.step;
  }

  /** The last step of the history: `seek` goes up to it. */
  get recorded() {
    return this.#history.recorded;
  }

  /** @returns {Float32Array} the loss before each step taken; a copy */
  get loss() {
    return this.#history.losses(this.step);
  }

  /**
   * @returns {Record<string, Tensor>} the current parameters by name; copies. A copying task has w_q, w_k, w_v and w_o
   */
  get parameters() {
    return this.#steps.parametersOf(this.#state);
  }

  /**
   * @returns {import("../types.js").AttentionProblem} the first held-out sequence, or the caller's own problem, with the
   *   current parameters; a copy
   */
  get problem() {
    return structuredClone(this.#source.problem(this.parameters));
  }

  /** For each query of `problem`, the key with its answer; -1: the query is ignored. Empty for a caller's own problem. */
  get rightKeys() {
    return this.#source instanceof OwnProblem ? [] : [...this.#source.firstKeys];
  }

  /**
   * @returns {number | null} the share of held-out positions, or of rows of the caller's own problem, that argmax predicts
   *   correctly, without ignored ones; null if there are no classes, or none to predict
   */
  accuracy() {
    return this.#measure().accuracy;
  }

  /**
   * @returns {number | null} the mean weight that held-out queries put on the right key, in the head that puts most there;
   *   null for a caller's own problem
   */
  rightWeight() {
    return this.#measure().rightWeight;
  }

  /** Measures the current parameters, once. */
  #measure() {
    if (this.#measured.state !== this.#state)
      this.#measured = { state: this.#state, ...this.#source.measure(this.parameters) };
    return this.#measured;
  }

  /**
   * Takes steps in a worker or, without workers, in slices of at most 8 ms on this thread. run(a) followed by run(b) computes
   * the same bits as run(a + b).
   * @param {number} steps
   * @param {{ signal?: AbortSignal, onProgress?: (progress: Progress) => void }} [options] onProgress: every few steps
   * @returns {Promise<void>} rejects with the signal's reason when the signal is aborted; reported steps are kept
   * @throws {Divergence} `value` if a step would make a parameter non-finite; the steps before it are kept
   */
  async run(steps, options) {
    const given = readKeys(options ?? {}, { signal: readSignal, onProgress: readCallback }, "options");
    this.#demandIdle("run");
    const last = this.step + whole(0, MOST_STEPS - this.step)(steps, "steps");
    demandNotAborted(given.signal);
    const run = new Run(this.#pool, { signal: given.signal, workers: 1 });
    this.#running = true;
    try {
      const work = inWorkersOrHere(
        this.#core,
        this.#pool,
        run,
        (withChannel) => withChannel((channel) => this.#advance(last, run, channel, given.onProgress)),
        () => (this.#localCore ??= this.#core.another()),
      );
      await run.unlessAborted(work);
    } finally {
      this.#running = false;
    }
  }

  /**
   * Goes to a step of the history, backward or forward: step, loss, parameters and problem are then the same as after a run
   * of that many steps. The next run continues from there.
   * @param {number} step from 0 to `recorded`
   */
  seek(step) {
    this.#demandIdle("seek");
    whole(0, this.recorded)(step, "step");
    let state = this.#history.before(step);
    if (this.step <= step && this.step > state.step) state = this.#state;
    while (state.step < step) {
      const count = Math.min(this.#steps.most, step - state.step);
      const job = this.#steps.job(state, count, this.#settings.learning_rate);
      state = this.#steps.outcome(state, runLocally(this.#core, job)).state;
    }
    this.#state = state;
  }

  /** Goes to step 0 and clears the history. */
  reset() {
    this.#demandIdle("reset");
    this.#state = this.#history.before(0);
    this.#history = new History(this.#state);
  }

  /** Terminates the worker and aborts the run under way. */
  close() {
    this.#pool.close();
  }

  /** Throws if a run is under way. @param {string} call name of the method */
  #demandIdle(call) {
    if (this.#running)
      throw fault("value", call, "was called while a run is under way; await it or abort it first.");
  }

  /**
   * Takes steps up to the last one, in jobs.
   * @param {number} last step
   * @param {Run} run
   * @param {Pick<import("../workers/channel.js").Channel, "run">} channel
   * @param {((progress: Progress) => void) | undefined} onProgress
   */
  async #advance(last, run, channel, onProgress) {
    const { learning_rate } = this.#settings;
    /** @param {import("./steps.js").State} state @param {number} count */
    const take = async (state, count, rate = learning_rate) => {
      const outcome = this.#steps.outcome(state, await channel.run(this.#steps.job(state, count, rate)));
      // the run may have been aborted in the meantime
      run.demandNotAborted();
      return outcome;
    };
    const { most } = this.#steps;
    while (this.step < last) {
      const count = Math.min(last - this.step, most - (this.step % most));
      let outcome = await take(this.#state, count);
      const { failed } = outcome;
      const good = failed ? failed.step - 1 - this.step : count;
      if (failed && good > 0) outcome = await take(this.#state, good);
      if (good > 0) {
        this.#state = outcome.state;
        this.#history.record(outcome.state, outcome.losses);
        onProgress?.({ step: this.step, loss: outcome.losses[good - 1] });
      }
      if (!failed) continue;
      const limits = { rate: learning_rate, most };
      const holds = await findStableRate(take, this.#history.before(0), failed.step, limits);
      throw divergence(failed, holds);
    }
  }
}

/** @param {import("../core.js").Core} core @param {import("./settings.js").Settings} settings */
function sourceOf(core, settings) {
  const { task, problem } = settings;
  if (task === undefined) return new OwnProblem(core, problem);
  return task === ALIGN ? new Alignments(core, settings) : new Sequences(core, { ...settings, task });
}

/**
 * @param {{ step: number, tensor: string }} failed
 * @param {number | null | undefined} holds
 * @returns {Divergence}
 */
function divergence({ step, tensor }, holds) {
  const stopped = `Step ${step} would make ${tensor} non-finite; the run stopped and keeps the parameters of step ${step - 1}.`;
  let remedy = `A learning_rate of ${holds} stays finite for that many steps; use that.`;
  if (holds === undefined) remedy = "Give a lower learning_rate or momentum.";
  if (holds === null) remedy = "No learning_rate helps; give smaller, finite numbers.";
  return Object.assign(new AttentionError("value", tensor, `${stopped} ${remedy}`), { step, tensor, holds });
}
