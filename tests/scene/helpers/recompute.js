/** A cell recomputed in float64 from its declared sources: one rule for each form of origin. */

/**
 * @param {import("../../../web/scene/provenance.js").Origin} made @param {(cell: any) => number} read @param {any} sizes
 * @returns {number}
 */
export function recompute(made, read, sizes) {
  const values = made.of.map(read);
  const plus = (made.plus ?? []).map(read);
  const sum = (/** @type {number[]} */ list) => list.reduce((total, value) => total + value, 0);
  const pairs = () => values.flatMap((value, k) => (k % 2 ? [] : [value * values[k + 1]]));
  /** @type {Record<string, () => number>} */
  const rules = {
    copy: () => values[0],
    dot: () => sum(pairs()) + sum(plus),
    sum: () => sum(values),
    product: () => values[0] * values[1],
    scale: () => values[0] * (made.by ?? 1),
    cap: () => (made.by ?? 1) * Math.tanh(values[0] / (made.by ?? 1)),
    mask: () => (made.allowed ? sum(values) : -Infinity),
    max: () => Math.max(...values),
    subtract: () => (values[0] === -Infinity ? -Infinity : values[0] - values[1]),
    exp: () => Math.exp(values[0]),
    divide: () => (values[1] === 0 ? 0 : values[0] / values[1]),
    softmax: () => softmax(values)[made.at ?? 0],
    bilinear: () => bilinear(values, sizes),
    additive: () => additive(values, sizes),
  };
  return rules[made.form]();
}

/** @param {number[]} row */
function softmax(row) {
  const largest = Math.max(...row);
  if (largest === -Infinity) return row.map(() => 0);
  const exps = row.map((value) => Math.exp(value - largest));
  const total = exps.reduce((sum, value) => sum + value, 0);
  return exps.map((value) => value / total);
}

/** qᵀ W k: q, then k, then W by rows. @param {number[]} values @param {any} sizes */
function bilinear(values, { d_q, d_k }) {
  let sum = 0;
  for (let a = 0; a < d_q; a++)
    for (let b = 0; b < d_k; b++) sum += values[a] * values[d_q + d_k + a * d_k + b] * values[d_q + b];
  return sum;
}

/** w₂ᵀ tanh(W₁ [q; k]): q, k, W₁ by rows, w₂. @param {number[]} values @param {any} sizes */
function additive(values, { d_q, d_k }) {
  const wide = d_q + d_k;
  const hidden = (values.length - wide) / (wide + 1);
  let sum = 0;
  for (let m = 0; m < hidden; m++) {
    let inner = 0;
    for (let c = 0; c < wide; c++) inner += values[wide + m * wide + c] * values[c];
    sum += values[wide + hidden * wide + m] * Math.tanh(inner);
  }
  return sum;
}
