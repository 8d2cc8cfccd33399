/** Problems with many heads, drawn from one small seeded generator. */

/** @param {number} seed */
function generator(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * @param {{ heads: number, tokens: number, features: number, d: number, kv_heads?: number, batch?: number, others?: number,
 *   fractions?: boolean, biases?: boolean, seed?: number }} sizes
 * @returns {Record<string, any>}
 */
export function random({
  heads,
  tokens,
  features,
  d,
  kv_heads = heads,
  batch = 1,
  others = 0,
  fractions = false,
  biases = batch > 1,
  seed = 7,
}) {
  const next = generator(seed);
  const number = () => (fractions ? Math.round((next() * 4 - 2) * 1000) / 1000 : Math.floor(next() * 3) - 1);
  const list = (/** @type {number} */ n) => Array.from({ length: n }, number);
  const matrix = (/** @type {number} */ rows, /** @type {number} */ cols) =>
    Array.from({ length: rows }, () => list(cols));
  const tensor = (/** @type {number} */ rows) =>
    batch > 1 ? Array.from({ length: batch }, () => matrix(rows, features)) : matrix(rows, features);
  /** @type {Record<string, any>} */
  const problem = {
    x: tensor(tokens),
    w_q: matrix(features, heads * d),
    w_k: matrix(features, kv_heads * d),
    w_v: matrix(features, kv_heads * d),
    w_o: matrix(heads * d, features),
    heads,
    kv_heads,
  };
  if (others) problem.x_kv = tensor(others);
  if (biases)
    Object.assign(problem, {
      b_q: list(heads * d),
      b_k: list(kv_heads * d),
      b_v: list(kv_heads * d),
      b_o: list(features),
    });
  return problem;
}
