/**
 * A channel to one worker: starts it, sends jobs and receives results, in pages and in Node.
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
/** @typedef {(reply: Reply | undefined) => void} Receive undefined: the worker is dead */

// A worker that stays silent for LOOKS checks, LOOK ms apart, counts as dead. Checks are counted instead of the time, because
// a page that was blocked itself has checked only once since
const LOOK = 1000;
const LOOKS = 5;
// multiplications per second of the slowest machine, to estimate how long a computing worker may stay silent
const SLOWEST = 2e8;

/** Thrown inside the engine only: the worker is gone, and its work can be repeated. */
export class WorkerDied extends Error {}

/** Runs jobs in the order in which they were sent. */
export class Channel {
  /** @type {Port | undefined} */
  #port;
  /** @type {Waiting[]} */
  #waiting = [];
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;
  /** Checks since the last reply. */
  #looks = 0;
  /** Whether the worker has the module, which serves all its jobs. */
  #hasModule = false;
  /** Lower bound of its instance's memory, in bytes. */
  holds = 0;
  /** Whether it has ever replied. A worker that never did was probably forbidden by the page. */
  answered = false;

  /** @throws if workers are forbidden */
  constructor() {
    this.#port = open((reply) => this.#receive(reply));
  }

  get dead() {
    return this.#port === undefined;
  }

  /**
   * Runs a job.
   * @param {Job} job
   * @returns {Promise<Result>} rejects with WorkerDied, or with an AttentionError if the job failed
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
      // some engines cannot send a module; this worker will never have it
      this.close();
      throw new WorkerDied();
    }
  }

  /** Terminates the worker; pending jobs reject with WorkerDied. */
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

  /** Checks regularly on a busy worker, because it may die silently. */
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
 * Returns how many checks a job may take on the slowest machine. Among matrix products that touch the same amount of memory,
 * that of square matrices needs the most multiplications.
 * @param {Job} job
 */
function longest({ end, work = 0 }) {
  const square = end / 4 / 3;
  return Math.max(LOOKS, (square ** 1.5 + work) / SLOWEST);
}

/**
 * Copies all writes into one buffer to transfer, which is faster than letting the message copy them.
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
 * Makes the error of a failed job.
 * @param {Reply} reply
 * @param {number} end of the job's memory
 */
function failure({ failed, cause }, end) {
  if (failed === "memory") return outOfMemory(end);
  const message = "A worker stopped in the middle of a run; please report the call that caused this.";
  return Object.assign(new AttentionError("internal", "run", message), { cause });
}

/**
 * Returns a built-in module of Node; undefined outside Node.
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
    worker.onmessage = ({ data }) => receive(data);
    worker.addEventListener("message", forget, { once: true });
    const dead = (/** @type {Event} */ event) => {
      event.preventDefault();
      receive(undefined);
    };
    worker.addEventListener("error", dead);
    worker.addEventListener("messageerror", dead);
    return {
      send: (message, transfer) => worker.postMessage(message, transfer),
      close: () => {
        forget();
        worker.terminate();
      },
      keepAlive: () => {},
    };
  } catch (error) {
    forget();
    throw error;
  }
}
