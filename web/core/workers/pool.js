/**
 * A small pool of workers. An idle worker stays for the next run, its memory warm; one that died or whose run was aborted is
 * not used again. A fixed number of seats limits how many workers compute at once, over all runs.
 */
import { AttentionError } from "../errors.js";
import { Channel, node } from "./channel.js";

const MOST_WORKERS = 8;
const LARGE = 64 * 1048576;
const IDLE = 10000;

/** Returns how many workers a run uses by default. */
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
  /** Number of free seats. */
  free = MOST_WORKERS;
  /** @type {(() => void)[]} the queue for seats */
  #line = [];
  #trusted = false;
  /** Whether the page forbids workers; then none are tried again. */
  refused = false;

  /** Whether any worker has ever replied. If so, a silent one has died and is not forbidden. */
  get trusted() {
    return (this.#trusted ||= [...this.#busy].some(({ answered }) => answered));
  }

  /**
   * Waits for a seat, to be given up with `leave`.
   * @returns {Promise<void>}
   */
  async seat() {
    if (this.free > 0) this.free--;
    else await /** @type {Promise<void>} */ (new Promise((resolve) => this.#line.push(resolve)));
  }

  /** Gives up a seat to the next in the queue. */
  leave() {
    const next = this.#line.shift();
    if (next) next();
    else this.free++;
  }

  /** Aborted when the pool is closed. */
  get closing() {
    return this.#closing.signal;
  }

  /** @returns {Channel} to an idle worker, or to a new one */
  take() {
    let channel = this.#idle.pop();
    // it may have died while it was idle
    while (channel?.dead) channel = this.#idle.pop();
    channel ??= new Channel();
    this.#busy.add(channel);
    clearTimeout(this.#timer);
    return channel;
  }

  /** Returns a worker to the pool, unless it is dead or holds much memory. @param {Channel} channel */
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
   * Terminates a worker whose run was aborted, since it may be in the middle of a job.
   * @param {Channel} channel
   */
  drop(channel) {
    channel.close();
    this.release(channel);
  }

  /** Terminates all workers and aborts the runs under way. */
  close() {
    const message = "The attention was closed while this ran; run it again if the result is still wanted.";
    this.#closing.abort(new AttentionError("unsupported", "run", message));
    this.#closing = new AbortController();
    for (const channel of this.#busy) this.drop(channel);
    this.clear();
  }

  /** Terminates the idle workers. */
  clear() {
    clearTimeout(this.#timer);
    for (const channel of this.#idle.splice(0)) channel.close();
  }
}
