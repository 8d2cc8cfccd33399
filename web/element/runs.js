/** The data that a story shows: the forward run, and for some stories more runs, each with its tensors and their graph. */
import { graphOf, origin } from "../core/graph/graph.js";
import { MOST_ANIMATED, learns } from "../scene/model.js";
import { wholeOf } from "./engine.js";
import { parts } from "./lazy-parts.js";
import { withPrefix, joined } from "./runs/beside.js";

/** @typedef {import("./build-scene.js").Run} Run */
/** @typedef {Record<string, any>} Problem */
/**
 * @typedef {object} StoryData
 * @property {Record<string, any>} trace @property {import("../core/graph/graph.js").Node[]} graph
 * @property {(tensor: string, index: number[]) => any} origin
 * @property {(tensor: string, index: number[]) => any} terms
 * @property {Record<string, Problem>} [others] problems beside it
 * @property {Problem} [problem] of the run, where it has more than the page's
 * @property {Record<string, any>} [more] numbers that are not tensors
 * @property {(drawn: Drawn) => { more: Record<string, any>, beside?: Record<string, Beside>, coming?: Promise<unknown> }} [draw] more numbers, drawn at random
 *   or too many to be computed at once; beside: runs that follow from them, by id; coming: resolves when more of them are there
 * @property {import("./runs/long.js").Rows} [rows] of a run too large to be kept whole
 */
/** @typedef {{ problem: Problem, part: import("./runs/beside.js").Part }} Beside its tensors have its id before their names */
/** @typedef {{ seed: number, query: number | null, head: number | null, batch: number, stops?: Record<string, number> }} Drawn query: of many, the one that is
 *   shown; stops: where the reader has put sliders, by name */

/** Every kind of run, and the parts that it needs. @type {Record<string, { make: (run: Run) => StoryData, parts?: import("./lazy-parts.js").Name[] }>} */
const KINDS = {
  forward: { make: forward },
  compare: { make: compare },
  causal: { make: causal },
  heads: { make: heads },
  fused: { make: fused, parts: ["core"] },
  scaling: { make: scaling, parts: ["core", "scaling"] },
  reach: { make: reach, parts: ["core", "reach"] },
  starts: { make: starts, parts: ["core", "starts"] },
  geometry: { make: geometry, parts: ["turned"] },
  backward: { make: backward, parts: ["core", "backward"] },
  training: { make: training, parts: ["core", "training"] },
};

/** @param {string} kind what a story needs */
export const partsOf = (kind) => KINDS[kind].parts ?? [];

/** @type {WeakMap<Run, Record<string, StoryData>>} */
const cache = new WeakMap();

/** Computed once for every run, when its parts are loaded. @param {Run} run @param {string} kind what the story needs @returns {StoryData} */
export function storyDataOf(run, kind) {
  const byKind = cache.get(run) ?? {};
  cache.set(run, byKind);
  return (byKind[kind] ??= KINDS[kind].make(run));
}

/** @param {Run} run @returns {StoryData} */
function forward({ problem, trace, attention, graph, rows }) {
  return {
    trace,
    graph,
    ...(rows && { rows, draw: rows.draw }),
    origin: (tensor, index) => origin(graph, problem, tensor, index),
    terms: (tensor, index) => attention.terms(problem, tensor, index),
  };
}

/** With another problem beside it, whose tensors are called compare.weights … @param {Run} run @returns {StoryData} */
function compare(run) {
  const { problem } = run;
  if (problem.stages || run.rows) return storyDataOf(run, "forward");
  return withOther(run, "compare", run.other?.problem ?? counterpart(problem));
}

/** With a run of another problem. @param {Run} run @param {string} name @param {Problem} other @returns {StoryData} */
function withOther(run, name, other) {
  const base = storyDataOf(run, "forward");
  const { attention } = run;
  const trace = attention.forward(other);
  const beside = withPrefix(name, { attention, problem: other, trace, graph: graphOf(other, trace) });
  return { ...base, ...joined([base, beside]), others: { [name]: other } };
}

/** With the same attention under a causal mask, where the preset offers one that is off; its tensors are called causal.weights … @param {Run} run @returns {StoryData} */
function causal(run) {
  const { problem, from, rows } = run;
  if (!from.offers?.includes("causal") || problem.causal || problem.stages || rows)
    return storyDataOf(run, "forward");
  return withOther(run, "causal", { ...problem, causal: true });
}

/** With what each head adds to the output, as runs of their own, whose tensors are called head_1.output … @param {Run} run @returns {StoryData} */
function heads(run) {
  const base = storyDataOf(run, "forward");
  const { problem, trace, attention } = run;
  if (problem.stages || run.rows || !problem.w_o || !trace.mixed) return base;
  // what is too large for that story is told tensor by tensor, and has enough of them
  if (!isAnimated(trace)) return base;
  const each = Array.from({ length: trace.mixed.shape[1] }, (_, h) => {
    const [name, own] = [`head_${h + 1}`, addedBy(run, h)];
    const made = attention.forward(own);
    // its softmax is of nothing that anyone sees
    const graph = graphOf(own, made).filter(({ tensor }) => tensor !== "log_sum_exp");
    return { name, own, part: withPrefix(name, { attention, problem: own, trace: made, graph }) };
  });
  const others = Object.fromEntries(each.map(({ name, own }) => [name, own]));
  return { ...base, ...joined([base, ...each.map(({ part }) => part)]), others };
}

