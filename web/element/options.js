/**
 * Every attribute of the element, in one table: what may stand in it, what holds otherwise, and what it makes anew. Feeds
 * observedAttributes and the typed properties. Anything may be set; only what is valid is returned.
 */
import { presets } from "../presets/index.js";
import { stories } from "../scene/index.js";
import { languages, speaks } from "../words/index.js";

/**
 * @typedef {object} Option
 * @property {string} attribute
 * @property {boolean} [typed] it has a property of the same name and meaning here, and not one of its own in the element
 * @property {"flag" | "words" | "text" | "switch" | "number"} kind
 *   `flag`: there or not; `words`: one of `values`, or of `names`; `switch`: "on" (or nothing) or "off"; `number`: within `range`
 * @property {string[]} [values]
 * @property {() => string[]} [names] what another room has a list of
 * @property {(text: string) => boolean} [known] what else is as good as one of the names
 * @property {[number, number]} [range]
 * @property {boolean} [whole] a number without a fraction
 * @property {"heads" | "batch"} [of] it counts what a problem has, which its range ends with
 * @property {"problem" | "look"} [remakes] what is made anew when it changes; the scene alone when absent
 * @property {any} fallback
 */
/** @typedef {{ heads: number, batch: number }} Counts how many there are in the problem that is shown */

/** @type {Option[]} */
export const options = [
  // a problem that comes with the player
  {
    attribute: "preset",
    typed: true,
    kind: "words",
    remakes: "problem",
    names: () => Object.keys(presets),
    fallback: "",
  },
  // a problem as JSON
  { attribute: "problem", kind: "text", remakes: "problem", fallback: "" },
  // what it is set against: a preset, or a problem as JSON
  { attribute: "compare", kind: "text", remakes: "problem", fallback: "" },
  // what is told about it; the preset's own when absent
  { attribute: "story", kind: "words", names: () => stories, fallback: "" },
  // a language tag; else the nearest lang, else the reader's
  {
    attribute: "lang",
    kind: "words",
    names: () => languages.map(({ id }) => id),
    known: speaks,
    fallback: "",
  },
  // auto follows the page, which may leave it to the reader's system
  {
    attribute: "theme",
    typed: true,
    kind: "words",
    remakes: "look",
    values: ["auto", "light", "dark"],
    fallback: "auto",
  },
  // safe: told apart by colour-blind readers; print: pale, on white
  {
    attribute: "palette",
    typed: true,
    kind: "words",
    remakes: "look",
    values: ["classic", "safe", "print"],
    fallback: "classic",
  },
  // plays once it is in view
  { attribute: "autoplay", typed: true, kind: "flag", remakes: "look", fallback: false },
  // begins again at the end
  { attribute: "loop", kind: "flag", remakes: "look", fallback: false },
  // stops before a softmax and asks what will come of it
  { attribute: "ask", typed: true, kind: "flag", fallback: false },
  // off hides the bar below the caption
  { attribute: "controls", typed: true, kind: "switch", remakes: "look", fallback: true },
  // playback rate to begin with
  { attribute: "speed", kind: "number", remakes: "look", range: [0.25, 4], fallback: 1 },
  // division by √d_k; the problem's own when absent
  { attribute: "scale", kind: "switch", remakes: "problem", fallback: null },
  // the causal mask; the problem's own when absent
  { attribute: "causal", kind: "switch", remakes: "problem", fallback: null },
  // one step, or max, shift, exp, sum, divide
  { attribute: "softmax", typed: true, kind: "words", values: ["closed", "open"], fallback: "closed" },
  // the one head that is told, counted from 0; all where the story has room for all
  { attribute: "head", kind: "number", range: [0, 1023], whole: true, of: "heads", fallback: null },
  // the reader may change the numbers
  { attribute: "editable", typed: true, kind: "flag", remakes: "look", fallback: false },
  // the item of the batch that is told, counted from 0
  { attribute: "batch", kind: "number", range: [0, 1023], whole: true, of: "batch", fallback: 0 },
];

