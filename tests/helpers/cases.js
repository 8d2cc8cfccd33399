// The reference cases of tests/cases as problems. tests/cases/torch-dev/README.md explains them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/system.js";

const folder = "tests/cases/torch-dev";
const read = (name) => JSON.parse(readFileSync(join(root, name), "utf8"));

export const seedExamples = () => read("tests/cases/seed-examples.json");

/** Returns every case, with its group. */
export function allCases() {
  const { groups } = read(`${folder}/index.json`);
  return Object.entries(groups).flatMap(([group, { file }]) =>
    read(`${folder}/${file}`).cases.map((one) => ({ ...one, group })),
  );
}

/** Generates numbers from a recipe; the README of the cases has the same code. */
function fill(n, { state, dist, scale }) {
  let s = state >>> 0;
  const u = () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return (s >>> 8) / 16777216;
  };
  return Float32Array.from({ length: n }, () => {
    if (dist === "uniform") return (2 * u() - 1) * scale;
    if (dist === "positive") return u() * scale;
    const [a, b, c, d] = [u(), u(), u(), u()];
    return (a + b + c + d - 2) * 1.7320508075688772 * scale;
  });
}

const count = (shape) => shape.reduce((a, b) => a * b, 1);

/** Converts a tensor of a case to a tensor of a problem. */
export function tensor({ shape, dtype, data, lcg }) {
  if (lcg) return { shape, data: fill(count(shape), lcg) };
  return { shape, data: dtype === "bool" ? Uint8Array.from(data) : Float32Array.from(data, Number) };
}

const inputsOf = (one) => Object.fromEntries(Object.entries(one.inputs).map(([k, v]) => [k, tensor(v)]));

/** Converts (batch, heads, n, d) to (batch, n, heads * d). */
function joinHeads({ shape: [B, H, n, d], data }) {
  const joined = new Float32Array(data.length);
  for (let b = 0; b < B; b++)
    for (let h = 0; h < H; h++)
      for (let i = 0; i < n; i++)
        for (let c = 0; c < d; c++)
          joined[((b * n + i) * H + h) * d + c] = data[((b * H + h) * n + i) * d + c];
  return { shape: [B, n, H * d], data: joined };
}

function sdpaProblem({ params: { scale, causal }, ...one }) {
  const { q, k, v, mask, bias } = inputsOf(one);
  return { query: q, key: k, value: v, mask, bias, causal: causal ?? false, scale };
}

/** Returns the output of a case from the fused kernel, which never stores the weights. */
export const sdpaFused = (attention, one) => ({ out: attention.fused(sdpaProblem(one)).mixed });

function sdpa(attention, one) {
  const { grad_out } = inputsOf(one);
  const problem = sdpaProblem(one);
  const trace = grad_out
    ? attention.backward(problem, { grad_output: joinHeads(grad_out) })
    : attention.forward(problem);
  const { mixed, weights, grad_query, grad_key, grad_value, grad_bias } = trace;
  return { out: mixed, weights, dq: grad_query, dk: grad_key, dv: grad_value, dbias: grad_bias };
}

const LARGE = ["mixed", "log_sum_exp", "grad_query", "grad_key", "grad_value"];

function large(attention, one, { call = "forward" } = {}) {
  const { q, k, v, grad_out } = inputsOf(one);
  const problem = { query: q, key: k, value: v, causal: one.params.causal ?? false };
  const trace = grad_out
    ? attention.backward(problem, { grad_output: grad_out, tensors: LARGE })
    : attention[call](problem, call === "fused" ? {} : { tensors: LARGE.slice(0, 2) });
  const { mixed, log_sum_exp, grad_query, grad_key, grad_value } = trace;
  return { out: mixed, lse: log_sum_exp, dq: grad_query, dk: grad_key, dv: grad_value };
}

/** Returns the results of a large case from the fused kernel. */
export const largeFused = (attention, one) => large(attention, one, { call: "fused" });

function mha(attention, one) {
  const i = inputsOf(one);
  const trace = attention.forward({
    x: i.query,
    x_kv: i.key,
    x_v: i.value,
    ...{ w_q: i.Wq, w_k: i.Wk, w_v: i.Wv, w_o: i.Wo, b_q: i.bq, b_k: i.bk, b_v: i.bv, b_o: i.bo },
    ...{ mask: i.mask, bias: i.bias, key_mask: i.key_mask },
    heads: one.params.num_heads,
    causal: one.params.causal,
  });
  return { out: trace.output, weights: trace.weights };
}

/** Creates a layer of one head with the parameters of a case. */
async function layerOf({ params, inputs }, { SelfAttentionLayer, build }) {
  const [w_q, w_k, w_v] = [inputs.Wq, inputs.Wk, inputs.Wv].map(tensor);
  const layer = await SelfAttentionLayer.create({ d_model: w_q.shape[0], causal: params.causal, build });
  return Object.assign(layer, { w_q, w_k, w_v });
}
const afterwards = ({ w_q, w_k, w_v }) => ({ Wq_after: w_q, Wk_after: w_k, Wv_after: w_v });

