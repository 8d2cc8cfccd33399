/**
 * How each cell of a trace comes about: which factors are multiplied, and what is added. Here are addresses alone; the
 * core multiplies and adds.
 */
import { add, withArrays } from "./arrays.js";
import { countOf } from "./shapes.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./keys.js").Values} Values */
/** @typedef {{ terms: { factors: number[], product: number }[], sum: number }} Terms */
/**
 * @typedef {object} Recipe how one cell comes about
 * @property {ArrayLike<number>} a
 * @property {ArrayLike<number>} [b] second factors; absent: the terms are a alone
 * @property {number} [work] size of the product that the cell is part of
 * @property {number} [plus] a projection's b, added last
 */
/** @typedef {{ trace: Record<string, any>, values: Values, index: number[], core: Core }} Cell */

/**
 * @param {Core} core
 * @param {Recipe} recipe
 * @returns {Terms}
 */
export function evaluate(core, { a, b, work = 1, plus }) {
  const count = a.length;
  let sum = 0;
  const inputs = [Float32Array.from(a), b ? Float32Array.from(b) : undefined];
  const [products] = withArrays(core, inputs, [count], (functions, [a_, b_], [to]) => {
    sum = functions.attn_terms(to, a_, b_, BigInt(count), work);
  });
  const terms = Array.from(products, (product, t) => ({ factors: b ? [a[t], b[t]] : [a[t]], product }));
  if (plus === undefined) return { terms, sum };
  const [total] = add(core, Float32Array.of(sum), Float32Array.of(plus));
  return { terms: [...terms, { factors: [plus], product: plus }], sum: total };
}

/**
 * The entries along the last axis at an index of the others.
 * @param {{ shape: number[], data: ArrayLike<number> }} tensor
 * @param {number[]} index
 * @returns {number[]}
 */
export function row(tensor, index) {
  const width = tensor.shape[tensor.shape.length - 1];
  const first = width * flat(tensor.shape, index);
  return Array.from({ length: width }, (_, c) => tensor.data[first + c]);
}

/**
 * @param {{ shape: number[], data: ArrayLike<number> }} matrix
 * @param {number} column
 */
export function column({ shape: [rows, columns], data }, column) {
  return Array.from({ length: rows }, (_, r) => data[r * columns + column]);
}

/**
 * @param {number[]} shape
 * @param {number[]} index of its first axes
 */
const flat = (shape, index) => index.reduce((at, i, axis) => at * shape[axis] + i, 0);

/**
 * @param {{ shape: number[], data: ArrayLike<number> }} tensor
 * @param {number[]} index
 */
export const at = (tensor, index) => tensor.data[flat(tensor.shape, index)];

/**
 * One entry of x w + b.
 * @param {{ shape: number[], data: ArrayLike<number> }} x
 * @param {any} w absent: identity
 * @param {any} b
 * @param {number[]} index
 * @returns {Recipe}
 */
export function projected(x, w, b, index) {
  const c = index[index.length - 1];
  const tokens = index.slice(0, -1);
  const plus = b?.data[c];
  if (!w) return { a: [at(x, index)], plus };
  return { a: row(x, tokens), b: column(w, c), work: countOf(x.shape) * w.shape[1], plus };
}

/** @type {(cell: Cell) => Recipe} */
const projectedQuery = ({ trace, values, index }) => projected(trace.x, values.w_q, values.b_q, index);
/** @type {(cell: Cell) => Recipe} */
const projectedKey = ({ trace, values, index }) =>
  projected(trace.x_kv ?? trace.x, values.w_k, values.b_k, index);
/** @type {(cell: Cell) => Recipe} */
const projectedValue = ({ trace, values, index }) =>
  projected(trace.x_v ?? trace.x_kv ?? trace.x, values.w_v, values.b_v, index);

/**
 * A cell of a head is a cell of the projection, or was given.
 * @param {"query" | "key" | "value"} name
 * @param {(cell: Cell) => Recipe} recipe
 * @returns {(cell: Cell) => Recipe}
 */