/** @type {Record<string, Option>} */
export const byAttribute = Object.fromEntries(options.map((option) => [option.attribute, option]));

/** @type {Record<string, boolean>} */
const switched = { on: true, true: true, off: false, false: false };

/** The values an attribute may have, by their names. @param {Option} option @returns {string[]} */
export const namesOf = ({ kind, values, names }) =>
  kind === "switch" ? ["on", "off"] : (values ?? names?.() ?? []);

/** The least and the largest number an attribute may be. @param {Option} option @param {Counts} [counts] @returns {number[]} */
export function rangeOf({ range = [-Infinity, Infinity], of }, counts) {
  return of && counts ? [0, Math.max(counts[of] - 1, 0)] : range;
}

/** The value an attribute stands for; undefined where it says what it may not. @param {Option} option @param {string | null} text @param {Counts} [counts] @returns {any} */
function understood(option, text, counts) {
  const { kind, known, whole, fallback } = option;
  if (kind === "flag") return text === null ? fallback : text.trim().toLowerCase() !== "false";
  // frameworks leave an attribute empty that they have no value for
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return text !== null && kind === "switch" ? true : fallback;
  if (kind === "text") return trimmed;
  const word = trimmed.toLowerCase();
  if (kind === "switch") return Object.hasOwn(switched, word) ? switched[word] : undefined;
  if (kind === "words") return namesOf(option).includes(word) ? word : known?.(word) ? trimmed : undefined;
  const number = Number(word);
  const [least, most] = rangeOf(option, counts);
  return number >= least && number <= most && (!whole || Number.isInteger(number)) ? number : undefined;
}

/** The value an attribute stands for: its fallback, where it says what it may not. @param {Option} option @param {string | null} text @param {Counts} [counts] @returns {any} */
export const parse = (option, text, counts) => understood(option, text, counts) ?? option.fallback;

/**
 * All options, by attribute.
 * @param {Map<string, string>} attributes as they stand in the tag @param {Counts} [counts] @returns {Record<string, any>}
 */
export function readOptions(attributes, counts) {
  const valueOf = (/** @type {Option} */ option) =>
    parse(option, attributes.get(option.attribute) ?? null, counts);
  return Object.fromEntries(options.map((option) => [option.attribute, valueOf(option)]));
}

/** The attributes that say what they may not. @param {Map<string, string>} attributes @param {Counts} counts @returns {Option[]} */
export const wrong = (attributes, counts) =>
  options.filter(
    (option) => understood(option, attributes.get(option.attribute) ?? null, counts) === undefined,
  );

/** Gives a class the typed properties of the table, each a view of its attribute. @param {Function & { prototype: any }} type */
export function defineProperties(type) {
  for (const option of options.filter(({ typed }) => typed)) {
    Object.defineProperty(type.prototype, option.attribute, {
      configurable: true,
      enumerable: true,
      /** @this {Element} */
      get() {
        return parse(option, this.getAttribute(option.attribute));
      },
      /** @this {Element} @param {any} value */
      set(value) {
        reflect(this, option.attribute, textOf(option.attribute, value));
      },
    });
  }
}

/**
 * What an attribute says for a typed value: nothing for null, undefined and an unset flag. Text stands as it is: frameworks
 * set what a page writes as a property.
 * @param {string} attribute @param {any} value @returns {string | null}
 */
export function textOf(attribute, value) {
  if (typeof value === "string") return value;
  const { kind } = byAttribute[attribute];
  if (value === null || value === undefined || (kind === "flag" && !value)) return null;
  if (kind === "flag") return "";
  return kind === "switch" ? (value ? "on" : "off") : String(value);
}

/** Writes an attribute, or takes it away. @param {Element} element @param {string} attribute @param {string | null} text */
export function reflect(element, attribute, text) {
  if (text === null) element.removeAttribute(attribute);
  else element.setAttribute(attribute, text);
}
