/** Every key that a problem and its stages may have. */
import {
  causal,
  choice,
  finite,
  heads,
  integer,
  labels,
  lossName,
  positive,
  rate,
  truth,
  version,
  windowPair,
} from "./readers.js";
import { OPERATIONS } from "./graph/tensors.js";
import { SCORES } from "./structs.js";
import { readMask, readTensor } from "./tensor.js";

/** @typedef {import("./readers.js").Reader} Reader */

/** The tensors that an operation may be given. @param {string} op @returns {Record<string, Reader>} */
const tensors = (op) =>
  Object.fromEntries(
    Object.keys(OPERATIONS[op].given).map((name) => [name, /mask$/.test(name) ? readMask : readTensor]),
  );
/** @type {Record<string, Reader>} */
const scoring = { score: choice(SCORES), scale: finite };
/** What each norm reads. @type {Record<string, Record<string, Reader>>} */
export const NORM_KEYS = {
  layer_norm: { ...tensors("layer_norm"), eps: positive },
  batch_norm: { ...tensors("batch_norm"), eps: positive, training: truth },
};
/** @type {Record<string, Record<string, Reader>>} keys of each op */
export const OPS = {
  attention: {
    ...tensors("attention"),
    ...scoring,
    heads,
    kv_heads: heads,
    softcap: positive,
    causal,
    causal_offset: integer,
    window: windowPair,
  },
  ...NORM_KEYS,
  residual: tensors("residual"),
  geometry: tensors("geometry"),
  recurrent_encoder: tensors("recurrent_encoder"),
  recurrent_decoder: { ...tensors("recurrent_decoder"), ...scoring, steps: integer },
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
  version,
  labels,
  target: readTensor,
  loss: lossName,
  grad_output: readTensor,
  learning_rate: rate,
};