const split = (name, recipe) => (cell) => {
  const [batch, head, token, c] = cell.index;
  if (!cell.trace[`projected_${name}`]) return { a: [at(cell.trace[name], cell.index)] };
  return recipe({ ...cell, index: [batch, token, head * cell.trace[name].shape[3] + c] });
};

/** @type {(cell: Cell) => Recipe} */
function scores({ trace, values, index: [batch, head, i, j], core }) {
  const { query, key, hidden } = trace;
  const group = Math.floor(head / (query.shape[1] / key.shape[1]));
  if (hidden) return { a: row(hidden, [batch, head, i, j]), b: values.w_2.data };
  let own = row(query, [batch, head, i]);
  // the heads that share a key are turned in one product
  const turned = (query.shape[1] / key.shape[1]) * query.shape[2];
  if (values.w_score) own = turn(core, own, values.w_score, turned);
  return { a: own, b: row(key, [batch, group, j]), work: query.shape[2] * key.shape[2] * key.shape[3] };
}

/**
 * The query in the keys' space: q^T w_score.
 * @param {Core} core
 * @param {number[]} query
 * @param {any} w
 * @param {number} rows of the product it is part of
 */
export function turn(core, query, w, rows) {
  const work = rows * countOf(w.shape);
  return Array.from(
    { length: w.shape[1] },
    (_, c) => evaluate(core, { a: query, b: column(w, c), work }).sum,
  );
}

/** @type {(cell: Cell) => Recipe} */
function mixed({ trace, values, index: [batch, head, i, c] }) {
  const { weights, masked_scores, value, query } = trace;
  const group = Math.floor(head / (query.shape[1] / value.shape[1]));
  const [q_len, kv_len, d_v] = [query.shape[2], value.shape[2], value.shape[3]];
  const own = row(weights, [batch, head, i]);
  const score = row(masked_scores, [batch, head, i]);
  const values_ = Array.from({ length: kv_len }, (_, j) => at(value, [batch, group, j, c]));
  // a forbidden pair does not count, whatever its value holds
  const counts = own.map(
    (_, j) => score[j] !== -Infinity || values.weights_override || Number.isFinite(values_[j]),
  );
  const keep = (/** @type {number[]} */ list) => list.filter((_, j) => counts[j]);
  return { a: keep(own), b: keep(values_), work: q_len * kv_len * d_v };
}

/**
 * The head and feature that a column of `joined` is.
 * @param {Cell} cell
 * @returns {Cell}
 */
function unjoined(cell) {
  const [batch, token, feature] = cell.index;
  const width = cell.trace.mixed.shape[3];
  return { ...cell, index: [batch, Math.floor(feature / width), token, feature % width] };
}

/** @type {Record<string, (cell: Cell) => Recipe>} */
export const RECIPES = {
  projected_query: projectedQuery,
  projected_key: projectedKey,
  projected_value: projectedValue,
  query: split("query", projectedQuery),
  key: split("key", projectedKey),
  value: split("value", projectedValue),
  scores,
  scaled_scores: ({ trace, values, index }) => ({
    a: [at(trace.scores, index)],
    b: [scaleOf(trace, values)],
  }),
  row_sum: ({ trace, index }) => ({ a: row(trace.shifted_exp, index) }),
  weighted_values: ({ trace, index: [batch, head, j, i, c] }) => {
    const group = Math.floor(head / (trace.query.shape[1] / trace.value.shape[1]));
    return { a: [at(trace.weights, [batch, head, i, j])], b: [at(trace.value, [batch, group, j, c])] };
  },
  mixed,
  joined: (cell) => mixed(unjoined(cell)),
  output: (cell) => {
    const { trace, values, index } = cell;
    if (!values.w_o && !values.b_o) return mixed(unjoined(cell));
    return projected(trace.joined, values.w_o, values.b_o, index);
  },
};

/**
 * @param {Record<string, any>} trace
 * @param {Values} values
 */
function scaleOf({ query }, { scale, score = 0 }) {
  return Math.fround(scale ?? (score === 0 ? 1 / Math.sqrt(query.shape[3]) : 1));
}
