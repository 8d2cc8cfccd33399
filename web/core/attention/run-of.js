/** Finds the run that a cell belongs to by the name of its tensor: forward, backward or fused in tiles, also of a chain. */
import { fault } from "../errors.js";
import { chainRun } from "../chain.js";
import { runBackward } from "../operations/backward.js";
import { oneAttention, readTile, traceFused } from "./fused.js";
import { graphFrom, shapesOf } from "../graph/graph.js";
import { START, startOfRun } from "../loss.js";
import { readKeys } from "../readers.js";

const OPTIONS = { ...START, tile: readTile };

/**
 * @param {import("../core.js").Core} core
 * @param {import("../problem.js").Problem} problem
 * @param {string} tensor
 * @param {unknown} options the start of a backward run, defaulting to the problem's own; tile: keys per tile of a fused run
 * @returns {import("../terms.js").Run}
 */
export function runOf(core, { stages, common }, tensor, options) {
  const { tile, ...given } = readKeys(options ?? {}, OPTIONS, "options", "option");
  if (tile !== undefined) {
    const [other] = Object.keys(given);
    if (other) throw fault("value", other, "cannot be combined with tile; give only one of them.");
    const trace = traceFused(core, oneAttention(stages), tile);
    return { trace, graph: graphFrom(stages, shapesOf(trace), undefined, tile) };
  }
  const isForward = !/(^|\.)grad_|^loss$|^target$/.test(tensor);
  if (isForward && given.grad_output === undefined && given.target === undefined)
    return chainRun(core, { stages, common });
  const start = startOfRun(given, common);
  const trace = runBackward(core, stages, start);
  const from = /** @type {import("../graph/graph.js").From} */ (start.kind);
  return { trace: { ...trace, target: start.tensor }, graph: graphFrom(stages, shapesOf(trace), from) };
}
