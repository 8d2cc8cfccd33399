/**
 * The scalar module as JavaScript, for pages that forbid WebAssembly: build/attention-fallback.js, made from the same C and
 * fetched only on such pages. It exports the same functions as the module and computes the same bits.
 */
/**
 * @typedef {object} Instance
 * @property {WebAssembly.Memory} memory an object with buffer and grow alone
 * @property {Record<string, (...args: number[]) => Iterator<void, number>>} slices the long calls as resumable iterators
 */
/** @typedef {(env: { setTempRet0: (high: number) => void, late: () => boolean, abort: () => never }) => Instance} Start */
/** @typedef {Record<string, (...args: (number | bigint)[]) => Iterator<void>>} Slices of the long calls */

const REGISTERED = Symbol.for("attention-player.fallback");

// ms of work before the page has its turn; the round under way still finishes
const SLICE = 4;

// a classic script knows its own address only while it is first evaluated
const script = /** @type {HTMLScriptElement | null | undefined} */ (globalThis.document?.currentScript)?.src;

/**
 * Fetches the file, once per page.
 * @param {string} file its name, beside the running script
 * @returns {Promise<() => WebAssembly.Exports>} a function that starts an instance
 * @throws if the file cannot be loaded
 */
export async function loadFallback(file) {
  if (!registered())
    await import("../build/attention-fallback.js").catch((error) => {
      // a page opened from disk may not import modules, but it may load scripts
      if (!script) throw error;
      return addScript(new URL(file, script).href);
    });
  const start = registered();
  if (!start) throw new Error(`${file} is not what was built`);
  return () => startFallback(start);
}

/** @returns {Start | undefined} */
const registered = () => /** @type {any} */ (globalThis)[REGISTERED];

/**
 * @param {string} src
 * @returns {Promise<void>}
 */
function addScript(src) {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = src;
    element.onload = () => resolve();
    element.onerror = () => reject(new Error(`${src} did not load`));
    document.head.append(element);
  });
}

/**
 * Returns what a module would export. The fallback has no 64-bit integers: a bigint is passed in as two 32-bit halves, and
 * comes back as the low half with the high one set aside by setTempRet0.
 * @param {Start} start
 * @returns {WebAssembly.Exports}
 */
function startFallback(start) {
  /** @type {number | undefined} */
  let high;
  let deadline = Infinity;
  const instance = start({
    setTempRet0: (half) => void (high = half),
    late: () => performance.now() > deadline,
    abort: () => {
      throw new Error("unreachable code was reached");
    },
  });

  /** @type {Record<string, unknown>} */
  const exports = {};
  for (const [name, work] of Object.entries(/** @type {Record<string, any>} */ (instance)))
    if (typeof work === "function")
      exports[name] = (/** @type {(number | bigint)[]} */ ...args) => {
        high = undefined;
        const low = work(...args.flatMap(halves));
        return high === undefined ? low : (BigInt(high) << 32n) | BigInt(low >>> 0);
      };

  /** @type {Record<string, any>} */
  const slices = {};
  for (const [name, work] of Object.entries(instance.slices))
    slices[name] = function* (/** @type {(number | bigint)[]} */ ...args) {
      const steps = work(...args.flatMap(halves));
      for (;;) {
        deadline = performance.now() + SLICE;
        try {
          if (steps.next().done) return;
        } finally {
          deadline = Infinity;
        }
        yield;
      }
    };
  return /** @type {any} */ ({ ...exports, memory: instance.memory, slices });
}

/** @param {number | bigint} argument */
const halves = (argument) =>
  typeof argument === "bigint"
    ? [Number(BigInt.asIntN(32, argument)), Number(BigInt.asIntN(32, argument >> 32n))]
    : argument;
