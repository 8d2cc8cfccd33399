/**
 * A line to a worker: how one is started, spoken to and ended, in pages and in Node.
 */
import { source } from "./worker.js";

/** @typedef {import("./worker.js").Order} Order */
/** @typedef {import("./worker.js").Rest} Rest */
/** @typedef {import("./worker.js").Reply} Reply */
/**
 * @typedef {object} Line
 * @property {(message: Order | Rest, transfer: Transferable[]) => void} send
 * @property {() => void} end
 * @property {(busy: boolean) => void} hold a busy worker keeps the process alive, an idle one does not
 */
/** @typedef {(reply: Reply | undefined) => void} Hear a reply, or undefined: the worker is dead */

/**
 * A part of Node, where this is Node.
 * @param {string} name
 * @returns {any}
 */
export const node = (name) => /** @type {any} */ (globalThis).process?.getBuiltinModule?.(name);

/**
 * Starts a worker.
 * @param {Hear} hear
 * @returns {Line}
 * @throws where workers are refused
 */
export function open(hear) {
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
    send: (message, transfer) => thread.postMessage(message, transfer),
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
      send: (message, transfer) => worker.postMessage(message, transfer),
      end: () => worker.terminate(),
      hold: () => {},
    };
  } catch (error) {
    URL.revokeObjectURL(url);
    throw error;
  }
}
