/** The gradients of a problem without stages as statements: each with its name, in the order in which they are written. */
import { describe } from "../../../core/graph/gradients/index.js";
import { variableOf } from "../plan.js";
import { createVariable } from "../variable.js";

/** @typedef {import("../plan.js").Plan} Plan */
/** @typedef {import("../plan.js").Statement} Statement */
/** @typedef {import("../../../core/graph/builder.js").Rule} Rule */

const SCORES = ["masked_scores", "capped_scores", "scaled_scores", "scores"];
/** Tensors in the order in which their gradients are written, a blank line between groups. */
const ORDER = [
  ["joined", "mixed", "value", "weights"],
  SCORES,
  ["query", "key", "projected_query", "projected_key", "projected_value"],
  "w_q b_q w_k b_k w_v b_v w_score w_1 w_2 w_o b_o x x_kv x_v".split(" "),
];

/** Returns the plan with gradients, and their statements, one for all tensors with the same numbers. @param {Plan} given @returns {{ plan: Plan, groups: Statement[][] }} */
export function gradientsOf(given) {
  const rules = rulesOf(given);
  const plan = withGradients(given, rules);
  const groups = ORDER.map((names) =>
    names.flatMap((name) => {
      const variable = plan.variables.get(`grad_${name}`);
      if (!variable || variable.group.tensors[0] !== variable.tensor) return [];
      return [{ variable, rule: /** @type {Rule} */ (rules.get(variable.tensor)) }];
    }),
  );
  return { plan, groups };
}

/** The comment on a gradient, by its operation; x: for tokens with several uses. @type {Record<string, string>} */
const NOTES = {
  split: "grad_mixed",
  softmax_gradient: "grad_softmax",
  softcap_gradient: "tanh",
  x: "grad_x",
};

/** @param {import("../text.js").Text} text @param {Statement} statement */
export const commentOn = ({ words: { back } }, { variable, rule }) =>
  back[NOTES[/^grad_x/.test(variable.group.name) && rule.parts.length > 1 ? "x" : rule.op]];

/** Returns the rules of all gradients, as if no weights were given; with given weights, those of the scores are written as zeros. @param {Plan} plan */
function rulesOf({ parts: [{ stage }], shapes }) {
  const values = { ...stage.values, weights_override: undefined };
  return describe([{ ...stage, values }], shapes, "grad_output");
}

/**
 * Returns the plan with gradients. Tensors that share a name share their gradient, and a copied gradient shares its source's
 * name.
 * @param {Plan} plan
 * @param {Map<string, Rule>} rules
 * @returns {Plan}
 */
function withGradients(plan, rules) {
  const [part] = plan.parts;
  const variables = new Map(plan.variables);
  /** @type {Map<import("../plan.js").Group, import("../plan.js").Group>} the gradient's group by the tensor's */
  const groups = new Map();
  const isOverridden = part.values.weights_override !== undefined;
  for (const name of ["output", ...ORDER.flat()]) {
    const rule = rules.get(`grad_${name}`);
    if (!rule) continue;
    const tensor = variableOf(plan, name);
    const variable = createVariable(rule, part);
    const isZero = isOverridden && SCORES.includes(name);
    const isCopy = rule.op === "copy" && rule.parts.length === 1 && !tensor.given;
    const [first] = rule.parts[0]?.of ?? [];
    const same =
      groups.get(tensor.group) ?? variables.get(isZero ? "grad_masked_scores" : isCopy ? first : "")?.group;
    if (same) {
      same.tensors.push(variable.tensor);
      variable.group = same;
    } else variable.group.name = `grad_${isZero ? "scores" : tensor.group.name}`;
    groups.set(tensor.group, variable.group);
    variables.set(variable.tensor, variable);
  }
  return { ...plan, variables };
}
