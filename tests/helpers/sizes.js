// The expected sizes of plans, in BigInt: no product wraps, no sum is rounded.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/system.js";

/** @typedef {Record<string, bigint[]>} Inputs shapes by name */
/** @typedef {{ status: string, got: bigint, limit: bigint }} Refusal */
/** @typedef {{ status: "OK", scratch: bigint, counts: Record<string, bigint> }} Fit */

const header = readFileSync(join(root, "c/attn.h"), "utf8");
/** The names of the statuses, in order. */
export const STATUSES = Array.from(header.matchAll(/^ {2}S\((\w+), "/gm), ([, name]) => name);
/** @type {Record<string, bigint>} */
export const LIMITS = Object.fromEntries(
  Array.from(header.matchAll(/^ {2}L\((\w+), (\d+)\)/gm), ([, name, most]) => [name, BigInt(most)]),
);

const [REAL, DOUBLE] = [4n, 8n];
const LARGEST = 2n ** 63n - 1n;
const product = (...sizes) => sizes.reduce((a, b) => a * b, 1n);
const sum = (sizes) => sizes.reduce((a, b) => a + b, 0n);
const most = (...sizes) => sizes.reduce((a, b) => (a > b ? a : b));
const least = (a, b) => (a < b ? a : b);
const up = (size, step) => ((size + step - 1n) / step) * step;
const block = (count, size = REAL) => up(count * size, 16n);

/** C reports the largest int64 for any larger size. */
const refused = (status, got, limit) => ({ status, got: least(got, LARGEST), limit });
const over = (bytes, limit, status) =>
  bytes > LIMITS[limit] ? refused(status, bytes, LIMITS[limit]) : undefined;

/* ------------------------------------------------------------ scratch */

const SMALL_WORK = 262144n;
const [PANELS, TALL, LANES, COLUMNS] = [131072n, 4n, 4n, 8n];

/** Returns the scratch of a product (m, k) (k, n), in bytes. */
function matmul(m, n, k) {
  if (product(m, n, k) === 0n) return 0n;
  if (product(m, n, k) <= SMALL_WORK) return k * 4n * REAL;
  const room = (PANELS / k / COLUMNS) * COLUMNS;
  const columns = room < COLUMNS ? COLUMNS : least(room, up(least(n, PANELS), COLUMNS));
  return (columns + TALL * LANES) * k * REAL;
}

const linear = (rows, inner, out, backward) =>
  most(matmul(rows, out, inner), ...(backward ? [matmul(rows, inner, out), matmul(inner, out, rows)] : []));

const overPairs = (rows, k, n) => most(matmul(rows, n, k), matmul(k, n, rows), up(rows * k, 16n));

const scoreSums = ({ score, d_q, d_k, hidden }) =>
  block((score === 2 ? d_q * d_k : 0n) + hidden * (d_q + d_k + 1n), DOUBLE);

function scores({ score, d_q, d_k, hidden }, rows, q, k) {
  if (score === 3) return block(rows * hidden, DOUBLE) + block(k * hidden, DOUBLE);
  const products = [matmul(q, k, d_k), matmul(rows, d_k, d_q), matmul(rows, d_q, d_k)];
  return most(...products, overPairs(rows, k, d_k)) + 2n * block(rows * d_k);
}

/* ---------------------------------------------------------- attention */

const axis = (shape, fromRight) => shape?.[shape.length - 1 - fromRight] ?? 1n;

/** @param {{ inputs: Inputs, heads: bigint, kv_heads: bigint, score: number }} problem */
function sizesOf({ inputs, heads, kv_heads, score }) {
  const { x, x_kv = x, x_v = x_kv, query, key, value, w_q, w_k, w_v, w_o, w_1 } = inputs;
  const s = { score, hidden: score === 3 ? w_1[0] : 0n };
  if (query) {
    Object.assign(s, { b: axis(query, 3), h: axis(query, 2), q: axis(query, 1), d_q: axis(query, 0) });
    Object.assign(s, { g: axis(key, 2), k: axis(key, 1), d_k: axis(key, 0), d_v: axis(value, 0) });
  } else {
    Object.assign(s, { b: axis(x, 2), q: axis(x, 1), k: axis(x_kv, 1), h: heads, g: kv_heads });
    Object.assign(s, { d_model: axis(x, 0), d_kv: axis(x_kv, 0), d_in_v: axis(x_v, 0) });
    Object.assign(s, { d_q: (w_q?.[1] ?? s.d_model) / s.h, d_k: (w_k?.[1] ?? s.d_kv) / s.g });
    s.d_v = (w_v?.[1] ?? s.d_in_v) / s.g;
  }
  return { ...s, d_out: w_o?.[1] ?? s.h * s.d_v };
}

const givenBytes = (inputs) =>
  sum(
    Object.entries(inputs).map(([name, shape]) => block(product(...shape), /mask$/.test(name) ? 1n : REAL)),
  );

/** Returns the shape of every tensor in the trace: without `weighted_values` unless wanted, or `hidden` unless wanted or backward. */
function tensorsOf({ inputs, backward, wanted }, s) {
  const { b, h, g, q, k, d_q, d_k, d_v, hidden } = s;
  const [pairs, rows] = [
    [b, h, q, k],
    [b, h, q],
  ];
  const projections = {
    projected_query: [b, q, h * d_q],
    projected_key: [b, k, g * d_k],
    projected_value: [b, k, g * d_v],
  };
  const made = {
    ...(inputs.x && projections),
    ...{ query: [b, h, q, d_q], key: [b, g, k, d_k], value: [b, g, k, d_v] },
    ...(hidden && (backward || wanted) && { hidden: [...pairs, hidden] }),
    ...{ weights: pairs, scores: pairs, scaled_scores: pairs, masked_scores: pairs, shifted_scores: pairs },
    ...{ shifted_exp: pairs, row_max: rows, row_sum: rows, log_sum_exp: rows },
    ...{ mixed: [b, h, q, d_v], joined: [b, q, h * d_v], output: [b, q, s.d_out] },
  };
  const weighted = [b, h, k, q, d_v];
  if (wanted && product(...weighted) <= LIMITS.weighted_values_entries) made.weighted_values = weighted;
  if (!backward) return made;
  const gradients = {};
  for (const [name, shape] of Object.entries(inputs))
    if (!/mask$/.test(name)) gradients[`grad_${name}`] = shape;
  const through = Object.keys(projections).concat(
    "query key value scores scaled_scores masked_scores weights output joined mixed".split(" "),
  );
  for (const name of through) if (made[name]) gradients[`grad_${name}`] ??= made[name];
  return { ...made, ...gradients };
}

const entries = (shapes) =>
  sum(Object.values(shapes).map((shape) => product(...shape.map((n) => most(n, 1n)))));
const countsOf = (shapes) =>
  Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, product(...shape)]));
