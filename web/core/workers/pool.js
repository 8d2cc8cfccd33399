/**
 * A small pool of workers. A worker that nobody uses waits for the next run, its memory warm; one that died, or whose run
 * was given up, is not used again. Whatever runs has one of a few seats, however many runs there are at once.
 */
import { AttentionError } from "../errors.js";
import { outOfMemory } from "../memory.js";
import { Channel, node } from "./channel.js";

const MOST_WORKERS = 8;
const LARGE = 64 * 1048576;
const IDLE = 10000;

/** How many workers a run takes when nobody says. */
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
  buffers = new Buffers();
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
    channel ??= new Channel(this.buffers);
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

  /** Ends the workers that nobody uses, and gives all memory back. */
  clear() {
    clearTimeout(this.#timer);
    for (const channel of this.#idle.splice(0)) channel.close();
    this.buffers.clear();
  }
}

const SMALLEST = 65536;
const MOST_KEPT = 64 * 1048576;

/**
 * The buffers that messages to workers travel in. They change hands and come back: memory that was used before takes a
 * copy several times faster than fresh memory, which the system hands out page by page.
 */
export class Buffers {
  /** @type {ArrayBuffer[]} */
  #free = [];
  /** Bytes of those that nobody uses. */
  kept = 0;

  /**
   * @param {number} bytes
   * @returns {ArrayBuffer} of so many bytes or more; what stood in it still does
   */
  take(bytes) {
    let best = -1;
    this.#free.forEach(({ byteLength }, n) => {
      if (byteLength >= bytes && !(byteLength >= this.#free[best]?.byteLength)) best = n;
    });
    if (best < 0) return fresh(bytes);
    const [buffer] = this.#free.splice(best, 1);
    this.kept -= buffer.byteLength;
    return buffer;
  }

  /**
   * For the next who asks; nobody may use it any more.
   * @param {ArrayBuffer} buffer
   */
  give(buffer) {
    if (this.kept + buffer.byteLength > MOST_KEPT) return;
    this.#free.push(buffer);
    this.kept += buffer.byteLength;
  }

  /** Lets go of all that nobody uses. */
  clear() {
    this.#free.length = 0;
    this.kept = 0;
  }
}

/** @param {number} bytes */
function fresh(bytes) {
  try {
    return new ArrayBuffer(rounded(bytes));
  } catch {
    throw outOfMemory(bytes);
  }
}

/**
 * Up to the next quarter of a power of two: jobs of nearly one size share a buffer.
 * @param {number} bytes
 */
function rounded(bytes) {
  const step = Math.max(SMALLEST, 2 ** Math.floor(Math.log2(bytes) - 2));
  return Math.ceil(Math.max(1, bytes) / step) * step;
}
