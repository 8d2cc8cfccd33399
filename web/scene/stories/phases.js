/** The parts of an attention: which one a tensor belongs to, and what of the formula it lights. */

/** @typedef {"project" | "score" | "scale" | "cap" | "mask" | "softmax" | "weight" | "sum"} Phase */

/** @type {[RegExp, Phase, string[]][]} */
const PHASES = [
  [/^(hidden|scores)$/, "score", ["query", "key"]],
  [/^scaled_/, "scale", ["scale"]],
  [/^capped_/, "cap", ["cap"]],
  [/^masked_/, "mask", ["mask", "bias"]],
  [/^(row_.*|shifted_.*|running_(max|sum)|correction|tile_exp|log_.*|weights)$/, "softmax", ["softmax"]],
  [/^weighted_/, "weight", ["value"]],
  [/^(running_mixed|mixed|joined|output)$/, "sum", ["value"]],
  [/^/, "project", ["query", "key", "value"]],
];

/** @param {string} tensor @returns {{ phase: Phase, symbols: string[] }} */
export function phaseOf(tensor) {
  const [, phase, symbols] = PHASES.find(([pattern]) => pattern.test(tensor)) ?? PHASES[PHASES.length - 1];
  return { phase, symbols };
}

/** Where tensors stand in the computation, if not where their phase does. @type {Record<string, string>} */
const PLACES = {
  query: "query",
  key: "keys",
  value: "values",
  scores: "scores",
  row_max: "softmax-max",
  shifted_scores: "softmax-shift",
  shifted_exp: "softmax-exp",
  row_sum: "softmax-sum",
  output: "outputs",
};

/** The place of a tensor in the computation, the same in all stories. @param {string} tensor @returns {string} */
export const placeOf = (tensor) => PLACES[tensor] ?? phaseOf(tensor).phase;
