/**
 * The data of the story scaling besides the problem: the same query and keys at every width, and 1,000 random pairs of a query
 * and a key. The core computes all numbers.
 */
import { graphOf } from "../../core/graph/graph.js";
import { halfWidth, isRow, widths } from "../../scene/stories/scaling/widths.js";
import { wholeOf } from "../engine.js";
import { forward, storyDataOf } from "../runs.js";
import { inTurns } from "../turns.js";

/** @typedef {import("../build-scene.js").Run} Run */
/** @typedef {import("../runs.js").StoryData} StoryData */
/** @typedef {import("../engine.js").Attention} Attention */
/** @typedef {{ shape: number[], data: Float32Array }} Tensor */

const PAIRS = 1000;
const WIDEST = widths[widths.length - 1];
/** Pairs that are drawn at once: a few milliseconds. */
const SLICE = 20;
/** Bins on either side of 0. */
const BINS = 64;
/** Seed of the numbers that extend the vectors of a problem. */
const SEED = 7;

/* ---------------------------------------------------------------- one row, at every width */

/**
 * The vectors of a tensor, each cut or extended to a width.
 * @param {Tensor} tensor @param {Float32Array} more the numbers of all vectors at the largest width
 * @param {number} first of these vectors @param {number} width
 */
function atWidth({ shape, data }, more, first, width) {
  const [count, length] = [data.length / shape[shape.length - 1], shape[shape.length - 1]];
  const cut = new Float32Array(count * width);
  for (let n = 0; n < count; n++) {
    const given = data.subarray(n * length, n * length + Math.min(length, width));
    cut.set(given, n * width);
    const from = (first + n) * WIDEST;
    cut.set(more.subarray(from + given.length, from + width), n * width + given.length);
  }
  return { shape: [count, width], data: cut };
}

/**
 * The chain of a problem, followed by the same stages at every other width.
 * @param {Attention} attention @param {Record<string, any>} problem @param {Record<string, any>} forward its trace
 */
function widened(attention, problem, forward) {
  const [query, key] = [forward["unscaled.query"], forward["unscaled.key"]];
  const vectors = 1 + key.shape[2];
  const { data } = attention.initialize({ shape: [1, vectors * WIDEST], seed: SEED });
  const stages = widths
    .filter((width) => width !== query.shape[3])
    .flatMap((width) => {
      const unscaled = `unscaled_${width}`;
      const vectors = { query: atWidth(query, data, 0, width), key: atWidth(key, data, 1, width) };
      const same = { query: `${unscaled}.query`, key: `${unscaled}.key`, value: "unscaled.value" };
      return [
        { id: unscaled, score: "dot", ...vectors, value: "unscaled.value" },
        { id: `scaled_${width}`, ...same },
      ];
    });
  return { ...problem, stages: [...problem.stages, ...stages] };
}

/**
 * How evenly the weights of each width are spread, in bits, and how large softmax's gradient is: the norm of all its partial
 * derivatives.
 * @param {Attention} attention @param {Record<string, any>} trace @param {string[]} ids of stages
 */
function rowsOf(attention, trace, ids) {
  const count = trace[`${ids[0]}.weights`].data.length;
  const joined = (/** @type {string} */ name) => ids.flatMap((id) => [...trace[`${id}.${name}`].data]);
  const entropy = (/** @type {number[]} */ data) =>
    attention.entropy({ x: { shape: [data.length / count, count], data } }).output.data;
  // each row, repeated once for each of its weights
  const x = ids.flatMap((id) => Array(count).fill([...trace[`${id}.scaled_scores`].data]));
  const units = Array.from({ length: count * x.length }, (_, k) =>
    Number(Math.floor(k / count) % count === k % count),
  );
  const { grad_x } = attention.softmax({ x, grad_output: { shape: [x.length, count], data: units } });
  const slopes = { shape: [ids.length, count * count], data: /** @type {Tensor} */ (grad_x).data };
  const lengths = attention.forward({ stages: [{ id: "g", op: "geometry", a: slopes, b: slopes }] });
  return {
    entropy: entropy(joined("weights")),
    gradient: lengths["g.length_a"].data,
    most: entropy(Array(count).fill(1 / count))[0],
  };
}

/* ---------------------------------------------------------------- 1,000 pairs */

/**
 * @typedef {object} Spread the distribution of the pairs' scores at each width
 * @property {Float32Array} variance
 * @property {Float32Array[]} counts of the bins between −halfWidth and halfWidth
 */
