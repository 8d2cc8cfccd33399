/** The parts of an attention: which one a tensor belongs to, and what of the formula it lights. */

/** @typedef {"project" | "score" | "scale" | "cap" | "mask" | "softmax" | "weight" | "sum"} Phase */

/** @type {[RegExp, Phase, string[]][]} */
const PHASES = [
  [/^(hidden|scores)$/, "score", ["query", "key"]],
  [/^scaled_/, "scale", ["scale"]],
  [/^capped_/, "cap", ["cap"]],
  [/^masked_/, "mask", ["mask", "bias"]],
  [/^(row_.*|shifted_.*|log_.*|weights)$/, "softmax", ["softmax"]],
  [/^weighted_/, "weight", ["value"]],
  [/^(mixed|joined|output)$/, "sum", ["value"]],
  [/^/, "project", ["query", "key", "value"]],
];

/** @param {string} tensor @returns {{ phase: Phase, symbols: string[] }} */
export function phaseOf(tensor) {
  const [, phase, symbols] = PHASES.find(([pattern]) => pattern.test(tensor)) ?? PHASES[PHASES.length - 1];
  return { phase, symbols };
}
