/**
 * Runs any problem. In a chain, stages read tensors of earlier stages, and in the backward pass each stage passes its
 * gradients on to the stages it reads from.
 */
import { add } from "../arrays.js";
import { backward } from "../attention/backward.js";
import { MINUS_INFINITY_IS_FINE, notesOf } from "../attention/notes.js";
import { AttentionError, fault } from "../errors.js";
import { forward } from "../attention/full-trace.js";
import { resolve } from "../graph/shapes.js";
import { mainOf } from "../graph/tensors.js";
import { checkClasses, checkStart, startOf } from "../loss.js";
import { RUN } from "./ops.js";
import { plainValues } from "../problem.js";
import { countOf, indexOf } from "../shapes.js";
import { build, built, openBytes, readMask, tensorOf } from "../tensor.js";

/** @typedef {import("../core.js").Core} Core */
/** @typedef {import("../problem.js").Stage} Stage */
/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("../tensor.js").Tensor} Tensor */
/** @typedef {import("../attention/notes.js").Notes} Notes */
/** @typedef {import("../attention/trace.js").Trace} Trace */
/** @typedef {import("../attention/trace.js").Selection} Selection */
/** @typedef {Map<string, Tensor>} Tensors by `id.tensor` */

/**
 * Runs a problem forward.
 * @param {Core} core
 * @param {Stage[]} stages of a plain problem or of a chain
 * @param {Selection} [selected] default all
 * @returns {Trace}
 */
export function runForward(core, stages, selected) {
  const plain = plainValues(stages);
  if (plain) return forward(core, plain, "", selected);
  return follow(core, chainSteps(core, stages, selected));
}

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
 * @typedef {object} Step one stage to run, with references resolved
 * @property {string} op
 * @property {Values} values
 * @property {string} where
 * @property {Tensor} [grad] gradient of its main tensor for a backward run; undefined for a forward run
 * @property {Record<string, Tensor>} [inner] gradients that arrive at tensors inside it, by name
 */
/** @typedef {Generator<Step, Trace, any>} Steps yields one stage after another to run, and receives its trace */

/**
 * Runs a chain forward, step by step.
 * @param {Core} core
 * @param {Stage[]} stages
 * @param {Selection} [selected]
 * @returns {Steps}
 */
export function* chainSteps(core, stages, selected) {
  outline(core, stages, false);
  build(stages.map(({ values }) => values));
  const { tensors, notes } = yield* walk(stages);
  return gather(tensors, notes, selected);
}

/**
 * Runs every step synchronously.
 * @param {Core} core
 * @param {Steps} steps
 */
function follow(core, steps) {
  let step = steps.next();
  while (!step.done) step = steps.next(runStep(core, step.value));
  return step.value;
}

/**
 * @param {Core} core
 * @param {Step} step
 */
export function runStep(core, { op, values, where, grad, inner = {} }) {
  return grad ? RUN[op].backward(core, values, where, grad, inner) : RUN[op].forward(core, values, where);
}

/**
 * Returns the shape of every tensor of a problem; checks all of it before anything is computed.
 * @param {Core} core
 * @param {Stage[]} stages
 * @param {boolean} withGradients
 */
export function outline(core, stages, withGradients) {
  /** @type {Map<string, number[]>} */
  const shapes = new Map();
  let bytes = 0;
  let given = 0;
  for (const stage of stages) {
    const values = resolve(stage, stages, (name, where) => {
      const shape = shapes.get(name);
      if (!shape) throw missing(name, where, [...shapes.keys()]);
      return { shape, data: { byteLength: 4 * countOf(shape) } };
    });
    const made = RUN[stage.op].shapes(core, values, stage.where, withGradients);
    for (const [name, shape] of Object.entries(made)) {
      shapes.set(stage.id ? `${stage.id}.${name}` : name, shape);
      bytes += 4 * countOf(shape);
    }
    given += openBytes(stage.values);
    demandTrace(core, bytes, stage.where);
    core.demandWithinLimits(given + bytes, stage.where);
  }
  return shapes;
}

