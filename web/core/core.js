/**
 * One running module and the one way to call it. Nothing of a call lives in its memory after the call; a module that
 * trapped is thrown away and started anew, and so is one that had to grow large, so that the page gets its memory back.
 */
import { AttentionError } from "./errors.js";
import * as structs from "./structs.js";
import { Arena, outOfMemory } from "./memory.js";

/** @typedef {import("./wasm.js").BuildName} BuildName */
/** @typedef {Record<string, (...args: (number | bigint)[]) => number>} Functions that return an int64 give a bigint, all others a number */
/** @typedef {import("./attention/plan.js").Plan} Plan */

const LARGE = 64 * 1048576;
const TEXT_BYTES = 1024;

export class Core {
  #kept = false;

  /**
   * @param {BuildName} build
   * @param {WebAssembly.Exports} exports of a running module
   * @param {() => WebAssembly.Exports} restart starts another instance of the same module
   * @param {WebAssembly.Module} [module] what workers start theirs from
   */
  constructor(build, exports, restart, module) {
    this.build = build;
    this.restart = restart;
    this.module = module;
    /** @type {Plan | undefined} that of the last problem */
    this.plan = undefined;
    this.functions = /** @type {Functions} */ (/** @type {unknown} */ (exports));
    /** Of the build js: long calls as work that stops when it has lasted some milliseconds. */
    this.slices = /** @type {import("./fallback.js").Slices | undefined} */ (
      /** @type {unknown} */ (exports.slices)
    );
    this.arena = new Arena(/** @type {WebAssembly.Memory} */ (exports.memory));
    /** Calls so far. When the number has changed, the memory may have changed too. */
    this.runs = 0;
    const base = structs.roundUp(Number(this.functions.attn_heap_base()), 16);
    /** Where a call puts its error, the error's text, its structs; data follows. */
    this.at = { error: base, text: base + structs.ERROR.size, problem: base + 2048, plan: 0, data: 0 };
    this.at.plan = this.at.problem + structs.roundUp(structs.PROBLEM.size, 16);
    this.at.data = this.at.plan + structs.roundUp(structs.PLAN.size, 16);
    this.arena.reach(this.at.data);
    this.#check();
    /** @type {Record<string, number>} limits by name, from the header's one table */
    this.limits = readLimits(this);
  }

  /**
   * Runs one call. Whatever goes wrong in it, the next one finds a working module.
   * @template T
   * @param {(functions: Functions, arena: Arena) => T} use
   * @returns {T}
   */
  call(use) {
    this.runs++;
    try {
      return use(this.functions, this.arena);
    } catch (error) {
      if (error instanceof AttentionError) throw error;
      const { size } = this.arena; // of the memory that is thrown away now
      this.#replace();
      if (error instanceof RangeError && !/call stack/.test(error.message)) throw outOfMemory(size);
      const message =
        "The core stopped in the middle of a run and was started anew; please report what was asked of it.";
      throw Object.assign(new AttentionError("internal", "core", message), { cause: error });
    } finally {
      if (this.arena.size > LARGE && !this.#kept) this.#giveBack();
    }
  }

  /**
   * One call that may take long, the page having its turn wherever it stops. Others must leave this core alone meanwhile.
   * @param {(functions: Functions) => unknown} use makes the one call
   * @param {() => Promise<void>} pause
   */
  async callInSlices(use, pause) {
    const { slices } = this;
    if (!slices) return void this.call(use);
    const work = /** @type {Iterator<void> | undefined} */ (
      this.call(() => use(/** @type {any} */ (slices)))
    );
    while (work && !this.call(() => work.next().done)) await pause();
  }

  /** A second instance of the same module, for a run that is cut into pieces: it keeps its memory until it is dropped. */
  another() {
    const core = new Core(this.build, this.#started(), this.restart, this.module);
    core.#kept = true;
    return core;
  }

  /**
   * Throws what C found wrong, in C's own sentence.
   * @param {number} status
   * @param {string} [prefix] path of the stage, such as `stages[1].`
   */
  demand(status, prefix = "") {
    if (status === 0) return;
    const { functions, arena, at } = this;
    functions.attn_error_text(at.error, at.text, TEXT_BYTES);
    const view = arena.view();
    const name = view.getInt32(at.error + structs.ERROR.at.name, true);
    const axis = view.getInt32(at.error + structs.ERROR.at.axis, true);
    const code = /** @type {import("./errors.js").ErrorCode} */ (
      arena.text(functions.attn_status_code(status))
    );
    const stage = prefix.slice(0, -1);
    const thing = prefix + (name >= 0 ? arena.text(functions.attn_name(name)) : "");
    const where = name >= 0 ? thing + (axis >= 0 ? `[${axis}]` : "") : stage || "problem";
    throw new AttentionError(code, where, (stage && `In ${stage}, `) + arena.text(at.text));
  }

  /**
   * Refuses what takes up more than one call may. Counted before any number is read, so that it has cost nothing.
   * @param {number} bytes of inputs, tensors and scratch together
   * @param {string} [prefix] path of the stage
   */
  demandWithinLimits(bytes, prefix) {
    // more than C can count is as much as it can count
    const counted = bytes < 2 ** 63 ? BigInt(bytes) : 2n ** 63n - 1n;
    this.demand(this.functions.attn_check_call(counted, this.at.error), prefix);
  }

  /** Memory cannot shrink; a fresh instance has little. If there is none to be had, the large one goes on serving. */
  #giveBack() {
    try {
      this.#replace();
    } catch {
      // the next call tries again
    }
  }

  /** A browser allows only so many memories a page. */
  #started() {
    try {
      return this.restart();
    } catch {
      throw outOfMemory(this.at.data);
    }
  }

  #replace() {
    const exports = this.#started();
    this.functions = /** @type {Functions} */ (/** @type {unknown} */ (exports));
    this.slices = /** @type {any} */ (exports.slices);
    this.arena = new Arena(/** @type {WebAssembly.Memory} */ (exports.memory));
    this.arena.reach(this.at.data);
  }

  /** The module and structs.js must speak of the same structs and names. */
  #check() {
    const { functions, arena } = this;
    // C keeps each list in one piece: name after name, a 0 behind each
    const same = (/** @type {string[]} */ names, /** @type {number} */ address) => {
      const list = names.join("\0") + "\0";
      return arena.letters(address, list.length) === list;
    };
    const agree =
      structs.STRUCTS.every((struct, which) => functions.attn_struct_size(which) === struct.size) &&
      same(structs.INPUTS, functions.attn_name(0)) &&
      same(structs.TENSORS, functions.attn_tensor_name(0)) &&
      same(structs.DECODER_TENSORS, functions.attn_decoder_tensor_name(0));
    if (agree && structs.DECODER_INPUTS.length === 12) return;
    const message = "The module and its JavaScript are of different versions; build both anew.";
    throw new AttentionError("internal", "build", message);
  }
}

/** @param {Core} core */
function readLimits({ functions, arena }) {
  /** @type {Record<string, number>} */
  const limits = {};
  for (let index = 0; ; index++) {
    const name = arena.text(functions.attn_limit_name(index));
    if (name === "") return Object.freeze(limits);
    limits[name] = functions.attn_limit(index);
  }
}
