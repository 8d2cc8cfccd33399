/**
 * A small pool of workers. A worker that nobody uses waits for the next run, its memory warm; one that died, or whose run
 * was given up, is not used again. Whatever runs has one of a few seats, however many runs there are at once.
 */
import { AttentionError } from "../errors.js";
import { Channel, node } from "./channel.js";

const MOST_WORKERS = 8;
const LARGE = 64 * 1048576;
const IDLE = 10000;

/** How many workers a run takes by default. */
export function processors() {
  const count = globalThis.navigator?.hardwareConcurrency ?? node("node:os")?.availableParallelism() ?? 1;
  return Math.max(1, Math.min(MOST_WORKERS, count));
}

export class Pool {
  /** @type {Channel[]} */
  #idle = [];
  /** @type {Set<Channel>} */
  #busy = new Set();
  #closing = new AbortController();
  /** @type {any} */
  #timer;
  #seats = MOST_WORKERS;
  /** @type {(() => void)[]} those who wait for a seat */
  #line = [];
  #trusted = false;
  /** Pages may forbid workers; then nobody asks again. */
  refused = false;

  /** Has any worker answered? Then one that is silent is dead, and not forbidden. */
  get trusted() {
    return (this.#trusted ||= [...this.#busy].some(({ answered }) => answered));
  }

  /** Seats that nobody has. */
  get free() {
    return this.#seats;
  }

  /**
   * Waits for a seat; whoever got one must leave it.
   * @returns {Promise<void>}
   */
  async seat() {
    if (this.#seats > 0) this.#seats--;
    else await /** @type {Promise<void>} */ (new Promise((resolve) => this.#line.push(resolve)));
  }

  /** Hands the seat to the next in line. */
  leave() {
    const next = this.#line.shift();
    if (next) next();
    else this.#seats++;
  }

  /** Aborted when the pool is closed. */
  get closing() {
    return this.#closing.signal;
  }

  /** @returns {Channel} to a new worker where none is idle */
  take() {
    let channel = this.#idle.pop();
    // it may have died while nobody used it
    while (channel?.dead) channel = this.#idle.pop();
    channel ??= new Channel();
    this.#busy.add(channel);
    clearTimeout(this.#timer);
    return channel;
  }

  /** @param {Channel} channel */
  release(channel) {
    this.#trusted ||= channel.answered;
    if (!this.#busy.delete(channel)) return;
    if (channel.holds > LARGE) channel.close();
    if (!channel.dead) this.#idle.push(channel);
    if (this.#busy.size > 0) return;
    this.#timer = setTimeout(() => this.clear(), IDLE);
    this.#timer.unref?.();
  }

  /**
   * Its run was given up: the worker may be anywhere.
   * @param {Channel} channel
   */
  drop(channel) {
    channel.close();
    this.release(channel);
  }

  /** Ends all workers, and the runs that are under way. */
  close() {
    const message = "The attention was closed while this ran; run it again if the result is still wanted.";
    this.#closing.abort(new AttentionError("unsupported", "run", message));
    this.#closing = new AbortController();
    for (const channel of this.#busy) this.drop(channel);
    this.clear();
  }

  /** Ends the workers that nobody uses. */
  clear() {
    clearTimeout(this.#timer);
    for (const channel of this.#idle.splice(0)) channel.close();
  }
}
