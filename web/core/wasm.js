/**
 * Fetches a module as the text that build.sh makes of it, decodes, compiles and starts it. Where a page forbids WebAssembly,
 * fallback.js replaces it.
 */
import { AttentionError } from "./errors.js";
import { Core } from "./core.js";
import { agrees, selfTest } from "./self-test.js";
import { choiceName, readKeys } from "./readers.js";
import { VERSION } from "./version.js";

/** @typedef {"simd" | "scalar" | "relaxed" | "js"} BuildName */

/** The file that replaces the module where a page forbids WebAssembly. */
const FALLBACK = "attention-fallback.js";

const BUILDS = ["auto", "simd", "scalar", "relaxed", "js"];

/**
 * Returns the build that the options name, "auto" by default.
 * @param {unknown} options
 * @returns {string}
 */
export function readBuild(options) {
  const { build = "auto" } = readKeys(options ?? {}, { build: choiceName(BUILDS) }, "options", "option");
  return build;
}

/** @typedef {{ text: string, sum: number }} File the bytes of a module, one character each (see decode), and their checksum */

/**
 * The module files that build.sh makes. forward, chain: the forward pass of the SIMD module alone, of one attention and of chains.
 * @type {Record<string, () => Promise<File>>}
 */
const FILES = {
  simd: () => import("../build/simd.js"),
  scalar: () => import("../build/scalar.js"),
  relaxed: () => import("../build/relaxed.js"),
  forward: () => import("../build/forward.js"),
  chain: () => import("../build/chain.js"),
};

const SHARED = Symbol.for(`attention-player.cores ${VERSION}`);

/**
 * Returns the cores of the page by build. One instance per build serves all files of this version, because browsers allow
 * few memories. A core has no state outside itself, and the files that share it use only its public members.
 * @returns {Map<string, Promise<Core>>}
 */
function cores() {
  const page = /** @type {any} */ (globalThis);
  return (page[SHARED] ??= new Map());
}

/** Returns the core of a build if it is loaded or loading. @param {string} build */
export const loadedCore = (build) => cores().get(build);

/**
 * Returns the core of a build, started once and shared.
 * @param {string} build "auto" takes the first that passes the self-test: simd, scalar, js
 * @returns {Promise<Core>}
 * @throws {AttentionError} `unsupported` if it does not run here; the next call tries again
 */
export function loadCore(build) {
  let core = loadedCore(build);
  if (!core) {
    core = build === "auto" ? first() : load(build);
    cores().set(build, core);
    core.catch(() => cores().delete(build));
  }
  return core;
}

/** @returns {Promise<Core>} */
async function first() {
  try {
    // a page that forbids one module forbids the other too, and reports every attempt
    return await loadCore("simd").catch((error) =>
      error.forbidden ? Promise.reject(error) : loadCore("scalar"),
    );
  } catch (error) {
    return loadCore("js").catch(() => {
      throw nothingRuns(/** @type {Unsupported} */ (error));
    });
  }
}

/**
 * @param {string} build
 * @returns {Promise<Core>}
 */
async function load(build) {
  if (build === "js") return loadJs();
  if (typeof WebAssembly !== "object")
    throw unsupported(build, "needs WebAssembly, which is switched off here", true);
  if ((forbidden ??= isForbidden()))
    throw unsupported(build, "is forbidden by this page, whose script-src lacks 'wasm-unsafe-eval'", true);
  const file = await FILES[build]().catch(() => {
    const why = `needs the file ${build}.js in the folder build, and it could not be loaded`;
    throw Object.assign(unsupported(build, why), { missing: true });
  });
  // the last bits of relaxed multiply-adds depend on the machine, so that build need only come close to the strict one
  const strict = build === "relaxed" ? await loadCore("simd") : undefined;
  const believe = strict ? (/** @type {Core} */ core) => agrees(core, strict) : selfTest;
  return startModule(build, decode(file.text), file.sum, believe);
}

/** Whether the page forbids WebAssembly. Determined once, because browsers report every attempt. @type {boolean | undefined} */
let forbidden;

