/** The keys that a problem and its stages may have, and the reader of each. */
import * as read from "./readers.js";
import { OPERATIONS } from "./graph/tensors.js";
import { ACTIVATIONS, SCORES } from "./structs.js";
import { readMask, readTensor } from "./tensor.js";

/** @typedef {import("./readers.js").Reader} Reader */

/** @type {Record<string, Reader>} */
const OPTIONS = {
  heads: read.heads,
  kv_heads: read.heads,
  score: read.choice(SCORES),
  scale: read.finite,
  softcap: read.positive,
  causal: read.causal,
  causal_offset: read.integer,
  window: read.windowPair,
  eps: read.positive,
  training: read.truth,
  activation: read.choice(ACTIVATIONS),
  steps: read.whole(0),
};

/**
 * Returns an operation with its table of keys: the tensors it may be given, and its options.
 * @param {string} op
 * @returns {[string, Record<string, Reader>]}
 */
function keysOf(op) {
  const { given, options = "" } = OPERATIONS[op];
  const tensors = Object.keys(given).map((name) => [name, /mask$/.test(name) ? readMask : readTensor]);
  const others = options.split(" ").map((name) => [name, OPTIONS[name]]);
  return [op, Object.fromEntries([...tensors, ...(options ? others : [])])];
}

/** @type {Record<string, Record<string, Reader>>} keys of each op */
export const OPS = Object.fromEntries(Object.keys(OPERATIONS).map(keysOf));

/** Keys of a whole problem, whatever its op. All but version and labels concern its backward run. */
export const COMMON = {
  version: read.version,
  labels: read.labels,
  target: readTensor,
  loss: read.lossName,
  grad_output: readTensor,
  learning_rate: read.rate,
};
