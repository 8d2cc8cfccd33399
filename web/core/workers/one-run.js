/**
 * One run under way: its workers, signals and progress, and the fallback to this thread where workers are forbidden.
 */
import { WorkerDied, node } from "./channel.js";
import { nextTurn } from "../turn.js";
import { runLocallyInSlices } from "./local.js";
import { processors } from "./pool.js";
import { demandNotAborted, signalValue } from "./signals.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("./channel.js").Channel} Channel */
/** @typedef {import("./pool.js").Pool} Pool */
/**
 * @template T
 * @callback Use
 * @param {Pick<Channel, "run" | "dead" | "close">} channel that runs jobs
 * @returns {Promise<T>}
 */
/** @typedef {<T>(use: Use<T>) => Promise<T>} WithChannel */
/** @typedef {{ signal?: AbortSignal, workers?: number, onProgress?: (share: number) => void }} RunOptions */

const MOST_DEATHS = 3;
const { addEventListener, removeEventListener } = EventTarget.prototype;

/** Thrown inside the engine only: the page forbids workers, or they die one after another. */
class Refused extends Error {}

/** One run under way: its workers, signals and progress. */
export class Run {
  #pool;
  #signals;
  #onProgress;
  /** @type {Set<Channel>} */
  #channels = new Set();
  /** Whether the run may use no more workers. */
  #alone = false;
  #over = false;
  #reported = 0;

  /**
   * @param {Pool} pool
   * @param {RunOptions} options
   */
  constructor(pool, { signal, workers = processors(), onProgress }) {
    this.#pool = pool;
    this.#signals = signal ? [signal, pool.closing] : [pool.closing];
    this.#onProgress = onProgress;
    this.workers = workers;
  }

  /** Number of workers it may use at once, next to those of other runs. */
  get free() {
    return Math.max(1, this.#pool.free);
  }

  /**
   * Waits for the work to finish or a signal to abort it.
   * @template T
   * @param {Promise<T>} work
   * @returns {Promise<T>} rejects with the signal's reason
   */
  async unlessAborted(work) {
    /** @type {(event: Event) => void} */
    let listener = () => {};
    allowListeners(this.#signals);
    const aborted = new Promise((_, reject) => {
      listener = ({ target }) => reject(signalValue(/** @type {AbortSignal} */ (target), "reason"));
      for (const signal of this.#signals) addEventListener.call(signal, "abort", listener);
    });
    try {
      // it may have been aborted while the problem was read
      this.demandNotAborted();
      return await /** @type {Promise<T>} */ (Promise.race([work, aborted]));
    } finally {
      for (const signal of this.#signals) removeEventListener.call(signal, "abort", listener);
      this.#over = true;
      this.dismiss();
      // the rest of the work ends by itself, and nobody handles its error
      work.catch(() => {});
    }
  }

  /** Drops its workers; it gets no more. */
  dismiss() {
    this.#alone = true;
    for (const channel of this.#channels) this.#pool.drop(channel);
  }

  /** Reports progress. @param {number} share between 0 and 1 */
  report(share) {
    // a restarted run repeats shares
    if (this.#over || share <= this.#reported) return;
    this.#reported = share;
    this.#onProgress?.(share);
  }

  /** Throws the reason of the aborted signal, if there is one. */
  demandNotAborted() {
    this.#signals.forEach(demandNotAborted);
  }

  /**
   * Reports progress and lets the page have its turn; throws if the run was aborted.
   * @param {number} share
   */
  async step(share) {
    this.report(share);
    await nextTurn();
    this.demandNotAborted();
  }

  /**
   * Runs work in a worker, and repeats it in another one if the worker died.
   * @template T
   * @param {(channel: Channel) => Promise<T>} use
   * @returns {Promise<T>}
   */
  withWorker(use) {
    return this.seated(async () => {
      for (let deaths = 1; ; deaths++) {
        const channel = this.#take();
        try {
          return await use(channel);
        } catch (error) {
          if (!(error instanceof WorkerDied) || this.#alone) throw error;
          // the cause may have killed the idle ones too
          this.#pool.clear();
          if (deaths === MOST_DEATHS || !(channel.answered || this.#pool.trusted)) throw new Refused();
        } finally {
          this.#channels.delete(channel);
          this.#pool.release(channel);
        }
      }
    });
  }

  /**
   * Runs work once one of the pool's seats is free.
   * @template T
   * @param {() => Promise<T>} work
   * @returns {Promise<T>}
   */
  async seated(work) {
    await this.#pool.seat();
    try {
      if (this.#over) throw new WorkerDied();
      return await work();
    } finally {
      this.#pool.leave();
    }
  }

  #take() {
    if (this.#alone) throw new WorkerDied();
    try {
      const channel = this.#pool.take();
      this.#channels.add(channel);
      return channel;
    } catch {
      throw new Refused();
    }
  }
}

/**
 * Prevents Node's warning about the eleventh listener on a signal; every run adds one.
 * @param {AbortSignal[]} signals
 */
function allowListeners(signals) {
  try {
    node("node:events")?.setMaxListeners(0, ...signals);
  } catch {
    // only Node's own signals warn
  }
}

/**
 * Runs work in workers or, if the page forbids them, on this thread.
 * @template T
 * @param {Core} core
 * @param {Pool} pool
 * @param {Run} run
 * @param {(withChannel: WithChannel, alone: boolean) => Promise<T>} work alone: without workers
 * @param {() => Core} [another] makes a core for this thread, because other runs use the shared one between slices
 * @returns {Promise<T>}
 */
export async function inWorkersOrHere(core, pool, run, work, another = () => core.another()) {
  if (core.module && run.workers > 0 && !pool.refused)
    try {
      return await work((use) => run.withWorker(use), false);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      pool.refused = true;
      run.dismiss();
    }
  /** @type {Core | undefined} one for all jobs, because browsers allow few memories */
  let local;
  const channel = {
    ...{ dead: false, close() {} },
    run: (/** @type {import("./worker.js").Job} */ job) =>
      runLocallyInSlices((local ??= another()), job, () => run.step(0)),
  };
  return work((use) => run.seated(() => use(channel)), true);
}
