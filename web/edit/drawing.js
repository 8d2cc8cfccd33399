/** Returns a generator of pseudo-random integers below a count: x ← 1103515245 x + 12345 mod 2³¹, from bit 16 up. @param {number} seed */
export function drawing(seed) {
  let state = seed & 0x7fffffff;
  return (/** @type {number} */ count) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 16) % count;
  };
}
