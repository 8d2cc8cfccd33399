/**
 * Runs any problem forward and backward. In a chain, each stage passes its gradients on to the stages it reads from.
 */
import { add } from "../arrays.js";
import { backward } from "../attention/backward.js";
import { fault } from "../errors.js";
import { mainOf } from "../graph/tensors.js";
import { checkClasses, checkStart, startFromGradient, startOf } from "../loss.js";
import { plainValues } from "../problem.js";
import { build, tensorOf } from "../tensor.js";
import { follow, gather, given, mergeNotes, notesAmong, outline, walk } from "./chain.js";
import { RUN } from "./ops.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../problem.js").Stage} Stage */
/** @typedef {import("../tensor.js").Tensor} Tensor */
/** @typedef {import("../attention/notes.js").Notes} Notes */
/** @typedef {import("../attention/trace.js").Trace} Trace */
/** @typedef {import("../attention/trace.js").Selection} Selection */
/** @typedef {import("./chain.js").Step} Step */
/** @typedef {import("./chain.js").Steps} Steps */
/** @typedef {import("./chain.js").Tensors} Tensors */

RUN.attention.backward = (core, values, where, grad, inner) =>
  backward(core, values, where, startFromGradient(grad), undefined, undefined, inner);

/**
 * Runs a problem forward and backward.
 * @param {Core} core
 * @param {Stage[]} stages
 * @param {import("../loss.js").Start} start at the main tensor of the last stage
 * @param {Selection} [selected] default all
 * @returns {Trace}
 */
export function runBackward(core, stages, start, selected) {
  const plain = plainValues(stages);
  if (plain) return backward(core, plain, "", start, selected);
  return follow(core, chainBackwardSteps(core, stages, start, selected));
}

/**
 * Runs a chain forward and backward, step by step.
 * @param {Core} core
 * @param {Stage[]} stages
 * @param {import("../loss.js").Start} start
 * @param {Selection} [selected]
 * @returns {Steps}
 */
export function* chainBackwardSteps(core, stages, start, selected) {
  const { last, main, shape } = demandChain(core, stages, start);
  build([...stages.map(({ values }) => values), start]);
  checkClasses(start);
  const { tensors, notes } = yield* walk(stages);
  const { grad, loss } = startOf(core, start, shape, startData(last, tensors), main);
  /** @type {Tensors} the sum of the gradients that flow into each tensor */
  const flowing = new Map([[main, tensorOf(shape, grad)]]);
  for (const stage of stages.slice().reverse()) yield* passBack(core, stage, stages, tensors, flowing, notes);
  if (loss !== undefined) tensors.set("loss", tensorOf([], Float32Array.of(loss)));
  return gather(tensors, notes, selected);
}

/**
 * Checks everything that can be checked before a number is read.
 * @param {Core} core
 * @param {Stage[]} stages
 * @param {import("../loss.js").Start} start
 */
export function demandChain(core, stages, start) {
  const shapes = outline(core, stages, true);
  const last = stages[stages.length - 1];
  const main = mainName(last);
  checkPaths(stages);
  const shape = startShape(last, shapes);
  checkStart(start, shape, looksAtStates(last) ? `${main} without its first row` : main);
  return { last, main, shape };
}

/** @param {Stage} stage */
const mainName = (stage) => `${stage.id}.${mainOf(stage.op, stage.values)}`;

/**
 * Runs one stage backward and passes its gradients on to the stages it reads from.
 * @param {Core} core
 * @param {Stage} stage
 * @param {Stage[]} stages
 * @param {Tensors} tensors
 * @param {Tensors} flowing
 * @param {Notes} notes
 * @returns {Generator<Step, void, any>}
 */