/**
 * Throws if the stages together exceed the limit of one trace.
 * @param {Core} core
 * @param {number} bytes of every tensor up to this stage
 * @param {string} where
 */
function demandTrace({ limits }, bytes, where) {
  const most = limits.stepwise_bytes;
  if (bytes <= most) return;
  const stage = where.slice(0, -1);
  const remedy = stage === "stages[0]" ? "smaller inputs" : "fewer stages or smaller inputs";
  const message = `Up to ${stage}, the chain needs ${bytes} bytes; at most ${most} are computed step by step, so give ${remedy}.`;
  throw new AttentionError("limit", stage, message);
}

/**
 * Makes the error for a reference to a tensor that its stage lacks.
 * @param {string} name
 * @param {string} where
 * @param {string[]} known
 */
function missing(name, where, known) {
  const id = name.slice(0, name.indexOf(".") + 1);
  const there = known.filter((other) => other.startsWith(id) && !other.includes("grad_")).join(", ");
  return fault("value", where, `is "${name}", which that stage does not have; give one of ${there}.`);
}

/**
 * Runs every stage forward.
 * @param {Stage[]} stages
 * @returns {Generator<Step, { tensors: Tensors, notes: Notes }, any>}
 */
function* walk(stages) {
  /** @type {Tensors} */
  const tensors = new Map();
  /** @type {Notes} */
  const notes = { fully_masked_rows: [], first_non_finite: null, omitted: [] };
  for (const stage of stages) {
    const values = given(stage, stages, tensors);
    const { notes: added, ...trace } = yield { op: stage.op, values, where: stage.where };
    for (const [name, tensor] of Object.entries(trace)) tensors.set(`${stage.id}.${name}`, tensor);
    mergeNotes(notes, added ?? notesAmong(trace), stage.id);
  }
  return { tensors, notes };
}

/**
 * Returns the values of a stage with references resolved.
 * @param {Stage} stage
 * @param {Stage[]} stages
 * @param {Tensors} tensors
 */
function given(stage, stages, tensors) {
  const values = resolve(stage, stages, (name) => tensors.get(name));
  for (const name of ["mask", "key_mask"])
    if (stage.values[name]?.from) values[name] = built(readMask(values[name], stage.where + name));
  return values;
}

/**
 * Takes the notes of an op that masks nothing, from its tensors.
 * @param {Record<string, import("../tensor.js").Tensor>} tensors by name, in order of computation
 */
function notesAmong(tensors) {
  for (const [name, { shape, data }] of Object.entries(tensors)) {
    const regular = MINUS_INFINITY_IS_FINE.has(name) ? -Infinity : undefined;
    const found = data.findIndex((entry) => !Number.isFinite(entry) && entry !== regular);
    if (found >= 0) return notesOf({ omitted: [] }, [], { tensor: name, index: indexOf(found, shape) });
  }
  return notesOf({ omitted: [] }, [], null);
}

/**
 * @param {Notes} all
 * @param {Notes} added
 * @param {string} id
 */
function mergeNotes(all, added, id) {
  for (const row of added.fully_masked_rows) all.fully_masked_rows.push(row);
  for (const name of added.omitted) all.omitted.push(`${id}.${name}`);
  const first = added.first_non_finite;
  if (first) all.first_non_finite ??= { tensor: `${id}.${first.tensor}`, index: first.index };
}

/**
 * @param {Tensors} tensors
 * @param {Notes} notes
 * @param {Selection} [selected]
 * @returns {Trace}
 */
function gather(tensors, notes, selected) {
  /** @type {Record<string, any>} */
  const trace = {};
  for (const [name, tensor] of tensors) if (!selected || selected(name)) trace[name] = tensor;
  return /** @type {Trace} */ (Object.assign(trace, { notes }));
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
