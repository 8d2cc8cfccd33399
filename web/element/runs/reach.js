/**
 * The data of the story reach besides the problem: how much of the first word is left in every state, and the attention over the
 * words up to a chosen one, as if the sentence ended there.
 */
import { graphOf } from "../../core/graph/graph.js";
import { isReach } from "../../scene/stories/reach/supports.js";
import { withPrefix } from "./prefix.js";

/** @typedef {import("../engine.js").Attention} Attention */
/** @typedef {Record<string, any>} Problem */
/** @typedef {{ shape: number[], data: Float32Array }} Tensor */

/** The first rows of a tensor of one item and one head. @param {Tensor} tensor @param {number} count @returns {Tensor} */
function rowsOf({ shape, data }, count) {
  const width = shape[shape.length - 1];
  return { shape: [count, width], data: data.slice(0, count * width) };
}

/** ∂hₖ / ∂x₁ of every state: one backward run from each. @param {Attention} attention @param {any} encoder @param {number} count of words */
const slopesOf = (attention, encoder, count) =>
  Float32Array.from({ length: count }, (_, k) => {
    const data = Float32Array.from({ length: count }, (_, n) => +(n === k));
    const grad_output = { shape: [count, 1], data };
    const run = attention.backward({ stages: [encoder] }, { grad_output, tensors: ["recurrence.grad_x"] });
    return /** @type {any} */ (run)["recurrence.grad_x"].data[0];
  });

/**
 * The data of the story; null for problems that it cannot show.
 * @param {Attention} attention @param {Problem} problem @param {Record<string, any>} trace of it
 */
export function reaching(attention, problem, trace) {
  if (!isReach(problem, trace)) return null;
  const [encoder, { query: _q, key: _k, value: _v, ...looks }] = problem.stages;
  const count = trace["recurrence.x"].shape[0];
  const slopes = slopesOf(attention, encoder, count);
  /** @type {Map<number, import("../runs.js").Beside>} */
  const known = new Map();
  /** @param {number} n words @returns {import("../runs.js").Beside} */
  function upTo(n) {
    const [query, key, value] = ["query", "key", "value"].map((name) =>
      rowsOf(trace[`attention.${name}`], n),
    );
    const problem = { ...looks, query, key, value };
    const { id: _, op: __, ...bare } = problem;
    const run = { attention, problem: bare, trace: attention.forward(bare) };
    const part = withPrefix("upto", { ...run, graph: graphOf(bare, run.trace) });
    return { problem: bare, part };
  }
  return {
    /** @param {import("../runs.js").Drawn} drawn */
    draw({ stops = {} }) {
      const n = Math.max(2, 1 + (stops.n ?? count - 1));
      const upto = known.get(n) ?? upTo(n);
      known.set(n, upto);
      return { more: { reach: { n, slopes, width: stops.width ?? 0 } }, beside: { upto } };
    },
  };
}
