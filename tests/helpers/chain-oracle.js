// Chains in float64, written from the definitions of their ops, with gradients by central differences.
import { ACTIVATIONS, attend, build, read, softmax } from "./oracle.js";

/** @typedef {{ shape: number[], data: ArrayLike<number> }} Tensor */
/** @typedef {Map<string, Tensor>} Tensors by `id.tensor` */

const count = (shape) => shape.reduce((a, b) => a * b, 1);
const range = (length) => Array.from({ length }, (_, i) => i);
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const dot = (a, b) => sum(a.map((x, i) => x * b[i]));
/** Returns the rows along the last axis. */
const rowsOf = ({ shape, data }) => {
  const cols = shape[shape.length - 1];
  return range(count(shape) / cols).map((i) => Array.from(data.slice(i * cols, (i + 1) * cols)));
};
const tensor = (shape, rows) => ({ shape, data: Float64Array.from(rows.flat()) });

const withBatch = ({ shape, data }) => ({
  shape: [...Array(Math.max(0, 3 - shape.length)).fill(1), ...shape],
  data,
});

/** Returns (x - mean) / √(variance + eps) for a row. */
function normalized(row, { eps = 1e-5 }, statistics) {
  const { mean, variance } = statistics ?? momentsOf(row);
  return row.map((x) => (x - mean) / Math.sqrt(variance + eps));
}
function momentsOf(row) {
  const mean = sum(row) / row.length;
  return { mean, variance: sum(row.map((x) => (x - mean) ** 2)) / row.length };
}
const turned = (rows) => rows[0].map((_, c) => rows.map((row) => row[c]));
const affine = (row, gamma, beta) => row.map((x, c) => x * (gamma?.data[c] ?? 1) + (beta?.data[c] ?? 0));

function layerNorm({ x, gamma, beta, ...options }) {
  const rows = rowsOf(x).map((row) => affine(normalized(row, options), gamma, beta));
  return { x: withBatch(x), output: tensor(withBatch(x).shape, rows) };
}

function batchNorm({ x, gamma, beta, running_mean: mean, running_var: variance, training, ...options }) {
  const used = training === false || (training === undefined && mean);
  const columns = turned(rowsOf(x)).map((column, c) =>
    normalized(column, options, used ? { mean: mean.data[c], variance: variance.data[c] } : undefined),
  );
  const rows = turned(columns).map((row) => affine(row, gamma, beta));
  return { x: withBatch(x), output: tensor(withBatch(x).shape, rows) };
}

const residual = ({ x, y }) => ({
  x: withBatch(x),
  y: withBatch(y),
  output: { shape: withBatch(x).shape, data: Float64Array.from(x.data, (entry, n) => entry + y.data[n]) },
});

function feedForward({ x, w_in, b_in, w_out, b_out, activation = "relu" }, nudge) {
  const shape = withBatch(x).shape.slice(0, -1);
  const named = (name, rows) => {
    const made = tensor([...shape, rows[0].length], rows);
    if (nudge?.name === name) made.data[nudge.entry] += nudge.by;
    return made;
  };
  const layer = (rows, w, b) => rows.map((row) => affine(times(row, w), undefined, b));
  const hidden = named("hidden", layer(rowsOf(x), w_in, b_in));
  const activated = named(
    "activated",
    rowsOf(hidden).map((row) => row.map(ACTIVATIONS[activation])),
  );
  return {
    x: withBatch(x),
    hidden,
    activated,
    output: named("output", layer(rowsOf(activated), w_out, b_out)),
  };
}

function geometry({ a, b }) {
  const [u, v] = [rowsOf(a), rowsOf(b)];
  const size = (row) => Math.sqrt(dot(row, row));
  const pairs = (value) => build([u.length, v.length], (i, j) => value(u[i], v[j]));
  return {
    ...{ a, b },
    dot: pairs(dot),
    cosine: pairs((p, q) => dot(p, q) / (size(p) * size(q))),
    angle: pairs((p, q) => Math.acos(dot(p, q) / (size(p) * size(q)))),
    projection: pairs((p, q) => dot(p, q) / size(q)),
    length_a: build([u.length], (i) => size(u[i])),
    length_b: build([v.length], (j) => size(v[j])),
  };
}

