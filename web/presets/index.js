/**
 * The problems that come with the player, by name: that of three words is there from the start, the others are loaded on demand.
 */

import asPrinted from "../build/presets/problems/as-printed.js";
import walkThrough from "../build/presets/problems/walk-through.js";

/** @typedef {Record<string, any>} Problem */
/**
 * @typedef {object} Loaded the contents of a preset's file
 * @property {Problem} problem
 * @property {{ query: number, weights: string[], output: string[] }[]} [printed] the digits that a document prints for some queries
 * @property {import("../scene/kit/figures.js").Figures} [figures] measurements of its parameters
 * @property {Record<string, any>} [facts] the facts for its note
 * @property {Record<string, Loaded>} [translated] its replacements in other languages
 * @property {import("../scene/stories/training/settings.js").Settings} [trains] how it is trained; its parameters are drawn when it is opened
 */
/**
 * @typedef {Loaded & { load?: () => Promise<Loaded>, stories: string[], note?: "illustrative" | "drawn" | "maps" | "printed" | "misprint" | "learned" | "senses" | "roles" | "held-out",
 *   offers?: "causal"[] }} Preset
 *   `load`: loads a problem on demand; until loadPreset has done so, the problem is empty. `stories`: those that can tell it; the
 *   first that exists opens. `offers`: switches that are one click away
 */

/** Stories of any single attention. */
const attention = ["walk-through", "one-query", "matrices", "multi-head", "fused", "compare"];

/** Stories of an input with more tokens than have room for their numbers. */
const long = ["multi-head", "walk-through", "one-query", "matrices"];

/** Stories of a translation. */
const translated = ["alignment", "seq2seq"];

/**
 * Returns the preset of a sentence that a small model has learned to translate. The model is in a file of its own, loaded on demand.
 * @param {string} name @param {string[]} stories @param {boolean} measured whether its figures are shown @returns {Preset}
 */
function translation(name, stories, measured) {
  const load = async () => {
    const learned = /** @type {Record<string, any>} */ (await import("../build/learned.js"));
    return { problem: learned[name], ...(measured && { figures: learned.measured }) };
  };
  return fetched(load, stories, "learned");
}

/**
 * Returns a preset whose problem is loaded on demand.
 * @param {Preset["load"]} load @param {string[]} stories @param {Preset["note"]} [note] @param {Partial<Preset>} [said] @returns {Preset}
 */
const fetched = (load, stories, note, said) => ({ problem: {}, load, stories, note, ...said });

/**
 * Returns a preset whose problem is loaded from problems.js on demand.
 * @param {string} name @param {[stories: string[], note?: Preset["note"], said?: Partial<Preset>]} said @returns {Preset}
 */
const later = (name, ...said) => fetched(async () => (await import("./problems.js")).problems[name], ...said);

/**
 * Returns a preset whose problem has a file of its own.
 * @param {() => Promise<{ default: Loaded }>} load @param {[stories: string[], note?: Preset["note"]]} said @returns {Preset}
 */
const alone = (load, ...said) => fetched(async () => (await load()).default, ...said);

/** @type {Record<string, Preset>} */
export const presets = {
  "walk-through": { ...walkThrough, stories: attention },
  "as-printed": {
    // the weights as the post rounds them; 0.063 would round to 0.1, not to 0
    problem: { ...walkThrough.problem, ...asPrinted },
    stories: attention,
    note: "printed",
  },
  "one-query": { ...walkThrough, stories: ["one-query", ...attention] },
  layer: later("layer", ["matrices", ...attention], "misprint", { offers: ["causal"] }),
  "two-words": later("two-words", attention, "drawn"),
  "eight-heads": later("eight-heads", ["multi-head", ...attention], "drawn"),
  batch: later("batch", ["multi-head", ...attention], "drawn"),
  "english-french": translation("englishFrench", translated, true),
  "chinese-english": translation("chineseEnglish", translated, false),
  seq2seq: translation("sequenceToSequence", ["seq2seq", "alignment"], true),
  cross: later("cross", ["cross"], "drawn"),
  "cross-learned": translation("englishFrench", ["cross"], true),
  scores: later("scores", ["scores"], "illustrative"),
  // one query and eight keys of 64 numbers, drawn once with mean 0 and variance 1 and rounded to two decimals; their scores
  // unscaled, and divided by √d_k. The values number the keys
  scaling: alone(() => import("../build/presets/problems/scaling.js"), ["scaling"], "drawn"),
  reach: later("reach", ["reach"], "illustrative"),
  starts: later("starts", ["starts"], "drawn"),
  geometry: later("geometry", ["geometry"], "illustrative"),
  search: later("search", ["search"], "illustrative"),
  normalization: later("normalization", ["normalization"], "drawn"),
  block: later("block", ["block"], "maps"),
  fused: later("fused", ["fused", ...attention.filter((story) => story !== "fused")], "illustrative"),
  backward: later("backward", ["backward", "matrices"], "illustrative"),
  training: later("training", ["training", ...attention]),
  "learning-to-align": later("learning-to-align", ["training"], "learned"),
  "long-input": later("long-input", long, "illustrative"),
  "long-text": alone(() => import("./long-text.js"), long, "illustrative"),
  meaning: alone(() => import("./meaning.js"), ["meaning", ...attention], "senses"),
  classification: alone(() => import("./classification.js"), ["classification"], "held-out"),
  regions: alone(() => import("./regions.js"), ["regions", "multi-head"], "held-out"),
  heads: alone(() => import("./heads.js"), ["multi-head", ...attention], "roles"),
};

/**
 * Returns a problem with names for its tokens, for a chain by stage, unless it has its own.
 * @param {Problem} problem @param {Record<string, any>} [labels] @returns {Problem}
 */
export function withLabels(problem, labels) {
  if (!labels || problem.labels) return problem;
  if (!problem.stages) return { ...problem, labels };
  const named = (/** @type {Problem} */ stage) =>
    labels[stage.id] && !stage.labels ? { ...stage, labels: labels[stage.id] } : stage;
  return { ...problem, stages: problem.stages.map(named) };
}

/** The presets of stories that are requested without one, where none has the story's name. @type {Record<string, string>} */
const OPENS = { matrices: "layer", "multi-head": "two-words", alignment: "english-french" };

/** Returns the preset of a story; the walk-through if it has none. @param {string} story */
export const opens = (story) => OPENS[story] ?? (Object.hasOwn(presets, story) ? story : "walk-through");

/** Reports whether a preset's problem is loaded. @param {string} name */
export const isPresetLoaded = (name) => presets[name].load === undefined;

/** Adds the problems of presets that a page has already. @param {Record<string, Loaded>} problems by name */
export function bringPresets(problems) {
  for (const [name, problem] of Object.entries(problems)) bring(name, problem);
}

/** @param {string} name @param {Loaded} loaded */
function bring(name, loaded) {
  const { load, ...preset } = presets[name];
  return (presets[name] = { ...preset, ...loaded });
}

/** Loads the problem of a preset. @param {string} name @returns {Promise<Preset>} */
export async function loadPreset(name) {
  const { load } = presets[name];
  return load ? bring(name, await load()) : presets[name];
}

/** Loads the problems of all presets. */
export const loadPresets = () => Promise.all(Object.keys(presets).map(loadPreset));
