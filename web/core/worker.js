/**
 * What a worker does: it holds one instance of the module and works off jobs. A worker is started from the text of this
 * one function, so that a one-file page needs no second file: the function may use nothing from outside itself.
 */

/**
 * @typedef {object} Job bytes to write, functions to call, bytes to read, in this order
 * @property {number} end first address behind everything the job touches
 * @property {[address: number, data: Float32Array | Uint8Array][]} writes
 * @property {[name: string, ...args: (number | bigint)[]][]} calls
 * @property {[address: number, count: number][]} reads float32 numbers
 * @property {WebAssembly.Module} [module] a fresh instance of it, for the first job of a run
 * @property {boolean} [last] the instance is not needed any more: its memory goes back
 */
/** @typedef {{ results: any[], reads: Float32Array<ArrayBuffer>[] }} Done */
/** @typedef {{ done?: Done, failed?: "memory" | "internal", cause?: string }} Reply */

function serve() {
  const inNode = typeof postMessage !== "function";
  const port = inNode
    ? /** @type {any} */ (globalThis).process.getBuiltinModule("node:worker_threads").parentPort
    : globalThis;
  /** @type {any} */
  let exports;

  /** @param {Job} job */
  const work = ({ end, writes, calls, reads, module, last }) => {
    if (module) exports = new WebAssembly.Instance(module, {}).exports;
    const { memory } = exports;
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    for (const [address, data] of writes)
      new Uint8Array(memory.buffer).set(
        new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
        address,
      );
    const results = calls.map(([name, ...args]) => exports[name](...args));
    const copy = (/** @type {[number, number]} */ [address, count]) =>
      new Float32Array(memory.buffer, address, count).slice();
    const done = { results, reads: reads.map(copy) };
    if (last) exports = undefined;
    return done;
  };

  /** @param {{ data: Job }} message */
  const answer = ({ data }) => {
    /** @type {Reply} */
    let reply;
    try {
      reply = { done: work(data) };
    } catch (error) {
      // where the memory ends the engine throws RangeError
      reply = { failed: error instanceof RangeError ? "memory" : "internal", cause: String(error) };
      exports = undefined;
    }
    port.postMessage(reply, reply.done ? reply.done.reads.map(({ buffer }) => buffer) : []);
  };

  if (inNode) port.on("message", (/** @type {Job} */ data) => answer({ data }));
  else port.onmessage = answer;
}

/** The text that a worker is started from. */
export const source = `(${serve})();`;
