/**
 * One step of gradient descent on the parameters of any problem, and the slope of its loss, measured by nudging one entry.
 */
import { withArrays } from "./arrays.js";
import { AttentionError, fault, shown, unfit, unknownName } from "./errors.js";
import { isParameter } from "./graph/tensors.js";
import { readProblem } from "./problem.js";
import { USUAL_RATE, entriesOf, positive, rate } from "./readers.js";
import { offsetOf } from "./shapes.js";
import { build, tensorOf } from "./tensor.js";
import { demandIndex, multiplied, readIndex } from "./terms.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./attention.js").Attention} Attention */
/**
 * @typedef {object} Descent
 * @property {Record<string, Tensor>} parameters after the step, by name; in a chain `stage.name`
 * @property {number} learning_rate of the step
 * @property {number} fall learning_rate · ‖gradient‖²: the decrease of the loss to first order
 */
/**
 * @typedef {object} Slope
 * @property {number} nudge the amount added to the entry and subtracted from it
 * @property {number} above the loss with the entry increased by the nudge
 * @property {number} below the loss with the entry decreased by the nudge
 * @property {number} slope (above − below) / (2 nudge)
 */

const NUDGE = 0.01;
// as a share of the entry, so that a large one moves too
const SHARE = 2 ** -13;

/**
 * Takes one step of gradient descent.
 * @param {Attention} attention
 * @param {any} problem
 * @param {unknown} options learning_rate, and those of a backward run; they default to the problem's own
 * @returns {Descent}
 * @throws {AttentionError} `value` if the step would make a parameter non-finite
 */
export function descend(attention, problem, options) {
  const { core } = attention;
  const { given, start } = parted(options, "learning_rate");
  const { common } = readProblem(problem);
  const learning_rate =
    given === undefined ? (common.learning_rate ?? USUAL_RATE) : rate(given, "learning_rate");
  /** @type {Record<string, any>} */
  const trace = attention.backward(problem, { ...start, tensors: undefined });
  const names = [...parametersOf(problem)];
  const gradients = names.map(([name]) => trace[gradientOf(name)].data);
  const moved = names.map(([name, { shape, data }], n) => [
    name,
    tensorOf(shape, stepped(core, name, /** @type {Float32Array} */ (data), gradients[n], learning_rate)),
  ]);
  const squares = gradients.flatMap((data) => Array.from(data, (slope) => [slope, slope, learning_rate]));
  return {
    parameters: Object.fromEntries(moved),
    learning_rate,
    fall: multiplied(core, squares).sum,
  };
}

/**
 * Measures the slope of the loss with respect to one entry of a parameter by central difference.
 * @param {Attention} attention
 * @param {any} problem with a target, unless the options have one
 * @param {unknown} name of a parameter; in a chain `stage.name`
 * @param {unknown} index complete
 * @param {unknown} options nudge, and those of a backward run
 * @returns {Slope}
 */
export function slopeAt(attention, problem, name, index, options) {
  const { given, start } = parted(options, "nudge");
  const parameters = parametersOf(problem);
  if (typeof name !== "string") throw unfit("tensor", name, "the name of a parameter, such as w_q.");
  const tensor = parameters.get(name);
  const none = `is ${shown(name)}, but this problem has no parameters; give it w_q, w_k or w_v.`;
  if (parameters.size === 0) throw fault("value", "tensor", none);
  if (!tensor) throw unknownName(name, [...parameters.keys()], "tensor", "parameter of this problem");
  const place = readIndex(index);
  demandIndex(place, tensor.shape, name);
  const at = offsetOf(/** @type {number[]} */ (place), tensor.shape);
  const entry = tensor.data[at];
  const nudge = given === undefined ? Math.max(NUDGE, Math.abs(entry) * SHARE) : positive(given, "nudge");
  const lossWith = (/** @type {number} */ by) => {
    const data = Float32Array.from(tensor.data);
    data[at] += by;
    const replaced = withParameters(problem, { [name]: { shape: tensor.shape, data } });
    const { loss } = attention.backward(replaced, { ...start, tensors: ["loss"] });
    if (!loss) throw fault("value", "target", "is missing; a slope is that of a loss, so give a target.");
    return { loss: loss.data[0], entry: data[at] };
  };
  const [above, below] = [lossWith(nudge), lossWith(-nudge)];
  const still = `is ${nudge}, which is too small to change ${entry} in float32; give a larger one.`;
  if (above.entry === below.entry) throw fault("value", "nudge", still);
  // divide by the difference of the entries as float32 rounded them, not by twice the nudge
  const each = 1 / (above.entry - below.entry);
  const { sum: slope } = multiplied(attention.core, [
    [above.loss, each],
    [below.loss, -each],
  ]);
  return { nudge, above: above.loss, below: below.loss, slope };
}

/**
 * Returns a copy of the problem with some parameters replaced.
 * @param {any} problem
 * @param {Record<string, Tensor>} parameters by name; in a chain `stage.name`
 * @returns {any}
 */
export function withParameters(problem, parameters) {
  if (!problem.stages) return { ...problem, ...parameters };
  const ofStage = (/** @type {string} */ id) =>
    Object.entries(parameters).flatMap(([name, tensor]) =>
      name.startsWith(`${id}.`) ? [[name.slice(id.length + 1), tensor]] : [],
    );
  const stages = problem.stages.map((/** @type {any} */ stage) => ({
    ...stage,
    ...Object.fromEntries(ofStage(stage.id)),
  }));
  return { ...problem, stages };
}

/** Turns "stage.w_q" into "stage.grad_w_q". @param {string} name */
export const gradientOf = (name) => name.replace(/[^.]*$/, "grad_$&");

/**
 * Returns the parameters as given. One that a stage reads from another stage belongs to the latter.
 * @param {unknown} problem
 * @returns {Map<string, { shape: number[], data: ArrayLike<number> }>} by name
 */
function parametersOf(problem) {
  const { stages } = readProblem(problem);
  build(stages.map(({ values }) => values));
  return new Map(
    stages.flatMap(({ id, values }) =>
      Object.entries(values).flatMap(([key, value]) =>
        isParameter(key) && value?.data ? [[id ? `${id}.${key}` : key, value]] : [],
      ),
    ),
  );
}

/**
 * Separates one option from those of a backward run.
 * @param {unknown} options
 * @param {string} key
 */
function parted(options, key) {
  const { [key]: given, ...start } = Object.fromEntries(entriesOf(options ?? {}, "options"));
  return { given: given ?? undefined, start };
}

/**
 * Returns a parameter after the step.
 * @param {Core} core
 * @param {string} name
 * @param {Float32Array} parameter
 * @param {Float32Array} gradient
 * @param {number} learning_rate
 */
function stepped(core, name, parameter, gradient, learning_rate) {
  const { length } = parameter;
  let status = 0;
  const [next] = withArrays(core, [parameter, gradient], [length], (functions, [from, by], [to]) => {
    status = functions.attn_sgd(to, 0, from, by, learning_rate, 0, BigInt(length));
  });
  if (status === 0) return next;
  const message = `The step would make ${name} non-finite; lower learning_rate, or give smaller, finite numbers.`;
  throw new AttentionError("value", name, message);
}
