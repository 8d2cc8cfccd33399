/**
 * The buffers that messages to workers travel in. They change hands and come back: memory that was used before takes a
 * copy several times faster than fresh memory, which the system hands out page by page.
 */
import { outOfMemory } from "../memory.js";

const SMALLEST = 65536;
const MOST_KEPT = 64 * 1048576;

export class Buffers {
  /** @type {ArrayBuffer[]} */
  #free = [];
  /** Bytes of those that nobody uses. */
  kept = 0;

  /**
   * @param {number} bytes
   * @returns {ArrayBuffer} of so many bytes or more; what stood in it still does
   */
  take(bytes) {
    let best = -1;
    this.#free.forEach(({ byteLength }, n) => {
      if (byteLength >= bytes && !(byteLength >= this.#free[best]?.byteLength)) best = n;
    });
    if (best < 0) return fresh(bytes);
    const [buffer] = this.#free.splice(best, 1);
    this.kept -= buffer.byteLength;
    return buffer;
  }

  /**
   * For the next who asks; nobody may use it any more.
   * @param {ArrayBuffer} buffer
   */
  give(buffer) {
    if (this.kept + buffer.byteLength > MOST_KEPT) return;
    this.#free.push(buffer);
    this.kept += buffer.byteLength;
  }

  /** Lets go of all that nobody uses. */
  clear() {
    this.#free.length = 0;
    this.kept = 0;
  }
}

/** @param {number} bytes */
function fresh(bytes) {
  try {
    return new ArrayBuffer(rounded(bytes));
  } catch {
    throw outOfMemory(bytes);
  }
}

/**
 * Up to the next quarter of a power of two: jobs of nearly one size share a buffer.
 * @param {number} bytes
 */
function rounded(bytes) {
  const step = Math.max(SMALLEST, 2 ** Math.floor(Math.log2(bytes) - 2));
  return Math.ceil(Math.max(1, bytes) / step) * step;
}
