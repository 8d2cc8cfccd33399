// A run of the core against the formulas of chain-oracle.js: its numbers, and its gradients.
import assert from "node:assert/strict";
import { chainDifferences, innerDifferences, runChain } from "./chain-oracle.js";
import { near } from "./compare.js";

/** What a stage was given as numbers: not names, not options. */
const given = (stage) => Object.keys(stage).filter((key) => typeof stage[key] === "object");

/**
 * Every gradient of what the stages were given, against differences of the formulas in float64.
 * @returns {number} how many partials
 */
export function agrees(stages, trace, loss, rule = { atol: 1e-5, rtol: 1e-5 }) {
  let partials = 0;
  stages.forEach((stage, n) => {
    for (const key of given(stage).filter((name) => !/mask$|^running|^labels$/.test(name))) {
      const name = `${stage.id}.grad_${key}`;
      const want = chainDifferences(stages, n, key, loss);
      assert.ok(trace[name], `${name} is missing`);
      near(trace[name].data, want, { ...rule, name });
      partials += want.length;
    }
  });
  return partials;
}

/** Every gradient inside the attentions and decoders, against the same differences. */
export function agreesInside(stages, trace, loss, rule = { atol: 1e-5, rtol: 1e-5 }) {
  const tensors = runChain(stages);
  for (const { id, op = "attention" } of stages)
    for (const name of INSIDE[op] ?? []) {
      const want = innerDifferences(stages, id, name, loss);
      const allowed = tensors.get(`${id}.allowed`)?.data;
      const counts = (_, n) => want.length !== allowed?.length || allowed[n] === 1;
      const { data } = trace[`${id}.grad_${name}`];
      near(data.filter(counts), want.filter(counts), { ...rule, name: `${id}.grad_${name}` });
    }
}
const INSIDE = {
  attention: "query key value scores scaled_scores masked_scores weights mixed joined output".split(" "),
  recurrent_encoder: ["state"],
  recurrent_decoder: "scores weights context state".split(" "),
};

/** Every tensor that the formulas name. */
export function sameNumbers(stages, trace, rule = { atol: 2e-6, rtol: 2e-6 }) {
  for (const [name, want] of runChain(stages))
    if (trace[name]) near(trace[name].data, want.data, { ...rule, name });
}
