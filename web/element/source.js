/**
 * Which problem an element shows, in this order: the property; the attribute `problem`; the attribute `preset`; the keys given as
 * attributes, if they include inputs; the child script; the story's preset. Keys given as attributes also replace those of the
 * other attributes' and the script's problem.
 */
import { AttentionError } from "../core/errors.js";
import { TEXT_BYTES } from "../input/limits.js";
import { isPresetLoaded, opens, presets } from "../presets/index.js";
import { words } from "../words/index.js";
import { fill } from "../words/sentence.js";

/** @typedef {Record<string, any>} Problem */
/** @typedef {{ problem: Problem, stories: string[], note?: string, preset?: string,
 *   printed?: any, offers?: string[], figures?: any, facts?: Record<string, any>, spoken?: Problem,
 *   trains?: import("../scene/stories/training/settings.js").Settings }} Source preset: its name, if the problem is a preset's;
 *   spoken: the preset's problem in the language that is shown */

/**
 * The preset that is shown where the page gives no problem: the attribute's; else the former one, if the story can show it;
 * else the story's.
 * @param {Record<string, any>} options the element's options @param {string} [former]
 */
export function presetOf({ preset, story }, former) {
  if (preset) return preset;
  if (former && (!story || presets[former].stories.includes(story))) return former;
  return opens(story);
}

/** The presets that are needed and not loaded yet. @param {Record<string, any>} options the element's options @param {string} [former] */
export const absentPresets = (options, former) =>
  [presetOf(options, former), options.compare].filter(
    (name) => Object.hasOwn(presets, name) && !isPresetLoaded(name),
  );

/** @typedef {{ script?: string | null, lang?: string, former?: Source }} Around script: the text of the child script; lang: of
 *   error messages; former: what was shown */

/**
 * The source that the attributes and the child script give.
 * @param {Record<string, any>} options the element's @param {Problem} [keys] of a problem, given as attributes
 * @param {Around} [around]
 * @returns {Source}
 */
export function source(options, keys = {}, { script = null, lang, former } = {}) {
  const preset = presetOf(options, former?.preset);
  const { stories } = presets[preset];
  if (options.problem) return { problem: withKeys(parse(options.problem, "problem", lang), keys), stories };
  if (!options.preset) {
    if (hasInputs(keys)) return { problem: keys, stories };
    if (script !== null) return { problem: withKeys(parse(script, "script", lang), keys), stories };
  }
  return presetSource(preset, keys, lang);
}

/**
 * The source that the property gives.
 * @param {import("./state.js").Given} given @param {Record<string, any>} options the element's @param {Source} [former] what was shown
 * @returns {Source}
 */
export function givenSource({ problem, error, edited }, options, former) {
  if (!problem) throw error;
  // the labels may still be the preset's; notes on the preset's numbers no longer apply
  if (edited && former)
    return { ...former, problem, note: undefined, printed: undefined, figures: undefined };
  return { problem, stories: presets[presetOf(options)].stories };
}

/** Whether keys make a problem by themselves. @param {Problem} keys */
const hasInputs = (keys) => "x" in keys || "query" in keys;

/** The preset in a language. @param {string} preset @param {string} [lang] */
function presetIn(preset, lang = "") {
  const { translated, ...problem } = presets[preset];
  return { ...problem, ...translated?.[lang] };
}

/**
 * Whether a preset has other numbers in a language than those that its source shows.
 * @param {Source} from @param {string} lang
 */
export const speaksOther = ({ preset, spoken }, lang) =>
  preset !== undefined && spoken !== undefined && presetIn(preset, lang).problem !== spoken;

/**
 * A preset with some keys replaced: notes on its numbers no longer apply, and other inputs lose its labels.
 * @param {string} preset @param {Problem} keys @param {string} [lang] @returns {Source}
 */
