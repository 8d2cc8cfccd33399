/**
 * The stories. Each story is a file of steps; a larger one keeps its parts in a folder of the same name. A story is loaded on
 * demand, together with its texts, which are in words/ under the same name; build.sh finds both. Stories are built from the parts
 * in kit/ and read the problem through model.js.
 */

import { load } from "../../build/stories/index.js";
import { addStory } from "../../words/index.js";
import { stories } from "../../build/lists/names.js";
import { MOST_ANIMATED, learns } from "../model.js";
import walkThrough from "./walk-through.js";

export { stories } from "../../build/lists/names.js";

/** @typedef {import("../model.js").Model} Model */
/** @typedef {Record<string, any>[]} Stages the stages of a chain; empty for a single attention */
/**
 * @typedef {object} Story
 * @property {(script: import("../script.js").Script, room: import("../scene.js").Room) => import("../scene.js").StoryResult | Promise<void>} tell
 *   adds the story's steps to the script; returns a promise while something must be loaded first
 * @property {import("../../words/index.js").StoryTexts[]} [texts] its own texts, and those of other stories whose parts it shows;
 *   the walk-through's are always loaded
 * @property {(model: Model) => boolean} [supports] whether it can show a problem; by default, any single attention that is
 *   neither empty nor too large to be drawn with its numbers
 * @property {(model: Model, room: import("../scene.js").Room) => import("../formula.js").Node} [formula] by default, that of
 *   attention
 * @property {boolean} [everyHead] whether it shows all heads rather than the chosen one
 */
/**
 * What is known about a story before it is loaded.
 * @typedef {object} Entry
 * @property {Story} [story] once it is loaded
 * @property {string} [run] the kind of run it shows, if more than a forward run
 * @property {boolean} [single] whether it shows a single attention, although it has its own rule of which
 * @property {string} [instead] the story that replaces it for a problem that only that one supports
 * @property {(stages: Stages, model: Model) => boolean} [may] whether it may support a problem; once the story is loaded, its own
 *   `supports` takes precedence. By default, any single attention that can be drawn with its numbers
 */

/** @type {Record<string, () => Promise<{ default: Story }>>} */
const loaders = load;

/** The most queries or keys that are shown tile by tile. */
const MOST_IN_TILES = 64;

/** The number of patches in a picture: 12 × 8. */
const PATCHES = 96;

/** @param {Stages} stages */
const ids = (stages) => stages.map(({ id }) => id).join();

/** @param {Record<string, any>} stage */
const attends = ({ op = "attention" }) => op === "attention";

/** Whether a single head adds two-dimensional vectors to the inputs themselves. @param {Model} model */
const isMoving = ({ drawable, self, heads, d_model, d_v, result, problem }) =>
  drawable === "ok" &&
  self &&
  heads === 1 &&
  d_model === 2 &&
  d_v === 2 &&
  result === "output" &&
  !problem.x_v;

/**
 * Entries of the stories that need more than one attention's forward run, or another kind of problem.
 * @type {Record<string, Entry>}
 */
const registry = {
  "walk-through": { story: walkThrough },
  seq2seq: { may: (stages) => stages.some(({ op }) => op === "recurrent_decoder") },
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
  scaling: { may: (stages) => /^unscaled,scaled/.test(ids(stages)), run: "scaling" },
  reach: { may: (stages) => ids(stages) === "recurrence,attention", run: "reach" },
  starts: { may: ([stage], { self }) => !stage && self, run: "starts" },
  geometry: { run: "geometry", may: ([first]) => first?.op === "geometry" },
  meaning: { may: (_, model) => isMoving(model), single: true, instead: "walk-through" },
  classification: { may: (stages) => ids(stages) === "plain,classifier,classes" },
  regions: {
    may: (_, { drawable, kv_len, self }) => drawable === "long" && kv_len === PATCHES && !self,
    single: true,
  },
  search: { may: (stages) => ids(stages) === "exact,soft,self" },
  normalization: { may: (stages) => /_norm$/.test(stages.at(-1)?.op) },
  block: { may: (stages) => stages.length === 6 && stages[3].op === "feed_forward" },
  fused: {
    run: "fused",
    // given weights take no part in the running sum
    may: (_, { drawable, override, q_len, kv_len, d_q, d_k, d_v }) =>
      /^(ok|long)$/.test(drawable) &&
      !override &&
      Math.max(q_len, kv_len) <= MOST_IN_TILES &&
      Math.max(d_q, d_k, d_v) <= MOST_ANIMATED,
  },
  compare: { run: "compare" },
  matrices: { run: "causal" },
  "multi-head": { run: "heads" },
  backward: { may: (_, { drawable }) => !/^(long|empty)$/.test(drawable), run: "backward" },
  training: {
    run: "training",
    may: (_, { options, problem, drawable }) =>
      options.trains === true || (drawable === "ok" && learns(problem)),
  },
};

for (const id of Object.keys(loaders)) registry[id] ??= {};

/** The kind of run a story shows; "forward" unless its entry names another. @param {string} id */
export const runFor = (id) => registry[id]?.run ?? "forward";

/** Whether a story shows single attentions only. @param {string} id */
export const isPlain = (id) => registry[id]?.single ?? !registry[id]?.may;

/** @param {Entry} entry @param {Model} model */
function supports({ story, may }, model) {
  const known = story?.supports ? story.supports(model) : may?.(model.problem.stages ?? [], model);
  return known ?? model.drawable === "ok";
}

/** Ids of the stories that support a problem, as far as is known before they are loaded. @param {Model} model */
export const storiesFor = (model) => stories.filter((id) => supports(registry[id], model));

/**
 * The id of the story that shows a problem: the requested one or, where it cannot, its replacement, the story of long inputs or
 * the generic one. Throws a RangeError if the id is unknown.
 * @param {string} id @param {Model} model
 */
function idFor(id, model) {
  if (!stories.includes(id))
    throw new RangeError(`story "${id}" is not known; choose one of ${stories.join(", ")}`);
  const { instead = "" } = registry[id];
  const found = [id, instead].find((candidate) => candidate && supports(registry[candidate], model));
  return found ?? (model.drawable === "long" ? "long" : "generic");
}

/**
 * The story that shows a problem as the designated replacement of the requested one; undefined if there is none or none is
 * needed.
 * @param {string} id @param {Model} model
 */
export const insteadOf = (id, model) => {
  const told = idFor(id, model);
  return told !== id && told === registry[id].instead ? told : undefined;
};

/** The story that shows a problem; undefined until it is loaded. @param {string} id @param {Model} model */
export const storyFor = (id, model) => registry[idFor(id, model)].story;

/**
 * Loads the story that shows a problem; returns undefined if it is already loaded.
 * @param {string} asked @param {Model} model
 */
export const loadStory = (asked, model) => fetchStory(idFor(asked, model));

/** Loads a story; returns undefined if it is already loaded. @param {string} id @returns {Promise<void> | undefined} */
export function fetchStory(id) {
  if (registry[id].story) return undefined;
  return loaders[id]().then(({ default: story }) => register(id, story));
}

/**
 * The generic story, to which a story hands over what it has no room for; a promise while it is loaded.
 * @returns {Story | Promise<void>}
 */
export const genericStory = () => fetchStory("generic") ?? /** @type {Story} */ (registry.generic.story);

/** @param {string} id @param {Story} story */
function register(id, story) {
  story.texts?.forEach(addStory);
  registry[id].story = story;
}

/** Registers stories that are already loaded, by id. @param {Record<string, Story>} all */
export function registerStories(all) {
  for (const [id, story] of Object.entries(all)) register(id, story);
}
