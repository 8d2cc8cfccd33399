/**
 * The result of a run: an object of tensors by name, each a copy.
 */
import { TOKENS, countOf, withBatch } from "../shapes.js";
import { tensorOf } from "../tensor.js";

/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("../tensor.js").Tensor} Tensor */
/** @typedef {Record<string, Tensor> & { notes: import("./notes.js").Notes }} Trace */
/** @typedef {(name: string) => boolean} Selection whether the caller asked for a tensor */
/**
 * @typedef {object} Held a tensor in memory after a run
 * @property {string} name
 * @property {readonly number[]} shape
 * @property {number} first its address divided by 4
 * @property {number} count of its entries
 */

/**
 * Lists the tensors that a run leaves in memory, in order of computation.
 * @param {Values} values
 * @param {Map<string, number>} addresses of the inputs
 * @param {import("../structs.js").Slot[]} slots
 * @param {number} trace address
 * @returns {Held[]}
 */
export function heldOf(values, addresses, slots, trace) {
  /** @type {Held[]} */
  const held = [];
  for (const name of TOKENS) {
    const address = addresses.get(name);
    if (address === undefined) continue;
    const { shape } = values[name];
    held.push({ name, shape: withBatch(shape), first: address / 4, count: countOf(shape) });
  }
  for (const { name, shape, offset, count, omitted } of slots)
    if (!omitted)
      held.push({ name, shape: isSingle(values, name) ? [] : shape, first: trace / 4 + offset, count });
  return held;
}

/**
 * Whether a tensor is the gradient of a bias given as a single number, which is a single number too.
 * @param {Values} values
 * @param {string} name
 */
const isSingle = (values, name) =>
  (name === "grad_bias" || name === "grad_weights_override") && values[name.slice(5)].shape.length === 0;

/**
 * Assembles a trace.
 * @param {Plan} plan
 * @param {Selection | undefined} selected undefined for all
 * @param {import("./notes.js").Notes} notes
 * @param {(held: Held) => Float32Array} dataOf returns a copy of the tensor's data
 * @returns {Trace}
 */
export function traceOf({ held, template }, selected, notes, dataOf) {
  // copying an object with all its keys is three times as fast as adding the keys one by one
  const trace = /** @type {Trace} */ (selected ? {} : { ...template });
  for (const tensor of held)
    if (!selected || selected(tensor.name)) trace[tensor.name] = tensorOf(tensor.shape, dataOf(tensor));
  trace.notes = notes;
  return trace;
}
