/**
 * The stories. Each is a file with its steps; a larger one has its parts in a folder of the same name. A story is loaded when it
 * is asked for, together with its sentences, which lie under its name in words/; build.sh finds both. Stories are made of the
 * parts in kit/; model.js tells them about the problem.
 */

import { load } from "../../build/stories/index.js";
import { addStory } from "../../words/index.js";
import { stories } from "../../build/lists/names.js";
import { learns } from "../model.js";
import walkThrough from "./walk-through.js";

export { stories } from "../../build/lists/names.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {Record<string, any>[]} Stages of a chain; none of one attention */
/**
 * @typedef {object} Story
 * @property {(script: import("../script.js").Script, room: import("../scene.js").Room) => import("../scene.js").StoryResult | Promise<void>} tell or what must be loaded first
 * @property {import("../../words/index.js").StoryTexts[]} [texts] its own, and of others whose parts it shows; those of the walk-through are always there
 * @property {(model: Model) => boolean} [supports] whether it can tell a problem; else any one attention that is
 *   neither empty nor too large to be drawn with its numbers
 * @property {(model: Model, room: import("../scene.js").Room) => import("../formula.js").Node} [formula] else
 *   that of attention
 * @property {boolean} [everyHead] whether it shows all heads, not the chosen one
 */
/**
 * What is known of a story before it is loaded.
 * @typedef {object} Entry
 * @property {Story} [story] once it is here
 * @property {string} [run] what it tells, if more than the forward run
 * @property {string} [instead] the story that tells what it cannot, where that can
 * @property {(stages: Stages, model: Model) => boolean} [may] whether it may be able to tell a problem: what it can, it says itself when it is
 *   here; else any one attention that can be drawn with its numbers
 */

/** @type {Record<string, () => Promise<{ default: Story }>>} */
const loaders = load;

/** Queries and keys that are told tile by tile. */
const MOST_IN_TILES = 64;

/** Patches of a picture: 12 × 8. */
const PATCHES = 96;

/** @param {Stages} stages */
const ids = (stages) => stages.map(({ id }) => id).join();

/** @param {Record<string, any>} stage */
const attends = ({ op = "attention" }) => op === "attention";

/** Whether one head adds vectors of the plane to the inputs themselves. @param {Model} model */
const isMoving = ({ drawable, self, heads, d_model, d_v, result, problem }) =>
  drawable === "ok" &&
  self &&
  heads === 1 &&
  d_model === 2 &&
  d_v === 2 &&
  result === "output" &&
  !problem.x_v;

/** Entries of the stories that need more than one attention's forward run, or another problem. @type {Record<string, Entry>} */
const registry = {
  "walk-through": { story: walkThrough },
  seq2seq: {
    may: (stages) => stages.some(({ op }) => op === "recurrent_decoder"),
  },
  alignment: {
    may: (stages, model) =>
      stages.length > 0
        ? stages.some((stage) => attends(stage) || stage.op === "recurrent_decoder")
        : model.drawable === "ok" && model.named(),
  },
  cross: {
    may: (stages, model) =>
      stages.length > 0
        ? /^source,target,cross|^encoder,decoder$/.test(ids(stages))
        : !model.self && model.drawable === "ok" && model.named(),
  },
  scores: { may: (stages) => stages.length > 1 && stages.every(attends) },
  scaling: {
    may: (stages) => /^unscaled,scaled/.test(ids(stages)),
    run: "scaling",
  },
  reach: { may: (stages) => ids(stages) === "recurrence,attention", run: "reach" },
  starts: { may: ([stage], { self }) => !stage && self, run: "starts" },
  geometry: { run: "geometry", may: ([first]) => first?.op === "geometry" },
  meaning: { may: (_, model) => isMoving(model), instead: "walk-through" },
  classification: { may: (stages) => ids(stages) === "plain,classifier,classes" },
  regions: { may: (_, { drawable, kv_len, self }) => drawable === "long" && kv_len === PATCHES && !self },
  search: { may: (stages) => ids(stages) === "exact,soft,self" },
  normalization: {
    may: (stages) => /_norm$/.test(stages.at(-1)?.op),
  },
  block: { may: (stages) => stages.length === 6 && stages[3].op === "feed_forward" },
  fused: {
    run: "fused",
    may: (_, { drawable, kv_len, q_len }) =>
      drawable === "ok" || (drawable === "long" && Math.max(q_len, kv_len) <= MOST_IN_TILES),
  },
  compare: { run: "compare" },
  matrices: { run: "causal" },
  "multi-head": { run: "heads" },
  backward: {
    run: "backward",
    may: (_, { drawable }) => !/^(long|empty)$/.test(drawable),
  },
  training: {
    run: "training",
    may: (_, { options, problem, drawable }) =>
      options.trains === true || (drawable === "ok" && learns(problem)),
  },
};

for (const id of Object.keys(loaders)) registry[id] ??= {};

/** What a story is told of. @param {string} id */
export const runFor = (id) => registry[id]?.run ?? "forward";

/** Whether a story is told of forward runs of one attention each, and of nothing more. @param {string} id */
export const isPlain = (id) => /^(forward|causal|compare|heads)$/.test(runFor(id)) && !registry[id]?.may;

/** @param {Entry} entry @param {Model} model */
function supports({ story, may }, model) {
  const known = story?.supports ? story.supports(model) : may?.(model.problem.stages ?? [], model);
  return known ?? model.drawable === "ok";
}

/** Ids of the stories that can tell a problem, as far as is known. @param {Model} model */
export const storiesFor = (model) => stories.filter((id) => supports(registry[id], model));

/** The id of the story that tells a problem: the one that is asked for or, where it cannot, that of long inputs or the generic one. @param {string} id @param {Model} model */
function idFor(id, model) {
  if (!stories.includes(id))
    throw new RangeError(`story "${id}" is not known; choose one of ${stories.join(", ")}`);
  const { instead = "" } = registry[id];
  const found = [id, instead].find((one) => one && supports(registry[one], model));
  return found ?? (model.drawable === "long" ? "long" : "generic");
}

/** The story that tells a problem in place of one that is asked for and cannot; undefined where none was chosen for that. @param {string} id @param {Model} model */
export const insteadOf = (id, model) => {
  const told = idFor(id, model);
  return told !== id && told === registry[id].instead ? told : undefined;
};

/** The story that tells a problem, if it is loaded. @param {string} id @param {Model} model */
export const storyFor = (id, model) => registry[idFor(id, model)].story;

/** Loads the story that tells a problem; nothing where it is here. @param {string} asked @param {Model} model @returns {Promise<void> | undefined} */
export function loadStory(asked, model) {
  const id = idFor(asked, model);
  if (registry[id].story) return undefined;
  return loaders[id]().then(({ default: story }) => register(id, story));
}

/** @param {string} id @param {Story} story */
function register(id, story) {
  story.texts?.forEach(addStory);
  registry[id].story = story;
}

/** Stories that are here already. @param {Record<string, Story>} all */
export function registerStories(all) {
  for (const [id, story] of Object.entries(all)) register(id, story);
}
