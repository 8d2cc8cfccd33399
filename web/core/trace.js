/**
 * What a run hands out: an object of tensors by name, each a copy.
 */
import { TILES } from "./graph/tensors.js";
import { copied } from "./memory.js";
import { TOKENS, countOf, withBatch } from "./shapes.js";
import { TRACE } from "./structs.js";
import { tensorOf } from "./tensor.js";

/** @typedef {import("./readers.js").Values} Values */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {Record<string, Tensor> & { notes: import("./notes.js").Notes }} Trace */
/** @typedef {(name: string) => boolean} Selection which tensors the caller asked for, by name */
/**
 * @typedef {object} Held a tensor as it stands in memory after a run
 * @property {string} name
 * @property {readonly number[]} shape
 * @property {number} first number of its first entry: a quarter of its address
 * @property {number} count of its entries
 */

/** The tensors of self-attention with projections and without more, in order. */
const PLAIN = ["x", ...TRACE.filter((name) => !["hidden", "capped_scores", ...TILES].includes(name))];

/**
 * Everything that a run leaves behind, in the order of computation.
 * @param {Values} values
 * @param {Map<string, number>} addresses of the inputs
 * @param {import("./structs.js").Slot[]} slots
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

/** @param {Held[]} held */
export const isPlain = (held) => held.map(({ name }) => name).join() === PLAIN.join();

/**
 * Copies what was asked for out of the memory.
 * @param {Plan} plan
 * @param {Float32Array<ArrayBuffer>} floats the memory
 * @param {import("./notes.js").Notes} notes
 * @param {Selection} [selected] all when absent
 * @returns {Trace}
 */
export function traceFrom(plan, floats, notes, selected) {
  if (plan.plain && !selected) return plainTrace(plan.held, floats, notes);
  return traceOf(plan, selected, notes, ({ first, count }) => copied(floats, first, count));
}

/**
 * @param {Plan} plan
 * @param {Selection | undefined} selected all when absent
 * @param {import("./notes.js").Notes} notes
 * @param {(held: Held) => Float32Array} dataOf a copy
 * @returns {Trace}
 */
export function traceOf({ held }, selected, notes, dataOf) {
  const trace = /** @type {Trace} */ ({});
  for (const one of held)
    if (!selected || selected(one.name)) trace[one.name] = tensorOf(one.shape, dataOf(one));
  trace.notes = notes;
  return trace;
}

/**
 * @param {Float32Array<ArrayBuffer>} floats
 * @param {Held} held
 * @returns {Tensor}
 */
const copyOf = (floats, { shape, first, count }) => tensorOf(shape, copied(floats, first, count));

/**
 * The run that people look at most: an engine makes an object whose names are written out in one go, and one that gets
 * its names one by one in three times the time.
 * @param {Held[]} held
 * @param {Float32Array<ArrayBuffer>} floats
 * @param {import("./notes.js").Notes} notes
 * @returns {any}
 */
const plainTrace = (held, floats, notes) => ({
  x: copyOf(floats, held[0]),
  projected_query: copyOf(floats, held[1]),
  projected_key: copyOf(floats, held[2]),
  projected_value: copyOf(floats, held[3]),
  query: copyOf(floats, held[4]),
  key: copyOf(floats, held[5]),
  value: copyOf(floats, held[6]),
  scores: copyOf(floats, held[7]),
  scaled_scores: copyOf(floats, held[8]),
  masked_scores: copyOf(floats, held[9]),
  row_max: copyOf(floats, held[10]),
  shifted_scores: copyOf(floats, held[11]),
  shifted_exp: copyOf(floats, held[12]),
  row_sum: copyOf(floats, held[13]),
  log_sum_exp: copyOf(floats, held[14]),
  weights: copyOf(floats, held[15]),
  weighted_values: copyOf(floats, held[16]),
  mixed: copyOf(floats, held[17]),
  joined: copyOf(floats, held[18]),
  output: copyOf(floats, held[19]),
  notes,
});
