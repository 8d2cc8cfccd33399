/** What a backward run starts from, and whose gradients it is after: read and checked as the core does. */
import { AttentionError } from "../../../core/errors.js";
import { describe } from "../../../core/graph/operations.js";
import { checkClasses, checkStart, readStart } from "../../../core/loss.js";
import { build } from "../../../core/tensor.js";
import { fill } from "../../../words/sentence.js";
import { keptShape, shortName } from "../plan.js";

/** @typedef {import("../plan.js").Plan} Plan */
/** @typedef {import("../plan.js").Variable} Variable */
/** @typedef {import("../../../core/graph/builder.js").Rule} Rule */
/**
 * @typedef {object} Start
 * @property {"grad_output" | "squared_error" | "cross_entropy"} kind
 * @property {{ shape: number[], data: ArrayLike<number> }} tensor the gradient, or the target, without the axes that the
 *   code does not have
 * @property {string} output what the loss looks at, as arrays write it
 * @property {readonly number[]} shape of it, without those axes
 * @property {number} rate of the step
 * @property {string[]} gradients names of all there are
 * @property {Variable[]} parameters take the step
 * @property {Variable[]} idle parameters that nothing of the output is made from
 * @property {Variable[]} inputs whose gradients are told where no parameter has one
 */

const RATE = 0.01;
const PARAMETER = /^(w_|b_|gamma$|beta$)/;
const INPUT = /^(x|x_kv|x_v|y|query|key|value|encoder_states|initial_state|a|b)$/;

/** Is it the name of a gradient? @param {string} tensor */
export const isGradient = (tensor) => /(^|\.)grad_/.test(tensor);

/**
 * @param {Plan} plan
 * @param {Record<string, string>} words of refusals
 * @returns {Start | undefined} undefined: the problem has neither a target nor a gradient
 */
export function startOf(plan, words) {
  const { common } = plan.problem;
  if (common.target === undefined && common.grad_output === undefined) return undefined;
  const { start } = readStart({}, common);
  const stages = plan.parts.map(({ stage }) => stage);
  const rules = describe(stages, plan.shapes, "squared_error");
  const [[main]] = /** @type {Rule} */ (rules.get("loss")).parts.map(({ of }) => of);
  const variable = /** @type {Variable} */ (plan.variables.get(main));
  const isState = shortName(main) === "state";
  const behind = (/** @type {number[]} */ [first, ...rest]) => [isState ? first - 1 : first, ...rest];
  checkStart(start, behind(variable.shape.slice()), main);
  build([start]);
  checkClasses(start);
  if (start.kind === "cross_entropy") demandClasses(start, variable.shape.at(-1) ?? 0, words);
  const shape = behind(keptShape(variable));
  const reached = reachedFrom(main, rules, plan);
  const givens = plan.parts.flatMap((part) => part.givens);
  const parameters = givens.filter(({ tensor }) => PARAMETER.test(shortName(tensor)));
  const idle = parameters.filter(({ tensor }) => !reached.has(tensor));
  const inputs = givens.filter(({ tensor }) => INPUT.test(shortName(tensor)) && reached.has(tensor));
  return {
    kind: /** @type {Start["kind"]} */ (start.kind),
    tensor: { shape: start.kind === "cross_entropy" ? shape.slice(0, -1) : shape, data: start.tensor.data },
    output: variable.group.name + (isState ? "[1:]" : ""),
    shape,
    rate: common.learning_rate ?? RATE,
    gradients: [...rules.keys()].filter(isGradient),
    parameters,
    idle,
    inputs: idle.length < parameters.length ? [] : inputs,
  };
}

/** @param {import("../../../core/loss.js").Start} start @param {number} classes @param {Record<string, string>} words */
function demandClasses({ tensor: { data } }, classes, words) {
  data.forEach((entry, at) => {
    if (entry >= -1 && entry < classes) return;
    const where = `target[${at}]`;
    throw new AttentionError("value", where, fill(words.class, { where, entry, last: classes - 1 }));
  });
}

/**
 * What a tensor is made from, down to what was given; a mask lets no gradient through.
 * @param {string} main
 * @param {Map<string, Rule>} rules
 * @param {Plan} plan
 */
function reachedFrom(main, rules, { chain, partBy }) {
  const reached = new Set([main]);
  for (const tensor of reached) {
    const { op, parts } = /** @type {Rule} */ (rules.get(tensor));
    const { given } = /** @type {import("../plan.js").Part} */ (
      partBy.get(chain ? tensor.slice(0, tensor.indexOf(".")) : "")
    ).mask;
    const passing = op === "mask" ? parts.filter((_, n) => n === 0 || given[n - 1] === "bias") : parts;
    for (const { of } of passing) for (const operand of of) reached.add(operand);
  }
  return reached;
}
