/** The symbols of the formula that each phase of an attention highlights. */
import { phaseOf as partOf } from "../../core/graph/tensors.js";

export { placeOf } from "../../core/graph/tensors.js";

/** @typedef {import("../../core/graph/tensors.js").Phase} Phase */

/** @type {Record<Phase, string[]>} */
const SYMBOLS = {
  project: ["query", "key", "value"],
  score: ["query", "key"],
  scale: ["scale"],
  cap: ["cap"],
  mask: ["mask", "bias"],
  softmax: ["softmax"],
  weight: ["value"],
  sum: ["value"],
};

/** The phase to which a tensor belongs, and its symbols. @param {string} tensor @returns {{ phase: Phase, symbols: string[] }} */
export function phaseOf(tensor) {
  const phase = partOf(tensor);
  return { phase, symbols: SYMBOLS[phase] };
}
