/** Problems for the tests of the scene: document A's example, seeded ones of any size, and drawn ones with every option. */

import { presets } from "../../helpers/presets.js";
import { chance } from "../../helpers/random.js";

const { scale, ...three } = presets["walk-through"].problem;

/** Document A's example, its scores without a scale. @param {Record<string, any>} [more] */
export const walkThrough = (more = {}) => ({ ...structuredClone(three), score: "dot", ...more });

/** Queries of one sentence, keys of another, set by hand: a word looks at what it translates, and two of them change places. */
export const crossing = {
  x: [[3, 0, 0, 0], [0, 0, 3, 0], [0, 3, 0, 0], [0, 0, 1, 3]], // prettier-ignore
  x_kv: [[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, 2, 0], [0, 0, 0, 2]], // prettier-ignore
  scale: 0.5,
  labels: { x: ["le", "chat", "noir", "dort"], x_kv: ["the", "black", "cat", "sleeps"] },
};

/** @typedef {ReturnType<typeof chance>} Chance */

/** @param {number} rows @param {number} columns @param {() => number} entry */
const matrix = (rows, columns, entry) =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, entry));

/**
 * A seeded problem of so many tokens and features, whole numbers or decimals.
 * @param {{ tokens: number, features: number, keys?: number, heads?: number, kv_heads?: number, width?: number, batch?: number,
 *   seed?: number, fractions?: boolean, [more: string]: any }} sizes width: of a head
 */
export function seeded({
  tokens,
  features,
  keys,
  heads = 1,
  kv_heads = heads,
  width = features / heads,
  batch,
  seed = 7,
  fractions = false,
  ...more
}) {
  const draw = chance(seed);
  const entry = () => (fractions ? draw.from(-20, 30) / 10 || 0.7 : draw.from(-2, 3));
  const rows = (n) =>
    batch ? Array.from({ length: batch }, () => matrix(n, features, entry)) : matrix(n, features, entry);
  return {
    x: rows(tokens),
    ...(keys ? { x_kv: rows(keys) } : {}),
    w_q: matrix(features, heads * width, entry),
    w_k: matrix(features, kv_heads * width, entry),
    w_v: matrix(features, kv_heads * width, entry),
    ...(heads > 1 ? { heads, kv_heads, w_o: matrix(heads * width, features, entry) } : {}),
    ...more,
  };
}

const LABELS = ["cat", "rain", "love", "猫", "睡觉", "I", "soft light", "the"];

/** Entries of one kind, so that ties, saturation and whole numbers all come about. @param {Chance} draw */
const entries = (draw) =>
  draw.one([
    () => draw.from(-2, 3),
    () => draw.from(0, 1),
    () => draw.from(-30, 30) / 10,
    () => Math.fround(draw.normal()),
    () => draw.from(-9, 9) * 3,
    () => 1,
  ]);

/**
 * A drawn problem with any of the options of the contract, small enough to be drawn with its numbers.
 * @param {Chance} draw @param {{ most?: number }} [how] most: tokens, keys, features
 */
export function anyProblem(draw, { most = 4 } = {}) {
  const entry = entries(draw);
  const size = () => draw.from(1, most);
  const score = draw.one(["scaled_dot", "scaled_dot", "dot", "bilinear", "additive"]);
  const heads = draw.one([1, 1, 1, 2]);
  const kv_heads = heads === 2 ? draw.one([1, 2]) : 1;
  const batch = draw.one([1, 1, 1, 1, 2]);
  const free = score === "bilinear" || score === "additive";
  const [q_len, kv_len, d_k, d_v] = [size(), size(), size(), size()];
  const d_q = free ? size() : d_k;
  /** @type {Record<string, any>} */
  const problem = {
    score,
    ...tokens(draw, entry, { heads, kv_heads, batch, q_len, kv_len, d_q, d_k, d_v, most }),
  };
  const shape = shapeOf(problem, { heads, batch, q_len, kv_len, d_k, d_q, d_v });
  const pairs = () =>
    draw.maybe() ? [shape.q_len, shape.kv_len] : [batch, heads, shape.q_len, shape.kv_len];
  const of = (dims, make = entry) => ({
    shape: dims,
    data: Array.from({ length: dims.reduce((a, b) => a * b, 1) }, make),
  });
  if (score === "bilinear") problem.w_score = matrix(shape.d_q, shape.d_k, entry);
  if (score === "additive")
    Object.assign(problem, { w_1: matrix(2, shape.d_q + shape.d_k, entry), w_2: [1, -0.5] });
  if (draw.maybe(0.2)) problem.scale = draw.one([0, -0.5, 0.3, 1, 2]);
  if (draw.maybe(0.15)) problem.softcap = draw.one([0.5, 2, 30]);
  if (draw.maybe(0.2)) problem.bias = of(pairs(), () => draw.one([0, 1, -0.5, 2]));
  if (problem.bias && draw.maybe(0.3)) problem.bias.data[0] = "-Infinity";
  const flag = draw.one([() => draw.maybe(0.6), () => true, () => draw.maybe(0.3)]);
  if (draw.maybe(0.2)) problem.mask = of(pairs(), flag);
  if (draw.maybe(0.12)) problem.key_mask = of([shape.kv_len], flag);
  if (draw.maybe(0.2)) problem.causal = draw.one([true, "bottom-right"]);
  if (draw.maybe(0.1)) problem.window = [draw.from(-1, 2), draw.from(-1, 2)];
  if (draw.maybe(0.08))
    problem.weights_override = of(pairs(), draw.one([() => 1 / shape.kv_len, () => draw.from(-1, 3) / 2]));
  if (heads === 1 && draw.maybe(0.04)) problem.b_o = Array.from({ length: shape.d_v }, entry);
  else if (heads === 1 && draw.maybe(0.1)) problem.w_o = matrix(shape.d_v, size(), entry);
  if (draw.maybe(0.06)) spoil(draw, problem);
  if (draw.maybe(0.6)) problem.labels = labels(draw, shape);
  return problem;
}

