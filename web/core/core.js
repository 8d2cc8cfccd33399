/**
 * One running module and the only way to call it. A call leaves nothing in the module's memory. An instance that trapped is
 * replaced by a fresh one, and so is one that grew large, to give its memory back to the page.
 */
import { AttentionError } from "./errors.js";
import * as structs from "./structs.js";
import { Arena, outOfMemory } from "./memory.js";

/** @typedef {import("./wasm.js").BuildName} BuildName */
/** @typedef {Record<string, (...args: (number | bigint)[]) => number>} Functions of C; an int64 result is a bigint */
/** @typedef {import("./attention/plan.js").Plan} Plan */

const LARGE = 64 * 1048576;
const TEXT_BYTES = 1024;

export class Core {
  #kept = false;

  /**
   * @param {BuildName} build
   * @param {WebAssembly.Exports} exports of a running module
   * @param {() => WebAssembly.Exports} restart starts another instance of the same module
   * @param {WebAssembly.Module} [module] from which workers start their own instances
   */
  constructor(build, exports, restart, module) {
    this.build = build;
    this.restart = restart;
    this.module = module;
    /** @type {Plan | undefined} the plan of the last problem */
    this.plan = undefined;
    this.functions = /** @type {Functions} */ (/** @type {unknown} */ (exports));
    /** In the js build only: the long calls as iterators that yield after a few milliseconds of work. */
    this.slices = /** @type {import("./fallback.js").Slices | undefined} */ (
      /** @type {unknown} */ (exports.slices)
    );
    this.arena = new Arena(/** @type {WebAssembly.Memory} */ (exports.memory));
    /** Number of calls so far. If it has changed, the memory may have changed too. */
    this.runs = 0;
    const base = structs.roundUp(Number(this.functions.attn_heap_base()), 16);
    /** Addresses of a call's error, the error's text and the structs; data follows. */
    this.at = { error: base, text: base + structs.ERROR.size, problem: base + 2048, plan: 0, data: 0 };
    this.at.plan = this.at.problem + structs.roundUp(structs.PROBLEM.size, 16);
    this.at.data = this.at.plan + structs.roundUp(structs.PLAN.size, 16);
    this.arena.reach(this.at.data);
    this.#check();
    /** @type {Record<string, number>} limits by name, as the table in attn.h lists them */
    this.limits = readLimits(this);
  }

  /**
   * Runs one call. Whatever goes wrong, the next call finds a working module.
   * @template T
   * @param {(functions: Functions, arena: Arena) => T} use
   * @returns {T}
   * @throws {AttentionError} `memory` if the memory could not grow, `internal` if the module trapped
   */
  call(use) {
    this.runs++;
    try {
      return use(this.functions, this.arena);
    } catch (error) {
      if (error instanceof AttentionError) throw error;
      const { size } = this.arena; // before the instance is replaced
      this.#replace();
      if (error instanceof RangeError && !/call stack/.test(error.message)) throw outOfMemory(size);
      const message =
        "The core stopped in the middle of a run and was restarted; please report the call that caused this.";
      throw Object.assign(new AttentionError("internal", "core", message), { cause: error });
    } finally {
      if (this.arena.size > LARGE && !this.#kept) this.#giveBack();
    }
  }

  /** Starts a second instance of the same module, for a run done in pieces. It keeps its memory until it is dropped. */
  another() {
    const core = new Core(this.build, this.#started(), this.restart, this.module);
    core.#kept = true;
    return core;
  }

  /**
   * Throws an AttentionError with C's own message unless the status is 0.
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
   * Throws if a call would need more memory than the limit. Checked before any number is read.
   * @param {number} bytes of inputs, tensors and scratch together
   * @param {string} [prefix] path of the stage
   */
  demandWithinLimits(bytes, prefix) {
    // clamped to the largest int64
    const counted = bytes < 2 ** 63 ? BigInt(bytes) : 2n ** 63n - 1n;
    this.demand(this.functions.attn_check_call(counted, this.at.error), prefix);
  }

  /** Starts a fresh instance, because memory cannot shrink. If none can be had, keeps the large one. */
  #giveBack() {
    try {
      this.#replace();
    } catch {
      // the next call tries again
    }
  }

  /** Starts an instance. A browser allows only so many memories per page. */
  #started() {
    try {
      return this.restart();
    } catch {
      throw outOfMemory(this.at.data);
    }
  }

  #replace() {
    const { functions, slices, arena } = this.another();
    Object.assign(this, { functions, slices, arena });
  }

  /** Throws unless the module and structs.js agree on structs and names. */
  #check() {
    const { functions, arena } = this;
    // C stores each list contiguously, every name terminated by 0
    const same = (/** @type {string[]} */ names, /** @type {number} */ address) => {
      const list = names.join("\0") + "\0";
      return arena.letters(address, list.length) === list;
    };
    const agree =
      structs.STRUCTS.every((struct, which) => functions.attn_struct_size(which) === struct.size) &&
      same(structs.INPUTS, functions.attn_name(0)) &&
      same(structs.TENSORS, functions.attn_tensor_name(0)) &&
      same(structs.DECODER_TENSORS, functions.attn_decoder_tensor_name(0));
    if (agree) return;
    const message = "The module and its JavaScript are different versions; rebuild both.";
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
