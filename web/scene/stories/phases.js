/** The parts of an attention: which one a tensor belongs to, and what of the formula it lights. */

/** @typedef {"project" | "score" | "scale" | "cap" | "mask" | "softmax" | "weight" | "sum"} Phase */

/** @type {[RegExp, Phase][]} */
const PHASES = [
  [/^(hidden|scores)$/, "score"],
  [/^scaled_/, "scale"],
  [/^capped_/, "cap"],
  [/^masked_/, "mask"],
  [/^(row_.*|shifted_.*|log_.*|weights)$/, "softmax"],
  [/^weighted_/, "weight"],
  [/^(mixed|joined|output)$/, "sum"],
];

/** @param {string} tensor @returns {Phase} */
export const phaseOf = (tensor) => PHASES.find(([pattern]) => pattern.test(tensor))?.[1] ?? "project";

/** Symbols of the formula of attention. @param {string} phase */
export const symbolsOf = (phase) =>
  ({
    project: ["query", "key", "value"],
    score: ["query", "key"],
    mask: ["mask", "bias"],
    weight: ["value"],
    sum: ["value"],
  })[phase] ?? [phase];
