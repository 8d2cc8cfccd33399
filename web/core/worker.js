/**
 * What a worker does: it holds one instance of the module and works off jobs. A worker is started from the text of this
 * one function, so that a one-file page needs no second file: the function may use nothing from outside itself.
 */

/**
 * @typedef {object} Job bytes to write, functions to call, bytes to read, in this order
 * @property {WebAssembly.Module} [module] whose functions; a worker remembers the last
 * @property {number} end first address behind everything the job touches
 * @property {[address: number, data: Float32Array | Uint8Array][]} writes
 * @property {[name: string, ...args: (number | bigint)[]][]} calls
 * @property {[address: number, count: number][]} reads float32 numbers
 * @property {boolean} [packed] they come back in the bag, and not each in memory of its own
 */
/** @typedef {Job & { bag?: ArrayBuffer }} Order a job on its way: its writes stand in the bag, and its reads find room there */
/** @typedef {"rest"} Rest nothing of the instance is needed any more: its memory goes back */
/** @typedef {{ results: any[], reads: Float32Array<ArrayBuffer>[] }} Done */
/** @typedef {{ done?: Done, bag?: ArrayBuffer, failed?: "memory" | "internal", cause?: string }} Reply */

function serve() {
  const inNode = typeof postMessage !== "function";
  const port = inNode
    ? /** @type {any} */ (globalThis).process.getBuiltinModule("node:worker_threads").parentPort
    : globalThis;
  /** @type {WebAssembly.Module} */
  let module;
  /** @type {any} */
  let exports;

  /** @param {Order} order */
  const work = ({ module: given, end, writes, calls, reads, packed, bag }) => {
    if (given) exports = undefined;
    module = given ?? module;
    exports ??= new WebAssembly.Instance(module, {}).exports;
    const { memory } = exports;
    const missing = end - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    const bytes = new Uint8Array(memory.buffer);
    for (const [address, data] of writes) bytes.set(data, address);
    const results = calls.map(([name, ...args]) => exports[name](...args));
    let at = 0;
    /** @param {[number, number]} place */
    const copy = ([address, count]) => {
      const numbers = new Float32Array(memory.buffer, address, count);
      if (!packed || !bag) return new Float32Array(numbers);
      const room = new Float32Array(bag, at, count);
      at += room.byteLength;
      room.set(numbers);
      return room;
    };
    return { results, reads: reads.map(copy) };
  };

  /** @param {{ data: Order | Rest }} message */
  const answer = ({ data }) => {
    if (data === "rest") return void (exports = undefined);
    const { bag, packed } = data;
    try {
      const done = work(data);
      const own = packed ? [] : done.reads.map(({ buffer }) => buffer);
      port.postMessage({ done, bag }, bag ? [...own, bag] : own);
    } catch (error) {
      exports = undefined;
      // where the memory ends the engine throws RangeError
      port.postMessage({ failed: error instanceof RangeError ? "memory" : "internal", cause: String(error) });
    }
  };

  if (inNode) port.on("message", (/** @type {Order | Rest} */ data) => answer({ data }));
  else port.onmessage = answer;
}

/** The text that a worker is started from. */
export const source = `(${serve})();`;