/** @typedef {{ seed: number, count: number, unscaled: Spread, scaled: Spread }} Pairs */

/**
 * Draws the pairs, a few at a time; only their scores are kept.
 * @param {Attention} attention @param {number} seed @returns {Generator<undefined, Pairs>}
 */
export function* drawn(attention, seed) {
  /** @type {Record<string, Float32Array[]>} */
  const kept = {
    scores: widths.map(() => new Float32Array(PAIRS)),
    scaled_scores: widths.map(() => new Float32Array(PAIRS)),
  };
  const value = { shape: [SLICE, 1, 1, 1], data: new Float32Array(SLICE) };
  for (let first = 0; first < PAIRS; first += SLICE) {
    const shape = [2 * SLICE, WIDEST];
    const numbers = attention.initialize({ shape: [1, 2 * SLICE * WIDEST], seed: seed * PAIRS + first });
    for (const [k, width] of widths.entries()) {
      const { data } = atWidth({ shape, data: numbers.data }, numbers.data, 0, width);
      const half = data.length / 2;
      const of = (/** @type {Float32Array} */ part) => ({ shape: [SLICE, 1, 1, width], data: part });
      const problem = { query: of(data.subarray(0, half)), key: of(data.subarray(half)), value };
      /** @type {Record<string, any>} */
      const trace = attention.forward(problem, { tensors: /** @type {any[]} */ (Object.keys(kept)) });
      for (const [name, rows] of Object.entries(kept)) rows[k].set(trace[name].data, first);
    }
    yield;
  }
  const spread = (/** @type {Float32Array[]} */ rows) => {
    const all = rows.map((data, k) => {
      const step = halfWidth(widths[k]) / BINS;
      const edges = Array.from({ length: 2 * BINS + 1 }, (_, b) => (b - BINS) * step);
      return attention.statistics({ x: { shape: [1, PAIRS], data }, edges });
    });
    return {
      variance: Float32Array.from(all, ({ variance }) => variance.data[0]),
      counts: all.map(({ counts }) => /** @type {Tensor} */ (counts).data),
    };
  };
  return { seed, count: PAIRS, unscaled: spread(kept.scores), scaled: spread(kept.scaled_scores) };
}

/* ---------------------------------------------------------------- the run */

/** Adds the same row at every width, and the pairs. @param {Run} run @returns {StoryData} */
export function scaling(run) {
  if (!isRow(run.problem, run.trace)) return storyDataOf(run, "forward");
  const attention = wholeOf(run.attention);
  const problem = widened(attention, run.problem, run.trace);
  const trace = attention.forward(problem);
  const given = run.trace["unscaled.query"].shape[3];
  const idsOf = (/** @type {string} */ id) =>
    widths.map((width) => (width === given ? id : `${id}_${width}`));
  const [unscaled, scaled] = ["unscaled", "scaled"].map((id) => rowsOf(attention, trace, idsOf(id)));
  return {
    ...forward({ ...run, problem, trace, graph: graphOf(problem, trace) }),
    problem,
    more: { rows: { unscaled, scaled } },
    draw: ({ seed }) => pairsOf(attention, seed),
  };
}

/** @typedef {{ drawn: Map<number, Pairs>, coming: Map<number, Promise<unknown>>, last?: Pairs }} Store */
/** @type {WeakMap<Attention, Store>} */
const stores = new WeakMap();
const MOST_SEEDS = 4;
/** Milliseconds of work before the page gets its turn. */
const TURN = 4;

/**
 * The pairs of a seed; until they are drawn, those that were drawn last, if any.
 * @param {Attention} attention @param {number} seed
 * @returns {{ more: { pairs?: Pairs }, coming?: Promise<unknown> }}
 */
function pairsOf(attention, seed) {
  /** @type {Store} */
  const store = stores.get(attention) ?? { drawn: new Map(), coming: new Map() };
  stores.set(attention, store);
  const pairs = store.drawn.get(seed);
  if (pairs) return { more: { pairs } };
  const coming =
    store.coming.get(seed) ?? inTurns(drawn(attention, seed), TURN).then((made) => keep(store, made));
  store.coming.set(seed, coming);
  return { more: { pairs: store.last }, coming };
}

/** @param {Store} store @param {Pairs} pairs */
function keep(store, pairs) {
  store.coming.delete(pairs.seed);
  store.drawn.set(pairs.seed, pairs);
  store.last = pairs;
  for (const seed of [...store.drawn.keys()].slice(0, -MOST_SEEDS)) store.drawn.delete(seed);
}
