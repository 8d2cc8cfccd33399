/**
 * The forward pass of any problem, chains included. Gradients, training and the calls of one operation are in attention.js.
 */
import { Forward, loadPart } from "./forward.js";
import "./graph/operations.js";
import { graphFrom, shapesOf } from "./graph/graph.js";
import { runForward } from "./operations/chain.js";
import { readProblem } from "./problem.js";
import { terms } from "./terms.js";

/** Loads the forward pass of chains. */
export const createChain = async () => new Chain(await loadPart("chain"));

export class Chain extends Forward {
  /** @param {any} problem @returns {any} every tensor of one run; in a chain a name is `stage.tensor` */
  forward(problem) {
    return runForward(this.core, readProblem(problem).stages);
  }

  /**
   * @param {unknown} problem @param {string} tensor @param {number[]} index complete index of the cell
   * @returns {import("./terms.js").Terms}
   */
  terms(problem, tensor, index) {
    return terms(this.core, readProblem(problem), tensor, index, chainRun);
  }
}

/**
 * @param {import("./core.js").Core} core
 * @param {import("./problem.js").Problem} problem
 * @returns {import("./terms.js").Run}
 */
export function chainRun(core, { stages }) {
  const trace = runForward(core, stages);
  return { trace, graph: graphFrom(stages, shapesOf(trace), undefined) };
}