const tokens = (inputs, ...names) => sum(names.map((name) => (inputs[name] ? product(...inputs[name]) : 0n)));

function projectScratch({ inputs, backward }, s) {
  const [queries, keys] = [s.b * s.q, s.b * s.k];
  const widths = {
    w_q: [queries, s.d_model, s.h * s.d_q],
    w_k: [keys, s.d_kv, s.g * s.d_k],
    w_v: [keys, s.d_in_v, s.g * s.d_v],
    w_o: [queries, s.h * s.d_v, s.d_out],
  };
  const products = Object.entries(widths).map(([w, sizes]) => (inputs[w] ? linear(...sizes, backward) : 0n));
  const live = backward ? up(s.b * (s.q + 2n * s.k), 16n) + up(s.q * s.k, 16n) : 0n;
  return most(...products) + live;
}

/** Refuses more heads in `query` than an int32 holds. */
const tooManyHeads = ({ inputs }, { h }) =>
  inputs.query && h > 2n ** 31n - 1n ? refused("HEAD_COUNT", h, 2n ** 31n - 1n) : undefined;

/** @param {bigint} own as in `fused` @returns {Refusal | Fit} */
function stepwise(problem, own) {
  const { inputs, backward } = problem;
  const s = sizesOf(problem);
  const tensors = tensorsOf(problem, s);
  const made = REAL * entries(tensors);
  const trace = made + REAL * tokens(inputs, "x", "x_kv", "x_v");
  const rows = (s.h / s.g) * s.q;
  const mix = most(overPairs(rows, s.k, s.d_v), matmul(s.q, s.k, s.d_v));
  const scratch = most(projectScratch(problem, s), scoreSums(s) + scores(s, rows, s.q, s.k), mix);
  const forward = fused(problem, own).status === "OK" ? "TRACE_TOO_LARGE" : "TRACE_FAR_TOO_LARGE";
  return (
    tooManyHeads(problem, s) ??
    over(trace, "stepwise_bytes", backward ? "BACKWARD_TOO_LARGE" : forward) ??
    over(givenBytes(inputs) + made + scratch, "call_bytes", "CALL_TOO_LARGE") ?? {
      status: "OK",
      scratch,
      counts: countsOf(tensors),
    }
  );
}

