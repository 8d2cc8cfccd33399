/**
 * The stories there are, in the order in which they are offered. A story is one file: how its blocks neighbour, and the
 * telling; it comes when it is asked for. Its sentences stand under its name in words/, and come with it. What a story is made
 * of is kit/; what it knows of the problem is model.js.
 */

import { addStory } from "../../words/index.js";
import walkThrough from "./walk-through.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {Record<string, any>[]} Stages of a chain; none of one attention */
/**
 * @typedef {object} Story
 * @property {(script: import("../script.js").Script, room: import("../scene.js").Room) => import("../scene.js").Told} tell
 * @property {import("../../words/index.js").StoryTexts[]} [texts] its own, and of others whose parts it shows; those of the walk-through are always there
 * @property {boolean} [flat] more height would only spread it out
 * @property {(model: Model) => boolean} [tells] whether it can tell a problem; else any one attention that is
 *   neither empty nor too large to be drawn with its numbers
 * @property {(model: Model, room: import("../scene.js").Room) => import("../formula.js").Node} [formula] else
 *   that of attention
 */
/**
 * What is known of a story before it is here.
 * @typedef {object} Entry
 * @property {Story} [story] once it is here
 * @property {() => Promise<{ default: Story }>} [load] else
 * @property {string} [run] what it tells, if more than the forward run
 * @property {(stages: Stages, model: Model) => boolean} [may] whether it may be able to tell a problem: what it can, it says itself when it is
 *   here; else any one attention that can be drawn with its numbers
 */

/** @param {Stages} stages */
const ids = (stages) => stages.map(({ id }) => id).join();

/** @param {Record<string, any>} stage */
const attends = ({ op = "attention" }) => op === "attention";

/** @type {Record<string, Entry>} */
const registry = {
  "walk-through": { story: walkThrough },
  matrices: { load: () => import("./matrices.js") },
  "one-query": { load: () => import("./one-query.js") },
  "multi-head": { load: () => import("./multi-head.js") },
  seq2seq: {
    may: (stages) => stages.some(({ op }) => op === "recurrent_decoder"),
    load: () => import("./seq2seq.js"),
  },
  alignment: {
    may: (stages, model) =>
      stages.length > 0
        ? stages.some((stage) => attends(stage) || stage.op === "recurrent_decoder")
        : model.drawable === "ok" && model.named(),
    load: () => import("./alignment.js"),
  },
  cross: { may: (stages) => /^source,target,cross/.test(ids(stages)), load: () => import("./cross.js") },
  scores: { may: (stages) => stages.length > 1 && stages.every(attends), load: () => import("./scores.js") },
  scaling: {
    may: (stages) => /^unscaled,scaled/.test(ids(stages)),
    load: () => import("./scaling.js"),
    run: "scaling",
  },
  geometry: { may: ([first]) => first?.op === "geometry", load: () => import("./geometry.js") },
  search: { may: (stages) => ids(stages) === "exact,soft,self", load: () => import("./search.js") },
  normalization: {
    may: (stages) => /_norm$/.test(stages.at(-1)?.op),
    load: () => import("./normalization.js"),
  },
  fused: { run: "fused", load: () => import("./fused.js") },
  compare: { run: "compare", load: () => import("./compare.js") },
  backward: {
    run: "backward",
    may: (_, { drawable }) => !/^(long|empty)$/.test(drawable),
    load: () => import("./backward.js"),
  },
  training: {
    run: "training",
    may: (_, { options }) => options.trains === true,
    load: () => import("./training.js"),
  },
};

/** Of what no other can tell. @type {Record<string, Entry>} */
const others = { long: { load: () => import("./long.js") }, generic: { load: () => import("./generic.js") } };

/** Ids of the stories. */
export const stories = Object.keys(registry);

/** What a story is told of. @param {string} id */
export const runFor = (id) => registry[id]?.run ?? "forward";

/** Whether a story is told of one attention's forward run, and of nothing more. @param {string} id */
export const isPlain = (id) => !registry[id]?.run && !registry[id]?.may;

/** @param {Entry} entry @param {Model} model */
function tells({ story, may }, model) {
  const said = story ? story.tells?.(model) : may?.(model.problem.stages ?? [], model);
  return said ?? model.drawable === "ok";
}

/** Ids of the stories that can tell a problem, as far as is known. @param {Model} model */
export const storiesFor = (model) => stories.filter((id) => tells(registry[id], model));

/** That which tells a problem: the one that is asked for or, where it cannot, that of long inputs or the generic one. @param {string} id @param {Model} model */
function entryFor(id, model) {
  const entry = registry[id];
  if (!entry) throw new RangeError(`story "${id}" is not known; choose one of ${stories.join(", ")}`);
  return tells(entry, model) ? entry : others[model.drawable === "long" ? "long" : "generic"];
}

/** The story that tells a problem, if it is here. @param {string} id @param {Model} model */
export const storyFor = (id, model) => entryFor(id, model).story;

/** What a problem still waits for: its story, or nothing. @param {string} id @param {Model} model @returns {Promise<void> | undefined} */
export function storyComing(id, model) {
  const entry = entryFor(id, model);
  return entry.story ? undefined : load(entry);
}

/** @param {Entry} entry */
async function load(entry) {
  const file = await entry.load?.();
  if (file) bring(entry, file.default);
}

/** @param {Entry} entry @param {Story} story */
function bring(entry, story) {
  story.texts?.forEach(addStory);
  entry.story = story;
}

/** Stories that are here already. @param {Record<string, Story>} all */
export function bringStories(all) {
  for (const [id, story] of Object.entries(all)) bring(registry[id] ?? others[id], story);
}

/** Whether a story is here. @param {string} id */
export const isHere = (id) => registry[id]?.story !== undefined;
