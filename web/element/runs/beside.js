/** Runs beside one another: the tensors of a second one have a name before theirs, as the stages of a chain. */
import { origin } from "../../core/graph/graph.js";

/** @typedef {import("../runs.js").Told} Told */
/** @typedef {Pick<Told, "trace" | "graph" | "origin" | "terms">} Part */

/**
 * A run whose tensors are called "name.weights" …; a target is the same for all.
 * @param {string} name @param {{ attention: import("../engine.js").Forward, problem: Record<string, any>, trace: Record<string, any>,
 *   graph: Told["graph"] }} run
 * @param {(tensor: string) => boolean} [keeps] which of its tensors; all
 * @returns {Part}
 */
export function besideAs(name, { attention, problem, trace, graph }, keeps = (_tensor) => true) {
  const named = (/** @type {string} */ tensor) => (tensor === "target" ? tensor : `${name}.${tensor}`);
  const bare = (/** @type {string} */ tensor) => tensor.slice(name.length + 1);
  const cell = (/** @type {any} */ one) =>
    typeof one === "number" ? one : { ...one, tensor: named(one.tensor) };
  const own = graph.filter(({ tensor }) => tensor !== "target" && keeps(tensor));
  return {
    trace: Object.fromEntries(
      own.flatMap(({ tensor }) => (trace[tensor] ? [[named(tensor), trace[tensor]]] : [])),
    ),
    graph: own.map(({ tensor, ...node }) => ({ ...node, tensor: named(tensor), of: node.of.map(named) })),
    origin(tensor, index) {
      const found = origin(graph, problem, bare(tensor), index);
      return found && { ...found, terms: found.terms.map((factors) => factors.map(cell)) };
    },
    terms: (tensor, index) => attention.terms(problem, bare(tensor), index),
  };
}

/** Several parts as one; whatever is of none is asked of the first. @param {Part[]} parts @returns {Part} */
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

/** What is told, and the run that came of it, called after. @param {Told} told @param {import("../runs.js").After} after @returns {Told} */
export const withAfter = (told, { problem, part }) => ({
  ...told,
  ...joined([told, part]),
  others: { ...told.others, after: problem },
});
