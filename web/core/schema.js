/** Every key that a problem and its stages may have. */
import * as read from "./readers.js";
import { OPERATIONS } from "./graph/tensors.js";
import { ACTIVATIONS, SCORES } from "./structs.js";
import { readMask, readTensor } from "./tensor.js";

/** @typedef {import("./readers.js").Reader} Reader */

/** The tensors that an operation may be given. @param {string} op @returns {Record<string, Reader>} */
const tensors = (op) =>
  Object.fromEntries(
    Object.keys(OPERATIONS[op].given).map((name) => [name, /mask$/.test(name) ? readMask : readTensor]),
  );
/** @type {Record<string, Reader>} */
const scoring = { score: read.choice(SCORES), scale: read.finite };
/** What each norm reads. @type {Record<string, Record<string, Reader>>} */
export const NORM_KEYS = {
  layer_norm: { ...tensors("layer_norm"), eps: read.positive },
  batch_norm: { ...tensors("batch_norm"), eps: read.positive, training: read.truth },
};
/** @type {Record<string, Record<string, Reader>>} keys of each op */
export const OPS = {
  attention: {
    ...tensors("attention"),
    ...scoring,
    heads: read.heads,
    kv_heads: read.heads,
    softcap: read.positive,
    causal: read.causal,
    causal_offset: read.integer,
    window: read.windowPair,
  },
  ...NORM_KEYS,
  residual: tensors("residual"),
  feed_forward: { ...tensors("feed_forward"), activation: read.choice(ACTIVATIONS) },
  geometry: tensors("geometry"),
  recurrent_encoder: tensors("recurrent_encoder"),
  recurrent_decoder: { ...tensors("recurrent_decoder"), ...scoring, steps: read.integer },
};

/** @type {Record<string, string>} */
const RESULTS = { geometry: "dot", recurrent_encoder: "state", recurrent_decoder: "state" };

/**
 * The tensor that every stage of an op has for others to read.
 * @param {string} op
 */
export const resultOf = (op) => RESULTS[op] ?? "output";

/** Keys of a whole problem, whatever its op. Those of the second line are what its backward run starts from. */
export const COMMON = {
  version: read.version,
  labels: read.labels,
  target: readTensor,
  loss: read.lossName,
  grad_output: readTensor,
  learning_rate: read.rate,
};