/** row · matrix */
const times = (row, { shape: [, cols], data }) =>
  range(cols).map((c) => sum(row.map((x, r) => x * data[r * cols + c])));

function scoreOf({ score, w_score, w_1, w_2 }, query, key) {
  if (score === "bilinear") return dot(times(query, w_score), key);
  if (score !== "additive") return dot(query, key);
  const hidden = rowsOf(w_1).map((row) => Math.tanh(dot(row, [...query, ...key])));
  return dot(Array.from(w_2.data), hidden);
}

function decoder(p, nudge) {
  /** Returns a row of a tensor, with the nudge if that is for one of its entries. */
  const nudged = (name, j, row) =>
    row.map((x, c) => (nudge?.name === name && nudge.entry === j * row.length + c ? x + nudge.by : x));
  const keys = rowsOf(p.encoder_states);
  const words = p.x && rowsOf(p.x);
  const steps = p.steps ?? words.length;
  const scale = p.scale ?? (p.score && p.score !== "scaled_dot" ? 1 : 1 / Math.sqrt(keys[0].length));
  const states = [nudged("state", 0, Array.from(p.initial_state.data))];
  const [scores, weights, contexts, logits] = [[], [], [], []];
  for (let j = 0; j < steps; j++) {
    const asked = keys.map((key) => scoreOf(p, states[j], key));
    scores.push(nudged("scores", j, asked));
    const { shares } = softmax(scores[j].map((score) => scale * score));
    weights.push(nudged("weights", j, shares));
    const context = range(keys[0].length).map((c) => sum(keys.map((key, i) => weights[j][i] * key[c])));
    contexts.push(nudged("context", j, context));
    const parts = [times(states[j], p.w_state), times(contexts[j], p.w_context)];
    if (words) parts.push(times(words[j], p.w_in));
    if (p.b_state) parts.push(Array.from(p.b_state.data));
    const state = parts[0].map((_, c) => Math.tanh(sum(parts.map((part) => part[c]))));
    states.push(nudged("state", j + 1, state));
    if (p.w_out) logits.push(affine(times([...states[j + 1], ...contexts[j]], p.w_out), undefined, p.b_out));
  }
  const result = {
    encoder_states: p.encoder_states,
    scores: tensor([1, 1, steps, keys.length], scores),
    weights: tensor([1, 1, steps, keys.length], weights),
    context: tensor([steps, keys[0].length], contexts),
    state: tensor([steps + 1, states[0].length], states),
  };
  return p.w_out ? { ...result, logits: tensor([steps, logits[0].length], logits) } : result;
}

function encoder({ x, w_in, w_state, b_state, initial_state }, nudge) {
  const nudged = (j, row) =>
    row.map((s, c) => (nudge?.name === "state" && nudge.entry === j * row.length + c ? s + nudge.by : s));
  const states = [nudged(0, Array.from(initial_state?.data ?? rowsOf(w_state)[0].map(() => 0)))];
  for (const [i, word] of rowsOf(x).entries()) {
    const [before, read] = [times(states[i], w_state), times(word, w_in)];
    const state = before.map((s, c) => Math.tanh(s + read[c] + (b_state?.data[c] ?? 0)));
    states.push(nudged(i + 1, state));
  }
  return { x, state: tensor([states.length, states[0].length], states) };
}

/** Recurrent ops and geometry take [1, t, d] as [t, d]. */
const squeezed = (value) =>
  value?.shape?.length === 3 && value.shape[0] === 1
    ? { shape: value.shape.slice(1), data: value.data }
    : value;
const squeeze = (values) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, squeezed(value)]));

