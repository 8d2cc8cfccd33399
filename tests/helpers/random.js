// Random numbers that are the same in every run.

/** Creates a generator of numbers in [0, 1) from a seed (mulberry32). @param {number} seed */
export function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Creates the random draws that tests need. @param {number} seed */
export function chance(seed) {
  const next = generator(seed);
  const below = (count) => Math.floor(next() * count);
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  return {
    next,
    below,
    normal,
    from: (least, most) => least + below(most - least + 1),
    one: (list) => list[below(list.length)],
    maybe: (probability = 0.5) => next() < probability,
    /** Draws a tensor of float32 numbers, normally distributed. */
    tensor: (shape, scale = 1) => ({
      shape,
      data: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => scale * normal()),
    }),
    /** Draws a tensor of flags, 1 with a given probability. */
    flags: (shape, probability = 0.7) => ({
      shape,
      data: Uint8Array.from({ length: shape.reduce((a, b) => a * b, 1) }, () => Number(next() < probability)),
    }),
  };
}
