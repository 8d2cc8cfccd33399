/** A problem and another one, set side by side. */
import { graphOf } from "../../core/graph/graph.js";
import { storyDataOf } from "../runs.js";
import { joined, withPrefix } from "./beside.js";

/** @typedef {import("../build-scene.js").Run} Run */
/** @typedef {import("../runs.js").StoryData} StoryData */
/** @typedef {Record<string, any>} Problem */

/** With another problem beside it, whose tensors are called compare.weights … @param {Run} run @returns {StoryData} */
export function compare(run) {
  const base = storyDataOf(run, "forward");
  const { problem, attention } = run;
  if (problem.stages || run.rows) return base;
  const other = run.other?.problem ?? counterpart(problem);
  const trace = attention.forward(other);
  const beside = withPrefix("compare", { attention, problem: other, trace, graph: graphOf(other, trace) });
  return { ...base, ...joined([base, beside]), others: { compare: other } };
}

/** What a problem is compared with by itself: the same problem, scaled if it is not, else unscaled. @param {Problem} problem @returns {Problem} */
export function counterpart({ scale, ...problem }) {
  const scaled = (problem.score ?? "scaled_dot") === "scaled_dot" && scale === undefined;
  if (scaled) return { ...problem, scale: 1 };
  // a learned score has no scale of its own
  return /^(bilinear|additive)$/.test(problem.score) && scale === undefined
    ? { ...problem, scale: 0.5 }
    : { ...problem, score: problem.score === "dot" ? "scaled_dot" : problem.score };
}
