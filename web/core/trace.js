/**
 * What a run hands out: an object of tensors by name, each a copy.
 */
import { TOKENS, countOf, withBatch } from "./shapes.js";
import { tensorOf } from "./tensor.js";

/** @typedef {import("./keys.js").Values} Values */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./tensor.js").Tensor} Tensor */
/** @typedef {Record<string, Tensor> & { notes: import("./notes.js").Notes }} Trace */
/** @typedef {(name: string) => boolean} Wanted */
/**
 * @typedef {object} Held a tensor as it stands in memory after a run
 * @property {string} name
 * @property {readonly number[]} shape
 * @property {number} first number of its first entry: a quarter of its address
 * @property {number} count of its entries
 */

/** The tensors of self-attention with projections and without more, in order. */
const PLAIN = (
  "x projected_query projected_key projected_value query key value scores scaled_scores masked_scores row_max " +
  "shifted_scores shifted_exp row_sum log_sum_exp weights weighted_values mixed joined output"
).split(" ");

/**
 * Everything that a run leaves behind, in the order of computation.
 * @param {Values} values
 * @param {Map<string, number>} addresses of the inputs
 * @param {import("./layout.js").Slot[]} slots
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
 * @param {Plan} plan
 * @param {Wanted | undefined} wanted all when absent
 * @param {import("./notes.js").Notes} notes
 * @param {(held: Held) => Float32Array} dataOf a copy
 * @returns {Trace}
 */
export function traceOf({ held, plain }, wanted, notes, dataOf) {
  if (plain && !wanted) return plainTrace(held, notes, dataOf);
  /** @type {any} */
  const trace = {};
  for (const one of held) if (!wanted || wanted(one.name)) trace[one.name] = tensorOf(one.shape, dataOf(one));
  trace.notes = notes;
  return trace;
}

/**
 * The same, for the run that people look at most: an engine makes an object whose names are written out in one go, and
 * one that gets its names one by one in three times the time.
 * @param {Held[]} held
 * @param {import("./notes.js").Notes} notes
 * @param {(held: Held) => Float32Array} dataOf
 * @returns {any}
 */
function plainTrace(held, notes, dataOf) {
  const tensor = (/** @type {number} */ n) => tensorOf(held[n].shape, dataOf(held[n]));
  return {
    x: tensor(0),
    projected_query: tensor(1),
    projected_key: tensor(2),
    projected_value: tensor(3),
    query: tensor(4),
    key: tensor(5),
    value: tensor(6),
    scores: tensor(7),
    scaled_scores: tensor(8),
    masked_scores: tensor(9),
    row_max: tensor(10),
    shifted_scores: tensor(11),
    shifted_exp: tensor(12),
    row_sum: tensor(13),
    log_sum_exp: tensor(14),
    weights: tensor(15),
    weighted_values: tensor(16),
    mixed: tensor(17),
    joined: tensor(18),
    output: tensor(19),
    notes,
  };
}
