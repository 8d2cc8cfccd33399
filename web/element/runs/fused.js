/** The computation in tiles, beside that of whole rows. */
import { graphOf } from "../../core/graph/graph.js";
import { wholeOf } from "../engine.js";
import { forward, storyDataOf } from "../runs.js";
import { joined, withPrefix } from "./beside.js";

/** @typedef {import("../build-scene.js").Run} Run */
/** @typedef {import("../runs.js").StoryData} StoryData */

/** Tiles of one key up to so many keys, of two up to twice as many tiles, then of more. */
const FEW_KEYS = 4;
const MOST_TILES = 8;

/** The fused computation, tile by tile, with the state of each row after every tile; beside it the run of whole rows, whose tensors are called whole.mixed … @param {Run} run @returns {StoryData} */
export function fused(run) {
  const base = storyDataOf(run, "forward");
  const { problem, trace: rows, graph } = run;
  const keys = base.trace.scores?.shape[3];
  if (problem.stages || run.rows || keys > run.attention.limits.fused_trace_keys) return base;
  const attention = wholeOf(run.attention);
  const options = { tile: keys > FEW_KEYS ? Math.max(2, Math.ceil(keys / MOST_TILES)) : 1 };
  const tiles = attention.fused(problem, { ...options, trace: true });
  const trace = { ...base.trace, ...tiles, notes: base.trace.notes };
  const data = {
    ...forward({ ...run, trace, graph: graphOf(problem, trace, options) }),
    terms: (/** @type {string} */ tensor, /** @type {number[]} */ index) =>
      attention.terms(problem, tensor, index, Object.hasOwn(tiles, tensor) ? options : undefined),
  };
  const whole = withPrefix("whole", { attention, problem, trace: rows, graph });
  return { ...data, ...joined([data, whole]), others: { whole: problem } };
}
