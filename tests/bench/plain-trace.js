// Every tensor of one plain attention in plain JavaScript, under the names of a trace: what the 3 × 4 example is held
// against. One head, no masks; x, w_q, w_k, w_v as nested arrays.

const tensor = (shape) => ({ shape, data: new Float32Array(shape.reduce((a, b) => a * b, 1)) });

function given(rows) {
  const made = tensor([1, rows.length, rows[0].length]);
  rows.forEach((row, i) => made.data.set(row, i * row.length));
  return made;
}

function product({ shape: [, n, k], data }, w) {
  const m = w[0].length;
  const out = tensor([1, n, m]);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < m; j++) {
      let sum = 0;
      for (let c = 0; c < k; c++) sum += data[i * k + c] * w[c][j];
      out.data[i * m + j] = sum;
    }
  return out;
}

const heads = ({ shape: [, n, d], data }) => ({ shape: [1, 1, n, d], data: data.slice() });

/** Scores to weights, with everything between. */
function softmax(t, n, m, scale) {
  const [s, scaled, masked] = [t.scores.data, t.scaled_scores.data, t.masked_scores.data];
  const [shifted, exp, weights] = [t.shifted_scores.data, t.shifted_exp.data, t.weights.data];
  for (let i = 0; i < n; i++) {
    let max = -Infinity;
    for (let at = i * m; at < (i + 1) * m; at++) {
      masked[at] = scaled[at] = s[at] * scale;
      if (masked[at] > max) max = masked[at];
    }
    let sum = 0;
    for (let at = i * m; at < (i + 1) * m; at++) {
      shifted[at] = masked[at] - max;
      sum += exp[at] = Math.exp(shifted[at]);
    }
    t.row_max.data[i] = max;
    t.row_sum.data[i] = sum;
    t.log_sum_exp.data[i] = max + Math.log(sum);
    for (let at = i * m; at < (i + 1) * m; at++) weights[at] = exp[at] / sum;
  }
}

export function plainTrace(problem) {
  const x = given(problem.x);
  const t = { x };
  t.projected_query = product(x, problem.w_q);
  t.projected_key = product(x, problem.w_k);
  t.projected_value = product(x, problem.w_v);
  t.query = heads(t.projected_query);
  t.key = heads(t.projected_key);
  t.value = heads(t.projected_value);
  const [n, d, width] = [x.shape[1], t.query.shape[3], t.value.shape[3]];
  const square = ["scores", "scaled_scores", "masked_scores", "shifted_scores", "shifted_exp", "weights"];
  for (const name of square) t[name] = tensor([1, 1, n, n]);
  for (const name of ["row_max", "row_sum", "log_sum_exp"]) t[name] = tensor([1, 1, n]);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let c = 0; c < d; c++) sum += t.query.data[i * d + c] * t.key.data[j * d + c];
      t.scores.data[i * n + j] = sum;
    }
  softmax(t, n, n, problem.scale ?? 1 / Math.sqrt(d));
  t.weighted_values = tensor([1, 1, n, n, width]);
  t.mixed = tensor([1, 1, n, width]);
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++)
      for (let c = 0; c < width; c++) {
        const part = t.weights.data[i * n + j] * t.value.data[j * width + c];
        t.weighted_values.data[(j * n + i) * width + c] = part;
        t.mixed.data[i * width + c] += part;
      }
  t.joined = { shape: [1, n, width], data: t.mixed.data.slice() };
  t.output = { shape: [1, n, width], data: t.mixed.data.slice() };
  return t;
}
