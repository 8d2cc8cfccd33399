/** What a backward pass starts from, and whose gradients it finds, read and checked as in the core. */
import { describe } from "../../../core/graph/gradients/index.js";
import { checkClasses, checkStart, readStart } from "../../../core/loss.js";
import { build } from "../../../core/tensor.js";
import { variableOf } from "../plan.js";
import { keptShape, shortName } from "../variable.js";

/** @typedef {import("../plan.js").Plan} Plan */
/** @typedef {import("../plan.js").Variable} Variable */
/** @typedef {import("../../errors.js").Invalid} Invalid */
/** @typedef {import("../../../core/graph/builder.js").Rule} Rule */
/**
 * @typedef {object} Start
 * @property {"grad_output" | "squared_error" | "cross_entropy"} kind
 * @property {"grad_output" | "target"} given the problem's key of the tensor
 * @property {{ shape: number[], data: ArrayLike<number> }} tensor the gradient, or the target, with the axes that the program
 *   has
 * @property {string} output the operand of the loss, as written in array languages
 * @property {readonly number[]} shape of that operand, with those axes
 * @property {number} rate learning rate
 * @property {string[]} gradients the names of all gradients
 * @property {Variable[]} parameters all that the step changes
 * @property {Variable[]} idle parameters that the output does not depend on
 * @property {Variable[]} inputs whose gradients are printed if the output depends on no parameter
 */

const RATE = 0.01;
const PARAMETER = /^(w_|b_|gamma$|beta$)/;
const INPUT = /^(x|x_kv|x_v|y|query|key|value|encoder_states|initial_state|a|b)$/;

/** Whether a name is that of a gradient. @param {string} tensor */
export const isGradient = (tensor) => /(^|\.)grad_/.test(tensor);

/**
 * @param {Plan} plan
 * @param {Invalid} invalid
 * @returns {Start | undefined} undefined if the problem has neither a target nor a gradient
 */
export function startOf(plan, invalid) {
  const { common } = plan.problem;
  if (common.target === undefined && common.grad_output === undefined) return undefined;
  const { start } = readStart({}, common);
  const stages = plan.parts.map(({ stage }) => stage);
  const rules = describe(stages, plan.shapes, "squared_error");
  const [[main]] = /** @type {Rule} */ (rules.get("loss")).parts.map(({ of }) => of);
  const variable = variableOf(plan, main);
  const isState = shortName(main) === "state";
  // the state before the first step is not an output
  const outputShape = (/** @type {number[]} */ [first, ...rest]) => [isState ? first - 1 : first, ...rest];
  checkStart(start, outputShape(variable.shape.slice()), main);
  build([start]);
  checkClasses(start);
  if (start.kind === "cross_entropy") checkClassRange(start, variable.shape.at(-1) ?? 0, invalid);
  const shape = outputShape(keptShape(variable));
  const reached = reachedFrom(main, rules, plan);
  const givens = plan.parts.flatMap((part) => part.givens);
  const parameters = givens.filter(({ tensor }) => PARAMETER.test(shortName(tensor)));
  const idle = parameters.filter(({ tensor }) => !reached.has(tensor));
  const inputs = givens.filter(({ tensor }) => INPUT.test(shortName(tensor)) && reached.has(tensor));
  return {
    kind: /** @type {Start["kind"]} */ (start.kind),
    given: start.kind === "grad_output" ? start.kind : "target",
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

/**
 * Writes the gradient step, and prints what the backward pass has found.
 * @param {import("../text.js").Text} text @param {Start} start
 * @param {{ first: string[], step: (parameter: Variable) => string | string[], print: (name: string, variable?: Variable) => string | string[] }} how
 *   first: the lines of the learning rate; print: a single number if there is no variable
 */
export function finish(text, { kind, parameters, inputs }, { first, step, print }) {
  const { back } = text.words;
  text.gap();
  if (parameters.length === 0) text.add(`${text.pad}${text.comment} ${back.noStep}`);
  else {
    text.putStep("step", [text.beside(first[0], back.step), ...first.slice(1), ...parameters.flatMap(step)]);
    text.gap();
  }
  const shown = [...parameters, ...inputs].flatMap((variable) => {
    const { name } = variable.group;
    const moved = parameters.includes(variable) ? print(name, variable) : [];
    return [print(`grad_${name}`, variable), moved].flat();
  });
  text.add(...(kind === "grad_output" ? [] : [print("loss")].flat()), ...shown);
}

/** @param {import("../../../core/loss.js").Start} start @param {number} classes @param {Invalid} invalid */
function checkClassRange({ tensor: { data } }, classes, invalid) {
  data.forEach((entry, at) => {
    const where = `target[${at}]`;
    if (entry < -1 || entry >= classes)
      throw invalid("value", where, "class", { where, entry, last: classes - 1 });
  });
}

/**
 * Returns all tensors that a tensor depends on; a mask passes no gradient on.
 * @param {string} main
 * @param {Map<string, Rule>} rules
 * @param {Plan} plan
 */
function reachedFrom(main, rules, plan) {
  const reached = new Set([main]);
  for (const tensor of reached) {
    const { op, parts } = /** @type {Rule} */ (rules.get(tensor));
    const { given } = variableOf(plan, tensor).stage.mask;
    const passing = op === "mask" ? parts.filter((_, n) => n === 0 || given[n - 1] === "bias") : parts;
    for (const { of } of passing) for (const operand of of) reached.add(operand);
  }
  return reached;
}
