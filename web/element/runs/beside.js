/** Several runs at once: the names of a second run's tensors have a prefix, as those of a chain's stages. */
import { origin } from "../../core/graph/graph.js";

/** @typedef {import("../runs.js").StoryData} StoryData */
/** @typedef {Pick<StoryData, "trace" | "graph" | "origin" | "terms">} Part */

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

/** Joins several parts; a tensor that none of them has belongs to the first. @param {Part[]} parts @returns {Part} */
export function joined(parts) {
  const byTensor = new Map(parts.flatMap((part) => part.graph.map(({ tensor }) => [tensor, part])));
  const partOf = (/** @type {string} */ tensor) => byTensor.get(tensor) ?? parts[0];
  return {
    trace: { ...Object.assign({}, ...parts.map(({ trace }) => trace)), notes: parts[0].trace.notes },
    graph: parts.flatMap(({ graph }) => graph),
    origin: (tensor, index) => partOf(tensor).origin(tensor, index),
    terms: (tensor, index) => partOf(tensor).terms(tensor, index),
  };
}

/**
 * Adds to a story's data what was drawn: more numbers, and runs that follow from them.
 * @param {StoryData} data @param {ReturnType<NonNullable<StoryData["draw"]>>} [drawn] @returns {StoryData}
 */
export function withDrawn(data, { more, beside = {} } = { more: {} }) {
  const runs = Object.entries(beside);
  const problems = Object.fromEntries(runs.map(([id, { problem }]) => [id, problem]));
  return {
    ...data,
    ...(runs.length > 0 && joined([data, ...runs.map(([, { part }]) => part)])),
    others: { ...data.others, ...problems },
    more: { ...data.more, ...more },
  };
}
