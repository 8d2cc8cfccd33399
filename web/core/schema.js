/** Every key that a problem and its stages may have. */
import {
  causal,
  choice,
  finite,
  heads,
  integer,
  labels,
  lossName,
  tensorKeys,
  positive,
  rate,
  truth,
  version,
  windowPair,
} from "./readers.js";
import { INPUTS, SCORES } from "./structs.js";
import { readMask, readTensor } from "./tensor.js";

/** @typedef {import("./readers.js").Reader} Reader */

/** @type {Record<string, Reader>} */
const scoring = {
  score: choice(SCORES),
  scale: finite,
  w_score: readTensor,
  w_1: readTensor,
  w_2: readTensor,
};
/** @type {Record<string, Reader>} */
const tensors = Object.fromEntries(INPUTS.map((name) => [name, /mask$/.test(name) ? readMask : readTensor]));
/** What each norm reads. @type {Record<string, Record<string, Reader>>} */
export const NORM_KEYS = {
  layer_norm: { ...tensorKeys("x gamma beta"), eps: positive },
  batch_norm: { ...tensorKeys("x gamma beta running_mean running_var"), eps: positive, training: truth },
};
/** @type {Record<string, Record<string, Reader>>} keys of each op */
export const OPS = {
  attention: {
    ...tensors,
    ...scoring,
    heads,
    kv_heads: heads,
    softcap: positive,
    causal,
    causal_offset: integer,
    window: windowPair,
  },
  ...NORM_KEYS,
  residual: tensorKeys("x y"),
  geometry: tensorKeys("a b"),
  recurrent_encoder: tensorKeys("x w_in w_state b_state initial_state"),
  recurrent_decoder: {
    ...tensorKeys("encoder_states initial_state x w_in w_state w_context b_state w_out b_out"),
    ...scoring,
    steps: integer,
  },
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
