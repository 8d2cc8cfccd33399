/** What a story is told of: the forward run, and for some stories more. Every run adds tensors, and what they are made from. */
import { graphOf, origin } from "../core/graph/graph.js";
import { wholeOf } from "./engine.js";
import { parts } from "./lazy-parts.js";
import { besideAs, joined } from "./runs/beside.js";

/** @typedef {import("./build-scene.js").Run} Run */
/** @typedef {Record<string, any>} Problem */
/**
 * @typedef {object} Told
 * @property {Record<string, any>} trace @property {import("../core/graph/graph.js").Node[]} graph
 * @property {(tensor: string, index: number[]) => any} origin
 * @property {(tensor: string, index: number[]) => any} terms
 * @property {Record<string, Problem>} [others] problems beside it
 * @property {Problem} [problem] whose run it is, where that says more than the page's
 * @property {Record<string, any>} [more] numbers that are no tensors
 * @property {(drawn: Drawn) => { more: Record<string, any>, after?: After, coming?: Promise<unknown> }} [draw] more numbers, drawn at random
 *   or too many to be had at once; after: a run that came of it; coming: until they are there, or some of them
 * @property {import("./runs/long.js").Rows} [rows] of a run too large to be held
 */
/** @typedef {{ problem: Problem, part: import("./runs/beside.js").Part }} After */
/** @typedef {{ seed: number, query: number | null, head: number | null, batch: number }} Drawn what is asked for: of many queries the one that is told */

/** Every kind of run, and what must be here before it is made. @type {Record<string, { make: (run: Run) => Told, parts?: import("./lazy-parts.js").Name[] }>} */
const KINDS = {
  forward: { make: forward },
  compare: { make: compare },
  fused: { make: fused, parts: ["core"] },
  scaling: { make: scaling, parts: ["core", "scaling"] },
  backward: { make: backward, parts: ["core", "backward"] },
  training: { make: training, parts: ["core"] },
};

/** @param {string} kind what a story needs */
export const partsOf = (kind) => KINDS[kind].parts ?? [];

/** @type {WeakMap<Run, Record<string, Told>>} */
const known = new WeakMap();

/** Made once for every run, when its parts are here. @param {Run} run @param {string} kind what the story needs @returns {Told} */
export function toldOf(run, kind) {
  const made = known.get(run) ?? {};
  known.set(run, made);
  return (made[kind] ??= KINDS[kind].make(run));
}

/** @param {Run} run @returns {Told} */
function forward({ problem, trace, attention, graph, rows }) {
  return {
    trace,
    graph,
    ...(rows && { rows, draw: rows.draw }),
    origin: (tensor, index) => origin(graph, problem, tensor, index),
    terms: (tensor, index) => attention.terms(problem, tensor, index),
  };
}

/** With another problem beside it, whose tensors are called compare.weights … @param {Run} run @returns {Told} */
function compare(run) {
  const own = toldOf(run, "forward");
  const { problem, attention } = run;
  if (problem.stages || run.rows) return own;
  const other = run.other?.problem ?? counterpart(problem);
  const trace = attention.forward(other);
  const beside = besideAs("compare", { attention, problem: other, trace, graph: graphOf(other, trace) });
  return { ...own, ...joined([own, beside]), others: { compare: other } };
}

/** Keys that are told one a tile; more come in twos. */
const MOST_TILES = 4;

/** In tiles, and what each row holds after every tile; the result is that of the tiles. @param {Run} run @returns {Told} */
function fused(run) {
  const own = toldOf(run, "forward");
  const { problem } = run;
  const keys = own.trace.scores?.shape[3];
  if (problem.stages || run.rows || keys > run.attention.limits.fused_trace_keys) return own;
  const attention = wholeOf(run.attention);
  const options = { tile: keys > MOST_TILES ? 2 : 1 };
  const tiles = attention.fused(problem, { ...options, trace: true });
  const trace = { ...own.trace, ...tiles, notes: own.trace.notes };
  const told = forward({ ...run, trace, graph: graphOf(problem, trace, options) });
  return {
    ...told,
    terms: (tensor, index) =>
      attention.terms(problem, tensor, index, Object.hasOwn(tiles, tensor) ? options : undefined),
  };
}

/** With every gradient, and what a step makes of it. @param {Run} run @returns {Told} */
function backward(run) {
  if (run.rows) return toldOf(run, "forward");
  return parts.backward.backward({ ...run, attention: wholeOf(run.attention) });
}

/** A row at every width, and random pairs. @param {Run} run @returns {Told} */
function scaling(run) {
  const wide = parts.scaling.rowsAtWidths(wholeOf(run.attention), run.problem, run.trace);
  if (!wide) return toldOf(run, "forward");
  const { problem, trace, more, draw } = wide;
  return { ...forward({ ...run, problem, trace, graph: graphOf(problem, trace) }), problem, more, draw };
}

/** The first step of a run that learns, with its gradients; and what was recorded of it. @param {Run} run @returns {Told} */
function training(run) {
  if (!run.training) return toldOf(run, "forward");
  const { problem } = run;
  const attention = wholeOf(run.attention);
  const trace = attention.backward(problem);
  const graph = attention.graph(problem, { backward: true });
  return { ...forward({ ...run, trace, graph }), draw: run.training.draw };
}

/** What a problem is set against where nothing is named: the same, scaled if it is not, else not. @param {Problem} problem @returns {Problem} */
export function counterpart({ scale, ...problem }) {
  const scaled = (problem.score ?? "scaled_dot") === "scaled_dot" && scale === undefined;
  if (scaled) return { ...problem, scale: 1 };
  // a score by a network is not scaled by itself
  return /^(bilinear|additive)$/.test(problem.score) && scale === undefined
    ? { ...problem, scale: 0.5 }
    : { ...problem, score: problem.score === "dot" ? "scaled_dot" : problem.score };
}
