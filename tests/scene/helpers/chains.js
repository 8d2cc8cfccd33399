/** Makers of the chains that single stories tell, of any size. */

import { chance } from "../../helpers/random.js";
import { presets } from "../../helpers/presets.js";

/** @typedef {ReturnType<typeof chance>} Chance */

/** @param {number} rows @param {number} columns @param {() => any} entry @returns {any[][]} */
export const matrix = (rows, columns, entry) =>
  Array.from({ length: rows }, () => Array.from({ length: columns }, entry));

/** Labels of every kind. @param {Chance} draw @param {number} count */
const labels = (draw, count) =>
  Array.from({ length: count }, () =>
    draw.one(["", "the", "猫", "a [b|c]", "نص عربي", "קטן", "a long label ".repeat(30)]),
  );

/** Whole numbers, decimals or large ones. @param {Chance} draw @returns {() => number} */
const entries = (draw) =>
  draw.one([
    () => draw.from(-1, 1),
    () => draw.from(0, 2),
    () => draw.from(-30, 30) / 10,
    () => draw.from(-9, 9) * 1234.5,
  ]);

/**
 * An encoder and a decoder with drawn parameters.
 * @param {{ words?: number, said?: number, d?: number, vocabulary?: number, seed?: number, pressed?: boolean, encoder?: boolean,
 *   fed?: boolean, labels?: boolean, scale?: number, [more: string]: any }} [sizes] pressed: with a decoder that has the last state
 *   alone; more: keys of the decoder
 */
export function sequence({
  words = 4,
  said = 4,
  d = 6,
  vocabulary = 9,
  seed = 7,
  pressed = false,
  encoder = true,
  fed = false,
  labels = true,
  scale = 1,
  ...more
} = {}) {
  const draw = chance(seed);
  const tensor = (...shape) => draw.tensor(shape, scale);
  const names = (stem, count) => Array.from({ length: count }, (_, k) => `${stem}${k + 1}`);
  const decoder = (id, states) => ({
    ...{ id, op: "recurrent_decoder", encoder_states: states, score: "dot", initial_state: tensor(d) },
    ...{ w_state: tensor(d, d), w_context: tensor(d, d), b_state: tensor(d) },
    ...(fed ? { x: tensor(said, 3), w_in: tensor(3, d) } : { steps: said }),
    ...(vocabulary ? { w_out: tensor(2 * d, vocabulary), b_out: tensor(vocabulary) } : {}),
    ...(labels && vocabulary ? { labels: { logits: names("mot", vocabulary) } } : {}),
  });
  const read = {
    ...{ id: "encoder", op: "recurrent_encoder" },
    ...{ x: tensor(words, 5), w_in: tensor(5, d), w_state: tensor(d, d) },
    ...(labels ? { labels: { x: names("word", words) } } : {}),
  };
  const last = {
    ...{ id: "last", op: "attention" },
    ...{ query: [Array(d).fill(0)], key: "encoder.state", value: "encoder.state" },
    weights_override: [Array.from({ length: words + 1 }, (_, i) => Number(i === words))],
  };
  const states = encoder ? "encoder.state" : tensor(words, d);
  return {
    version: 1,
    stages: [
      ...(encoder ? [read] : []),
      ...(pressed && encoder ? [last, decoder("alone", "last.output")] : []),
      { ...decoder("decoder", states), ...more },
    ],
  };
}

/** A cross-attention whose query i looks at key order[i], and at none where that is −1. @param {number[]} order @param {number} keys @param {any} [more] */
export function looking(order, keys, more = {}) {
  const one = (at, by) => Array.from({ length: keys }, (_, k) => (k === at ? by : 0));
  const key = Array.from({ length: keys }, (_, k) => one(k, 1));
  return {
    ...{ query: order.map((at) => one(at, 9)), key, value: key, scale: 1 },
    mask: order.map((at) => Array(keys).fill(at >= 0)),
    labels: { query: order.map((_, i) => `out${i}`), key: key.map((_, k) => `in${k}`) },
    ...more,
  };
}

/**
 * Score functions beside one another: stages that read the query and keys of the first.
 * @param {{ functions?: string[], d?: number, keys?: number, hidden?: number, queries?: number, entry?: () => any, more?: any }} sizes
 */
export function scoreChain({
  functions = ["additive", "bilinear", "dot", "scaled_dot"],
  d = 2,
  keys = 3,
  hidden = 2,
  queries = 1,
  entry = () => 1,
  more = {},
} = {}) {
  const given = {
    query: matrix(queries, d, entry),
    key: matrix(keys, d, entry),
    value: matrix(keys, 2, entry),
  };
  const same = { query: "s0.query", key: "s0.key", value: "s0.value" };
  const own = (score) =>
    score === "additive"
      ? { w_1: matrix(hidden, 2 * d, entry), w_2: matrix(1, hidden, entry)[0] }
      : score === "bilinear"
        ? { w_score: matrix(d, d, entry) }
        : {};
  const stages = functions.map((score, k) => ({
    ...{ id: `s${k}`, op: "attention", score },
    ...(k ? same : given),
    ...own(score),
    ...more,
  }));
  return { version: 1, stages };
}

