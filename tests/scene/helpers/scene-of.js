/** A scene as the element makes it: the core's numbers, and what they are made from. */

import { graphOf, origin } from "../../../web/core/graph/graph.js";
import { createAttention } from "../../../web/index.js";
import { storyDataOf } from "../../../web/element/runs.js";
import { withDrawn } from "../../../web/element/runs/beside.js";
import { drawn as pairsDrawn } from "../../../web/element/runs/scaling.js";
import { recorderOf } from "../../../web/element/runs/recorders.js";
import "../../helpers/presets.js";
import { createModel, createScene, runFor } from "../../../web/scene/index.js";
import "../../../web/whole.js";

export const attention = await createAttention({ build: "scalar" });

/**
 * @param {Record<string, any>} problem
 * @param {{ story?: string, width?: number, height?: number, lang?: string, trace?: any,
 *   options?: { batch?: number, head?: number, softmax?: "open" | "closed" }, start?: any, other?: any, stops?: any, offers?: string[] }} [how] trace: in place of
 *   the core's; start: a backward run's; other: what it is set against; offers: what its preset does
 */
export function sceneOf(problem, { start, trace = run(problem, start), other, stops, offers, ...how } = {}) {
  const graph = graphOf(problem, trace, start);
  const beside = other && { problem: other, stories: [] };
  const training = recorderOf(problem);
  const own = {
    from: { problem, stories: [], offers },
    problem,
    trace,
    attention,
    graph,
    other: beside,
    training,
  };
  const first = storyDataOf(own, runFor(how.story ?? "walk-through"));
  const told = withDrawn(first, first.draw && drawnFor(how.story, first, stops));
  const model = createModel({
    problem,
    ...told,
    ...(start && { origin: (tensor, index) => origin(graph, problem, tensor, index) }),
    ...(start && { terms: (tensor, index) => attention.terms(problem, tensor, index, start) }),
    ...how,
    options: { ...how.options, trains: training !== undefined },
  });
  return createScene(model, how);
}

/** What a story draws, at once. @param {string | undefined} story @param {any} told @param {any} stops */
const drawnFor = (story, told, stops) =>
  story === "scaling"
    ? { more: { pairs: pairs() } }
    : told.draw({ seed: 1, query: null, head: null, batch: 0, stops });

/** @type {any} */
let known;
/** The pairs of the story scaling, drawn at once. @returns {any} */
export function pairs() {
  if (known) return known;
  const work = pairsDrawn(attention, 1);
  let step = work.next();
  while (!step.done) step = work.next();
  return (known = step.value);
}

/** @param {Record<string, any>} problem @param {any} start @returns {any} */
const run = (problem, start) => (start ? attention.backward(problem, start) : attention.forward(problem));
