/** A scene as the element makes it: the core's numbers, and what they are made from. */

import { graphOf, origin } from "../../../web/core/graph/graph.js";
import { createAttention } from "../../../web/index.js";
import { createScene } from "../../../web/scene/index.js";

export const attention = await createAttention({ build: "scalar" });

/**
 * @param {Record<string, any>} problem
 * @param {{ story?: string, width?: number, height?: number, lang?: string, trace?: any,
 *   options?: { batch?: number, head?: number, softmax?: "open" | "closed" }, start?: any }} [how] trace: in place of the
 *   core's; start: a backward run's
 */
export function sceneOf(problem, { start, trace = run(problem, start), ...how } = {}) {
  const graph = graphOf(problem, trace, start);
  return createScene({
    problem,
    trace,
    graph,
    origin: (tensor, index) => origin(graph, problem, tensor, index),
    terms: (tensor, index) => attention.terms(problem, tensor, index, start),
    ...how,
  });
}

/** @param {Record<string, any>} problem @param {any} start @returns {any} */
const run = (problem, start) => (start ? attention.backward(problem, start) : attention.forward(problem));
