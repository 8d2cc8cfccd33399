/**
 * The stories there are, in the order in which they are offered. A story is one file: how its blocks neighbour, and the
 * telling. Its sentences stand under its name in words/. What a story is made of is kit/; what it knows of the problem is
 * model.js.
 */

import alignment from "./alignment.js";
import backward from "./backward.js";
import compare from "./compare.js";
import cross from "./cross.js";
import fused from "./fused.js";
import generic from "./generic.js";
import geometry from "./geometry.js";
import long from "./long.js";
import matrices from "./matrices.js";
import multiHead from "./multi-head.js";
import normalization from "./normalization.js";
import oneQuery from "./one-query.js";
import scaling from "./scaling.js";
import scores from "./scores.js";
import search from "./search.js";
import seq2seq from "./seq2seq.js";
import training from "./training.js";
import walkThrough from "./walk-through.js";

/**
 * @typedef {object} Story
 * @property {(script: import("../script.js").Script, room: import("../scene.js").Room) => import("../scene.js").Told} tell
 * @property {boolean} [flat] more height would only spread it out
 * @property {string} [run] what it tells, if more than the forward run
 * @property {(model: import("../model.js").Model) => boolean} [tells] whether it can tell a problem; else any one attention that is
 *   neither empty nor too large to be drawn with its numbers
 * @property {(model: import("../model.js").Model, room: import("../scene.js").Room) => import("../formula.js").Node} [formula] else
 *   that of attention
 */

/** @type {Record<string, Story>} */
const registry = {
  "walk-through": walkThrough,
  matrices,
  "one-query": oneQuery,
  "multi-head": multiHead,
  seq2seq,
  alignment,
  cross,
  scores,
  scaling,
  geometry,
  search,
  normalization,
  fused,
  compare,
  backward,
  training,
};

/** Ids of the stories. */
export const stories = Object.keys(registry);

/** What a story is told of. @param {string} id */
export const runFor = (id) => registry[id]?.run ?? "forward";

/** @param {Story} story @param {import("../model.js").Model} model */
const tells = (story, model) => story.tells?.(model) ?? model.drawable === "ok";

/** Ids of the stories that can tell a problem. @param {import("../model.js").Model} model */
export const storiesFor = (model) => stories.filter((id) => tells(registry[id], model));

/**
 * The story that tells a problem: the one that is asked for or, where it cannot, that of long inputs or the generic one.
 * @param {string} id @param {import("../model.js").Model} model @returns {Story}
 */
export function storyFor(id, model) {
  const story = registry[id];
  if (!story) throw new RangeError(`story "${id}" is not known; choose one of ${stories.join(", ")}`);
  return tells(story, model) ? story : model.drawable === "long" ? long : generic;
}