/** Whether a run has room for its numbers on a stage. @param {Record<string, any>} trace */
const isAnimated = (trace) =>
  ["x", "query", "key", "value"]
    .flatMap((tensor) => trace[tensor]?.shape.slice(-2) ?? [])
    .every((size) => size <= MOST_ANIMATED);

/** An attention in which every query reads one result of a head alone, so that its output is that times the head's rows of W_O. @param {Run} run @param {number} h @returns {Problem} */
function addedBy({ problem: { w_o }, trace: { mixed } }, h) {
  const [batches, heads, rows, wide] = mixed.shape;
  const numbers = w_o.data ?? w_o.flat();
  const [size, part] = [rows * wide, numbers.length / heads];
  const value = new Float32Array(batches * size);
  for (let b = 0; b < batches; b++) {
    const from = (b * heads + h) * size;
    value.set(mixed.data.subarray(from, from + size), b * size);
  }
  const nothing = { shape: [batches, 1, rows, 1], data: new Float32Array(batches * rows) };
  const data = Float32Array.from({ length: rows * rows }, (_, k) => Number(k % (rows + 1) === 0));
  return {
    ...{ query: nothing, key: nothing, value: { shape: [batches, 1, rows, wide], data: value } },
    weights_override: { shape: [rows, rows], data },
    w_o: { shape: [wide, part / wide], data: numbers.slice(h * part, (h + 1) * part) },
  };
}

/** Tiles of one key up to so many keys, of two up to twice as many tiles, then of more. */
const FEW_KEYS = 4;
const MOST_TILES = 8;

/** The fused computation, tile by tile, with the state of each row after every tile; beside it the run of whole rows, whose tensors are called whole.mixed … @param {Run} run @returns {StoryData} */
function fused(run) {
  const base = storyDataOf(run, "forward");
  const { problem, trace: rows, graph } = run;
  const keys = base.trace.scores?.shape[3];
  if (problem.stages || run.rows || keys > run.attention.limits.fused_trace_keys) return base;
  const attention = wholeOf(run.attention);
  const options = { tile: keys > FEW_KEYS ? Math.max(2, Math.ceil(keys / MOST_TILES)) : 1 };
  const tiles = attention.fused(problem, { ...options, trace: true });
  const trace = { ...base.trace, ...tiles, notes: base.trace.notes };
  const data = {
    ...forward({ ...run, trace, graph: graphOf(problem, trace, options) }),
    terms: (/** @type {string} */ tensor, /** @type {number[]} */ index) =>
      attention.terms(problem, tensor, index, Object.hasOwn(tiles, tensor) ? options : undefined),
  };
  const whole = withPrefix("whole", { attention, problem, trace: rows, graph });
  return { ...data, ...joined([data, whole]), others: { whole: problem } };
}

/** With every gradient, and the run after one step of descent. @param {Run} run @returns {StoryData} */
function backward(run) {
  if (run.rows) return storyDataOf(run, "forward");
  return parts.backward.backward({ ...run, attention: wholeOf(run.attention) });
}

/** The same row at every width, and random pairs. @param {Run} run @returns {StoryData} */
function scaling(run) {
  const wide = parts.scaling.rowsAtWidths(wholeOf(run.attention), run.problem, run.trace);
  if (!wide) return storyDataOf(run, "forward");
  const { problem, trace, more, draw } = wide;
  return { ...forward({ ...run, problem, trace, graph: graphOf(problem, trace) }), problem, more, draw };
}

/** How much of the first word is left in every state, and the attention of the first words alone. @param {Run} run @returns {StoryData} */
function reach(run) {
  const { attention, problem, trace } = run;
  return { ...storyDataOf(run, "forward"), ...parts.reach.reaching(wholeOf(attention), problem, trace) };
}

/** The same with parameters as they begin. @param {Run} run @returns {StoryData} */
function starts(run) {
  const base = storyDataOf(run, "forward");
  if (run.rows) return base;
  return { ...base, ...parts.starts.starting(wholeOf(run.attention), run.problem, run.trace) };
}

/** The outputs while the query turns. @param {Run} run @returns {StoryData} */
function geometry(run) {
  const outputs = run.rows ? null : parts.turned.turned(run.attention, run.problem, run.trace);
  return { ...storyDataOf(run, "forward"), ...(outputs && { more: { outputs } }) };
}

/** The first step of a training, with its gradients, and its record; of a problem of the page's own from its own parameters. @param {Run} run @returns {StoryData} */
function training(run) {
  const { problem } = run;
  const attention = wholeOf(run.attention);
  if (learns(problem) && !run.rows && isAnimated(run.trace))
    run.training ??= parts.training.recordOwn(attention, problem);
  if (!run.training) return storyDataOf(run, "forward");
  const trace = attention.backward(problem);
  const graph = attention.graph(problem, { backward: true });
  return {
    ...forward({ ...run, trace, graph }),
    draw: (drawn) => /** @type {any} */ (run.training).draw(drawn),
  };
}

/** What a problem is compared with by itself: the same problem, scaled if it is not, else unscaled. @param {Problem} problem @returns {Problem} */
export function counterpart({ scale, ...problem }) {
  const scaled = (problem.score ?? "scaled_dot") === "scaled_dot" && scale === undefined;
  if (scaled) return { ...problem, scale: 1 };
  // a learned score has no scale of its own
  return /^(bilinear|additive)$/.test(problem.score) && scale === undefined
    ? { ...problem, scale: 0.5 }
    : { ...problem, score: problem.score === "dot" ? "scaled_dot" : problem.score };
}
