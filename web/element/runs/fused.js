/** The computation in tiles, beside that of whole rows. */
import { graphOf } from "../../core/graph/graph.js";
import { wholeOf } from "../engine.js";
import { forward, storyDataOf } from "../runs.js";
import { joined } from "./beside.js";
import { withPrefix } from "./prefix.js";

/** @typedef {import("../build-scene.js").Run} Run */
/** @typedef {import("../runs.js").StoryData} StoryData */

/** Tiles hold one key if there are at most FEW_KEYS keys, else two or more, so that there are at most MOST_TILES tiles. */
const FEW_KEYS = 4;
const MOST_TILES = 8;

/**
 * Adds the fused computation, tile by tile, with the state of each row after every tile. The tensors of the run of whole rows are
 * called whole.mixed and so on.
 * @param {Run} run @returns {StoryData}
 */
export function fused(run) {
  const base = storyDataOf(run, "forward");
  const { problem, trace: rows, graph } = run;
  const keys = base.trace.scores?.shape[3];
  if (problem.stages || keys > run.attention.limits.fused_trace_keys) return base;
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