/* -------------------------------------------------------------- fused */

const TILE = 256n;

/** @param {bigint} own bytes of the struct of a run, which only C knows @returns {Refusal | Fit} */
function fused(problem, own) {
  const { inputs } = problem;
  const s = sizesOf(problem);
  const { b, h, q, k, d_v } = s;
  const longest = [
    ["FUSED_TOO_LONG", "fused_length", q, k],
    ["FUSED_TOO_WIDE", "fused_features", s.d_q, s.d_k, d_v],
    ["FUSED_TOO_LONG", "fused_features", s.hidden],
    ["FUSED_TOO_MANY", "fused_heads", b * h],
  ];
  const heads = tooManyHeads(problem, s);
  if (heads) return heads;
  for (const [status, limit, ...sizes] of longest)
    for (const size of sizes) if (size > LIMITS[limit]) return refused(status, size, LIMITS[limit]);

  const mixed = b * h * q * d_v;
  const projected = inputs.x
    ? block(b * q * h * s.d_q) + block(b * k * s.g * s.d_k) + block(b * k * s.g * d_v)
    : 0n;
  const [wide, tall, keys] = [s.hidden || s.d_k, up(d_v, TALL), least(up(k, TALL), TILE)];
  const unit = (wide + tall) * COLUMNS * REAL;
  const units = least(((h / s.g) * up(q, COLUMNS)) / COLUMNS, most(4n, least(524288n / unit, 64n)));
  const tile =
    block(keys * wide * LANES) + block(TILE * tall * LANES) + block(keys * COLUMNS) + up(keys * COLUMNS, 16n);
  const working = own + tile + block(wide, DOUBLE) + units * (block(wide * COLUMNS) + block(tall * COLUMNS));
  const [joins, ends] = [h > 1n && q > 1n, inputs.w_o || inputs.b_o];
  const output = (joins ? block(mixed) : 0n) + linear(b * q, h * d_v, s.d_out, false);
  const scratch = most(
    inputs.x ? projected + projectScratch({ inputs, backward: false }, s) : 0n,
    projected + working,
    ends ? output : 0n,
  );
  return (
    over(givenBytes(inputs) + block(b * q * s.d_out), "fused_bytes", "FUSED_TOO_LARGE") ??
    over(most(scratch, projected + block(mixed)), "fused_bytes", "FUSED_WORK_TOO_LARGE") ?? {
      status: "OK",
      scratch,
      counts: { mixed, log_sum_exp: b * h * q, output: b * q * s.d_out },
    }
  );
}