/** Tries to compile the smallest possible module, so that no file is fetched in vain. */
function isForbidden() {
  try {
    return !new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch (error) {
    // older browsers let the main thread compile only small modules synchronously
    return !(error instanceof RangeError);
  }
}

/** @returns {Promise<Core>} */
async function loadJs() {
  const fallback = import("./fallback.js").then(({ loadFallback }) => loadFallback(FALLBACK));
  const start = await fallback.catch(() => {
    throw unsupported("js", `could not load ${FALLBACK} from beside the player's own file`);
  });
  const core = new Core("js", start(), start);
  if (selfTest(core)) return core;
  throw unsupported("js", "computes wrong numbers on this engine");
}

/**
 * Starts a module from its bytes, and accepts it only if the bytes have the right checksum and the core passes a test.
 * @param {string} build
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} sum their checksum when they were built
 * @param {(core: Core) => boolean} [believe] whether the core computes correctly
 * @returns {Promise<Core>}
 * @throws {AttentionError} `unsupported`
 */
export async function startModule(build, bytes, sum, believe = selfTest) {
  if (checksum(bytes) !== sum) throw unsupported(build, "is damaged");
  try {
    const { module, instance } = await compiled(bytes);
    const name = /** @type {BuildName} */ (/^(forward|chain)$/.test(build) ? "simd" : build);
    const core = new Core(name, instance.exports, () => start(module), module);
    if (believe(core)) return core;
  } catch {
    throw whyNot(build, bytes);
  }
  throw unsupported(build, "computes wrong numbers on this engine");
}

/**
 * Compiles and starts a module synchronously: for one this small, going to another thread and back takes longer than the work.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
async function compiled(bytes) {
  try {
    const module = new WebAssembly.Module(bytes);
    return { module, instance: new WebAssembly.Instance(module, {}) };
  } catch (error) {
    // older browsers let the main thread compile only small modules synchronously
    if (error instanceof RangeError) return WebAssembly.instantiate(bytes, {});
    throw error;
  }
}

/**
 * Returns the error that explains why a module with intact bytes did not start.
 * @param {string} build
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
function whyNot(build, bytes) {
  if (WebAssembly.validate(bytes)) return unsupported(build, "did not start");
  return unsupported(build, `needs ${build === "relaxed" ? "relaxed " : ""}SIMD, which this engine lacks`);
}

/**
 * Starts a fresh instance of a module that has run before. Synchronous, so that a call that trapped can end cleanly.
 * @param {WebAssembly.Module} module
 */
const start = (module) => new WebAssembly.Instance(module, {}).exports;

// every byte is XORed with this; c/tools/module-text.mjs explains why
const TURN = 105;

/** Restores the bytes of a module. @param {string} text one character per byte, XORed with TURN */
function decode(text) {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i) ^ TURN;
  return bytes;
}

/**
 * Returns the exclusive or of all 32-bit words, little-endian, the last one padded with zeros. Any single wrong word changes
 * it, and it costs little more than reading the bytes, which matters because the loop runs once, before it is optimised.
 * @param {Uint8Array<ArrayBuffer>} bytes that begin where their buffer begins
 * @returns {number}
 */
function checksum(bytes) {
  const whole = bytes.length >> 2;
  const words = new Int32Array(bytes.buffer, 0, whole);
  let sum = words.reduce((sum, word) => sum ^ word, 0);
  for (let i = 4 * whole; i < bytes.length; i++) sum ^= bytes[i] << (8 * (i & 3));
  return sum >>> 0;
}

/**
 * forbidden: the page lets no module start; missing: the file could not be loaded.
 * @typedef {AttentionError & { forbidden: boolean, missing?: boolean }} Unsupported
 */

/**
 * Returns the error for a build that does not run.
 * @param {string} build
 * @param {string} why
 * @param {boolean} [forbidden]
 * @returns {Unsupported}
 */
function unsupported(build, why, forbidden = false) {
  const message = `The build ${build} ${why}; omit build to use one that runs.`;
  return Object.assign(new AttentionError("unsupported", "build", message), { forbidden });
}

/**
 * Returns the error for "auto" where no build runs.
 * @param {Unsupported} module the error of the modules
 */
function nothingRuns({ forbidden, missing }) {
  const none = missing ? "The module could not be loaded" : "WebAssembly does not run here";
  const why = forbidden ? "WebAssembly is forbidden here" : none;
  const allow = forbidden ? ", or let the page's script-src have 'wasm-unsafe-eval'" : "";
  const message = `${why}, and ${FALLBACK}, which does without it, could not be loaded; put it beside the player's own file${allow}.`;
  return new AttentionError("unsupported", "build", message);
}