/** @param {Chance} draw */
export function anyScores(draw) {
  const functions = Array.from({ length: draw.from(2, 4) }, () =>
    draw.one(["additive", "bilinear", "dot", "scaled_dot"]),
  );
  const [d, keys, hidden] = [1, 2, 3].map(() => draw.from(1, 8));
  const sizes = { d, keys, hidden, queries: draw.from(1, 2) };
  const problem = scoreChain({ functions, ...sizes, entry: entries(draw) });
  Object.assign(problem.stages[0], { labels: { query: labels(draw, 1), key: labels(draw, keys) } });
  return problem;
}

/** @param {number[]} shape @param {() => any} entry @returns {any} */
export const nested = ([size, ...rest], entry) =>
  Array.from({ length: size }, () => (rest.length ? nested(rest, entry) : entry()));

/** Layer norm and batch norm of a matrix. @param {any} x @param {any} [more] */
export const bothNorms = (x, more = {}) => ({
  version: 1,
  stages: [
    { id: "layer", op: "layer_norm", x, ...more },
    { id: "batch", op: "batch_norm", x: "layer.x", ...more },
  ],
});

/** Norms of up to 8 × 8 numbers, after a residual or alone, of a batch or of one item. @param {Chance} draw */
export function anyNorms(draw) {
  const entry = entries(draw);
  const [tokens, features] = [draw.from(1, 8), draw.from(1, 8)];
  const shape = draw.maybe() ? [tokens, features] : [draw.from(1, 2), Math.min(4, tokens), features];
  const learned = draw.one([
    {},
    { gamma: nested([features], entry) },
    { gamma: nested([features], entry), beta: nested([features], entry) },
  ]);
  const x = nested(shape, entry);
  if (draw.maybe()) return bothNorms(x, learned);
  const names = { x: labels(draw, shape.at(-2) ?? 1) };
  const sum = { id: "sum", op: "residual", x, y: nested(shape, entry), labels: names };
  const [layer, batch] = bothNorms("sum.output", learned).stages;
  return { version: 1, stages: [sum, layer, { ...batch, x: "sum.output" }] };
}

/** A transformer block of up to so many words as are drawn with their numbers. @param {Chance} draw */
export function anyBlock(draw) {
  const entry = entries(draw);
  const [n, heads, units] = [draw.from(1, 5), draw.from(1, 4), draw.from(1, 16)];
  const d = heads * draw.from(1, Math.floor(8 / heads));
  const matrices = { w_q: [d, d], w_k: [d, d], w_v: [d, d] };
  const look = Object.fromEntries(
    Object.entries(matrices).map(([name, shape]) => [name, nested(shape, entry)]),
  );
  const given = {
    id: "look",
    x: nested([n, d], entry),
    ...look,
    heads,
    ...(draw.maybe() && { causal: true }),
  };
  const feed = {
    w_in: nested([d, units], entry),
    w_out: nested([units, d], entry),
    activation: draw.one(["relu", "gelu"]),
  };
  return blockOf({ ...given, ...(draw.maybe() && { labels: { x: labels(draw, n) } }) }, feed);
}

/** @param {any} look the attention @param {any} feed parameters of the feed-forward layer */
export const blockOf = (look, feed) => ({
  stages: [
    look,
    { id: "add", op: "residual", x: `${look.id}.x`, y: `${look.id}.output` },
    { id: "norm", op: "layer_norm", x: "add.output" },
    { id: "feed", op: "feed_forward", x: "norm.output", ...feed },
    { id: "again", op: "residual", x: "norm.output", y: "feed.output" },
    { id: "last", op: "layer_norm", x: "again.output" },
  ],
});

/** A query a among keys of the plane, with a value for each. @param {any[]} a @param {any[][]} b @param {object} [more] of the attention */
export const plane = (a, b, more = {}) => ({
  stages: [
    { id: "plane", op: "geometry", a: [a], b },
    {
      ...{ id: "attention", op: "attention", query: "plane.a", key: "plane.b", score: "dot" },
      ...{ value: b.map((_, j) => [j, 1]), ...more },
    },
  ],
});

/** @param {Chance} draw */
export function anyPlane(draw) {
  const eighths = () => draw.from(-40, 40) / 8;
  const keys = matrix(draw.from(1, 4), 2, eighths);
  return plane([eighths(), eighths()], keys, draw.maybe() ? {} : { score: "scaled_dot" });
}

