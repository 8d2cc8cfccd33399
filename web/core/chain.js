/**
 * Chains: stages that read the tensors of earlier stages, forward.
 */
import { AttentionError, fault } from "./errors.js";
import { RUN } from "./ops.js";
import { demandWithinLimits } from "./limits.js";
import { countOf } from "./shapes.js";
import { build, built, openBytes, readMask } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./problem.js").Stage} Stage */
/** @typedef {import("./readers.js").Values} Values */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./trace.js").Trace} Trace */
/** @typedef {import("./trace.js").Selection} Selection */
/** @typedef {Map<string, Tensor>} Tensors by `id.tensor` */

/**
 * @param {Core} core
 * @param {Stage[]} stages
 * @param {Selection} [selected]
 * @returns {Trace}
 */
export function runChain(core, stages, selected) {
  return follow(core, chainSteps(core, stages, selected));
}

/**
 * @typedef {object} Step one stage to be run, its values in hand
 * @property {string} op
 * @property {Values} values
 * @property {string} where
 * @property {Tensor} [grad] of its main tensor: backward; without it forward
 * @property {Record<string, Tensor>} [inner] gradients that arrive at tensors inside it, by name
 */
/** @typedef {Generator<Step, Trace, any>} Steps asks for the run of one stage after the other, is handed its trace */

/**
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
 * Runs every step here and now.
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
  return grad ? RUN[op].backward(core, values, where, grad, inner) : RUN[op].forward(core, values, where);
}

/**
 * The shape of every tensor of the chain, all of it checked before anything is computed.
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
    const own = RUN[stage.op].shapes(core, values, stage.where, withGradients);
    for (const [name, shape] of Object.entries(own)) {
      shapes.set(stage.id ? `${stage.id}.${name}` : name, shape);
      bytes += 4 * countOf(shape);
    }
    given += openBytes(stage.values);
    demandTrace(core, bytes, stage.where);
    demandWithinLimits(core, given + bytes, stage.where);
  }
  return shapes;
}

/**
 * The stages share the limit of one trace.
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
 * The values of a stage with every name replaced by what it stands for.
 * @param {Stage} stage
 * @param {Stage[]} stages
 * @param {(name: string, where: string) => any} find a tensor of a trace
 * @returns {Values}
 */
function resolve(stage, stages, find) {
  const values = Object.create(null);
  for (const [key, value] of Object.entries(stage.values)) {
    const from = value?.from;
    values[key] = from === undefined ? value : (parameter(from, stages) ?? find(from, stage.where + key));
  }
  return values;
}

/**
 * A parameter that two stages share: it is no tensor of the trace, but has a name all the same.
 * @param {string} name
 * @param {Stage[]} stages
 */
function parameter(name, stages) {
  const [id, key] = name.split(".");
  const source = stages.find((stage) => stage.id === id);
  return /^(w_|b_|gamma|beta)/.test(key) ? source?.values[key] : undefined;
}

/**
 * @param {Stage[]} stages
 * @returns {Generator<Step, { tensors: Tensors, notes: import("./notes.js").Notes }, any>}
 */
export function* walk(stages) {
  /** @type {Tensors} */
  const tensors = new Map();
  /** @type {import("./notes.js").Notes} */
  const notes = { fully_masked_rows: [], first_non_finite: null, omitted: [] };
  for (const stage of stages) {
    const values = given(stage, stages, tensors);
    const { notes: own, ...trace } = yield { op: stage.op, values, where: stage.where };
    for (const [name, tensor] of Object.entries(trace)) tensors.set(`${stage.id}.${name}`, tensor);
    if (own) mergeNotes(notes, own, stage.id);
  }
  return { tensors, notes };
}

/**
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
 * @param {import("./notes.js").Notes} all
 * @param {import("./notes.js").Notes} own
 * @param {string} id
 */
function mergeNotes(all, own, id) {
  for (const row of own.fully_masked_rows) all.fully_masked_rows.push(row);
  for (const name of own.omitted) all.omitted.push(`${id}.${name}`);
  const first = own.first_non_finite;
  if (first && !all.first_non_finite)
    all.first_non_finite = { tensor: `${id}.${first.tensor}`, index: first.index };
}

/**
 * @param {Tensors} tensors
 * @param {import("./notes.js").Notes} notes
 * @param {Selection} [selected]
 * @returns {Trace}
 */
export function gather(tensors, notes, selected) {
  /** @type {Record<string, any>} */
  const trace = {};
  for (const [name, tensor] of tensors) if (!selected || selected(name)) trace[name] = tensor;
  return /** @type {Trace} */ (Object.assign(trace, { notes }));
}
