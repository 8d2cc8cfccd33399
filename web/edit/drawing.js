/** Pseudo-random whole numbers below a count, the same for each seed: x ← 1103515245 x + 12345 mod 2³¹, the bits above 16. @param {number} seed */
export function drawing(seed) {
  let state = seed & 0x7fffffff;
  return (/** @type {number} */ count) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 16) % count;
  };
}
