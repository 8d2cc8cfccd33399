/**
 * The memory of the module: the only file that makes views on it. Growing the memory empties every view made before, so a
 * view is handed out for one use.
 */
import { AttentionError } from "./errors.js";
import { roundUp } from "./structs.js";

const PAGE = 65536;
const ADDRESSES = 4294967296;
const ALIGNMENT = 16;

/**
 * What a block of so many bytes takes up at most.
 * @param {number} bytes
 */
export const roomFor = (bytes) => roundUp(bytes, ALIGNMENT);

/** Addresses of one call, one after the other: laid out in full before anything is written. */
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

  /** Bytes the memory has now. */
  get size() {
    return this.#memory.buffer.byteLength;
  }

  /**
   * Makes the memory reach up to `end`, or refuses and leaves it as it is.
   * @param {number} end
   */
  reach(end) {
    const missing = end - this.size;
    if (missing <= 0) return;
    try {
      if (!(end <= ADDRESSES)) throw new RangeError();
      this.#memory.grow(Math.ceil(missing / PAGE));
      // a memory that is not the engine's own may refuse without throwing
      if (this.size < end) throw new RangeError();
    } catch {
      throw outOfMemory(end);
    }
  }

  /** The whole memory as float32 numbers: number n stands at address 4 n. */
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
   * A copy that outlives the call.
   * @param {number} address
   * @param {number} count
   */
  copyFloats(address, count) {
    return new Float32Array(this.#memory.buffer, address, count).slice();
  }

  /**
   * For use at once: what is asked for next may stand there.
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
   * The text that C wrote, up to its closing 0.
   * @param {number} address
   */
  text(address) {
    const bytes = this.bytes();
    let text = "";
    for (let at = address; bytes[at] !== 0; at++) text += String.fromCharCode(bytes[at]);
    return text;
  }
}

const FEW = 32;

/**
 * A copy of some of a view's numbers. A few are copied one by one, which is faster than asking the engine.
 * @param {Float32Array<ArrayBuffer>} floats
 * @param {number} first
 * @param {number} count
 */
export function copied(floats, first, count) {
  if (count > FEW) return floats.slice(first, first + count);
  const copy = new Float32Array(count);
  for (let i = 0; i < count; i++) copy[i] = floats[first + i];
  return copy;
}

/** @param {number} bytes */
export function outOfMemory(bytes) {
  const needed = `${Math.ceil(bytes / 1048576)} MiB`;
  const message = `This run needs ${needed} of memory, which is not available; give smaller inputs.`;
  return new AttentionError("memory", "memory", message);
}

/**
 * @param {number} bytes
 * @returns {ArrayBuffer}
 */
export function freshBuffer(bytes) {
  try {
    return new ArrayBuffer(bytes);
  } catch {
    throw outOfMemory(bytes);
  }
}
