/**
 * Chains, backward: each stage hands its gradients on to the stages it read from.
 */
import { add } from "./arrays.js";
import { follow, gather, given, outline, walk } from "./chain.js";
import { fault } from "./errors.js";
import { checkClasses, checkStart, startOf } from "./loss.js";
import { RUN } from "./ops.js";
import { build, tensorOf } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./problem.js").Stage} Stage */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./chain.js").Tensors} Tensors */
/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").Selection} Selection */

/**
 * @param {Core} core
 * @param {Stage[]} stages
 * @param {import("./loss.js").Start} start by the main tensor of the last stage
 * @param {Selection} [selected]
 * @returns {Trace}
 */
export function runChainBackward(core, stages, start, selected) {
  return follow(core, chainBackwardSteps(core, stages, start, selected));
}

/**
 * @param {Core} core
 * @param {Stage[]} stages
 * @param {import("./loss.js").Start} start
 * @param {Selection} [selected]
 * @returns {import("./chain.js").Steps}
 */
export function* chainBackwardSteps(core, stages, start, selected) {
  const { last, main, shape } = demandChain(core, stages, start);
  build([...stages.map(({ values }) => values), start]);
  checkClasses(start);
  const { tensors, notes } = yield* walk(stages);
  const { grad, loss } = startOf(core, start, shape, startData(last, tensors), main);
  /** @type {Tensors} gradients that flow into a tensor, added where they meet */
  const flowing = new Map([[main, tensorOf(shape, grad)]]);
  for (const stage of stages.slice().reverse()) yield* passBack(core, stage, stages, tensors, flowing);
  if (loss !== undefined) tensors.set("loss", tensorOf([], Float32Array.of(loss)));
  return gather(tensors, notes, selected);
}

/**
 * Everything that can be said before a number is read.
 * @param {Core} core
 * @param {Stage[]} stages
 * @param {import("./loss.js").Start} start
 */
export function demandChain(core, stages, start) {
  const shapes = outline(core, stages, true);
  const last = stages[stages.length - 1];
  const main = mainName(last);
  checkPaths(stages);
  const shape = startShape(last, shapes);
  checkStart(start, shape, main);
  return { last, main, shape };
}

/** @param {Stage} stage */
const mainName = (stage) => `${stage.id}.${RUN[stage.op].main(stage.values)}`;

/**
 * Has one stage run backward and hands its gradients on to the stages it read from.
 * @param {Core} core
 * @param {Stage} stage
 * @param {Stage[]} stages
 * @param {Tensors} tensors
 * @param {Tensors} flowing
 * @returns {Generator<import("./chain.js").Step, void, any>}
 */
function* passBack(core, stage, stages, tensors, flowing) {
  const main = mainName(stage);
  const output = /** @type {Tensor} */ (tensors.get(main));
  // a stage that nothing reads has gradient 0
  const grad = flowing.get(main) ?? tensorOf(output.shape, new Float32Array(output.data.length));
  const values = given(stage, stages, tensors);
  const inner = arrivingAt(stage, flowing);
  const { notes: _, ...result } = yield { op: stage.op, values, where: stage.where, grad, inner };
  for (const [name, tensor] of Object.entries(result)) {
    const key = name.replace(/^grad_/, "");
    const arriving =
      name.startsWith("grad_") && key !== "output" ? flowing.get(`${stage.id}.${key}`) : undefined;
    if (arriving && key in values) tensor.data = add(core, tensor.data, arriving.data);
    tensors.set(`${stage.id}.${name}`, tensor);
    const from = name.startsWith("grad_") ? stage.values[key]?.from : undefined;
    if (from !== undefined) meet(core, flowing, from, tensor);
  }
}

/**
 * The gradients that arrive at tensors inside a stage; what was given gets its own added afterwards.
 * @param {Stage} stage
 * @param {Tensors} flowing
 */
function arrivingAt({ id, op, values }, flowing) {
  /** @type {Record<string, Tensor>} */
  const inner = {};
  for (const name of RUN[op].passes(values)) {
    const grad = flowing.get(`${id}.${name}`);
    if (grad && name !== RUN[op].main(values) && !(name in values)) inner[name] = grad;
  }
  return inner;
}

/**
 * @param {Core} core
 * @param {Tensors} flowing
 * @param {string} name
 * @param {Tensor} grad
 */
function meet(core, flowing, name, grad) {
  const there = flowing.get(name);
  const data = there ? add(core, there.data, grad.data) : grad.data.slice();
  flowing.set(name, tensorOf(grad.shape, data));
}

/**
 * Gradients flow into what a stage was given, into its main tensor and into those it passes them through.
 * @param {Stage[]} stages
 */
function checkPaths(stages) {
  for (const { values, where } of stages)
    for (const [key, value] of Object.entries(values)) {
      if (value?.from === undefined || /mask$/.test(key)) continue;
      const [id, name] = value.from.split(".");
      const source = /** @type {Stage} */ (stages.find((stage) => stage.id === id));
      const { main, passes } = RUN[source.op];
      const passing = [...new Set([main(source.values), ...passes(source.values)])];
      if (passing.includes(name) || name in source.values) continue;
      const remedy = `read ${passing.map((one) => `${id}.${one}`).join(", ")} or what ${id} was given`;
      const reads = `reads ${value.from}, which passes no gradient back`;
      throw fault("unsupported", where + key, `${reads}; ${remedy}.`);
    }
}

/** Of states a loss looks at all but the initial one. @param {Stage} stage */
const looksAtStates = ({ op, values }) => RUN[op].main(values) === "state";

/**
 * @param {Stage} last
 * @param {Map<string, number[]>} shapes
 */
function startShape(last, shapes) {
  const shape = /** @type {number[]} */ (shapes.get(mainName(last)));
  return looksAtStates(last) ? [shape[0] - 1, shape[1]] : shape;
}

/**
 * What the loss looks at.
 * @param {Stage} last
 * @param {Tensors} tensors
 */
function startData(last, tensors) {
  const { shape, data } = /** @type {Tensor} */ (tensors.get(mainName(last)));
  return looksAtStates(last) ? data.slice(shape[1]) : data;
}
