/**
 * A backward run, each row's dot product of weights and gradients, and the run after one step of gradient descent, whose
 * tensors are called after.weights …
 */
import { gradientOf, withParameters } from "../../core/descent.js";
import { graphOf } from "../../core/graph/graph.js";
import { countOf } from "../../core/shapes.js";
import { wholeOf } from "../engine.js";
import { forward } from "../runs.js";
import { inTurns } from "../turns.js";
import { joined } from "./beside.js";
import { withPrefix } from "./prefix.js";

/** @typedef {import("../build-scene.js").Run} Run */
/** @typedef {import("../runs.js").StoryData} StoryData */
/** @typedef {import("../engine.js").Attention} Attention */
/** @typedef {Record<string, any>} Problem */
/** @typedef {import("./beside.js").Part} Part */

/** Learning rates that are compared. */
const RATES = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];

/** How many steps of descent are taken at first; the most that a reader can ask for. */
const [AGAIN, LAST] = [40, 1000];
/** Descent stops at a multiple of the first loss, and after the first steps where one saves less than this. */
const [MOST, LEAST] = [10, 1e-7];
/** Milliseconds of a turn of further steps. */
const TURN = 8;

/** The most rows for which dot products are computed. */
const MOST_ROWS = 128;

/** Adds every gradient, and the run after one step of gradient descent. @param {Run} run @returns {StoryData} */
export function backward(run) {
  const { problem: given } = run;
  const attention = wholeOf(run.attention);
  const problem = withTarget(attention, given);
  const { trace, graph } = backwardRun(attention, problem);
  const base = forward({ ...run, attention, problem, trace, graph });
  const dots = rowDots(attention, trace);
  const step = stepped(attention, problem, trace.loss);
  const parts = [base, ...(dots ? [dots] : []), ...(step ? [step.part] : [])];
  /** @type {ReturnType<typeof lossesAt> | undefined} */
  let known;
  const rates = () => (known ??= trace.loss ? lossesAt(attention, problem, trace.loss.data[0]) : []);
  const descends = trace.loss && trace.weights ? descentFrom(attention, problem, trace) : null;
  return {
    problem,
    ...joined(parts),
    ...(step && { others: { after: step.problem } }),
    draw: ({ seed, stops = {} }) => ({
      coming: descends?.until(stops.again ?? AGAIN),
      more: {
        learning: {
          // whether a target of 0 was added
          aimed: problem !== given,
          descent: step?.descent,
          slope: (/** @type {string} */ tensor, /** @type {number[]} */ index) =>
            attention.slope(problem, tensor, index),
          rates,
          again: () => descends?.shown(stops) ?? null,
          /** Which parameter is checked; a reader may choose another. */
          turn: seed - 1,
        },
      },
    }),
  };
}

/**
 * Adds a target of 0 if neither a target nor a gradient is given.
 * @param {Attention} attention @param {Problem} problem @returns {Problem}
 */
function withTarget(attention, problem) {
  if (problem.target != null || problem.grad_output != null) return problem;
  const graph = attention.graph(problem, { backward: true, loss: "squared_error" });
  const { shape } = /** @type {any} */ (graph.find(({ tensor }) => tensor === "target"));
  const target = { shape, data: new Float32Array(countOf(shape)) };
  return { ...problem, target, loss: "squared_error" };
}

/** @param {Attention} attention @param {Problem} problem */
function backwardRun(attention, problem) {
  const trace = attention.backward(problem);
  return { trace, graph: graphOf(problem, trace, { loss: problem.loss }) };
}

/**
 * Σ weights · grad_weights of every row, which the gradient of softmax subtracts.
 * @param {Attention} attention @param {Record<string, any>} trace @returns {Part | null} null where there are no weights, or too many
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
 * The run after one step of descent; null where there are no parameters, or the step is not finite.
 * @param {Attention} attention @param {Problem} problem @param {any} loss before the step, if there is one
 */