const OPS = {
  attention: (p, nudge) => ({ x: p.x && withBatch(p.x), ...attend(p, nudge) }),
  layer_norm: layerNorm,
  batch_norm: batchNorm,
  residual,
  feed_forward: feedForward,
  geometry: (p) => geometry(squeeze(p)),
  recurrent_encoder: (p, nudge) => encoder(squeeze(p), nudge),
  recurrent_decoder: (p, nudge) => decoder(squeeze(p), nudge),
};
const OPTIONS =
  /^(score|scale|causal|causal_offset|window|softcap|heads|kv_heads|eps|training|steps|activation)$/;

/**
 * Computes every tensor of a chain. A nudge adds to one entry of a tensor inside a stage before anything reads it.
 * @param {Record<string, any>[]} stages
 * @param {{ id: string, name: string, entry: number, by: number }} [nudge]
 * @returns {Tensors}
 */
export function runChain(stages, nudge) {
  const tensors = new Map();
  for (const { id, op = "attention", ...given } of stages) {
    const values = {};
    for (const [key, value] of Object.entries(given)) {
      const [from, name] = typeof value === "string" ? value.split(".") : [];
      const source = name && stages.find((stage) => stage.id === from);
      if (value === undefined) continue;
      if (OPTIONS.test(key)) values[key] = value;
      else values[key] = source ? (tensors.get(value) ?? read(source[name])) : read(value);
    }
    const made = OPS[op](values, nudge?.id === id ? nudge : undefined);
    for (const [name, one] of Object.entries(made)) tensors.set(`${id}.${name}`, one);
  }
  return tensors;
}

/**
 * Returns the gradient of a loss with respect to one input tensor of a stage, by central differences.
 * @param {Record<string, any>[]} stages
 * @param {number} which stage
 * @param {string} key
 * @param {(tensors: Tensors) => number} loss
 */
export function chainDifferences(stages, which, key, loss, step = 1e-5) {
  const { shape, data: given } = read(stages[which][key]);
  const data = Float64Array.from(given);
  const nudged = stages.map((stage, n) => (n === which ? { ...stage, [key]: { shape, data } } : stage));
  const at = (entry, value) => {
    data[entry] = value;
    return loss(runChain(nudged));
  };
  return Float64Array.from(given, (x, entry) => {
    const slope = (at(entry, x + step) - at(entry, x - step)) / (2 * step);
    data[entry] = x;
    return slope;
  });
}

/**
 * Returns the gradient with respect to a tensor computed inside a stage. Whatever reads it, there or later, sees the nudge.
 * @param {Record<string, any>[]} stages
 * @param {string} id of the stage, whose op takes a nudge
 * @param {string} name
 * @param {(tensors: Tensors) => number} loss
 */
export function innerDifferences(stages, id, name, loss, step = 1e-5) {
  const { length } = runChain(stages).get(`${id}.${name}`).data;
  const at = (entry, by) => loss(runChain(stages, { id, name, entry, by }));
  return Float64Array.from({ length }, (_, entry) => (at(entry, step) - at(entry, -step)) / (2 * step));
}

/** Returns a loss: the weighted sum of a tensor's entries. */
export const weighed = (name, weight) => (tensors) => {
  let total = 0;
  tensors.get(name).data.forEach((x, n) => (total += x * weight[n]));
  return total;
};

/** The losses that `backward` offers. */
export const squaredError = (name, target) => (tensors) => {
  const { data } = tensors.get(name);
  return sum(Array.from(data, (x, n) => (x - target[n]) ** 2)) / data.length;
};
export const crossEntropy = (name, target) => (tensors) => {
  const rows = rowsOf(tensors.get(name));
  const counted = target.filter((one) => one >= 0).length;
  const of = (row, one) => Math.log(sum(row.map((x) => Math.exp(x)))) - row[one];
  return sum(rows.map((row, i) => (target[i] >= 0 ? of(row, target[i]) : 0))) / counted;
};