async function selfLayer(_attention, one, layers) {
  const { X, grad_out } = inputsOf(one);
  const layer = await layerOf(one, layers);
  const { query: Q, key: K, value: V, masked_scores: scores, weights, output: out } = layer.forward(X);
  const dX = layer.backward(grad_out, { learning_rate: one.params.lr });
  const { grad_w_q: dWq, grad_w_k: dWk, grad_w_v: dWv } = layer.gradients;
  return { Q, K, V, scores, weights, out, dX, dWq, dWk, dWv, ...afterwards(layer) };
}

async function training(_attention, one, layers) {
  const { X, target } = inputsOf(one);
  const { lr, steps } = one.params;
  const layer = await layerOf(one, layers);
  const losses = [];
  for (let step = 0; step < steps; step++)
    losses.push(layer.trainStep(X, target, { loss: "squared_error", learning_rate: lr }));
  const after = afterwards(layer);
  losses.push(layer.trainStep(X, target, { learning_rate: 0 }));
  return { losses: { shape: [losses.length], data: losses }, out: layer.forward(X).output, ...after };
}

async function multiLayer(_attention, one, { MultiHeadAttentionLayer, build }) {
  const i = inputsOf(one);
  const { num_heads: heads, kv_heads, causal, lr } = one.params;
  const layer = await MultiHeadAttentionLayer.create({
    ...{
      d_model: i.X.shape[2],
      d_kv: (i.Xkv ?? i.X).shape[2],
      d_out: i.Wo.shape[1],
      heads,
      kv_heads,
      causal,
    },
    ...{ d_k: i.Wq.shape[1] / heads, d_v: i.Wv.shape[1] / kv_heads, bias: i.bq !== undefined, build },
  });
  const names = ["q", "k", "v", "o"];
  for (const n of names) layer[`w_${n}`] = i[`W${n}`];
  if (i.bq) for (const n of names) layer[`b_${n}`] = i[`b${n}`];
  const { output, mixed, weights } = layer.forward(i.X, i.Xkv);
  const dX = layer.backward(i.grad_out, { learning_rate: lr });
  const result = { out: output, heads: mixed, weights, dX, dXkv: layer.gradients.grad_x_kv };
  for (const n of names) {
    Object.assign(result, { [`dW${n}`]: layer.gradients[`grad_w_${n}`], [`W${n}_after`]: layer[`w_${n}`] });
    Object.assign(result, { [`db${n}`]: layer.gradients[`grad_b_${n}`], [`b${n}_after`]: layer[`b_${n}`] });
  }
  return result;
}

function score(attention, one) {
  const { q: query, k: key, v: value, mask, W: w_score, W1: w_1, w2: w_2, grad_out } = inputsOf(one);
  const parameters = { score: one.op.replace("score_", ""), w_score, w_1, w_2 };
  const trace = attention.backward({ query, key, value, mask, ...parameters }, { grad_output: grad_out });
  return {
    ...{ scores: trace.scaled_scores, weights: trace.weights, out: trace.output },
    ...{ dq: trace.grad_query, dk: trace.grad_key, dv: trace.grad_value },
    ...{ dW: trace.grad_w_score, dW1: trace.grad_w_1, dw2: trace.grad_w_2 },
  };
}

function worked(attention, one) {
  const { X, Wq, Wk, Wv } = inputsOf(one);
  const { scaled, causal } = one.params;
  const trace = attention.forward({ x: X, w_q: Wq, w_k: Wk, w_v: Wv, causal, scale: scaled ? undefined : 1 });
  const { query: Q, key: K, value: V, scores, masked_scores, weights, weighted_values, output } = trace;
  return { Q, K, V, raw_scores: scores, scores: masked_scores, weights, weighted_values, out: output };
}

function softmax(attention, one) {
  const { x, grad_out } = inputsOf(one);
  const { output, grad_x } = attention.softmax({ x, grad_output: grad_out });
  return { out: output, dx: grad_x };
}

function layerNorm(attention, one) {
  const { x, gamma, beta, grad_out } = inputsOf(one);
  const r = attention.layerNorm({ x, gamma, beta, eps: one.params.eps, grad_output: grad_out });
  const gradients = { dx: r.grad_x, dgamma: r.grad_gamma, dbeta: r.grad_beta };
  return { out: r.output, mean: r.mean, rstd: r.rstd, ...gradients };
}

const OPS = {
  ...{ softmax, sdpa, sdpa_grad: sdpa, mha, self_attention_layer: selfLayer, self_attention_train: training },
  ...{ multi_head_layer: multiLayer, score_additive: score, score_bilinear: score, score_dot: score },
  ...{ score_scaled_dot: score, layer_norm: layerNorm, worked, sdpa_large: large, sdpa_large_grad: large },
};

/** Returns our results for a case, under the names of the case. */
export const runCase = (attention, one, layers) => OPS[one.op](attention, one, layers);

/** Returns the rows of a result that the case stores. */
export function storedRows(got, expected) {
  if (!expected.rows) return got.data;
  const width = count(expected.shape.slice(1));
  const rows = expected.rows.map((row) => [...got.data.slice(row * width, (row + 1) * width)]);
  return Float32Array.from(rows.flat());
}
