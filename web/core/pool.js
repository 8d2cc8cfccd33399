/**
 * A small pool of workers. A worker that nobody uses waits for the next run, its memory warm; one that died, or whose run
 * was given up, is not used again.
 */
import { Bags } from "./bags.js";
import { AttentionError } from "./errors.js";
import { node, open } from "./line.js";
import { outOfMemory } from "./memory.js";

/** @typedef {import("./worker.js").Job} Job */
/** @typedef {import("./worker.js").Done} Done */
/** @typedef {import("./worker.js").Reply} Reply */
/** @typedef {{ resolve: (result: any) => void, reject: (reason: unknown) => void, use: (done: Done) => any, end: number }} Waiting
 *   end: of the job's memory */

const MOST_WORKERS = 8;
const LARGE = 64 * 1048576;
const IDLE = 10000;

/** Thrown inside the engine alone: the worker is gone, its share can be done again. */
export class WorkerDied extends Error {}

/** How many workers a run takes when nobody says. */
export function processors() {
  const count = globalThis.navigator?.hardwareConcurrency ?? node("node:os")?.availableParallelism() ?? 1;
  return Math.max(1, Math.min(MOST_WORKERS, count));
}

/** One worker. It works off its jobs in the order in which they came. */
export class Hand {
  /** @type {import("./line.js").Line | undefined} */
  #line;
  #bags;
  /** @type {Waiting[]} */
  #waiting = [];
  /** @type {WebAssembly.Module | undefined} */
  #module;
  /** Bytes that the memory of its instance has at least. */
  holds = 0;
  /** Has it ever answered? One that never did was refused by the page. */
  answered = false;

  /** @param {Bags} bags */
  constructor(bags) {
    this.#bags = bags;
    this.#line = open((reply) => this.#hear(reply));
  }

  get dead() {
    return this.#line === undefined;
  }

  /**
   * @template T
   * @param {Job} job
   * @param {(done: Done) => T} use what comes back packed is to be copied in here: its memory is used again
   * @returns {Promise<T>} rejects with WorkerDied, or with what went wrong in the job
   */
  run(job, use) {
    return new Promise((resolve, reject) => {
      if (!this.#line) throw new WorkerDied();
      const bag = this.#bags.take(bytesOf(job));
      const module = job.module === this.#module ? undefined : job.module;
      this.#line.send({ ...job, module, writes: packed(job.writes, bag), bag }, [bag]);
      this.#line.hold(true);
      this.#module = job.module;
      this.holds = Math.max(this.holds, job.end);
      this.#waiting.push({ resolve, reject, use, end: job.end });
    });
  }

  /** Between runs: gives its memory back. */
  rest() {
    if (this.holds > 0) this.#line?.send("rest", []);
    this.holds = 0;
  }

  end() {
    this.#line?.end();
    this.#line = undefined;
    for (const { reject } of this.#waiting.splice(0)) reject(new WorkerDied());
  }

  /** @param {Reply | undefined} reply */
  #hear(reply) {
    if (!reply) return this.end();
    this.answered = true;
    const waiting = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#line?.hold(false);
    try {
      if (!reply.done) throw failure(reply, waiting?.end ?? 0);
      waiting?.resolve(waiting.use(reply.done));
    } catch (error) {
      waiting?.reject(error);
    }
    if (reply.bag) this.#bags.give(reply.bag);
  }
}

/**
 * Bytes that a job's writes take, or its reads where they come back in the same bag.
 * @param {Job} job
 */
function bytesOf({ writes, reads, packed }) {
  const there = writes.reduce((sum, [, { byteLength }]) => sum + byteLength, 0);
  return packed
    ? Math.max(
        there,
        reads.reduce((sum, [, count]) => sum + 4 * count, 0),
      )
    : there;
}

/**
 * Puts all writes into one bag: a message copies what is not handed over, and more slowly.
 * @param {Job["writes"]} writes
 * @param {ArrayBuffer} bag
 * @returns {Job["writes"]}
 */
function packed(writes, bag) {
  let at = 0;
  return writes.map(([address, { buffer, byteOffset, byteLength }]) => {
    const room = new Uint8Array(bag, at, byteLength);
    room.set(new Uint8Array(buffer, byteOffset, byteLength));
    at += byteLength;
    return [address, room];
  });
}

/**
 * @param {Reply} reply
 * @param {number} end of the job's memory
 */
function failure({ failed, cause }, end) {
  if (failed === "memory") return outOfMemory(end);
  const message = "A worker stopped in the middle of a run; please report what was asked of it.";
  return Object.assign(new AttentionError("internal", "run", message), { cause });
}

export class Pool {
  /** @type {Hand[]} */
  #idle = [];
  /** @type {Set<Hand>} */
  #busy = new Set();
  /** @type {any} */
  #timer;
  bags = new Bags();
  /** Pages may forbid workers; then nobody asks again. */
  refused = false;
  /** Has any worker answered? Then one that is silent is dead, and not forbidden. */
  trusted = false;

  /** @returns {Hand} a new one where all are busy */
  take() {
    const hand = this.#idle.pop() ?? new Hand(this.bags);
    this.#busy.add(hand);
    clearTimeout(this.#timer);
    return hand;
  }

  /** @param {Hand} hand */
  giveBack(hand) {
    this.trusted ||= hand.answered;
    if (!this.#busy.delete(hand)) return;
    if (this.#busy.size === 0) this.#restLater();
    if (hand.dead) return;
    if (this.#idle.length >= MOST_WORKERS) return hand.end();
    if (hand.holds > LARGE) hand.rest();
    this.#idle.push(hand);
  }

  /**
   * Its run was given up: the worker may be anywhere.
   * @param {Hand} hand
   */
  drop(hand) {
    this.#busy.delete(hand);
    hand.end();
    if (this.#busy.size === 0) this.#restLater();
  }

  /** Ends all workers; runs that are under way find theirs dead. */
  close() {
    for (const hand of [...this.#idle.splice(0), ...this.#busy]) this.drop(hand);
    clearTimeout(this.#timer);
    this.bags.clear();
  }

  /** When no run comes for a while, all memory goes back. */
  #restLater() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.bags.clear();
      for (const hand of this.#idle) hand.rest();
    }, IDLE);
    this.#timer.unref?.();
  }
}
