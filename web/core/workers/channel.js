/**
 * A channel to one worker: starts it, sends it jobs and hears its results, in pages and in Node.
 */
import { AttentionError } from "../errors.js";
import { freshBuffer, outOfMemory } from "../memory.js";
import { source } from "./worker.js";

/** @typedef {import("./worker.js").Job} Job */
/** @typedef {import("./worker.js").Message} Message */
/** @typedef {import("./worker.js").Reply} Reply */
/** @typedef {import("./worker.js").Result} Result */
/** @typedef {{ resolve: (result: Result) => void, reject: (reason: unknown) => void, job: Job, begun: boolean }} Waiting */
/**
 * @typedef {object} Port
 * @property {(message: Message, transfer: Transferable[]) => void} send
 * @property {() => void} close
 * @property {(busy: boolean) => void} keepAlive a busy worker keeps the process alive, an idle one does not
 */
/** @typedef {(reply: Reply | undefined) => void} Receive a reply, or undefined: the worker is dead */

// A worker that is silent for so long is dead: so many looks, a second apart. A page that stood still itself has looked
// once, and not five times
const LOOK = 1000;
const LOOKS = 5;
// multiplications a second of the slowest machine: what a worker is silent for while it computes
const SLOWEST = 2e8;

/** Thrown inside the engine alone: the worker is gone, its work can be done again. */
export class WorkerDied extends Error {}

/** It works off its jobs in the order in which they came. */
export class Channel {
  /** @type {Port | undefined} */
  #port;
  /** @type {Waiting[]} */
  #waiting = [];
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  /** Looks since its last reply. */
  #looks = 0;
  /** Does the worker have the module? One serves all its jobs. */
  #hasModule = false;
  /** Bytes that the memory of its instance has at least. */
  holds = 0;
  /** Has it ever answered? One that never did was refused by the page. */
  answered = false;

  /** @throws where workers are refused */
  constructor() {
    this.#port = open((reply) => this.#receive(reply));
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
      const buffer = freshBuffer(job.writes.reduce((sum, [, data]) => sum + data.byteLength, 0));
      const module = this.#hasModule ? undefined : job.module;
      this.#send({ ...job, module, writes: packed(job.writes, buffer), buffer });
      this.#hasModule = true;
      this.holds = Math.max(this.holds, job.end);
      this.#waiting.push({ resolve, reject, job, begun: false });
      this.#port.keepAlive(true);
      this.#watch();
    });
  }

  /** @param {Message} message */
  #send(message) {
    try {
      this.#port?.send(message, [message.buffer]);
    } catch {
      // an engine may refuse to hand a module over: this worker will never have it
      this.close();
      throw new WorkerDied();
    }
  }

  close() {
    this.#port?.close();
    this.#port = undefined;
    for (const { reject } of this.#waiting.splice(0)) reject(new WorkerDied());
    this.#watch();
  }

  /** @param {Reply | undefined} reply */
  #receive(reply) {
    if (!reply) return this.close();
    this.answered = true;
    this.#looks = 0;
    const [first] = this.#waiting;
    if (!first) return;
    first.begun ||= reply.begun === true;
    if (!reply.result && !reply.failed) return;
    this.#waiting.shift();
    if (reply.result) first.resolve(reply.result);
    else first.reject(failure(reply, first.job.end));
    if (this.#waiting.length === 0) this.#port?.keepAlive(false);
    this.#watch();
  }

  /** A worker may die without a word. */
  #watch() {
    const busy = this.#waiting.length > 0;
    if (busy === (this.#timer !== undefined)) return;
    clearInterval(this.#timer);
    this.#looks = 0;
    this.#timer = busy ? setInterval(() => this.#look(), LOOK) : undefined;
  }

  #look() {
    const [first] = this.#waiting;
    if (first && ++this.#looks >= (first.begun ? longest(first.job) : LOOKS)) this.close();
  }
}

/**
 * Looks that a job may take on the slowest machine. A product of two matrices needs most multiplications for the numbers
 * that it touches when all three are squares.
 * @param {Job} job
 */
function longest({ end, work = 0 }) {
  const square = end / 4 / 3;
  return Math.max(LOOKS, (square ** 1.5 + work) / SLOWEST);
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
 * @param {Receive} receive
 * @returns {Port}
 */
function open(receive) {
  const threads = node("node:worker_threads");
  return threads ? openThread(threads, receive) : openWorker(receive);
}

/**
 * @param {any} threads
 * @param {Receive} receive
 * @returns {Port}
 */
function openThread({ Worker: Thread }, receive) {
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  const thread = new Thread(url, { execArgv: [] });
  thread.on("message", receive);
  for (const end of ["error", "messageerror", "exit"]) thread.on(end, () => receive(undefined));
  thread.unref();
  return {
    send: (message, transfer) => thread.postMessage(message, transfer),
    close: () => void thread.terminate(),
    keepAlive: (busy) => (busy ? thread.ref() : thread.unref()),
  };
}

/**
 * @param {Receive} receive
 * @returns {Port}
 */
function openWorker(receive) {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const forget = () => URL.revokeObjectURL(url);
  try {
    const worker = new Worker(url);
    worker.onmessage = ({ data }) => {
      forget();
      receive(data);
    };
    const dead = (/** @type {Event} */ event) => {
      event.preventDefault();
      forget();
      receive(undefined);
    };
    worker.addEventListener("error", dead);
    worker.addEventListener("messageerror", dead);
    return {
      send: (message, transfer) => worker.postMessage(message, transfer),
      close: () => worker.terminate(),
      keepAlive: () => {},
    };
  } catch (error) {
    forget();
    throw error;
  }
}
