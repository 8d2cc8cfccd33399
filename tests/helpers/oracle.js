// Attention in float64, written from the formula: softmax(query key^T scale + bias, where allowed) value. This is the only copy
// in tests/: chains, the benchmark and the tests of scenes use it.

const product = (shape) => shape.reduce((a, b) => a * b, 1);
export const zeros = (shape) => ({ shape, data: new Float64Array(product(shape)) });
function offset(shape, index) {
  let at = 0;
  for (let axis = 0; axis < index.length; axis++) at = at * shape[axis] + index[axis];
  return at;
}
const at = ({ shape, data }, ...index) => data[offset(shape, index)];

/** Builds a tensor from a function of the index. */
export function build(shape, value) {
  const index = shape.map(() => 0);
  const data = Float64Array.from({ length: product(shape) }, () => {
    const entry = value(...index);
    // row-major: the last axis varies fastest
    for (let axis = shape.length - 1; axis >= 0 && ++index[axis] === shape[axis]; axis--) index[axis] = 0;
    return entry;
  });
  return { shape, data };
}

/** Adds leading axes of length 1 up to a rank. */
const complete = ({ shape, data }, rank) => ({
  shape: [...Array(rank - shape.length).fill(1), ...shape],
  data,
});

/** Reads a tensor of a problem: nested arrays, or shape and data; accepts "NaN" and "-Infinity". */
export function read(value) {
  if (value?.data) return { shape: value.shape, data: Float64Array.from(value.data, Number) };
  const shape = [];
  for (let level = value; Array.isArray(level); level = level[0]) shape.push(level.length);
  return { shape, data: Float64Array.from(value.flat(Infinity), Number) };
}

/** Returns the softmax of a row of scores and its intermediate values; all shares are 0 if all scores are -Infinity. */
export function softmax(row) {
  const most = row.reduce((a, b) => Math.max(a, b), -Infinity);
  const exps = row.map((score) => (score === -Infinity ? 0 : Math.exp(score - most)));
  const sum = exps.reduce((a, b) => a + b, 0);
  return { most, exps, sum, shares: exps.map((e) => (e === 0 ? 0 : e / sum)) };
}

/** The error function, by its series about 0, to 1e-9. */
function erf(z) {
  if (Math.abs(z) > 4) return Math.sign(z);
  let [sum, term] = [0, z];
  for (let n = 0; n < 80; n++, term *= (-z * z) / n) sum += term / (2 * n + 1);
  return (2 / Math.sqrt(Math.PI)) * sum;
}
const slope = (f, x, step = 1e-5) => (f(x + step) - f(x - step)) / (2 * step);
export const ACTIVATIONS = {
  relu: (h) => Math.max(0, h),
  gelu: (h) => (h * (1 + erf(h / Math.SQRT2))) / 2,
};

/** Returns a function that reads entries of a broadcasting tensor; without a tensor, it returns `missing`. */
function spread(tensor, rank, missing) {
  if (!tensor) return () => missing;
  const { shape, data } = complete(tensor, rank);
  return (...index) =>
    data[
      offset(
        shape,
        index.map((i, axis) => (shape[axis] === 1 ? 0 : i)),
      )
    ];
}

function linear(x, w, b) {
  const [batch, rows, d] = x.shape;
  return build([batch, rows, w ? w.shape[1] : d], (n, i, c) => {
    let sum = b ? b.data[c] : 0;
    if (!w) return sum + at(x, n, i, c);
    for (let k = 0; k < d; k++) sum += at(x, n, i, k) * at(w, k, c);
    return sum;
  });
}

function splitHeads(x, heads) {
  const [batch, rows, width] = x.shape;
  const d = width / heads;
  return build([batch, heads, rows, d], (n, h, i, c) => at(x, n, i, h * d + c));
}

function scoreOf(p, query, key, [n, h, g, i, j]) {
  const [d_q, d_k] = [query.shape[3], key.shape[3]];
  let sum = 0;
  if (p.score === "additive") {
    for (let u = 0; u < p.w_2.shape[0]; u++) {
      let inside = 0;
      for (let c = 0; c < d_q; c++) inside += at(p.w_1, u, c) * at(query, n, h, i, c);
      for (let c = 0; c < d_k; c++) inside += at(p.w_1, u, d_q + c) * at(key, n, g, j, c);
      sum += p.w_2.data[u] * Math.tanh(inside);
    }
  } else if (p.score === "bilinear") {
    for (let a = 0; a < d_q; a++)
      for (let c = 0; c < d_k; c++) sum += at(query, n, h, i, a) * at(p.w_score, a, c) * at(key, n, g, j, c);
  } else for (let c = 0; c < d_q; c++) sum += at(query, n, h, i, c) * at(key, n, g, j, c);
  return sum;
}

