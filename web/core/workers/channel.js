/**
 * A channel to one worker: starts it, sends it jobs and hears its results, in pages and in Node.
 */
import { AttentionError } from "../errors.js";
import { outOfMemory } from "../memory.js";
import { source } from "./worker.js";

/** @typedef {import("./worker.js").Job} Job */
/** @typedef {import("./worker.js").Message} Message */
/** @typedef {import("./worker.js").Reply} Reply */
/** @typedef {import("./worker.js").Result} Result */
/** @typedef {{ resolve: (result: Result) => void, reject: (reason: unknown) => void, end: number }} Waiting end: of the job's memory */
/**
 * @typedef {object} Port
 * @property {(message: Message, transfer: Transferable[]) => void} send
 * @property {() => void} close
 * @property {(busy: boolean) => void} hold a busy worker keeps the process alive, an idle one does not
 */
/** @typedef {(reply: Reply | undefined) => void} Hear a reply, or undefined: the worker is dead */

// ms of silence after which a worker counts as dead: while it starts, and in a job. No job takes as long as that
const START = 10000;
const SILENCE = 600000;

/** Thrown inside the engine alone: the worker is gone, its work can be done again. */
export class WorkerDied extends Error {}

/** It works off its jobs in the order in which they came. */
export class Channel {
  /** @type {Port | undefined} */
  #port;
  #buffers;
  /** @type {Waiting[]} */
  #waiting = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {WebAssembly.Module | undefined} */
  #module;
  /** Bytes that the memory of its instance has at least. */
  holds = 0;
  /** Has it ever answered? One that never did was refused by the page. */
  answered = false;

  /**
   * @param {import("./pool.js").Buffers} buffers
   * @throws where workers are refused
   */
  constructor(buffers) {
    this.#buffers = buffers;
    this.#port = open((reply) => this.#hear(reply));
  }

  get dead() {
    return this.#port === undefined;
  }

  /**
   * @param {Job} job
   * @returns {Promise<Result>} rejects with WorkerDied, or with what went wrong in the job
   */
  run(job) {
    return new Promise((resolve, reject) => {
      if (!this.#port) throw new WorkerDied();
      const buffer = this.#buffers.take(job.writes.reduce((sum, [, data]) => sum + data.byteLength, 0));
      const module = job.module === this.#module ? undefined : job.module;
      this.#port.send({ ...job, module, writes: packed(job.writes, buffer), buffer }, [buffer]);
      this.#module = job.module;
      this.holds = Math.max(this.holds, job.end);
      this.#waiting.push({ resolve, reject, end: job.end });
      this.#port.hold(true);
      this.#watch();
    });
  }

  close() {
    this.#port?.close();
    this.#port = undefined;
    for (const { reject } of this.#waiting.splice(0)) reject(new WorkerDied());
    this.#watch();
  }

  /** @param {Reply | undefined} reply */
  #hear(reply) {
    if (!reply) return this.close();
    this.answered = true;
    if (reply.buffer) this.#buffers.give(reply.buffer);
    const waiting = reply.result || reply.failed ? this.#waiting.shift() : undefined;
    if (reply.result) waiting?.resolve(reply.result);
    else waiting?.reject(failure(reply, waiting.end));
    if (this.#waiting.length === 0) this.#port?.hold(false);
    this.#watch();
  }

  /** A worker may die without a word. */
  #watch() {
    clearTimeout(this.#timer);
    if (this.#waiting.length === 0) return;
    this.#timer = setTimeout(() => this.close(), this.answered ? SILENCE : START);
  }
}

/**
 * Puts all writes into one buffer: a message copies what is not handed over, and more slowly.
 * @param {Job["writes"]} writes
 * @param {ArrayBuffer} buffer
 * @returns {Job["writes"]}
 */
function packed(writes, buffer) {
  let at = 0;
  return writes.map(([address, data]) => {
    const copy = new Uint8Array(buffer, at, data.byteLength);
    copy.set(new Uint8Array(data.buffer, data.byteOffset, data.byteLength));
    at += data.byteLength;
    return [address, copy];
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

/**
 * A part of Node, where this is Node.
 * @param {string} name
 * @returns {any}
 */
export const node = (name) => /** @type {any} */ (globalThis).process?.getBuiltinModule?.(name);

/**
 * Starts a worker.
 * @param {Hear} hear
 * @returns {Port}
 */
function open(hear) {
  const threads = node("node:worker_threads");
  return threads ? openThread(threads, hear) : openWorker(hear);
}

/**
 * @param {any} threads
 * @param {Hear} hear
 * @returns {Port}
 */
function openThread({ Worker: Thread }, hear) {
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  const thread = new Thread(url, { execArgv: [] });
  thread.on("message", hear);
  thread.on("error", () => hear(undefined));
  thread.on("exit", () => hear(undefined));
  thread.unref();
  return {
    send: (message, transfer) => thread.postMessage(message, transfer),
    close: () => void thread.terminate(),
    hold: (busy) => (busy ? thread.ref() : thread.unref()),
  };
}

/**
 * @param {Hear} hear
 * @returns {Port}
 */
function openWorker(hear) {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const forget = () => URL.revokeObjectURL(url);
  try {
    const worker = new Worker(url);
    worker.onmessage = ({ data }) => {
      forget();
      hear(data);
    };
    const dead = (/** @type {Event} */ event) => {
      event.preventDefault();
      forget();
      hear(undefined);
    };
    worker.addEventListener("error", dead);
    worker.addEventListener("messageerror", dead);
    return {
      send: (message, transfer) => worker.postMessage(message, transfer),
      close: () => worker.terminate(),
      hold: () => {},
    };
  } catch (error) {
    forget();
    throw error;
  }
}
