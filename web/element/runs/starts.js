/**
 * The data of the story starts: a problem's attention with initial parameters, drawn by three rules, and drawn again; and how
 * evenly the weights are spread over a hundred draws.
 */
import { graphOf } from "../../core/graph/graph.js";
import { STARTS, isStart } from "../../scene/stories/starts/supports.js";
import { withPrefix } from "./prefix.js";

/** @typedef {import("../engine.js").Attention} Attention */
/** @typedef {import("../runs.js").Beside} Beside */
/** @typedef {Record<string, any>} Problem */

const DRAWS = 100;
/** Draws that are kept. */
const MOST_KNOWN = 24;

/**
 * Runs a problem with parameters drawn by one rule.
 * @param {Attention} attention @param {Problem} problem @param {[number, number]} shape of both parameters
 * @param {typeof STARTS[number]} init @param {number} seed
 */
function started(attention, problem, shape, init, seed) {
  const [w_q, w_k] = [0, 1].map((k) => attention.initialize({ shape, init, seed: 2 * seed + k }));
  const drawn = { ...problem, w_q, w_k };
  return { attention, problem: drawn, trace: attention.forward(drawn) };
}

/** Mean and variance of some numbers. @param {Attention} attention @param {Float32Array} data */
function momentsOf(attention, data) {
  const { mean, variance } = attention.statistics({ x: { shape: [1, data.length], data } });
  return { mean: mean.data[0], variance: variance.data[0] };
}

/** The entropy of each row of weights. @param {Attention} attention @param {Float32Array} data @param {number} count of keys */
const entropyOf = (attention, data, count) =>
  attention.entropy({ x: { shape: [data.length / count, count], data } }).output.data;

/**
 * The mean entropy over many draws, each of which is a head of one run.
 * @param {Attention} attention @param {Problem} problem @param {[number, number]} shape @param {typeof STARTS[number]} init
 */
function usual(attention, { x, score, scale }, [d_model, d_k], init) {
  const [w_q, w_k] = [1, 2].map((seed) => {
    const { data } = attention.initialize({ shape: [DRAWS, d_model, d_k], init, seed });
    const all = new Float32Array(data.length);
    for (let n = 0; n < DRAWS; n++)
      for (let i = 0; i < d_model; i++) {
        const from = (n * d_model + i) * d_k;
        all.set(data.subarray(from, from + d_k), (i * DRAWS + n) * d_k);
      }
    return { shape: [d_model, DRAWS * d_k], data: all };
  });
  const w_v = { shape: [d_model, DRAWS], data: new Float32Array(d_model * DRAWS) };
  const drawn = { x, w_q, w_k, w_v, heads: DRAWS, score, scale };
  const { weights } = attention.forward(drawn, { tensors: ["weights"] });
  const { shape, data } = weights;
  return momentsOf(attention, entropyOf(attention, data, shape[3])).mean;
}

/**
 * The data of the story; null for problems that it cannot show.
 * @param {Attention} attention @param {Problem} problem @param {Record<string, any>} trace of it
 */
export function starting(attention, problem, trace) {
  if (!isStart(problem, trace)) return null;
  /** @type {[number, number]} */
  const shape = [trace.x.shape.at(-1), trace.query.shape[3]];
  const { labels: _, ...bare } = problem;
  /** @type {Map<string, { beside: Beside, drawn: Record<string, any> }>} */
  const known = new Map();
  /** @type {number[]} computed when the story is first shown */
  let means = [];
  /** @param {typeof STARTS[number]} init @param {number} seed */
  function drawnAt(init, seed) {
    const id = `${init}_${seed}`;
    const run = started(attention, bare, shape, init, seed);
    const keys = run.trace.weights.shape[3];
    const entropy = entropyOf(attention, run.trace.weights.data, keys);
    const scores = momentsOf(attention, run.trace.scaled_scores.data);
    const drawn = { id, scores, entropy, mean: momentsOf(attention, entropy).mean };
    const part = withPrefix(id, { ...run, graph: graphOf(run.problem, run.trace) });
    const made = { beside: { problem: run.problem, part }, drawn };
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(id, made);
    return made;
  }
  return {
    /** The draw of each rule, and its next one. @param {import("../runs.js").Drawn} drawn */
    draw({ seed }) {
      const all = STARTS.flatMap((init) =>
        [seed, seed + 1].map((at) => known.get(`${init}_${at}`) ?? drawnAt(init, at)),
      );
      if (!means.length) means = STARTS.map((init) => usual(attention, bare, shape, init));
      const keys = trace.weights.shape[3];
      const [most] = entropyOf(attention, new Float32Array(keys).fill(1 / keys), keys);
      const starts = STARTS.map((init, k) => ({
        init,
        usual: means[k],
        draws: [all[2 * k].drawn, all[2 * k + 1].drawn],
      }));
      return {
        more: { starts, most, draws: DRAWS, seed },
        beside: Object.fromEntries(all.map(({ beside, drawn }) => [drawn.id, beside])),
      };
    },
  };
}
