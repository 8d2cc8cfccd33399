/** Two problems side by side. */
import { graphOf } from "../../core/graph/graph.js";
import { storyDataOf } from "../runs.js";
import { joined } from "./beside.js";
import { withPrefix } from "./prefix.js";

/** @typedef {import("../build-scene.js").Run} Run */
/** @typedef {import("../runs.js").StoryData} StoryData */
/** @typedef {Record<string, any>} Problem */

/** Adds another problem, whose tensors are called compare.weights and so on. @param {Run} run @returns {StoryData} */
export function compare(run) {
  const { problem } = run;
  if (problem.stages) return storyDataOf(run, "forward");
  return withOther(run, "compare", run.other?.problem ?? counterpart(problem));
}

/**
 * Adds the same attention under a causal mask, where the preset offers one that is off; its tensors are called causal.weights and
 * so on.
 * @param {Run} run @returns {StoryData}
 */
export function causal(run) {
  const { problem, from } = run;
  if (!from.offers?.includes("causal") || problem.causal || problem.stages)
    return storyDataOf(run, "forward");
  return withOther(run, "causal", { ...problem, causal: true });
}

/** Adds the run of another problem. @param {Run} run @param {string} name @param {Problem} other @returns {StoryData} */
function withOther(run, name, other) {
  const base = storyDataOf(run, "forward");
  const { attention } = run;
  const trace = attention.forward(other);
  const beside = withPrefix(name, { attention, problem: other, trace, graph: graphOf(other, trace) });
  return { ...base, ...joined([base, beside]), others: { [name]: other } };
}

/**
 * The counterpart of a problem, if the page gives none: the same problem, unscaled if it is scaled, else scaled.
 * @param {Problem} problem @returns {Problem}
 */
function counterpart({ scale, ...problem }) {
  const scaled = (problem.score ?? "scaled_dot") === "scaled_dot" && scale === undefined;
  if (scaled) return { ...problem, scale: 1 };
  // a learned score has no scale of its own
  return /^(bilinear|additive)$/.test(problem.score) && scale === undefined
    ? { ...problem, scale: 0.5 }
    : { ...problem, score: problem.score === "dot" ? "scaled_dot" : problem.score };
}
