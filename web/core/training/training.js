/**
 * A training: a task or a problem of the caller's own, a run that continues with each call, and its history.
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
/** @typedef {{ step: number, loss: number }} Progress steps taken, the loss that the last of them began with */
/**
 * @typedef {AttentionError & { step: number, tensor: string, holds: number | undefined }} Divergence
 *   step: counted from 1, it was not taken; holds: a learning_rate with which the same run takes it
 */

export { readSettings };

export class Training {
  #core;
  #settings;
  #steps;
  #source;
  #history;
  #state;
  #running = false;
  #pool = new Pool();
  /** @type {import("../core.js").Core | undefined} for slices */
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

  /** Steps taken. */
  get step() {
    return this.#state.step;
  }

  /** The last step of the history: `seek` goes up to it. */
  get recorded() {
    return this.#history.recorded;
  }

  /** @returns {Float32Array} of each step taken the loss that it began with; a copy */
  get loss() {
    return this.#history.losses(this.step);
  }

  /** @returns {Record<string, Tensor>} by name: of a task w_q, w_k, w_v and w_o; copies */
  get parameters() {
    return this.#steps.parametersOf(this.#state);
  }

  /** @returns {import("../types.js").AttentionProblem} the first held-out sequence, or one's own problem, with the present parameters */
  get problem() {
    return this.#source.problem(this.parameters);
  }

  /** For each query of `problem` the key where its answer stands; -1: the query is ignored. Of one's own problem nobody knows any. */
  get rightKeys() {
    return this.#source instanceof OwnProblem ? [] : [...this.#source.firstKeys];
  }

  /** @returns {number | null} the share of held-out positions, or of one's own rows, right by argmax, ignored ones apart; null without classes */
  accuracy() {
    return this.#source.accuracy(this.parameters);
  }

  /** @returns {number | null} the mean weight that held-out queries put on the right key, in the head that puts most there; null of one's own problem */
  rightWeight() {
    return this.#source.rightWeight(this.parameters);
  }

  /**
   * Takes steps, in a worker where there is one, else in slices of at most 8 ms. run(a) and run(b) give the bits of
   * run(a + b).
   * @param {number} steps
   * @param {{ signal?: AbortSignal, onProgress?: (progress: Progress) => void }} [options] onProgress: every few steps
   * @returns {Promise<void>} rejects with the signal's reason when it is aborted; the steps that were reported stand
   * @throws {Divergence} `value` where a step would leave a parameter non-finite; the steps before it stand
   */
  async run(steps, options) {
    const given = readKeys(options ?? {}, { signal: readSignal, onProgress: readCallback }, "options", "");
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
   * Goes to a step of the history, back or forth: step, loss, parameters and problem are those that a run of so many
   * steps gave. Another run goes on from there.
   * @param {number} step from 0 to `recorded`
   */
  seek(step) {
    this.#demandIdle("seek");
    whole(0, this.recorded)(step, "step");
    let state = this.#history.before(step);
    if (this.step <= step && this.step > state.step) state = this.#state;
    while (state.step < step) {
      const job = this.#steps.job(
        state,
        Math.min(this.#steps.most, step - state.step),
        this.#settings.learning_rate,
      );
      state = this.#steps.outcome(state, runLocally(this.#core, job)).state;
    }
    this.#state = state;
  }

  /** Goes to step 0 and forgets the history. */
  reset() {
    this.#demandIdle("reset");
    this.#state = this.#history.before(0);
    this.#history = new History(this.#state);
  }

  /** Ends the worker, and the run that is under way. */
  close() {
    this.#pool.close();
  }

  /** @param {string} call */
  #demandIdle(call) {
    if (this.#running)
      throw fault("value", call, "was called while a run is under way; await it or abort it first.");
  }

  /**
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
      // an abort may have come in the meantime
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
 * @param {number | undefined} holds
 * @returns {Divergence}
 */
function divergence({ step, tensor }, holds) {
  const stopped = `Step ${step} would make ${tensor} non-finite; the run stopped and keeps the parameters of step ${step - 1}.`;
  const remedy =
    holds === undefined
      ? "Give a lower learning_rate or momentum."
      : `A learning_rate of ${holds} holds for as many steps; give that.`;
  return Object.assign(new AttentionError("value", tensor, `${stopped} ${remedy}`), { step, tensor, holds });
}