function* passBack(core, stage, stages, tensors, flowing, notes) {
  const main = mainName(stage);
  const output = /** @type {Tensor} */ (tensors.get(main));
  // a stage that no other reads has gradient 0
  const grad = flowing.get(main) ?? tensorOf(output.shape, new Float32Array(output.data.length));
  const values = given(stage, stages, tensors);
  const inner = arrivingAt(stage, flowing);
  const { notes: taken, ...result } = yield { op: stage.op, values, where: stage.where, grad, inner };
  // the other notes were taken on the way forward
  mergeNotes(notes, { ...(taken ?? notesAmong(result)), fully_masked_rows: [], omitted: [] }, stage.id);
  for (const [name, tensor] of Object.entries(result)) {
    const key = name.replace(/^grad_/, "");
    const arriving =
      name.startsWith("grad_") && key !== "output" ? flowing.get(`${stage.id}.${key}`) : undefined;
    if (arriving && key in values) tensor.data = add(core, tensor.data, arriving.data);
    tensors.set(`${stage.id}.${name}`, tensor);
    const from = name.startsWith("grad_") ? stage.values[key]?.from : undefined;
    if (from !== undefined) meet(core, flowing, from, tensor, tensors.get(from)?.shape);
  }
}

/**
 * Returns the gradients that arrive at tensors inside a stage. Those of given tensors are added afterwards.
 * @param {Stage} stage
 * @param {Tensors} flowing
 */
function arrivingAt({ id, op, values }, flowing) {
  /** @type {Record<string, Tensor>} */
  const inner = {};
  for (const name of RUN[op].passes(values)) {
    const grad = flowing.get(`${id}.${name}`);
    if (grad && name !== mainOf(op, values) && !(name in values)) inner[name] = grad;
  }
  return inner;
}

/**
 * Adds a gradient to those that flow into a tensor.
 * @param {Core} core
 * @param {Tensors} flowing
 * @param {string} name
 * @param {Tensor} grad
 * @param {number[]} [shape] of the tensor; the stage that reads it may have dropped its batch axis
 */
function meet(core, flowing, name, grad, shape = grad.shape) {
  const there = flowing.get(name);
  const data = there ? add(core, there.data, grad.data) : grad.data.slice();
  flowing.set(name, tensorOf(shape, data));
}

/**
 * Throws if a stage reads a tensor that passes no gradient back. Gradients can flow into a stage's main tensor, the tensors
 * listed by `passes`, and its given tensors.
 * @param {Stage[]} stages
 */
function checkPaths(stages) {
  for (const { values, where } of stages)
    for (const [key, value] of Object.entries(values)) {
      if (value?.from === undefined || /mask$/.test(key)) continue;
      const [id, name] = value.from.split(".");
      const source = /** @type {Stage} */ (stages.find((stage) => stage.id === id));
      const main = mainOf(source.op, source.values);
      const passing = [...new Set([main, ...RUN[source.op].passes(source.values)])];
      if (passing.includes(name) || name in source.values) continue;
      const remedy = `read ${passing.map((tensor) => `${id}.${tensor}`).join(", ")} or what ${id} was given`;
      const reads = `reads ${value.from}, which passes no gradient back`;
      throw fault("unsupported", where + key, `${reads}; ${remedy}.`);
    }
}

/** Whether the loss applies to states, to all but the initial one. @param {Stage} stage */
const looksAtStates = ({ op, values }) => mainOf(op, values) === "state";

/**
 * Returns the shape of the tensor that the loss applies to.
 * @param {Stage} last
 * @param {Map<string, number[]>} shapes
 */
function startShape(last, shapes) {
  const shape = /** @type {number[]} */ (shapes.get(mainName(last)));
  return looksAtStates(last) ? [shape[0] - 1, shape[1]] : shape;
}

/**
 * Returns the data of the tensor that the loss applies to.
 * @param {Stage} last
 * @param {Tensors} tensors
 */
function startData(last, tensors) {
  const { shape, data } = /** @type {Tensor} */ (tensors.get(mainName(last)));
  return looksAtStates(last) ? data.slice(shape[1]) : data;
}