/* ---------------------------------------------- recurrent, and single tools */

/** @returns {Refusal | Fit} */
function decoder({ inputs, steps, score, backward }) {
  const [[t, d_h], [d_s], d_in] = [inputs.encoder_states, inputs.initial_state, inputs.x?.[1] ?? 0n];
  const [d_out, hidden] = [inputs.w_out?.[1] ?? 0n, score === 3 ? inputs.w_1[0] : 0n];
  const pairs = [1n, 1n, steps, t];
  const row = [1n, 1n, steps];
  const states = { context: [steps, d_h], state: [steps + 1n, d_s] };
  const tensors = {
    ...(hidden && { hidden: [...pairs, hidden] }),
    ...{ scores: pairs, scaled_scores: pairs, masked_scores: pairs, row_max: row, shifted_scores: pairs },
    ...{ shifted_exp: pairs, row_sum: row, log_sum_exp: row, weights: pairs, ...states },
    ...(d_out && { logits: [steps, d_out], probabilities: [steps, d_out] }),
  };
  if (backward) {
    for (const [name, shape] of Object.entries(inputs)) tensors[`grad_${name}`] = shape;
    Object.assign(tensors, { grad_scores: pairs, grad_weights: pairs });
    Object.assign(tensors, { grad_context: states.context, grad_state: states.state });
    tensors.grad_output = [steps, d_out || d_s];
  }
  const made = REAL * entries(tensors);
  const f = { score, d_q: d_s, d_k: d_h, hidden };
  const [rows, both] = [most(steps, 1n), d_s + d_h];
  const scratch =
    most(
      scores(f, rows, rows, t),
      overPairs(rows, t, d_h),
      linear(steps, both, d_out, backward),
      linear(rows, both, d_s, backward),
      linear(rows, d_in, d_s, backward),
      matmul(1n, t, d_h),
    ) + sum([block(steps * both), block(steps * d_s), block(d_s), block(t * d_h), scoreSums(f)]);
  return (
    over(made + REAL * tokens(inputs, "encoder_states", "x"), "stepwise_bytes", "RECURRENT_TOO_LARGE") ??
    over(givenBytes(inputs) + made + scratch, "call_bytes", "CALL_TOO_LARGE") ?? {
      status: "OK",
      scratch,
      counts: countsOf(tensors),
    }
  );
}

/** @returns {Refusal | Fit} */
function encoder({ t, d_in, d_s, backward }) {
  const rows = most(t, 1n);
  const [x, states, parameters] = [t * d_in, (t + 1n) * d_s, (d_in + d_s + 2n) * d_s];
  const made = backward ? 3n * states + x + parameters : states;
  const products = most(linear(rows, d_s, d_s, true), linear(rows, d_in, d_s, true));
  const scratch = backward ? products + linear(1n, d_s, d_s, true) + block(t * d_s) : 0n;
  return (
    over(REAL * (x + made), "stepwise_bytes", "RECURRENT_TOO_LARGE") ??
    over(REAL * (x + parameters + made) + scratch, "call_bytes", "CALL_TOO_LARGE") ?? {
      status: "OK",
      scratch,
      counts: {},
    }
  );
}

/** @returns {Refusal | Fit} */
const tool = ({ bytes }) =>
  over(bytes, "call_bytes", "CALL_TOO_LARGE") ?? { status: "OK", scratch: 0n, counts: {} };

/** Not a plan: a product has no limit except the largest number. @returns {Fit} */
const scratchOf = ({ m, n, k }) => ({ status: "OK", scratch: least(matmul(m, n, k), LARGEST), counts: {} });

const PLANS = { stepwise, fused, decoder, encoder, tool, product: scratchOf };

/** @param {{ kind: string, [key: string]: any }} one @param {bigint} own @returns {any} */
export const expected = (one, own) => PLANS[one.kind](one, own);
