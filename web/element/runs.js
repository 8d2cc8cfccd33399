/** The data that a story shows: the forward run, and for some stories more runs, each with its tensors and their graph. */
import { origin } from "../core/graph/graph.js";
import { isPlain, runFor } from "../scene/index.js";
import { MOST_ANIMATED, learns } from "../scene/model.js";
import { wholeOf } from "./engine.js";
import { parts } from "./lazy-parts.js";

/** @typedef {import("./build-scene.js").Run} Run */
/** @typedef {Record<string, any>} Problem */
/**
 * @typedef {object} StoryData
 * @property {Record<string, any>} trace @property {import("../core/graph/graph.js").Node[]} graph
 * @property {(tensor: string, index: number[]) => any} origin
 * @property {(tensor: string, index: number[]) => any} terms
 * @property {Record<string, Problem>} [others] further problems shown beside it
 * @property {Problem} [problem] that of the run, where it has more than the page's
 * @property {Record<string, any>} [more] numbers that are not tensors
 * @property {(drawn: Drawn) => { more: Record<string, any>, beside?: Record<string, Beside>, coming?: Promise<unknown> }} [draw] more numbers, drawn at random
 *   or too many to be computed at once; beside: runs that follow from them, by id; coming: resolves when more are available
 * @property {import("./runs/long.js").Rows} [rows] of a run too large to be kept whole
 */
/** @typedef {{ problem: Problem, part: import("./runs/beside.js").Part }} Beside the names of its tensors begin with its id */
/** @typedef {{ seed: number, query: number | null, head: number | null, batch: number, stops?: Record<string, number> }} Drawn
 *   query: the one of many that is shown; stops: slider positions, by name */

/**
 * Every kind of run, and the parts that it needs.
 * @type {Record<string, { make: (run: Run) => StoryData, parts?: import("./lazy-parts.js").Name[] }>}
 */
const KINDS = {
  forward: { make: forward },
  compare: { make: (run) => parts.compare.compare(run), parts: ["compare"] },
  causal: { make: (run) => parts.compare.causal(run), parts: ["compare"] },
  heads: { make: (run) => parts.heads.heads(run), parts: ["heads"] },
  fused: { make: (run) => parts.fused.fused(run), parts: ["whole", "fused"] },
  scaling: { make: (run) => parts.scaling.scaling(run), parts: ["whole", "scaling"] },
  reach: { make: adding((...run) => parts.reach.reaching(...run)), parts: ["whole", "reach"] },
  starts: { make: adding((...run) => parts.starts.starting(...run)), parts: ["whole", "starts"] },
  geometry: { make: adding((...run) => parts.turned.turning(...run)), parts: ["turned"] },
  backward: { make: (run) => parts.backward.backward(run), parts: ["whole", "backward"] },
  training: { make: training, parts: ["whole", "training"] },
};

/** The parts that a kind of run needs. @param {string} kind needed by a story */
export const partsOf = (kind) => KINDS[kind].parts ?? [];

/** How much of the core a story needs at least. @param {string} story @returns {import("./engine.js").Level} */
export function levelFor(story) {
  if (partsOf(runFor(story)).includes("whole")) return "whole";
  return isPlain(story) ? "forward" : "chain";
}

/** @type {WeakMap<Run, Record<string, StoryData>>} */
const cache = new WeakMap();

/**
 * The data of a run, computed once. Its parts must be loaded.
 * @param {Run} run @param {string} kind needed by a story @returns {StoryData}
 */
export function storyDataOf(run, kind) {
  const byKind = cache.get(run) ?? {};
  cache.set(run, byKind);
  // every story shows a run that is not kept whole alike
  if (run.rows) kind = "forward";
  return (byKind[kind] ??= KINDS[kind].make(run));
}

/** @param {Run} run @returns {StoryData} */
export function forward({ problem, trace, attention, graph, rows }) {
  return {
    trace,
    graph,
    ...(rows && { rows, draw: rows.draw }),
    origin: (tensor, index) => origin(graph, problem, tensor, index),
    terms: (tensor, index) => attention.terms(problem, tensor, index),
  };
}

/** Whether a run is small enough for its numbers to be drawn on a stage. @param {Record<string, any>} trace */
export const isAnimated = (trace) =>
  ["x", "query", "key", "value"]
    .flatMap((tensor) => trace[tensor]?.shape.slice(-2) ?? [])
    .every((size) => size <= MOST_ANIMATED);

/**
 * Adds what a part computes from the run, if anything.
 * @param {(attention: import("./engine.js").Attention, problem: Problem, trace: Record<string, any>) => Partial<StoryData> | null} more
 * @returns {(run: Run) => StoryData}
 */
function adding(more) {
  return (run) => ({
    ...storyDataOf(run, "forward"),
    ...more(wholeOf(run.attention) ?? run.attention, run.problem, run.trace),
  });
}

/**
 * The first step of a training with its gradients, and its record. A problem of the page's own is trained from its own
 * parameters.
 * @param {Run} run @returns {StoryData}
 */
function training(run) {
  const { problem } = run;
  const attention = wholeOf(run.attention);
  if (learns(problem) && isAnimated(run.trace)) run.training ??= parts.training.recordOwn(attention, problem);
  if (!run.training) return storyDataOf(run, "forward");
  const trace = attention.backward(problem);
  const graph = attention.graph(problem, { backward: true });
  return {
    ...forward({ ...run, trace, graph }),
    draw: (drawn) => /** @type {any} */ (run.training).draw(drawn),
  };
}
