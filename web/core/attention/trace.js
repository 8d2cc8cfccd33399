/**
 * What a run hands out: an object of tensors by name, each a copy.
 */
import { copied } from "../memory.js";
import { TOKENS, countOf, withBatch } from "../shapes.js";
import { tensorOf } from "../tensor.js";

/** @typedef {import("../readers.js").Values} Values */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("../tensor.js").Tensor} Tensor */
/** @typedef {Record<string, Tensor> & { notes: import("./notes.js").Notes }} Trace */
/** @typedef {(name: string) => boolean} Selection which tensors the caller asked for, by name */
/**
 * @typedef {object} Held a tensor as it stands in memory after a run
 * @property {string} name
 * @property {readonly number[]} shape
 * @property {number} first number of its first entry: a quarter of its address
 * @property {number} count of its entries
 */

/**
 * Everything that a run leaves behind, in the order of computation.
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
 * A bias given as one number has one number as its gradient.
 * @param {Values} values
 * @param {string} name
 */
const isSingle = (values, name) =>
  (name === "grad_bias" || name === "grad_weights_override") && values[name.slice(5)].shape.length === 0;

/**
 * Copies what was asked for out of the memory.
 * @param {Plan} plan
 * @param {Float32Array<ArrayBuffer>} floats the memory
 * @param {import("./notes.js").Notes} notes
 * @param {Selection} [selected] all when absent
 * @returns {Trace}
 */
export function traceFrom(plan, floats, notes, selected) {
  return traceOf(plan, selected, notes, ({ first, count }) => copied(floats, first, count));
}

/**
 * @param {Plan} plan
 * @param {Selection | undefined} selected all when absent
 * @param {import("./notes.js").Notes} notes
 * @param {(held: Held) => Float32Array} dataOf a copy
 * @returns {Trace}
 */
export function traceOf({ held, template }, selected, notes, dataOf) {
  // an engine copies an object in one go, and takes three times as long to give one its names one by one
  const trace = /** @type {Trace} */ (selected ? {} : { ...template });
  for (const tensor of held)
    if (!selected || selected(tensor.name)) trace[tensor.name] = tensorOf(tensor.shape, dataOf(tensor));
  trace.notes = notes;
  return trace;
}
