/** Finds the run that a cell belongs to by the name of its tensor: forward, backward or fused in tiles, also of a chain. */
import { runBackward, runForward } from "../operations/chain.js";
import { oneAttention, readTile, traceFused } from "./fused.js";
import { graphFrom, shapesOf } from "../graph/graph.js";
import { readStart } from "../loss.js";
import { entriesOf, readKeys } from "../readers.js";

/**
 * @param {import("../core.js").Core} core
 * @param {import("../problem.js").Problem} problem
 * @param {string} tensor
 * @param {unknown} options the start of a backward run, defaulting to the problem's own; tile: keys per tile of a fused run
 * @returns {import("../terms.js").Run}
 */
export function runOf(core, { stages, common }, tensor, options) {
  const given = new Map(entriesOf(options ?? {}, "options"));
  if ((given.get("tile") ?? null) !== null) {
    const { tile } = readKeys(Object.fromEntries(given), { tile: readTile }, "options", "");
    const trace = traceFused(core, oneAttention(stages), tile);
    return { trace, graph: graphFrom(stages, shapesOf(trace), undefined, tile) };
  }
  const isForward = !/(^|\.)grad_|^loss$|^target$/.test(tensor);
  if (isForward && !given.get("grad_output") && !given.get("target")) {
    const trace = runForward(core, stages);
    return { trace, graph: graphFrom(stages, shapesOf(trace), undefined) };
  }
  const { start } = readStart(options, common);
  const trace = runBackward(core, stages, start);
  const from = /** @type {import("../graph/graph.js").From} */ (start.kind);
  return { trace, graph: graphFrom(stages, shapesOf(trace), from), target: start.tensor };
}
