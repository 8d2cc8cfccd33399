/**
 * A backward run with what it leads to: each row's dot product of weights and gradients, and the forward run after one step
 * of gradient descent, whose tensors are called after.weights …
 */
import { gradientOf, withParameters } from "../../core/descent.js";
import { graphOf, origin } from "../../core/graph/graph.js";
import { besideAs, joined } from "./beside.js";

/** @typedef {import("../build-scene.js").Run} Run */
/** @typedef {import("../runs.js").Told} Told */
/** @typedef {import("../engine.js").Attention} Attention */
/** @typedef {Record<string, any>} Problem */
/** @typedef {import("./beside.js").Part} Part */

/** Learning rates that are tried. */
const RATES = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

/** Rows whose dot products are asked for. */
const MOST_ROWS = 128;

/** @param {Run & { attention: Attention }} run @returns {Told} */
export function backward({ problem: given, attention }) {
  const problem = aimed(attention, given);
  const { trace, graph } = backwardRun(attention, problem);
  /** @type {Part} */
  const own = {
    trace,
    graph,
    origin: (tensor, index) => origin(graph, problem, tensor, index),
    terms: (tensor, index) => attention.terms(problem, tensor, index),
  };
  const dots = rowDots(attention, trace);
  const step = stepped(attention, problem, trace.loss);
  const parts = [own, ...(dots ? [dots] : []), ...(step ? [step.part] : [])];
  /** @type {ReturnType<typeof lossesAt> | undefined} */
  let known;
  const rates = () => (known ??= trace.loss ? lossesAt(attention, problem, trace.loss.data[0]) : []);
  return {
    problem,
    ...joined(parts),
    ...(step && { others: { after: step.problem } }),
    draw: ({ seed }) => ({
      more: {
        learning: {
          // 0 stands for the target
          aimed: problem !== given,
          descent: step?.descent,
          slope: (/** @type {string} */ tensor, /** @type {number[]} */ index) =>
            attention.slope(problem, tensor, index),
          rates,
          /** Which parameter is checked: a reader may ask for another. */
          turn: seed - 1,
        },
      },
    }),
  };
}

/** With something to aim at: where neither a target nor a gradient is given, 0. @param {Attention} attention @param {Problem} problem @returns {Problem} */
function aimed(attention, problem) {
  if (problem.target != null || problem.grad_output != null) return problem;
  const graph = attention.graph(problem, { backward: true, loss: "squared_error" });
  const { shape } = /** @type {any} */ (graph.find(({ tensor }) => tensor === "target"));
  const target = {
    shape,
    data: new Float32Array(shape.reduce((/** @type {number} */ a, /** @type {number} */ b) => a * b, 1)),
  };
  return { ...problem, target, loss: "squared_error" };
}

/** @param {Attention} attention @param {Problem} problem */
function backwardRun(attention, problem) {
  const trace = attention.backward(problem);
  return { trace, graph: graphOf(problem, trace, { loss: problem.loss }) };
}

/**
 * Σ weights · grad_weights of every row: what the gradient of softmax takes from each of them.
 * @param {Attention} attention @param {Record<string, any>} trace @returns {Part | null} null: there are no weights, or too many
 */
function rowDots(attention, { weights, grad_weights }) {
  const [batch, heads, q_len, kv_len] = grad_weights?.shape ?? [];
  const rows = batch * heads * q_len;
  if (!grad_weights || rows * kv_len === 0 || rows > MOST_ROWS) return null;
  const [a, b] = [weights, grad_weights].map(({ data }) => ({ shape: [rows, kv_len], data }));
  const problem = /** @type {const} */ ({ version: 1, stages: [{ id: "rows", op: "geometry", a, b }] });
  const every = attention.forward(problem, { tensors: ["rows.dot"] })["rows.dot"].data;
  const data = Float32Array.from({ length: rows }, (_, r) => every[r * rows + r]);
  const shape = [batch, heads, q_len];
  const row = (/** @type {number[]} */ [n, h, i]) => (n * heads + h) * q_len + i;
  const of = ["weights", "grad_weights"];
  const cells = (/** @type {number[]} */ index) =>
    Array.from({ length: kv_len }, (_, j) => of.map((tensor) => ({ tensor, index: [...index, j] })));
  return {
    trace: { row_dot: { shape, data } },
    graph: [{ tensor: "row_dot", op: "dot", of, axes: ["batch", "head", "query"], shape }],
    origin: (_, index) => ({ op: "dot", terms: cells(index), sum: true }),
    terms: (_, index) => attention.terms(problem, "rows.dot", [row(index), row(index)]),
  };
}

/**
 * What a step makes of a problem; null where it has nothing to move, or would leave numbers that are none.
 * @param {Attention} attention @param {Problem} problem @param {any} loss before it, if there is one
 */
function stepped(attention, problem, loss) {
  // a stage of that name has its tensors there already
  if (problem.stages?.some((/** @type {any} */ { id }) => id === "after")) return null;
  const descent = tried(() => attention.descend(problem));
  if (!descent || Object.keys(descent.parameters).length === 0) return null;
  const { parameters, learning_rate } = descent;
  const next = withParameters(problem, parameters);
  const run = backwardRun(attention, next);
  const whole = { attention, problem: next, trace: { ...run.trace, ...parameters }, graph: run.graph };
  const own = besideAs("after", whole, (tensor) => !/(^|\.)grad_/.test(tensor));
  /** What it was before the step; undefined: it is none that moves. @param {string} tensor */
  const before = (tensor) => Object.keys(parameters).find((name) => tensor === `after.${name}`);
  /** @type {Part} */
  const part = {
    ...own,
    graph: own.graph.map((node) => {
      const moved = before(node.tensor);
      return moved ? { ...node, op: "add", of: [moved, gradientOf(moved)] } : node;
    }),
    origin(tensor, index) {
      const moved = before(tensor);
      if (!moved) return own.origin(tensor, index);
      const terms = [[{ tensor: moved, index }], [{ tensor: gradientOf(moved), index }, -learning_rate]];
      return { op: "add", terms, sum: true };
    },
  };
  const after = run.trace.loss;
  const fell = loss && after ? difference(attention, loss.data[0], after.data[0]) : NaN;
  return { part, problem: next, descent: { ...descent, fell } };
}

/**
 * The loss after one step at several rates, and what the gradient predicts; beyond all numbers where a step would leave some
 * that are none.
 * @param {Attention} attention @param {Problem} problem @param {number} now the loss before the step
 */
function lossesAt(attention, problem, now) {
  return RATES.map((rate) => {
    const descent = tried(() => attention.descend(problem, { learning_rate: rate }));
    if (!descent) return { rate, loss: Infinity, predicted: -Infinity };
    const next = withParameters(problem, descent.parameters);
    const run = attention.backward(next, { tensors: ["loss"] });
    const [loss] = /** @type {import("../../core/types.js").Tensor} */ (run.loss).data;
    const predicted = difference(attention, now, descent.fall);
    return { rate, loss: Number.isFinite(loss) ? loss : Infinity, predicted };
  });
}

/** @param {Attention} attention @param {number} a @param {number} b */
function difference(attention, a, b) {
  const less = /** @type {const} */ ({ id: "less", op: "geometry", a: [[a, b]], b: [[1, -1]] });
  return attention.forward({ version: 1, stages: [less] })["less.dot"].data[0];
}

/** @template T @param {() => T} act @returns {T | null} null where it would leave numbers that are none */
function tried(act) {
  try {
    return act();
  } catch (/** @type {any} */ error) {
    if (error.code === "value") return null;
    throw error;
  }
}
