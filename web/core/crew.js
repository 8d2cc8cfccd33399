/**
 * The workers of one run, its signals and its progress.
 */
import { AttentionError } from "./errors.js";
import { WorkerDied } from "./pool.js";
import { nextTurn } from "./slices.js";

/** @typedef {import("./pool.js").Hand} Hand */
/** @typedef {{ signal?: AbortSignal, workers: number, onProgress?: (share: number) => void }} RunOptions */
/** @typedef {(use: (hand: Hand) => Promise<any>) => Promise<any>} Guarded gives a worker, and another if it died */

const MOST_DEATHS = 3;

/** Thrown inside the engine alone: the page allows no workers. */
export class Refused extends Error {}

export class Crew {
  #pool;
  #own;
  #signals;
  /** @type {Set<Hand>} */
  #hands = new Set();
  #deaths = 0;
  #over = false;

  /**
   * @param {import("./pool.js").Pool} pool
   * @param {RunOptions} own
   * @param {AbortSignal} closing
   */
  constructor(pool, own, closing) {
    this.#pool = pool;
    this.#own = own;
    this.#signals = own.signal ? [own.signal, closing] : [closing];
  }

  get workers() {
    return this.#own.workers;
  }

  /**
   * Waits for the work, or for the signal that ends it.
   * @template T
   * @param {Promise<T>} work
   * @returns {Promise<T>}
   */
  async unlessEnded(work) {
    const heard = new AbortController();
    const { promise, reject } = withReject();
    for (const signal of this.#signals)
      signal.addEventListener("abort", () => reject(signal.reason), { signal: heard.signal });
    try {
      return await Promise.race([work, promise]);
    } finally {
      heard.abort();
      this.#over = true;
      for (const hand of this.#hands) this.#pool.drop(hand);
      // what is left of the work ends by itself and has nobody to tell
      work.catch(() => {});
    }
  }

  /** @param {number} share between 0 and 1 */
  tell = (share) => {
    if (!this.#over) this.#own.onProgress?.(share);
  };

  /**
   * Lets the page have its turn.
   * @param {number} share
   */
  step = async (share) => {
    if (share > 0) this.tell(share);
    await nextTurn();
    for (const signal of this.#signals) signal.throwIfAborted();
  };

  /** @type {Guarded} */
  guarded = async (use) => {
    for (;;) {
      const hand = this.#take();
      try {
        return await use(hand);
      } catch (error) {
        if (!(error instanceof WorkerDied) || this.#over) throw error;
        if (!hand.answered && !this.#pool.trusted) throw new Refused();
        if (++this.#deaths >= MOST_DEATHS) throw lost();
      } finally {
        this.#hands.delete(hand);
        this.#pool.giveBack(hand);
      }
    }
  };

  #take() {
    if (this.#over) throw new WorkerDied();
    try {
      const hand = this.#pool.take();
      this.#hands.add(hand);
      return hand;
    } catch {
      throw new Refused();
    }
  }
}

function withReject() {
  /** @type {(reason: unknown) => void} */
  let reject = () => {};
  /** @type {Promise<never>} */
  const promise = new Promise((_, no) => {
    reject = no;
  });
  return { promise, reject };
}

function lost() {
  const message = `${MOST_DEATHS} workers died in one run; shorten the input, or give workers: 1.`;
  return new AttentionError("internal", "run", message);
}
