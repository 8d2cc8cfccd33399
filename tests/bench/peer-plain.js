// The best plain JavaScript we can write: typed arrays, tiles of four queries, four sums at a time, nothing allocated in
// the loops, no key above the diagonal touched.

const TILE = 4;

/** Four queries against keys 0 … keys: scores[r * n + j]. */
function scoreTile(scores, q, k, at, head, keys, n, d, scale) {
  const [a, b, c, e] = [at, at + d, at + 2 * d, at + 3 * d];
  for (let j = 0; j < keys; j++) {
    const key = head + j * d;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let x = 0; x < d; x++) {
      const kx = k[key + x];
      s0 += q[a + x] * kx;
      s1 += q[b + x] * kx;
      s2 += q[c + x] * kx;
      s3 += q[e + x] * kx;
    }
    scores[j] = s0 * scale;
    scores[n + j] = s1 * scale;
    scores[2 * n + j] = s2 * scale;
    scores[3 * n + j] = s3 * scale;
  }
}

/** Turns row r of the scores into exponentials; gives 1 / their sum. */
function exponentials(scores, start, keys) {
  let max = -Infinity;
  for (let j = 0; j < keys; j++) if (scores[start + j] > max) max = scores[start + j];
  let sum = 0;
  for (let j = 0; j < keys; j++) sum += scores[start + j] = Math.exp(scores[start + j] - max);
  return 1 / sum;
}

/** One row of the output, four values at a time. */
function mixRow(output, at, scores, start, v, head, keys, d, factor) {
  let j = 0;
  for (; j + 4 <= keys; j += 4) {
    const w0 = scores[start + j] * factor;
    const w1 = scores[start + j + 1] * factor;
    const w2 = scores[start + j + 2] * factor;
    const w3 = scores[start + j + 3] * factor;
    const row = head + j * d;
    for (let x = 0; x < d; x++)
      output[at + x] +=
        w0 * v[row + x] + w1 * v[row + d + x] + w2 * v[row + 2 * d + x] + w3 * v[row + 3 * d + x];
  }
  for (; j < keys; j++) {
    const weight = scores[start + j] * factor;
    for (let x = 0; x < d; x++) output[at + x] += weight * v[head + j * d + x];
  }
}

/** @param {import("./exact.js").Shape} shape n a multiple of four */
export function forwards({ heads, n, d, causal }) {
  const scale = 1 / Math.sqrt(d);
  const run = (q, k, v) => {
    const output = new Float32Array(heads * n * d);
    const scores = new Float64Array(TILE * n);
    for (let row = 0; row < heads * n; row += TILE) {
      const head = Math.floor(row / n) * n * d;
      const keys = causal ? (row % n) + TILE : n;
      scoreTile(scores, q, k, row * d, head, keys, n, d, scale);
      for (let r = 0; r < TILE; r++) {
        const seen = causal ? (row % n) + r + 1 : n;
        const factor = exponentials(scores, r * n, seen);
        mixRow(output, (row + r) * d, scores, r * n, v, head, seen, d, factor);
      }
    }
    return output;
  };
  return [{ name: "plain JS", work: 2 ** 28, open: async () => ({ run }) }];
}
