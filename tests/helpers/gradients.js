// Compares a run of the core with the formulas of chain-oracle.js: its numbers and its gradients.
import assert from "node:assert/strict";
import { chainDifferences, innerDifferences, runChain, weighed } from "./chain-oracle.js";
import { near } from "./compare.js";

const RULE = { atol: 1e-5, rtol: 1e-5 };
/** Gradients are sums, so the error of a small one is relative to the largest in its tensor. @param {Float64Array} want */
const ruleFor = (want) => ({ ...RULE, atol: Math.max(RULE.atol, 1e-6 * Math.max(...want.map(Math.abs))) });
/** By op, the tensors inside a stage that have a gradient. */
const INSIDE = {
  attention: "query key value scores scaled_scores masked_scores weights mixed joined output".split(" "),
  feed_forward: ["hidden", "activated"],
  recurrent_encoder: ["state"],
  recurrent_decoder: "scores weights context state".split(" "),
};

/** Returns the inputs of a stage that have a gradient: numbers, not references or options. */
const learned = (stage) =>
  Object.keys(stage).filter(
    (key) => typeof stage[key] === "object" && !/mask$|^running|^labels$|^window$/.test(key),
  );

/** Asserts that every tensor that the formulas name is near. */
function sameNumbers(stages, trace) {
  for (const [name, want] of runChain(stages))
    if (trace[name]) near(trace[name].data, want.data, { ...RULE, name });
}

/**
 * Asserts that the gradients of all inputs of the stages and, unless `inside` is false, of the tensors inside them, are near
 * central differences of the formulas in float64.
 * @returns {number} how many partial derivatives of inputs were compared
 */
export function agrees(stages, trace, loss, { inside = true } = {}) {
  let partials = 0;
  stages.forEach((stage, n) => {
    for (const key of learned(stage)) {
      const name = `${stage.id}.grad_${key}`;
      assert.ok(trace[name], `${name} is missing`);
      // a bias of −∞ has gradient 0
      const given = stage[key].data ?? stage[key].flat(Infinity);
      const want = chainDifferences(stages, n, key, loss).map((g, i) => (given[i] === -Infinity ? 0 : g));
      near(trace[name].data, want, { ...ruleFor(want), name });
      partials += want.length;
    }
  });
  if (!inside) return partials;
  const tensors = runChain(stages);
  for (const { id, op = "attention" } of stages)
    for (const name of INSIDE[op] ?? []) {
      const want = innerDifferences(stages, id, name, loss);
      const allowed = tensors.get(`${id}.allowed`)?.data;
      const counts = (_, n) => want.length !== allowed?.length || allowed[n] === 1;
      const { data } = trace[`${id}.grad_${name}`];
      near(data.filter(counts), want.filter(counts), { ...ruleFor(want), name: `${id}.grad_${name}` });
    }
  return partials;
}

/**
 * Runs a chain backward from random gradients at its end, and asserts all its numbers, forward and backward.
 * @returns {{ trace: any, partials: number }}
 */
export function agreesFromItsEnd(attention, stages, draw, options) {
  const { id, op } = stages.at(-1);
  const forward = attention.forward({ stages });
  const tensor = ["logits", "output", "dot", "state"].find((name) => forward[`${id}.${name}`]);
  const { shape } = forward[`${id}.${tensor}`];
  // the first state is given, so it has no output gradient
  const made = tensor === "state" ? [shape[0] - 1, ...shape.slice(1)] : shape;
  const grad_output = draw.tensor(made);
  const trace = attention.backward({ stages }, { grad_output });
  const weight = tensor === "state" ? [...Array(shape[1]).fill(0), ...grad_output.data] : grad_output.data;
  sameNumbers(stages, trace);
  if (op !== "geometry") assert.deepEqual(trace[`${id}.grad_output`].data, grad_output.data);
  return { trace, partials: agrees(stages, trace, weighed(`${id}.${tensor}`, weight), options) };
}
