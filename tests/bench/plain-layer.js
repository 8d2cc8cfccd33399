// A training step of one causal head with square parameters in plain JavaScript, in any kind of float: the peer with
// Float32Array, the reference with Float64Array.

/** out[n, m] += a[n, k] b[k, m], with strides so that either may be transposed */
function multiply(out, a, b, n, m, k, [ai, ak] = [k, 1], [bk, bj] = [m, 1]) {
  for (let i = 0; i < n; i++)
    for (let x = 0; x < k; x++) {
      const factor = a[i * ai + x * ak];
      if (factor === 0) continue; // above the diagonal
      for (let j = 0; j < m; j++) out[i * m + j] += factor * b[x * bk + j * bj];
    }
  return out;
}

/** Row i of the causal softmax, in place; zeros above the diagonal. */
function softmaxRow(s, n, i, scale) {
  let max = -Infinity;
  for (let j = 0; j <= i; j++) max = Math.max(max, (s[i * n + j] *= scale));
  let sum = 0;
  for (let j = 0; j <= i; j++) sum += s[i * n + j] = Math.exp(s[i * n + j] - max);
  for (let j = 0; j < n; j++) s[i * n + j] = j <= i ? s[i * n + j] / sum : 0;
}

/** Gradient before the softmax from the one after it, in place. */
function backRow(g, weights, n, i, scale) {
  let dot = 0;
  for (let j = 0; j <= i; j++) dot += g[i * n + j] * weights[i * n + j];
  for (let j = 0; j < n; j++) g[i * n + j] = scale * weights[i * n + j] * (g[i * n + j] - dot);
}

/**
 * @param {{ n: number, d: number, rate: number, w: ArrayLike<number>[], Kind: any }} layer w: w_q, w_k, w_v
 * @returns {((x: any, target: any) => number) & { w: any[] }} one step; gives the loss before it; its w is what it moves
 */
export function trainer({ n, d, rate, w, Kind }) {
  const [wq, wk, wv] = w.map((one) => Kind.from(one));
  const scale = 1 / Math.sqrt(d);
  const made = (rows, columns) => new Kind(rows * columns);
  const turned = [1, d];
  const step = (x, target) => {
    const [q, k, v] = [wq, wk, wv].map((one) => multiply(made(n, d), x, one, n, d, d));
    const weights = multiply(made(n, n), q, k, n, n, d, [d, 1], turned);
    for (let i = 0; i < n; i++) softmaxRow(weights, n, i, scale);
    const y = multiply(made(n, d), weights, v, n, d, n);
    let loss = 0;
    for (let i = 0; i < n * d; i++) loss += (y[i] - target[i]) ** 2 / (n * d);
    const gy = y.map((one, i) => (2 * (one - target[i])) / (n * d));
    const gs = multiply(made(n, n), gy, v, n, n, d, [d, 1], turned);
    for (let i = 0; i < n; i++) backRow(gs, weights, n, i, scale);
    const gv = multiply(made(n, d), weights, gy, n, d, n, [1, n]);
    const gq = multiply(made(n, d), gs, k, n, d, n);
    const gk = multiply(made(n, d), gs, q, n, d, n, [1, n]);
    for (const [one, g] of [
      [wq, gq],
      [wk, gk],
      [wv, gv],
    ]) {
      const change = multiply(made(d, d), x, g, d, d, n, turned);
      for (let i = 0; i < d * d; i++) one[i] -= rate * change[i];
    }
    return loss;
  };
  return Object.assign(step, { w: [wq, wk, wv] });
}
