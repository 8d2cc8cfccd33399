/**
 * Attention over plain arrays in float64, for the tests of the scene only: what every cell should be. Written
 * from the formulas of the contract, sharing nothing with the core.
 */

/** @typedef {{ shape: number[], data: Float32Array }} Tensor */

/** @param {number[]} shape @param {(...index: number[]) => number} at @returns {Tensor} */
export function tensor(shape, at) {
  const size = shape.reduce((product, n) => product * n, 1);
  const data = new Float32Array(size);
  for (let k = 0; k < size; k++) {
    let rest = k;
    const index = [...shape].reverse().map((n) => {
      const here = rest % n;
      rest = (rest - here) / n;
      return here;
    });
    data[k] = at(...index.reverse());
  }
  return { shape, data };
}

/** @param {number} n @param {(k: number) => number} term */
export const total = (n, term) => Array.from({ length: n }, (_, k) => term(k)).reduce((sum, x) => sum + x, 0);

/**
 * The trace of a problem with x or with query, key and value; one batch, dot scores.
 * @param {Record<string, any>} problem @returns {Record<string, any>}
 */
export function trace(problem) {
  const heads = problem.heads ?? 1;
  const source = problem.x_kv ?? problem.x;
  const project = (/** @type {number[][]} */ x, /** @type {number[][]} */ w) =>
    x.map((row) => (w ? w[0].map((_, c) => total(row.length, (k) => row[k] * w[k][c])) : row));
  const split = (/** @type {number[][]} */ rows) =>
    tensor(
      [1, heads, rows.length, (rows[0]?.length ?? heads) / heads],
      (_, h, i, c) => rows[i][(h * rows[0].length) / heads + c],
    );
  const query = split(problem.query ?? project(problem.x, problem.w_q));
  const key = split(problem.key ?? project(source, problem.w_k));
  const value = split(problem.value ?? project(source, problem.w_v));
  const at = (/** @type {Tensor} */ t, /** @type {number[]} */ ...index) =>
    t.data[index.reduce((/** @type {any} */ sum, i, axis) => sum * t.shape[axis] + Number(i), 0)];
  const [, , m, d_k] = query.shape;
  const [, , n] = key.shape;
  const d_v = value.shape[3];
  const scale = problem.scale ?? (problem.score === "dot" ? 1 : 1 / Math.sqrt(d_k));
  const allowed = (/** @type {number} */ i, /** @type {number} */ j) =>
    (!problem.causal || j <= i) && (!problem.mask || Boolean(problem.mask[i][j]));
  const shape = [1, heads, m, n];
  const scores = tensor(shape, (b, h, i, j) =>
    total(d_k, (c) => at(query, b, h, i, c) * at(key, b, h, j, c)),
  );
  const scaled_scores = tensor(shape, (...index) => at(scores, ...index) * scale);
  const masked_scores = tensor(shape, (b, h, i, j) =>
    allowed(i, j) ? at(scaled_scores, b, h, i, j) : -Infinity,
  );
  const row = (/** @type {Tensor} */ t, /** @type {number} */ h, /** @type {number} */ i) =>
    Array.from({ length: n }, (_, j) => at(t, 0, h, i, j));
  const row_max = tensor([1, heads, m], (_, h, i) => Math.max(...row(masked_scores, h, i)));
  const shifted_scores = tensor(shape, (b, h, i, j) =>
    allowed(i, j) ? at(masked_scores, b, h, i, j) - at(row_max, b, h, i) : -Infinity,
  );
  const shifted_exp = tensor(shape, (...index) => Math.exp(at(shifted_scores, ...index)));
  const row_sum = tensor([1, heads, m], (_, h, i) => row(shifted_exp, h, i).reduce((sum, x) => sum + x, 0));
  const weights = tensor(shape, (b, h, i, j) => {
    if (problem.weights_override) return problem.weights_override[i][j];
    return at(row_sum, b, h, i) === 0 ? 0 : at(shifted_exp, b, h, i, j) / at(row_sum, b, h, i);
  });
  const weighted_values = tensor(
    [1, heads, n, m, d_v],
    (b, h, j, i, c) => at(weights, b, h, i, j) * at(value, b, h, j, c),
  );
  const mixed = tensor([1, heads, m, d_v], (b, h, i, c) =>
    total(n, (j) => at(weighted_values, b, h, j, i, c)),
  );
  const joined = tensor([1, m, heads * d_v], (b, i, c) => at(mixed, b, Math.floor(c / d_v), i, c % d_v));
  const x = problem.x
    ? { x: tensor([1, problem.x.length, problem.x[0]?.length ?? 0], (_, i, c) => problem.x[i][c]) }
    : {};
  const x_kv = problem.x_kv
    ? { x_kv: tensor([1, problem.x_kv.length, problem.x_kv[0].length], (_, i, c) => problem.x_kv[i][c]) }
    : {};
  return {
    ...x,
    ...x_kv,
    query,
    key,
    value,
    scores,
    scaled_scores,
    masked_scores,
    row_max,
    shifted_scores,
    shifted_exp,
    row_sum,
    weights,
    weighted_values,
    mixed,
    joined,
    output: joined,
    notes: { fully_masked_rows: [], first_non_finite: null, omitted: [] },
  };
}

/** Document A's example. @param {Record<string, any>} [more] */
export const walkThrough = (more = {}) => ({
  x: [
    [1, 0, 1, 0],
    [0, 2, 0, 2],
    [1, 1, 1, 1],
  ],
  w_k: [
    [0, 0, 1],
    [1, 1, 0],
    [0, 1, 0],
    [1, 1, 0],
  ],
  w_q: [
    [1, 0, 1],
    [1, 0, 0],
    [0, 0, 1],
    [0, 1, 1],
  ],
  w_v: [
    [0, 2, 0],
    [0, 3, 0],
    [1, 0, 3],
    [1, 1, 0],
  ],
  score: "dot",
  ...more,
});

/** A seeded generator of whole numbers from −2 to 3. @param {number} seed */
export function numbers(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return ((state >>> 16) % 6) - 2;
  };
}

/**
 * A seeded problem of so many tokens and features.
 * @param {{ tokens: number, features: number, keys?: number, seed?: number, fractions?: boolean, [more: string]: any }} shape
 */
export function seeded({ tokens, features, keys, seed = 7, fractions = false, ...more }) {
  const next = numbers(seed);
  const entry = () => (fractions ? (next() * 7 + next()) / 10 : next());
  const matrix = (/** @type {number} */ r, /** @type {number} */ c) =>
    Array.from({ length: r }, () => Array.from({ length: c }, entry));
  const x_kv = keys ? { x_kv: matrix(keys, features) } : {};
  return {
    x: matrix(tokens, features),
    ...x_kv,
    w_q: matrix(features, features),
    w_k: matrix(features, features),
    w_v: matrix(features, features),
    ...more,
  };
}