/** Returns whether query i may attend to key j, in item n of the batch and head h. @returns {(n: number, h: number, i: number, j: number) => boolean} */
export function rule(p, q_len, kv_len) {
  const mask = spread(p.mask, 4, 1);
  const keyMask = spread(p.key_mask, 2, 1);
  const bias = spread(p.bias, 4, 0);
  const start = p.causal_offset ?? (p.causal === "bottom-right" ? kv_len - q_len : 0);
  const [left, right] = p.window ?? [-1, -1];
  return (n, h, i, j) =>
    Boolean(mask(n, h, i, j) && keyMask(n, j)) &&
    bias(n, h, i, j) !== -Infinity &&
    !(p.causal && j > i + start) &&
    !(left >= 0 && j < i + start - left) &&
    !(right >= 0 && j > i + start + right);
}

function inputsOf(p) {
  if (p.query) return { query: complete(p.query, 4), key: complete(p.key, 4), value: complete(p.value, 4) };
  const x = complete(p.x, 3);
  const x_kv = p.x_kv ? complete(p.x_kv, 3) : x;
  const x_v = p.x_v ? complete(p.x_v, 3) : x_kv;
  const heads = p.heads ?? 1;
  const kv_heads = p.kv_heads ?? heads;
  return {
    query: splitHeads(linear(x, p.w_q, p.b_q), heads),
    key: splitHeads(linear(x_kv, p.w_k, p.b_k), kv_heads),
    value: splitHeads(linear(x_v, p.w_v, p.b_v), kv_heads),
  };
}

/**
 * Computes every tensor of a run, and `allowed`. Tensors are { shape, data }; options are those of a problem. A nudge adds to one
 * entry of a tensor before anything reads it.
 * @param {Record<string, any>} p
 * @param {{ name: string, entry: number, by: number }} [nudge]
 */
export function attend(p, nudge) {
  const nudged = (name, tensor) => {
    if (nudge?.name !== name) return tensor;
    const data = Float64Array.from(tensor.data); // leaves the input unchanged
    data[nudge.entry] += nudge.by;
    return { shape: tensor.shape, data };
  };
  const inputs = inputsOf(p);
  const [query, key, value] = ["query", "key", "value"].map((name) => nudged(name, inputs[name]));
  const [batch, heads, q_len, d_k] = query.shape;
  const [, kv_heads, kv_len] = key.shape;
  const group = (h) => Math.floor(h / (heads / kv_heads));
  const full = [batch, heads, q_len, kv_len];
  const scale = p.scale ?? (p.score === undefined || p.score === "scaled_dot" ? 1 / Math.sqrt(d_k) : 1);
  const bias = spread(p.bias, 4, 0);
  const may = rule(p, q_len, kv_len);

  const allowed = build(full, (...index) => Number(may(...index)));
  const scores = nudged(
    "scores",
    build(full, (n, h, i, j) => scoreOf(p, query, key, [n, h, group(h), i, j])),
  );
  const scaled_scores = nudged(
    "scaled_scores",
    build(full, (...index) => at(scores, ...index) * scale),
  );
  const capped = (s) => (p.softcap ? p.softcap * Math.tanh(s / p.softcap) : s);
  const masked_scores = nudged(
    "masked_scores",
    build(full, (...index) =>
      may(...index) ? capped(at(scaled_scores, ...index)) + bias(...index) : -Infinity,
    ),
  );
  const rows = Array.from({ length: product(full.slice(0, 3)) }, (_, n) =>
    softmax(masked_scores.data.subarray(n * kv_len, (n + 1) * kv_len)),
  );
  const ofRow = (pick) => ({ shape: full.slice(0, 3), data: Float64Array.from(rows, pick) });
  const row_max = ofRow(({ most }) => most);
  const row_sum = ofRow(({ sum }) => sum);
  const shifted_exp = { shape: full, data: Float64Array.from(rows.flatMap(({ exps }) => [...exps])) };
  const log_sum_exp = build(
    full.slice(0, 3),
    (...index) => at(row_max, ...index) + Math.log(at(row_sum, ...index)),
  );
  const override = p.weights_override && spread(p.weights_override, 4, 0);
  const weightOf = (n, h, i, j) => {
    if (override) return override(n, h, i, j);
    return at(shifted_exp, n, h, i, j) === 0 ? 0 : at(shifted_exp, n, h, i, j) / at(row_sum, n, h, i);
  };
  const weights = nudged("weights", build(full, weightOf));
  const counts = (n, h, i, j) => override || (may(n, h, i, j) && at(row_max, n, h, i) !== -Infinity);
  const mix = (n, h, i, c) => {
    let sum = 0;
    for (let j = 0; j < kv_len; j++)
      if (counts(n, h, i, j)) sum += at(weights, n, h, i, j) * at(value, n, group(h), j, c);
    return sum;
  };
  const mixed = nudged("mixed", build([batch, heads, q_len, value.shape[3]], mix));
  const d_v = value.shape[3];
  const joined = nudged(
    "joined",
    build([batch, q_len, heads * d_v], (n, i, c) => at(mixed, n, Math.floor(c / d_v), i, c % d_v)),
  );
  const output = nudged("output", linear(joined, p.w_o, p.b_o));
  const before = { query, key, value, allowed, scores, scaled_scores, masked_scores };
  return { ...before, row_max, shifted_exp, row_sum, log_sum_exp, weights, mixed, joined, output };
}

