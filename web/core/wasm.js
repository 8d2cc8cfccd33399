/**
 * The module: fetched as the text that build.sh made, decoded, compiled, started. fallback.js stands in where a page forbids it.
 */
import { AttentionError } from "./errors.js";
import { Core } from "./core.js";
import { agrees, selfTest } from "./self-test.js";
import { choiceName, readKeys } from "./readers.js";
import { VERSION } from "./version.js";

/** @typedef {"simd" | "scalar" | "relaxed" | "js"} BuildName */

/** Stands in where a page forbids WebAssembly. */
const FALLBACK = "attention-fallback.js";

const BUILDS = ["auto", "simd", "scalar", "relaxed", "js"];

/**
 * The build that options ask for.
 * @param {unknown} options
 * @returns {string}
 */
export function readBuild(options) {
  const { build = "auto" } = readKeys(options ?? {}, { build: choiceName(BUILDS) }, "options", "", "option");
  return build;
}

/** @typedef {{ text: string, sum: number }} File the bytes of a module, a character each (decode), and their checksum */

/** What build.sh made of each module. forward: of the module with SIMD the forward pass alone. @type {Record<string, () => Promise<File>>} */
const FILES = {
  simd: () => import("../build/simd.js"),
  scalar: () => import("../build/scalar.js"),
  relaxed: () => import("../build/relaxed.js"),
  forward: () => import("../build/forward.js"),
};

const SHARED = Symbol.for(`attention-player.cores ${VERSION}`);

/**
 * One instance a build serves the whole page, whichever files of this version ask for it: browsers allow few memories.
 * A core has no state outside itself, and files that share it know its public members only.
 * @returns {Map<string, Promise<Core>>} made when the first is loaded
 */
function cores() {
  const page = /** @type {any} */ (globalThis);
  return (page[SHARED] ??= new Map());
}

/** The core of a build, if it has been loaded, or is being loaded, already. @param {string} build */
export const loadedCore = (build) => cores().get(build);

/**
 * The core of a build, started once and shared.
 * @param {string} build "auto" takes the first that gives the known answers: simd, scalar, js
 * @returns {Promise<Core>}
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
    // what forbids the one module forbids the other, and reports every try
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
  // the last bits of fused multiply-adds are the machine's, so that module is believed when it comes near the strict one
  const strict = build === "relaxed" ? await loadCore("simd") : undefined;
  const believe = strict ? (/** @type {Core} */ core) => agrees(core, strict) : selfTest;
  return startModule(build, decode(file.text), file.sum, believe);
}

/** Does the page forbid WebAssembly? Asked once, since browsers report every try. @type {boolean | undefined} */
let forbidden;

/** Tries the smallest module there is, so that no file is fetched in vain. */
function isForbidden() {
  try {
    return !new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
  } catch (error) {
    // older browsers let the main thread of a page compile the smallest modules only
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
 * Starts a module from its bytes, and believes it only when the bytes are those that were built and the known answers
 * come out.
 * @param {string} build
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {number} sum their checksum when they were built
 * @param {(core: Core) => boolean} [believe] do its answers hold?
 * @returns {Promise<Core>}
 */
export async function startModule(build, bytes, sum, believe = selfTest) {
  if (checksum(bytes) !== sum) throw unsupported(build, "is damaged");
  try {
    const { module, instance } = await compiled(bytes);
    const name = /** @type {BuildName} */ (build === "forward" ? "simd" : build);
    const core = new Core(name, instance.exports, () => start(module), module);
    if (believe(core)) return core;
  } catch {
    throw whyNot(build, bytes);
  }
  throw unsupported(build, "computes wrong numbers on this engine");
}

/**
 * Compiled and started at once: for a module this small the way to other threads and back takes longer than the work.
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
async function compiled(bytes) {
  try {
    const module = new WebAssembly.Module(bytes);
    return { module, instance: new WebAssembly.Instance(module, {}) };
  } catch (error) {
    // older browsers let the main thread of a page compile the smallest modules only
    if (error instanceof RangeError) return WebAssembly.instantiate(bytes, {});
    throw error;
  }
}

/**
 * Why a module whose bytes are sound did not start.
 * @param {string} build
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
function whyNot(build, bytes) {
  if (WebAssembly.validate(bytes)) return unsupported(build, "did not start");
  return unsupported(build, `needs ${build === "relaxed" ? "relaxed " : ""}SIMD, which this engine lacks`);
}

/**
 * A fresh instance of a module that has run before; synchronous, so that a call that trapped can end cleanly.
 * @param {WebAssembly.Module} module
 */
const start = (module) => new WebAssembly.Instance(module, {}).exports;

// c/tools/module-text.mjs says why
const TURN = 105;

/** @param {string} text a character a byte, turned */
function decode(text) {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i) ^ TURN;
  return bytes;
}

/**
 * A checksum: all 32-bit words, little-endian, the last one filled up with zeros, by exclusive or. Any single wrong word
 * changes it, and a start pays for little more than reading them: this loop runs once, before any compiler knows of it.
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

/** @typedef {AttentionError & { forbidden: boolean, missing?: boolean }} Unsupported forbidden: the page lets no module start; missing: its file did not come */

/**
 * Why a build that was asked for does not run.
 * @param {string} build
 * @param {string} why
 * @param {boolean} [forbidden]
 * @returns {Unsupported}
 */
function unsupported(build, why, forbidden = false) {
  const message = `The build ${build} ${why}; leave build out to take one that runs.`;
  return Object.assign(new AttentionError("unsupported", "build", message), { forbidden });
}

/**
 * Nobody asked for a build, and none runs.
 * @param {Unsupported} module what became of the modules
 */
function nothingRuns({ forbidden, missing }) {
  const none = missing ? "The module could not be loaded" : "WebAssembly does not run here";
  const why = forbidden ? "WebAssembly is forbidden here" : none;
  const allow = forbidden ? ", or let the page's script-src have 'wasm-unsafe-eval'" : "";
  const message = `${why}, and ${FALLBACK}, which does without it, could not be loaded; put it beside the player's own file${allow}.`;
  return new AttentionError("unsupported", "build", message);
}
