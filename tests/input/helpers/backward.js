// Problems whose code goes back, and what its programs are to print on the way.
import assert from "node:assert/strict";
import { drawn } from "../../helpers/coded.js";
import { chance } from "../../helpers/random.js";

const MAIN = { geometry: "dot", recurrent_encoder: "state", recurrent_decoder: "state" };
const PARAMETER = /^(w_|b_|gamma$|beta$)/;
const INPUT = /^(x|x_kv|x_v|y|query|key|value|encoder_states|initial_state|a|b)$/;

/** The shape of what the loss looks at. */
function shapeOf(attention, problem) {
  const trace = attention.forward(problem);
  const last = problem.stages?.at(-1);
  if (!last) return trace.output.shape;
  const main = MAIN[last.op] ?? "output";
  const name = last.w_out && main === "state" ? "logits" : main;
  const { shape } = trace[`${last.id}.${name}`];
  return name === "state" ? [shape[0] - 1, ...shape.slice(1)] : shape;
}

/** A problem with what its backward run starts from, drawn. */
function withStart(attention, problem, draw, kind) {
  const shape = shapeOf(attention, problem);
  const rate = draw.maybe() ? { learning_rate: draw.one([0, 0.1, 0.003, 1]) } : {};
  if (kind === "grad_output") return { ...problem, ...rate, grad_output: draw.tensor(shape) };
  if (kind === "squared_error")
    return { ...problem, ...rate, target: draw.tensor(shape), ...(draw.maybe() && { loss: kind }) };
  const target = { shape: shape.slice(0, -1) };
  const count = target.shape.reduce((a, b) => a * b, 1);
  target.data = Float32Array.from({ length: count }, () => draw.from(-1, shape.at(-1) - 1));
  return { ...problem, ...rate, target, loss: kind };
}

/** Problems of every kind with every start in turn. @param {number} each @param {number} seed */
export const drawnBack = (attention, each, seed) =>
  drawn(each, seed).map(({ kind, problem }, n) => {
    const start = ["squared_error", "cross_entropy", "grad_output"][n % 3];
    return { kind: `${kind}, ${start}`, problem: withStart(attention, problem, chance(seed + n), start) };
  });

/** The largest entry of all gradients of a run, at least 1. */
const largestIn = (trace) =>
  Object.entries(trace)
    .filter(([name]) => /(^|\.)grad_/.test(name))
    .reduce((most, [, { data }]) => data.reduce((a, b) => Math.max(a, Math.abs(b)), most), 1);

/**
 * What a program is to print, by name: loss, gradients, parameters after the step.
 * @returns {{ numbers: Map<string, number[]>, hasGradient: boolean, largest: number } | undefined} hasGradient: a parameter
 *   has one that is not 0; undefined: the core passes no gradient along a path that this problem has
 */
export function expected(attention, problem) {
  let trace;
  try {
    trace = attention.backward(problem);
  } catch (error) {
    assert.equal(error.code, "unsupported", error.stack);
    return undefined;
  }
  const { learning_rate = 0.01 } = problem;
  const found = new Map(trace.loss && [["loss", Array.from(trace.loss.data)]]);
  const add = (id, key, { data }, isStepping) => {
    const gradient = Array.from(trace[`${id && `${id}.`}grad_${key}`].data);
    const name = `${id && `${id}_`}${key}`.replace(/\W/g, "_").replace(/^(?=\d)/, "s");
    found.set(`grad_${name}`, gradient);
    if (isStepping) found.set(name, gradient.map((one, n) => data[n] - learning_rate * one)); // prettier-ignore
  };
  const stages = problem.stages ?? [{ id: "", ...problem }];
  const every = stages.flatMap(({ id, ...stage }) =>
    Object.entries(stage).flatMap(([key, value]) => (value?.data ? [{ id, key, value }] : [])),
  );
  for (const { id, key, value } of every) if (PARAMETER.test(key)) add(id, key, value, true);
  const hasGradient = [...found].some(([name, list]) => /^grad_/.test(name) && list.some(Boolean));
  if (!hasGradient) for (const { id, key, value } of every) if (INPUT.test(key)) add(id, key, value, false);
  return { numbers: found, hasGradient, largest: largestIn(trace) };
}

/** What a program printed, by name, the result apart. @param {string} text */
export const namesIn = (text) =>
  new Map(
    text
      .trim()
      .split("\n")
      .slice(0, -1)
      .map((line) => {
        const [, name, rest] = /^(\w+) (.*)$/.exec(line) ?? assert.fail(`no name: ${line}`);
        return [name, rest.match(/-?(?:nan|inf|\d[\d.]*(?:e[-+]?\d+)?)/gi).map(Number)];
      }),
  );
