/**
 * A small pool of workers. A worker that nobody uses waits for the next run; one that died, or whose run was given up, is
 * not used again.
 */
import { AttentionError } from "./errors.js";
import { outOfMemory } from "./memory.js";
import { source } from "./worker.js";

/** @typedef {import("./worker.js").Job} Job */
/** @typedef {import("./worker.js").Done} Done */
/** @typedef {import("./worker.js").Reply} Reply */
/**
 * @typedef {object} Line to a worker, the same in pages and in Node
 * @property {(job: Job, transfer: Transferable[]) => void} send
 * @property {() => void} end
 * @property {(busy: boolean) => void} hold a busy worker keeps the process alive, an idle one does not
 */
/** @typedef {(reply: Reply | undefined) => void} Hear a reply, or undefined: the worker is dead */

const MOST_WORKERS = 8;

/** Thrown inside the engine alone: the worker is gone, its share can be done again. */
export class WorkerDied extends Error {}

/** How many workers a run takes when nobody says. */
export function processors() {
  const count = globalThis.navigator?.hardwareConcurrency ?? node("node:os")?.availableParallelism() ?? 1;
  return Math.max(1, Math.min(MOST_WORKERS, count));
}

/**
 * A part of Node, where this is Node.
 * @param {string} name
 * @returns {any}
 */
const node = (name) => /** @type {any} */ (globalThis).process?.getBuiltinModule?.(name);

/** One worker, one job at a time. */
export class Hand {
  /** @type {Line | undefined} */
  #line;
  /** @type {{ resolve: (done: Done) => void, reject: (reason: unknown) => void } | undefined} */
  #waiting;
  /** Has it ever answered? One that never did was refused by the page. */
  answered = false;

  constructor() {
    this.#line = open((reply) => this.#hear(reply));
  }

  get dead() {
    return this.#line === undefined;
  }

  /**
   * @param {Job} job
   * @returns {Promise<Done>} rejects with WorkerDied, or with what went wrong in the job
   */
  run(job) {
    return new Promise((resolve, reject) => {
      if (!this.#line) throw new WorkerDied();
      this.#waiting = { resolve, reject };
      this.#line.hold(true);
      this.#line.send(job, []);
    });
  }

  end() {
    this.#line?.end();
    this.#line = undefined;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(new WorkerDied());
  }

  /** @param {Reply | undefined} reply */
  #hear(reply) {
    if (!reply) return this.end();
    this.answered = true;
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#line?.hold(false);
    if (reply.done) waiting?.resolve(reply.done);
    else waiting?.reject(failure(reply));
  }
}

/** @param {Reply} reply */
function failure({ failed, cause }) {
  if (failed === "memory") return outOfMemory(0);
  const message = "A worker stopped in the middle of a run; please report what was asked of it.";
  return Object.assign(new AttentionError("internal", "run", message), { cause });
}

export class Pool {
  /** @type {Hand[]} */
  #idle = [];
  /** @type {Set<Hand>} */
  #busy = new Set();
  /** Pages may forbid workers; then nobody asks again. */
  refused = false;
  /** Has any worker answered? Then one that is silent is dead, and not forbidden. */
  trusted = false;

  /** @returns {Hand} a new one where all are busy */
  take() {
    const hand = this.#idle.pop() ?? new Hand();
    this.#busy.add(hand);
    return hand;
  }

  /** @param {Hand} hand */
  giveBack(hand) {
    this.trusted ||= hand.answered;
    if (!this.#busy.delete(hand) || hand.dead) return;
    if (this.#idle.length < MOST_WORKERS) this.#idle.push(hand);
    else hand.end();
  }

  /**
   * Its run was given up: the worker may be anywhere.
   * @param {Hand} hand
   */
  drop(hand) {
    this.#busy.delete(hand);
    hand.end();
  }

  /** Ends all workers; runs that are under way find theirs dead. */
  close() {
    for (const hand of [...this.#idle.splice(0), ...this.#busy]) this.drop(hand);
  }
}

/**
 * Starts a worker.
 * @param {Hear} hear
 * @returns {Line}
 * @throws where workers are refused
 */
function open(hear) {
  const threads = node("node:worker_threads");
  return threads ? openThread(threads, hear) : openWorker(hear);
}

/**
 * @param {any} threads
 * @param {Hear} hear
 * @returns {Line}
 */
function openThread({ Worker: Thread }, hear) {
  const url = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
  const thread = new Thread(url, { execArgv: [] });
  thread.on("message", hear);
  thread.on("error", () => hear(undefined));
  thread.on("exit", () => hear(undefined));
  thread.unref();
  return {
    send: (job, transfer) => thread.postMessage(job, transfer),
    end: () => void thread.terminate(),
    hold: (busy) => (busy ? thread.ref() : thread.unref()),
  };
}

/**
 * @param {Hear} hear
 * @returns {Line}
 */
function openWorker(hear) {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  try {
    const worker = new Worker(url);
    worker.onmessage = ({ data }) => {
      URL.revokeObjectURL(url);
      hear(data);
    };
    const dead = (/** @type {Event} */ event) => {
      event.preventDefault();
      URL.revokeObjectURL(url);
      hear(undefined);
    };
    worker.addEventListener("error", dead);
    worker.addEventListener("messageerror", dead);
    return {
      send: (job, transfer) => worker.postMessage(job, transfer),
      end: () => worker.terminate(),
      hold: () => {},
    };
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
}