/**
 * Recomputes a cell from its origin in the graph of a run: a sum of products, or one of the other ops.
 * @param {import("../../web/core/graph/graph.js").Origin | import("../../web/scene/model.js").Origin} origin
 * @param {(cell: { tensor: string, index: number[] }) => number} value
 */
export function recompute({ op, terms, sum, by = 1, then, allowed, constants }, value) {
  const factors = terms.map((cells) => cells.map((cell) => (typeof cell === "number" ? cell : value(cell))));
  const total = factors.reduce(
    (all, one, k) => all + one.reduce((a, b) => a * b, by * (constants?.[k] ?? 1)),
    0,
  );
  if (sum) return then === "tanh" ? Math.tanh(total) : then === "sqrt" ? Math.sqrt(total) : total;
  const [a, b] = factors.flat();
  const bias = terms.flat().findIndex(({ tensor }) => tensor?.endsWith("bias"));
  const rules = {
    ...{ relu: () => ACTIVATIONS.relu(a), relu_gradient: () => (b > 0 ? a : 0) },
    ...{ gelu: () => ACTIVATIONS.gelu(a), gelu_gradient: () => a * slope(ACTIVATIONS.gelu, b) },
    softcap: () => by * Math.tanh(a / by),
    mask: () => (allowed ? a + (bias < 0 ? 0 : factors.flat()[bias]) : -Infinity),
    max: () => Math.max(...factors.flat()),
    subtract: () => (allowed === false ? -Infinity : a - b),
    exp: () => Math.exp(a),
    // −∞ adds nothing and corrects nothing
    exp_difference: () => (a === -Infinity ? 0 : Math.exp(a - b)),
    zero: () => 0,
    divide: () => (a === 0 ? 0 : factors.flat().reduce((left, right) => left / right)),
    arccos: () => Math.acos(a),
    log: () => a + Math.log(b),
    rstd: () => {
      const xs = factors.flat();
      const mean = xs.pop();
      const variance = xs.reduce((all, x) => all + (x - mean) ** 2, 0) / xs.length;
      return 1 / Math.sqrt((xs.length ? variance : mean) + by);
    },
    normalize: () => {
      const [x, mean, rstd, ...learned] = terms.flat();
      const start = (value(x) - value(mean)) * value(rstd);
      const apply = (left, cell) => (/gamma$/.test(cell.tensor) ? left * value(cell) : left + value(cell));
      return learned.reduce(apply, start);
    },
    squared_error: () => {
      const all = factors.flat();
      const half = all.length / 2;
      return all.slice(0, half).reduce((sum, output, n) => sum + (output - all[half + n]) ** 2, 0) / half;
    },
    squared_error_gradient: () => by * (a - b),
    cross_entropy: () => {
      const cells = terms.flat();
      const targets = cells.filter(({ tensor }) => tensor === "target").map(value);
      const logits = cells.filter(({ tensor }) => tensor !== "target").map(value);
      const wide = logits.length / targets.length;
      const losses = targets.flatMap((target, i) => {
        const row = logits.slice(i * wide, (i + 1) * wide);
        const sum = row.reduce((all, logit) => all + Math.exp(logit), 0);
        return target < 0 ? [] : [Math.log(sum) - row[target]];
      });
      return losses.reduce((all, one) => all + one, 0) / losses.length;
    },
    softmax: () => 1 / factors.flat().slice(1).reduce((all, other) => all + Math.exp(other - a), 0), // prettier-ignore
  };
  if (!rules[op]) throw new Error(`the oracle knows no op ${op}`);
  return rules[op]();
}
