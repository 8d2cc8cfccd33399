/**
 * Chains: stages that read the tensors of earlier stages, forward and backward.
 */
import { add } from "./arrays.js";
import { AttentionError } from "./errors.js";
import { startOf } from "./loss.js";
import { RUN } from "./ops.js";
import { countOf } from "./shapes.js";
import { readMask, tensorOf } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./problem.js").Stage} Stage */
/** @typedef {import("./keys.js").Values} Values */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {import("./stepwise.js").Trace} Trace */
/** @typedef {import("./stepwise.js").Wanted} Wanted */
/** @typedef {Map<string, Tensor>} Tensors by `id.tensor` */

/**
 * @param {Core} core
 * @param {Stage[]} stages
 * @param {Wanted} [wanted]
 * @returns {Trace}
 */
export function runChain(core, stages, wanted) {
  outline(core, stages, false);
  const { tensors, notes } = walk(core, stages);
  return gather(tensors, notes, wanted);
}

/**
 * @param {Core} core
 * @param {Stage[]} stages
 * @param {import("./loss.js").Start} start by the main tensor of the last stage
 * @param {Wanted} [wanted]
 * @returns {Trace}
 */
export function runChainBackward(core, stages, start, wanted) {
  const shapes = outline(core, stages, true);
  const last = stages[stages.length - 1];
  const main = mainName(last);
  checkPaths(stages, last);
  const shape = startShape(last, shapes);
  const { tensors, notes } = walk(core, stages);
  const { grad, loss } = startOf(core, start, shape, startData(last, tensors));
  /** @type {Tensors} gradients that flow into a tensor, added where they meet */
  const flowing = new Map([[main, tensorOf(shape, grad)]]);
  for (const stage of stages.slice().reverse()) passBack(core, stage, stages, tensors, flowing);
  if (loss !== undefined) tensors.set("loss", tensorOf([], Float32Array.of(loss)));
  return gather(tensors, notes, wanted);
}

/** @param {Stage} stage */
const mainName = (stage) => `${stage.id}.${RUN[stage.op].main(stage.values)}`;

/**
 * The shape of every tensor of the chain, all of it checked before anything is computed.
 * @param {Core} core
 * @param {Stage[]} stages
 * @param {boolean} withGradients
 */
function outline(core, stages, withGradients) {
  /** @type {Map<string, number[]>} */
  const shapes = new Map();
  for (const stage of stages) {
    const values = resolve(stage, stages, (name, where) => {
      const shape = shapes.get(name);
      if (!shape) throw missing(name, where, [...shapes.keys()]);
      return { shape, data: { byteLength: 4 * countOf(shape) } };
    });
    const own = RUN[stage.op].shapes(core, values, stage.where, withGradients);
    for (const [name, shape] of Object.entries(own)) shapes.set(`${stage.id}.${name}`, shape);
  }
  return shapes;
}

/**
 * @param {string} name
 * @param {string} where
 * @param {string[]} known
 */
function missing(name, where, known) {
  const id = name.slice(0, name.indexOf(".") + 1);
  const there = known.filter((other) => other.startsWith(id) && !other.includes("grad_")).join(", ");
  return new AttentionError(
    "value",
    where,
    `${where} is "${name}", which that stage does not have; give one of ${there}.`,
  );
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
  return /^(w_|b_|gamma$|beta$)/.test(key) ? source?.values[key] : undefined;
}

/**
 * @param {Core} core
 * @param {Stage[]} stages
 */
function walk(core, stages) {
  /** @type {Tensors} */
  const tensors = new Map();
  /** @type {import("./notes.js").Notes} */
  const notes = { fully_masked_rows: [], first_non_finite: null, omitted: [] };
  for (const stage of stages) {
    const { notes: own, ...trace } = RUN[stage.op].forward(core, given(stage, stages, tensors), stage.where);
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
function given(stage, stages, tensors) {
  const values = resolve(stage, stages, (name) => tensors.get(name));
  for (const name of ["mask", "key_mask"])
    if (stage.values[name]?.from) values[name] = readMask(values[name], stage.where + name);
  return values;
}

/**
 * @param {import("./notes.js").Notes} all
 * @param {import("./notes.js").Notes} own
 * @param {string} id
 */
function mergeNotes(all, own, id) {
  all.fully_masked_rows.push(...own.fully_masked_rows);
  all.omitted.push(...own.omitted.map((name) => `${id}.${name}`));
  const first = own.first_non_finite;
  if (first && !all.first_non_finite)
    all.first_non_finite = { tensor: `${id}.${first.tensor}`, index: first.index };
}

/**
 * Runs one stage backward and hands its gradients on to the stages it read from.
 * @param {Core} core
 * @param {Stage} stage
 * @param {Stage[]} stages
 * @param {Tensors} tensors
 * @param {Tensors} flowing
 */
function passBack(core, stage, stages, tensors, flowing) {
  const main = mainName(stage);
  const output = /** @type {Tensor} */ (tensors.get(main));
  // a stage that nothing reads has gradient 0
  const grad = flowing.get(main) ?? tensorOf(output.shape, new Float32Array(output.data.length));
  if (stage.op === "geometry" && !flowing.has(main)) return;
  const values = given(stage, stages, tensors);
  const { notes: _, ...result } = RUN[stage.op].backward(core, values, stage.where, grad);
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
 * Gradients flow into what a stage was given and into its main tensor; another tensor of its inside cannot take one.
 * @param {Stage[]} stages
 * @param {Stage} last
 */
function checkPaths(stages, last) {
  if (last.op === "geometry")
    RUN.geometry.backward(
      /** @type {any} */ (null),
      last.values,
      last.where,
      tensorOf([], new Float32Array()),
    );
  for (const { values, where } of stages)
    for (const [key, value] of Object.entries(values)) {
      if (value?.from === undefined || /mask$/.test(key)) continue;
      const [id, name] = value.from.split(".");
      const source = /** @type {Stage} */ (stages.find((stage) => stage.id === id));
      const passes =
        (name === "output" && RUN[source.op].main(source.values) === name) || name in source.values;
      if (passes) continue;
      const message = `${where}${key} reads ${value.from}, which passes no gradient back; read ${mainName(source)}, or run forward.`;
      throw new AttentionError("unsupported", where + key, message);
    }
}

/**
 * @param {Stage} last
 * @param {Map<string, number[]>} shapes
 */
function startShape(last, shapes) {
  const shape = /** @type {number[]} */ (shapes.get(mainName(last)));
  return last.op === "recurrent_decoder" && !last.values.w_out ? [shape[0] - 1, shape[1]] : shape;
}

/**
 * What the loss looks at; of a decoder's states all but the initial one.
 * @param {Stage} last
 * @param {Tensors} tensors
 */
function startData(last, tensors) {
  const { shape, data } = /** @type {Tensor} */ (tensors.get(mainName(last)));
  return last.op === "recurrent_decoder" && !last.values.w_out ? data.slice(shape[1]) : data;
}

/**
 * @param {Tensors} tensors
 * @param {import("./notes.js").Notes} notes
 * @param {Wanted} [wanted]
 * @returns {Trace}
 */
function gather(tensors, notes, wanted) {
  /** @type {Record<string, any>} */
  const trace = {};
  for (const [name, tensor] of tensors) if (!wanted || wanted(name)) trace[name] = tensor;
  return /** @type {Trace} */ (Object.assign(trace, { notes }));
}