function stepped(attention, problem, loss) {
  // a stage of that name would give its tensors the same names
  if (problem.stages?.some((/** @type {any} */ { id }) => id === "after")) return null;
  const descent = ifFinite(() => attention.descend(problem));
  if (!descent || Object.keys(descent.parameters).length === 0) return null;
  const { parameters, learning_rate } = descent;
  const next = withParameters(problem, parameters);
  const run = backwardRun(attention, next);
  const whole = { attention, problem: next, trace: { ...run.trace, ...parameters }, graph: run.graph };
  const prefixed = withPrefix("after", whole, (tensor) => !/(^|\.)grad_/.test(tensor));
  /** The parameter before the step; undefined for other tensors. @param {string} tensor */
  const before = (tensor) => Object.keys(parameters).find((name) => tensor === `after.${name}`);
  /** @type {Part} */
  const part = {
    ...prefixed,
    graph: prefixed.graph.map((node) => {
      const moved = before(node.tensor);
      return moved ? { ...node, op: "add", of: [moved, gradientOf(moved)] } : node;
    }),
    origin(tensor, index) {
      const moved = before(tensor);
      if (!moved) return prefixed.origin(tensor, index);
      const terms = [[{ tensor: moved, index }], [{ tensor: gradientOf(moved), index }, -learning_rate]];
      return { op: "add", terms, sum: true };
    },
  };
  const after = run.trace.loss;
  const fell = loss && after ? difference(attention, loss.data[0], after.data[0]) : NaN;
  return { part, problem: next, descent: { ...descent, fell } };
}

/**
 * The loss after one step at several rates, and what the gradient predicts; infinite where the step is not finite.
 * @param {Attention} attention @param {Problem} problem @param {number} now the loss before the step
 */
function lossesAt(attention, problem, now) {
  return RATES.map((rate) => {
    const descent = ifFinite(() => attention.descend(problem, { learning_rate: rate }));
    if (!descent) return { rate, loss: Infinity, predicted: -Infinity };
    const next = withParameters(problem, descent.parameters);
    const run = attention.backward(next, { tensors: ["loss"] });
    const [loss] = /** @type {import("../../core/types.js").Tensor} */ (run.loss).data;
    const predicted = difference(attention, now, descent.fall);
    return { rate, loss: Number.isFinite(loss) ? loss : Infinity, predicted };
  });
}

/**
 * The runs after successive steps of descent, as long as they are finite and help.
 * @param {Attention} attention @param {Problem} problem @param {Record<string, any>} trace of it
 */
function descentFrom(attention, problem, trace) {
  const shape = [1, trace.weights.data.length];
  const y = { shape, data: trace.weights.data.map((/** @type {number} */ weight) => -weight) };
  /** @param {Record<string, any>} run @param {Record<string, any> | null} parameters */
  const takenOf = ({ loss, weights }, parameters) => {
    const less = /** @type {const} */ ({ id: "less", op: "residual", x: { shape, data: weights.data }, y });
    const changes = attention.forward({ version: 1, stages: [less] })["less.output"].data;
    return { loss: loss.data[0], weights: weights.data, changes, parameters };
  };
  const taken = [takenOf(trace, null)];
  let [now, over, settled] = [problem, false, false];
  function step() {
    const descent = ifFinite(() => attention.descend(now));
    if (!descent || Object.keys(descent.parameters).length === 0) return false;
    now = withParameters(now, descent.parameters);
    const run = attention.backward(now, { tensors: ["loss", "weights"] });
    const next = takenOf(run, descent.parameters);
    // steps that overshoot the minimum by that much do not converge
    if (!(next.loss <= MOST * taken[0].loss)) return false;
    settled = Math.abs(taken[taken.length - 1].loss - next.loss) < LEAST;
    taken.push(next);
    return taken.length <= AGAIN || !settled;
  }
  /** @param {number} count */
  function* steps(count) {
    for (; !over && taken.length <= count; yield) over = !step() || taken.length > LAST;
  }
  return {
    /** Takes further steps, if any are missing, while the page stays responsive. @param {number} count */
    until: (count) =>
      count > AGAIN && !over && taken.length <= count ? inTurns(steps(count), TURN) : undefined,
    /**
     * The steps taken so far, how many a reader saw before the last request, and whether no more follow: because the last saved
     * almost nothing, or for another reason.
     * @param {Record<string, number>} stops again: how many are wanted; from: how many were shown before
     */
    shown({ again = AGAIN, from = AGAIN }) {
      for (const _ of steps(AGAIN));
      // further steps are shown once all of them are taken
      const shown = taken.slice(0, (over || taken.length > again ? again : from) + 1);
      const ended = shown.length === taken.length;
      const first = Math.min(from, shown.length - 1);
      return { taken: shown, from: first, last: LAST, over: over && ended, settled: settled && ended };
    },
  };
}

/** @param {Attention} attention @param {number} a @param {number} b */
function difference(attention, a, b) {
  const less = /** @type {const} */ ({ id: "less", op: "geometry", a: [[a, b]], b: [[1, -1]] });
  return attention.forward({ version: 1, stages: [less] })["less.dot"].data[0];
}

/** @template T @param {() => T} act @returns {T | null} null where a number would not be finite */
function ifFinite(act) {
  try {
    return act();
  } catch (/** @type {any} */ error) {
    if (error.code === "value") return null;
    throw error;
  }
}
