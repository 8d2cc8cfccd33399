/**
 * The module's memory. Only this file creates views on it. Growing the memory detaches every earlier view, so a view must
 * not be kept.
 */
import { AttentionError } from "./errors.js";
import { roundUp } from "./structs.js";

const PAGE = 65536;
const ADDRESSES = 4294967296;
const ALIGNMENT = 16;

/**
 * Returns the bytes that a block occupies once aligned.
 * @param {number} bytes
 */
export const roomFor = (bytes) => roundUp(bytes, ALIGNMENT);

/** Allocates the addresses of one call, one after another. Everything is laid out before anything is written. */
export class Space {
  /** @param {number} start */
  constructor(start) {
    this.end = roundUp(start, ALIGNMENT);
  }

  /**
   * @param {number} bytes
   * @returns {number} the address
   */
  take(bytes) {
    const address = this.end;
    this.end = roundUp(address + bytes, ALIGNMENT);
    return address;
  }
}

export class Arena {
  /** @type {WebAssembly.Memory} */
  #memory;

  /** @param {WebAssembly.Memory} memory */
  constructor(memory) {
    this.#memory = memory;
  }

  /** Current size of the memory in bytes. */
  get size() {
    return this.#memory.buffer.byteLength;
  }

  /**
   * Grows the memory to at least `end` bytes.
   * @param {number} end
   * @throws {AttentionError} `memory` if it cannot grow that far; its size then stays
   */
  reach(end) {
    const missing = end - this.size;
    if (missing <= 0) return;
    try {
      if (!(end <= ADDRESSES)) throw new RangeError();
      this.#memory.grow(Math.ceil(missing / PAGE));
      // the fallback's memory may fail to grow without throwing
      if (this.size < end) throw new RangeError();
    } catch {
      throw outOfMemory(end);
    }
  }

  /** The whole memory as float32: entry n is at address 4 n. */
  floats() {
    return new Float32Array(this.#memory.buffer);
  }

  bytes() {
    return new Uint8Array(this.#memory.buffer);
  }

  view() {
    return new DataView(this.#memory.buffer);
  }

  /**
   * Returns a copy that outlives the call.
   * @param {number} address
   * @param {number} count
   */
  copyFloats(address, count) {
    return new Float32Array(this.#memory.buffer, address, count).slice();
  }

  /**
   * Returns a view to be read at once: the next call may overwrite it.
   * @param {number} address
   * @param {number} count
   */
  ints(address, count) {
    return new Int32Array(this.#memory.buffer, address, count);
  }

  /**
   * @param {number} address
   * @param {number} count
   */
  letters(address, count) {
    return String.fromCharCode(...this.bytes().subarray(address, address + count));
  }

  /**
   * Returns the NUL-terminated text at an address.
   * @param {number} address
   */
  text(address) {
    const bytes = this.bytes();
    let text = "";
    for (let at = address; bytes[at] !== 0; at++) text += String.fromCharCode(bytes[at]);
    return text;
  }
}

/** Up to this many numbers are copied one by one, which is faster than `slice`. */
export const FEW = 32;

/**
 * Copies part of an array.
 * @param {Float32Array} floats
 * @param {number} first
 * @param {number} count
 */
export function copied(floats, first, count) {
  if (count > FEW) return floats.slice(first, first + count);
  const copy = new Float32Array(count);
  for (let i = 0; i < count; i++) copy[i] = floats[first + i];
  return copy;
}

/** @param {number} bytes that the run needs in all */
export function outOfMemory(bytes) {
  const needed = `${Math.ceil(bytes / 1048576)} MiB`;
  const message = `This run needs ${needed} of memory, which is not available; give smaller inputs.`;
  return new AttentionError("memory", "memory", message);
}

/**
 * @param {number} bytes
 * @returns {ArrayBuffer}
 * @throws {AttentionError} `memory`
 */
export function freshBuffer(bytes) {
  try {
    return new ArrayBuffer(bytes);
  } catch {
    throw outOfMemory(bytes);
  }
}
