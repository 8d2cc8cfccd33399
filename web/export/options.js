/** The options of an export, checked before anything is computed. */
import { fault, unfit, unknownName } from "../core/errors.js";
import { stepIndex } from "../element/range.js";
import { palettes } from "../render/themes.js";
import { stories } from "../scene/index.js";
import { languages, speaks } from "../words/index.js";

/**
 * @typedef {object} Options
 * @property {string} [story] by default the preset's own
 * @property {number} [width] px, 1152 by default
 * @property {number} [scale] 1 to 4: pixels of a raster picture per px of width
 * @property {string} [theme] `light` or `dark`
 * @property {string} [palette] `classic`, `safe` or `print`
 * @property {string} [lang] a language tag
 * @property {string | number} [from] @property {string | number} [to] ids or numbers of the first and the last step
 * @property {number | "poster"} [at] of a still: seconds of the story, or "poster", the finished picture, by default
 * @property {string | number} [step] of a still: a step, finished, in place of `at`
 * @property {boolean} [captions] whether the sentence stands below the picture; true by default
 * @property {boolean} [problem] whether the file carries its problem, so that it can be opened again; true by default
 * @property {number} [head] @property {number} [batch] @property {"open" | "closed"} [softmax] as the element's attributes
 * @property {{ scale?: string, causal?: string }} [switches] the element's attributes of these names; of an export `scale` is a size
 * @property {number} [seed] @property {number | null} [query] the seed of random numbers; the query to show, where a story shows one of many
 * @property {AbortSignal} [signal]
 * @property {(share: number) => void} [onProgress] from 0 to 1
 */

/** The limits of sizes: width in px, scale in pixels per px, side in pixels. */
export const LIMITS = { width: [64, 4096], scale: [1, 4], side: 8192 };

/** @typedef {Options & Required<Pick<Options, "width" | "scale" | "captions" | "theme" | "palette" | "lang" | "at">>} Checked */

/** Checks options and adds their defaults. Throws on an invalid one. @param {Options} options @returns {Checked} */
export function checked(options) {
  const { width = 1152, scale = 1, captions = true, at = "poster", story } = options;
  const { theme = "light", palette = "classic", lang = languages[0].id } = options;
  const { signal, onProgress } = options;
  if (signal != null && typeof signal.throwIfAborted !== "function")
    throw unfit("signal", signal, "an AbortController's signal.");
  if (onProgress != null && typeof onProgress !== "function")
    throw unfit("onProgress", onProgress, "a function.");
  signal?.throwIfAborted();
  within("width", width, "px");
  within("scale", scale, "pixels for each px of width");
  if (width * scale > LIMITS.side) {
    const makes = `makes ${width} px of width ${width * scale} pixels`;
    throw fault("limit", "scale", `${makes}; the limit is ${LIMITS.side}, so give a smaller width or scale.`);
  }
  oneOf("theme", theme, ["light", "dark", "auto"]);
  oneOf("palette", palette, Object.keys(palettes));
  if (story !== undefined) oneOf("story", story, stories);
  const ids = languages.map(({ id }) => id);
  if (typeof lang !== "string" || !speaks(lang)) throw unknownName(String(lang), ids, "lang", "language");
  if (at !== "poster" && !(typeof at === "number" && at >= 0))
    throw unfit("at", at, 'seconds from 0, or "poster".');
  return { ...options, width, scale, captions: captions !== false, theme, palette, lang, at };
}

/** @param {"width" | "scale"} where @param {unknown} value @param {string} unit */
function within(where, value, unit) {
  const [least, most] = LIMITS[where];
  if (typeof value !== "number" || !(value > 0)) throw unfit(where, value, `${least} to ${most} ${unit}.`);
  if (value < least || value > most)
    throw fault("limit", where, `is ${value}; give ${least} to ${most} ${unit}.`);
}

/** Returns attributes as strings, without those that are null or undefined. @param {Record<string, unknown>} all @returns {Record<string, string>} */
export function said(all) {
  const given = Object.entries(all).filter(([, value]) => value != null);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

/** Throws unless the value is one of the known names. @param {string} where @param {unknown} value @param {string[]} known */
export function oneOf(where, value, known) {
  if (!known.includes(/** @type {string} */ (value))) throw unknownName(String(value), known, where, where);
}

/** @param {string} where @param {unknown} wanted an id or a number @param {{ id: string }[]} steps @returns {number} its index; -1 if none is asked for */
export function stepNamed(where, wanted, steps) {
  if (wanted === undefined || wanted === null || wanted === "") return -1;
  const index = stepIndex(steps, wanted);
  const ids = steps.map(({ id }) => id);
  if (index < 0) throw unknownName(String(wanted), ids, where, "step of this story");
  return index;
}

/** Throws if `to` comes before `from`. @param {unknown} from @param {unknown} to @param {{ id: string }[]} steps */
export function inOrder(from, to, steps) {
  const [first, last] = [stepNamed("from", from, steps), stepNamed("to", to, steps)];
  const rest = `names a step before ${steps[first]?.id}, where the part begins; give that one or a later one.`;
  if (last >= 0 && last < first) throw fault("value", "to", rest);
}
