/** Runs any problem forward. In a chain, stages read tensors of earlier stages. */
import { MINUS_INFINITY_IS_FINE, notesOf } from "../attention/notes.js";
import { AttentionError, fault } from "../errors.js";
import { forward } from "../attention/full-trace.js";
import { resolve } from "../graph/shapes.js";
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
export function follow(core, steps) {
  let step = steps.next();
  while (!step.done) step = steps.next(runStep(core, step.value));
  return step.value;
}

/**
 * @param {Core} core
 * @param {Step} step
 */
export function runStep(core, { op, values, where, grad, inner = {} }) {
  return grad ? RUN[op].backward?.(core, values, where, grad, inner) : RUN[op].forward(core, values, where);
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
export function* walk(stages) {
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
export function given(stage, stages, tensors) {
  const values = resolve(stage, stages, (name) => tensors.get(name));
  for (const name of ["mask", "key_mask"])
    if (stage.values[name]?.from) values[name] = built(readMask(values[name], stage.where + name));
  return values;
}

/**
 * Takes the notes of an op that masks nothing, from its tensors.
 * @param {Record<string, import("../tensor.js").Tensor>} tensors by name, in order of computation
 */
export function notesAmong(tensors) {
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
export function mergeNotes(all, added, id) {
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
export function gather(tensors, notes, selected) {
  /** @type {Record<string, any>} */
  const trace = {};
  for (const [name, tensor] of tensors) if (!selected || selected(name)) trace[name] = tensor;
  return /** @type {Trace} */ (Object.assign(trace, { notes }));
}
