// Attention in float64, for some rows: what every engine's output is held against before it is timed.
import { softmax } from "../helpers/oracle.js";

/**
 * @typedef {{ heads: number, n: number, d: number, causal: boolean }} Shape
 * @typedef {{ at: number, numbers: Float64Array }} Row where its first number stands in [heads, n, d]
 */

/** Rows spread over all heads, first and last included. */
const chosen = (rows, count) =>
  Array.from({ length: Math.min(rows, count) }, (_, i) =>
    Math.round((i * (rows - 1)) / Math.max(1, Math.min(rows, count) - 1)),
  );

/**
 * @param {Shape} shape
 * @param {{ q: Float32Array, k: Float32Array, v: Float32Array }} inputs each [heads, n, d]
 * @returns {Row[]}
 */
export function exactRows(shape, inputs, count = 48) {
  return chosen(shape.heads * shape.n, count).map((row) => exactRow(shape, inputs, row));
}

function exactRow({ n, d, causal }, { q, k, v }, row) {
  const head = Math.floor(row / n) * n * d;
  const keys = causal ? (row % n) + 1 : n;
  const scores = new Float64Array(keys);
  for (let j = 0; j < keys; j++) {
    let sum = 0;
    for (let c = 0; c < d; c++) sum += q[row * d + c] * k[head + j * d + c];
    scores[j] = sum / Math.sqrt(d);
  }
  const { shares } = softmax(scores);
  const numbers = new Float64Array(d);
  for (let j = 0; j < keys; j++) for (let c = 0; c < d; c++) numbers[c] += shares[j] * v[head + j * d + c];
  return { at: row * d, numbers };
}

/**
 * The largest difference over the chosen rows; NaN and missing numbers make it infinite.
 * @param {Row[]} rows
 * @param {Float32Array} output [heads, n, d], or [n, heads * d] when joined
 * @param {Shape} shape
 */
export function largestError(rows, output, { heads, n, d }, joined = false) {
  let largest = 0;
  for (const { at, numbers } of rows) {
    const row = at / d;
    const start = joined ? ((row % n) * heads + Math.floor(row / n)) * d : at;
    for (let c = 0; c < d; c++) {
      const error = Math.abs(output[start + c] - numbers[c]);
      largest = error >= 0 ? Math.max(largest, error) : Infinity;
    }
  }
  return largest;
}

/** [heads, n, d] to [n, heads * d]. @param {Float32Array} data @param {Shape} shape */
export function join(data, { heads, n, d }) {
  const joined = new Float32Array(data.length);
  for (let h = 0; h < heads; h++)
    for (let i = 0; i < n; i++)
      joined.set(data.subarray((h * n + i) * d, (h * n + i + 1) * d), (i * heads + h) * d);
  return joined;
}