function presetSource(preset, keys, lang) {
  const from = presetIn(preset, lang);
  if (!hasInputs(keys)) {
    const problem = withKeys(from.problem, keys);
    const numbers = Object.keys(keys).some((key) => key !== "labels");
    const same = { problem, preset, spoken: from.problem };
    return numbers ? { stories: from.stories, ...same } : { ...from, ...same };
  }
  const { labels, ...problem } = from.problem;
  return { problem: withKeys(problem, keys), stories: from.stories };
}

/** The problem, with its keys replaced by those given as attributes. @param {any} problem @param {Problem} keys */
function withKeys(problem, keys) {
  // returned as it is, since a preset is recognized by its identity
  if (typeof problem !== "object" || problem === null || Object.keys(keys).length === 0) return problem;
  const labels = keys.labels && { labels: { ...problem.labels, ...keys.labels } };
  return { ...problem, ...keys, ...labels };
}

/**
 * The problem that the one shown is compared with: a preset by its name, or JSON.
 * @param {string} text @param {string} [lang] @returns {Source}
 */
export const comparison = (text, lang) =>
  Object.hasOwn(presets, text)
    ? { ...presets[text], preset: text }
    : { problem: parse(text, "compare", lang), stories: [] };

/** The text of the child script; null when there is none. @param {Element} element */
export function childText(element) {
  return element.querySelector(':scope > script[type="application/json"]')?.textContent ?? null;
}

/**
 * Throws an AttentionError if a text is too long to be read.
 * @param {string} text @param {string} where @param {string} [lang]
 */
export function demandShort(text, where, lang) {
  // a UTF-16 unit takes at most three bytes, so most texts can be measured without encoding them
  const length = text.length * 3 > TEXT_BYTES ? new Blob([text]).size : 0;
  if (length <= TEXT_BYTES) return;
  const message = fill(words(lang).element.errors.long, { where, length, limit: TEXT_BYTES });
  throw new AttentionError("limit", where, message);
}

/**
 * Parses JSON, even if a renderer has escaped it; throws an AttentionError if it is invalid.
 * @param {string} text @param {string} where @param {string} [lang] @returns {any}
 */
export function parse(text, where, lang) {
  const { errors } = words(lang).element;
  demandShort(text, where, lang);
  try {
    return JSON.parse(text);
  } catch (error) {
    const original = unescaped(text);
    if (original !== text) return parse(original, where, lang);
    const reason = error instanceof Error ? error.message : String(error);
    throw new AttentionError("value", where, fill(errors.json, { where, reason }));
  }
}

/** @type {Record<string, string>} */
const entities = { quot: '"', apos: "'", amp: "&", lt: "<", gt: ">", nbsp: " " };

/**
 * Undoes the escaping of a renderer that took JSON for page text: inside a script, entities are not decoded.
 * @param {string} text
 */
function unescaped(text) {
  return text.replace(/&(?:#(\d{1,6})|#x([\da-f]{1,5})|(\w+));/gi, (escaped, decimal, hex, name) =>
    name ? (entities[name.toLowerCase()] ?? escaped) : String.fromCodePoint(Number(decimal ?? `0x${hex}`)),
  );
}

/**
 * The problem with the reader's switches applied.
 *
 * @param {Problem} problem
 * @param {{ scale: boolean | null, causal: boolean | null }} switches
 * @returns {Problem}
 */
export function switched(problem, { scale, causal }) {
  if (scale === null && causal === null) return problem;
  if (typeof problem !== "object" || problem === null || "stages" in problem) return problem;
  const changed = { ...problem };
  if (scale === false) changed.scale = 1;
  if (scale === true && changed.scale === 1) delete changed.scale;
  if (causal === false) delete changed.causal;
  if (causal === true) changed.causal ||= true;
  return changed;
}

/**
 * The state of the switches: whether scores are scaled, and whether the mask is causal.
 * @param {Problem} problem @returns {{ scale: boolean, causal: boolean }}
 */
export function switches(problem) {
  const divided = (problem.score ?? "scaled_dot") === "scaled_dot";
  return {
    scale: problem.scale === undefined ? divided : problem.scale !== 1,
    causal: Boolean(problem.causal),
  };
}
