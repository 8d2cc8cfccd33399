/**
 * The code of a worker, which holds one instance of the module and runs jobs. A worker is started from the source text of
 * the function serve, so that a one-file page needs no second file; the function may use nothing from outside itself.
 */

/**
 * @typedef {object} Job bytes to write, functions to call, numbers to read, in this order
 * @property {WebAssembly.Module} [module] with the functions; sent only with the first job
 * @property {number} end first address after everything the job touches
 * @property {[address: number, data: Float32Array | Uint8Array][]} writes
 * @property {[name: string, ...args: (number | bigint)[]][]} calls
 * @property {[address: number, count: number][]} reads float32 numbers
 * @property {number} [work] multiplications beyond those estimated from the memory that the job touches
 */
/** @typedef {Job & { buffer: ArrayBuffer }} Message a job as sent: the buffer holds the data of its writes */
/** @typedef {{ results: (number | bigint)[], reads: Float32Array<ArrayBuffer>[] }} Result return values, and numbers read */
/**
 * @typedef {object} Reply the first one is empty: the worker has started
 * @property {boolean} [begun] the worker has begun the next job, and stays silent while it computes
 * @property {Result} [result]
 * @property {"memory" | "internal"} [failed]
 * @property {string} [cause]
 */

function serve() {
  const inNode = typeof postMessage !== "function";
  const port = inNode
    ? /** @type {any} */ (globalThis).process.getBuiltinModule("node:worker_threads").parentPort
    : globalThis;
  /** @type {any} */
  let module;
  /** @type {any} */
  let exports;

  /** @param {Message} message */
  const work = ({ module: given, end, writes, calls, reads }) => {
    module ??= given;
    exports ??= new WebAssembly.Instance(module, {}).exports;
    const { memory } = exports;
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    const bytes = new Uint8Array(memory.buffer);
    for (const [address, data] of writes) bytes.set(data, address);
    return {
      results: calls.map(([name, ...args]) => exports[name](...args)),
      reads: reads.map(([address, count]) => new Float32Array(memory.buffer, address, count).slice()),
    };
  };

  /** @param {Message} message */
  const answer = (message) => {
    port.postMessage({ begun: true });
    try {
      const result = work(message);
      port.postMessage(
        { result },
        result.reads.map((read) => read.buffer),
      );
    } catch (error) {
      exports = undefined;
      // the engine throws RangeError if the memory cannot grow
      port.postMessage({ failed: error instanceof RangeError ? "memory" : "internal", cause: String(error) });
    }
  };

  const unread = () => port.postMessage({ failed: "internal", cause: "The message could not be read." });

  if (inNode) port.on("message", answer).on("messageerror", unread);
  else {
    port.onmessage = (/** @type {{ data: Message }} */ { data }) => answer(data);
    port.onmessageerror = unread;
  }
  port.postMessage({});
}

/** The source text that a worker is started from. */
export const source = `(${serve})();`;
