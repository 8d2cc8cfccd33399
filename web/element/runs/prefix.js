/** A second run beside the first: the names of its tensors have a prefix, as those of a chain's stages. */
import { origin } from "../../core/graph/graph.js";

/** @typedef {import("../runs.js").StoryData} StoryData */
/** @typedef {import("./beside.js").Part} Part */

/**
 * Prefixes the names of a run's tensors: "prefix.weights" and so on. The target is shared and keeps its name.
 * @param {string} prefix @param {{ attention: import("../engine.js").Forward, problem: Record<string, any>, trace: Record<string, any>,
 *   graph: StoryData["graph"] }} run
 * @param {(tensor: string) => boolean} [keeps] which of its tensors are kept; all when absent
 * @returns {Part}
 */
export function withPrefix(prefix, { attention, problem, trace, graph }, keeps = (_tensor) => true) {
  const named = (/** @type {string} */ tensor) => (tensor === "target" ? tensor : `${prefix}.${tensor}`);
  const bare = (/** @type {string} */ tensor) => tensor.slice(prefix.length + 1);
  const cell = (/** @type {any} */ factor) =>
    typeof factor === "number" ? factor : { ...factor, tensor: named(factor.tensor) };
  const kept = graph.filter(({ tensor }) => tensor !== "target" && keeps(tensor));
  return {
    trace: Object.fromEntries(
      kept.flatMap(({ tensor }) => (trace[tensor] ? [[named(tensor), trace[tensor]]] : [])),
    ),
    graph: kept.map(({ tensor, ...node }) => ({ ...node, tensor: named(tensor), of: node.of.map(named) })),
    origin(tensor, index) {
      const found = origin(graph, problem, bare(tensor), index);
      return found && { ...found, terms: found.terms.map((factors) => factors.map(cell)) };
    },
    terms: (tensor, index) => attention.terms(problem, bare(tensor), index),
  };
}
