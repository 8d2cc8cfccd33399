/** What each head adds to the output. */
import { graphOf } from "../../core/graph/graph.js";
import { isAnimated, storyDataOf } from "../runs.js";
import { joined } from "./beside.js";
import { withPrefix } from "./prefix.js";

/** @typedef {import("../build-scene.js").Run} Run */
/** @typedef {import("../runs.js").StoryData} StoryData */
/** @typedef {Record<string, any>} Problem */

/**
 * Adds what each head contributes to the output, as runs of their own, whose tensors are called head_1.output and so on.
 * @param {Run} run @returns {StoryData}
 */
export function heads(run) {
  const base = storyDataOf(run, "forward");
  const { problem, trace, attention } = run;
  // a problem too large for that story is shown tensor by tensor, and already has many of them
  if (problem.stages || !problem.w_o || !trace.mixed || !isAnimated(trace)) return base;
  const each = Array.from(
    { length: trace.mixed.shape[1] },
    (_, h) => /** @type {const} */ ([`head_${h + 1}`, addedBy(run, h)]),
  );
  const added = each.map(([name, problem]) => {
    const trace = attention.forward(problem);
    // the softmax of these runs is not shown
    const graph = graphOf(problem, trace).filter(({ tensor }) => tensor !== "log_sum_exp");
    return withPrefix(name, { attention, problem, trace, graph });
  });
  return { ...base, ...joined([base, ...added]), others: Object.fromEntries(each) };
}

/**
 * A problem in which every query attends to one mixed row of a single head, so that its output is that row times the head's rows
 * of W_O.
 * @param {Run} run @param {number} h @returns {Problem}
 */
function addedBy({ problem: { w_o }, trace: { mixed } }, h) {
  const [batches, heads, rows, wide] = mixed.shape;
  const numbers = w_o.data ?? w_o.flat();
  const [size, part] = [rows * wide, numbers.length / heads];
  const value = new Float32Array(batches * size);
  for (let b = 0; b < batches; b++) {
    const from = (b * heads + h) * size;
    value.set(mixed.data.subarray(from, from + size), b * size);
  }
  const nothing = { shape: [batches, 1, rows, 1], data: new Float32Array(batches * rows) };
  const data = Float32Array.from({ length: rows * rows }, (_, k) => Number(k % (rows + 1) === 0));
  return {
    ...{ query: nothing, key: nothing, value: { shape: [batches, 1, rows, wide], data: value } },
    weights_override: { shape: [rows, rows], data },
    w_o: { shape: [wide, part / wide], data: numbers.slice(h * part, (h + 1) * part) },
  };
}