/** x with or without its parameters, or queries, keys and values as they are. @param {Chance} draw @param {() => number} entry @param {Record<string, number>} sizes */
function tokens(draw, entry, { heads, kv_heads, batch, q_len, kv_len, d_q, d_k, d_v, most }) {
  const rows = (n, d) =>
    batch > 1 ? Array.from({ length: batch }, () => matrix(n, d, entry)) : matrix(n, d, entry);
  if (draw.maybe(0.15)) {
    const split = (own, n, d) =>
      Array.from({ length: batch }, () => Array.from({ length: own }, () => matrix(n, d, entry)));
    return {
      query: split(heads, q_len, d_q),
      key: split(kv_heads, kv_len, d_k),
      value: split(kv_heads, kv_len, d_v),
    };
  }
  // without a matrix an input is its own query, key or value, so widths have to agree
  const bare = heads === 1 && draw.maybe(0.3);
  const d = bare ? d_k : draw.from(1, most);
  const given = (name, width) =>
    bare && (width === d_k || name === "w_v") && draw.maybe(0.8) ? {} : { [name]: matrix(d, width, entry) };
  const cross = draw.maybe(0.3) ? { x_kv: rows(kv_len, d) } : {};
  /** @type {Record<string, any>} */
  const own = {
    x: rows(q_len, d),
    ...cross,
    ...given("w_q", heads * d_q),
    ...given("w_k", kv_heads * d_k),
    ...given("w_v", kv_heads * d_v),
  };
  const vector = (length) => Array.from({ length }, entry);
  if (draw.maybe(0.15)) own.b_q = vector(own.w_q ? heads * d_q : d);
  if (draw.maybe(0.1)) own.b_k = vector(own.w_k ? kv_heads * d_k : d);
  if (draw.maybe(0.1)) own.b_v = vector(own.w_v ? kv_heads * d_v : d);
  if (draw.maybe(0.08)) own.x_v = rows(own.x_kv ? kv_len : q_len, d);
  return { ...own, ...(heads > 1 ? { heads, kv_heads } : {}) };
}

/** Sizes as they came about. @param {Record<string, any>} p @param {Record<string, number>} drawn */
function shapeOf({ x, x_kv, query, w_q, w_k, w_v }, { q_len, kv_len, d_q, d_k, d_v, batch, heads }) {
  const d = query ? 0 : (batch > 1 ? x[0] : x)[0].length;
  return {
    q_len,
    kv_len: query || x_kv ? kv_len : q_len,
    batch,
    heads,
    d_q: query || w_q ? d_q : d,
    d_k: query || w_k ? d_k : d,
    d_v: query || w_v ? d_v : d,
  };
}

/** One number that is none. @param {Chance} draw @param {Record<string, any>} problem */
function spoil(draw, problem) {
  const tensor = draw.one(["x", "x_kv", "query", "value", "w_v"].filter((name) => problem[name]));
  let row = problem[tensor];
  while (Array.isArray(row[0])) row = draw.one(row);
  row[draw.below(row.length)] = draw.one(["NaN", "Infinity", "-Infinity"]);
}

/** Names for some tokens or all. @param {Chance} draw @param {{ q_len: number, kv_len: number }} sizes */
function labels(draw, { q_len, kv_len }) {
  const some = (n) => Array.from({ length: draw.maybe(0.9) ? n : draw.below(n + 1) }, () => draw.one(LABELS));
  return { x: some(q_len), ...(draw.maybe() ? { x_kv: some(kv_len) } : {}) };
}