/** A search over a drawn list. @param {Chance} draw @param {{ queries?: number, count?: number, features?: number, contents?: number, entry?: () => number, scale?: number }} [how] */
export function searchOf(
  draw,
  {
    queries = draw.from(1, 3),
    count = draw.from(1, 5),
    features = draw.from(1, 6),
    contents = draw.from(1, 4),
    entry = draw.one([() => draw.from(0, 1), () => draw.from(-2, 3), () => draw.from(-30, 30) / 10]),
    scale = 1000,
  } = {},
) {
  const names = { x: queries, x_kv: count, feature: features };
  const exact = {
    ...{ id: "exact", op: "attention", scale },
    labels: Object.fromEntries(Object.entries(names).map(([name, many]) => [name, labels(draw, many)])),
    ...{ x: matrix(queries, features, entry), x_kv: matrix(count, features, entry) },
    x_v: matrix(count, contents, () => draw.from(-30, 60)),
  };
  const [, soft, self] = presets.search.problem.stages;
  return { version: 1, stages: [exact, soft, self] };
}

/** A search, one of whose numbers is none. @param {Chance} draw */
export function anySearch(draw) {
  const problem = searchOf(draw);
  if (draw.maybe(0.3)) spoil(draw, problem.stages[0][draw.one(["x", "x_kv", "x_v"])]);
  return problem;
}

/** @param {Chance} draw @param {any[][]} rows */
const spoil = (draw, rows) => (draw.one(rows)[0] = draw.one(["NaN", "Infinity", "-Infinity"]));

/** Any two sentences, the target causal or not, and some of what else may be looked at. @param {Chance} draw @param {() => any} [entry] */
export function crossOf(draw, entry = entries(draw)) {
  const size = () => draw.from(1, 4);
  const [words, said, d_k, d, e] = [draw.from(1, 5), draw.from(1, 5), size(), size(), size()];
  const made = (from, width) => ({
    w_q: matrix(from, d_k, entry),
    w_k: matrix(from, d_k, entry),
    w_v: matrix(from, width, entry),
  });
  const own = (id, count, width) => ({
    ...{ id, op: "attention", x: matrix(count, width, entry), ...made(width, width) },
    labels: { x: labels(draw, count) },
  });
  const between = { w_q: matrix(e, d_k, entry), w_k: matrix(d, d_k, entry), w_v: matrix(d, size(), entry) };
  return {
    version: 1,
    stages: [
      own("source", words, d),
      { ...own("target", said, e), causal: draw.maybe() },
      {
        ...{ id: "cross", op: "attention", x: "target.output", x_kv: "source.output" },
        ...{ ...between, labels: { x: labels(draw, said), x_kv: labels(draw, words) } },
      },
    ],
  };
}

/** @param {Chance} draw */
export function anyCross(draw) {
  const problem = crossOf(draw);
  if (draw.maybe(0.3)) spoil(draw, draw.one(problem.stages.slice(0, 2)).x);
  return problem;
}

/** A row of random numbers without and with the scale. @param {number} seed @param {number} d @param {number} keys @param {number} [by] */
export function scalingRow(seed, d, keys, by = 1) {
  const draw = chance(seed);
  const vector = () => Array.from({ length: d }, () => by * draw.next());
  const given = {
    query: [vector()],
    key: Array.from({ length: keys }, vector),
    value: Array(keys).fill([1]),
  };
  const same = { query: "unscaled.query", key: "unscaled.key", value: "unscaled.value" };
  return {
    stages: [
      { id: "unscaled", score: "dot", ...given },
      { id: "scaled", ...same },
    ],
  };
}

/** @param {Chance} draw */
export function anyScalingRow(draw) {
  const by = draw.one([1, 1.5, 4, 0.01, 0]);
  const { stages } = scalingRow(draw.below(99), 2 ** draw.from(0, 6), draw.from(2, 8), by);
  const named = { key: labels(draw, stages[0].key?.length ?? 0) };
  return { stages: stages.map((stage) => ({ ...stage, labels: named })) };
}

/** Any sentence that a query asks, with all of its words and without each; and a number for each class. @param {Chance} draw */
export function anyClassifier(draw) {
  const entry = entries(draw);
  const [count, d, classes] = [draw.from(2, 8), draw.from(1, 4), draw.from(2, 4)];
  const asks = matrix(1, d, entry)[0];
  const names = labels(draw, count);
  return {
    version: 1,
    stages: [
      { id: "plain", op: "attention", x: matrix(count, d, entry), labels: { x: names } },
      {
        ...{
          id: "classifier",
          op: "attention",
          x: matrix(count + 1, d, () => 0).map(() => asks),
          x_kv: "plain.x",
        },
        mask: Array.from({ length: count + 1 }, (_, row) => names.map((_, j) => j !== row - 1)),
        ...{ w_o: matrix(d, classes, entry), b_o: matrix(1, classes, entry)[0], labels: { x_kv: names } },
      },
      {
        ...{ id: "classes", op: "attention", x: "classifier.output", scale: 1 },
        x_kv: Array.from({ length: classes }, (_, r) =>
          Array.from({ length: classes }, (_, c) => Number(r === c)),
        ),
      },
    ],
  };
}
