/**
 * Every attribute of the element, in one table: which values are valid, which one holds otherwise, and what a change makes anew.
 * The observed attributes, the typed properties, the errors and the types of the tag follow from it.
 */
import { presets, stories } from "../build/lists/names.js";
import { languages, speaks } from "../words/languages.js";

/** @import { Causal, Problem } from "../core/types.js" */
/** @import { Controls, PresetName, Story, Switch } from "./types.js" */

/**
 * @typedef {object} Option
 * @property {"flag" | "words" | "text" | "switch" | "number"} kind
 *   `flag`: there or not; `words`: one of `values`; `switch`: "on" (or nothing), "off", or some of `values`; `number`: within `range`
 * @property {() => string[]} [values]
 * @property {(text: string) => boolean} [accepts] further values
 * @property {[number, number]} [range]
 * @property {"heads" | "batch"} [of] an index: its range ends with the problem's count
 * @property {boolean} [typed] the property of the same name is this attribute's value, and nothing more
 * @property {"problem" | "scene" | "look"} remakes what is made anew when it changes
 * @property {unknown} fallback
 */
/** @template Value @template [Tag=Value] @typedef {Option & { fallback: Value, tag?: Tag }} Attribute Tag: the type of what may stand in a tag */
/** @template Value @template [Tag=Value] @typedef {Attribute<Value, Tag> & { typed: true }} Typed */
/** @typedef {{ heads: number, batch: number }} Counts how many there are in the problem that is shown */

/** @param {Option["remakes"]} remakes @returns {Typed<boolean>} */
const flag = (remakes) => ({ kind: "flag", fallback: false, typed: true, remakes });

/** The first word is the fallback. @template {string} Word @param {Option["remakes"]} remakes @param {Word[]} values @returns {Typed<Word>} */
const words = (remakes, ...values) => ({
  ...{ kind: "words", values: () => values },
  ...{ fallback: values[0], typed: true, remakes },
});

/** @type {Attribute<string, Problem | string>} */
const problem = { kind: "text", fallback: "", remakes: "problem" };

/** An id or an index of a step. @type {Typed<string, number | string>} */
const part = { kind: "text", fallback: "", typed: true, remakes: "scene" };

/** The problem's own when absent. @type {Attribute<boolean | null, Switch>} */
const problemSwitch = { kind: "switch", fallback: null, remakes: "problem" };

/** @type {Attribute<number | null, number | string>} */
const index = { kind: "number", range: [0, 1023], fallback: null, remakes: "scene" };

const languageIds = () => languages.map(({ id }) => id);

export const options = {
  /** A problem that comes with the player. @type {Typed<PresetName | "">} */
  preset: {
    kind: "words",
    values: () => presets,
    fallback: "",
    typed: true,
    remakes: "problem",
  },
  /** As a property an object, as an attribute JSON. */
  problem,
  /** The problem that the one shown is compared with: a preset, JSON, or as a property an object. */
  compare: problem,
  /** The preset's own when absent. @type {Attribute<Story | "">} */
  story: { kind: "words", values: () => stories, fallback: "", remakes: "scene" },
  /** A language tag; else the nearest lang, else the reader's. @type {Attribute<string>} */
  lang: { kind: "words", values: languageIds, accepts: speaks, fallback: "", remakes: "scene" },
  /** auto follows the page, which may leave it to the reader's system. */
  theme: words("look", "auto", "light", "dark"),
  /** safe: told apart by colour-blind readers; print: pale, on white. */
  palette: words("look", "classic", "safe", "print"),
  /** Plays once it is in view. */
  autoplay: flag("look"),
  /** Begins again at the end. */
  loop: flag("look"),
  /** An id or an index: where it stands at first, finished and paused; with autoplay it begins there. @type {Attribute<string, number | string>} */
  step: { kind: "text", fallback: "", remakes: "look" },
  /** The step with which playing begins. */
  from: part,
  /** The step with which playing ends. */
  to: part,
  /** Stops before what can be guessed, and asks. */
  ask: flag("scene"),
  /** on: all of them; off: the captions alone. @type {Typed<boolean | string, Controls>} */
  controls: {
    kind: "switch",
    values: () => ["play", "bar", "captions", "speed", "settings", "fullscreen", "transcript"],
    fallback: true,
    typed: true,
    remakes: "look",
  },
  /** Playback rate to begin with, 0.25 to 4. @type {Attribute<number, number | string>} */
  speed: { kind: "number", range: [0.25, 4], fallback: 1, remakes: "look" },
  /** Division by √d_k; the problem's own when absent. */
  scale: problemSwitch,
  /** The causal mask; the problem's own when absent. @type {Attribute<boolean | null, Switch | Causal>} */
  causal: problemSwitch,
  /** One step, or max, shift, exp, sum, divide. */
  softmax: words("scene", "closed", "open"),
  /** The one head that is shown, counted from 0; all where the story has room for all. @type {Attribute<number | null, number | string>} */
  head: { ...index, of: "heads" },
  /** The reader may change the numbers. */
  editable: flag("look"),
  /** The item of the batch that is shown, counted from 0. @type {Attribute<number, number | string>} */
  batch: { ...index, of: "batch", fallback: 0 },
};

/** @param {string} name of any attribute @returns {Option | undefined} */
export const optionOf = (name) =>
  Object.hasOwn(options, name) ? options[/** @type {keyof typeof options} */ (name)] : undefined;

/** @type {[string, Option][]} */
const entries = Object.entries(options);

/** @type {Record<string, boolean>} */
const switched = { on: true, true: true, off: false, false: false };

/** The words an attribute may be. @param {Option} option @returns {string[]} */
export const valuesOf = ({ kind, values = () => [] }) =>
  kind === "switch" ? ["on", "off", ...values()] : values();

/** Some of a switch's words, whatever their order; undefined where there are others. @param {string} text @param {string[]} words */
function someOf(text, words) {
  const some = text.split(/\s+/);
  return some.every((word) => words.includes(word)) ? some.join(" ") : undefined;
}

/** The controls that are shown; where questions are asked, the captions too: they stand there. @param {Record<string, any>} options the element's @returns {Set<string>} */
export function shownControls({ controls, ask }) {
  const words =
    controls === true ? valuesOf(options.controls) : controls ? controls.split(" ") : ["captions"];
  return new Set(ask ? [...words, "captions"] : words);
}

/** The least and the largest number an attribute may be. @param {Option} option @param {Counts} [counts] @returns {number[]} */
export function rangeOf({ range = [-Infinity, Infinity], of }, counts) {
  return of && counts ? [0, Math.max(counts[of] - 1, 0)] : range;
}

/** The value of an attribute; undefined where it is invalid. @param {Option} option @param {string | null} text @param {Counts} [counts] @returns {any} */
function validValue(option, text, counts) {
  const { kind, values, accepts, of, fallback } = option;
  if (kind === "flag") return text === null ? fallback : text.trim().toLowerCase() !== "false";
  // frameworks leave an attribute empty that they have no value for
  const trimmed = text?.trim() ?? "";
  if (trimmed === "") return text !== null && kind === "switch" ? true : fallback;
  if (kind === "text") return trimmed;
  const word = trimmed.toLowerCase();
  if (kind === "switch")
    return Object.hasOwn(switched, word) ? switched[word] : someOf(word, values?.() ?? []);
  if (kind === "words") return valuesOf(option).includes(word) ? word : accepts?.(word) ? trimmed : undefined;
  const number = Number(word);
  const [least, most] = rangeOf(option, counts);
  return number >= least && number <= most && (!of || Number.isInteger(number)) ? number : undefined;
}

/** The value of an attribute: its fallback where it is invalid. @param {Option} option @param {string | null} text @param {Counts} [counts] @returns {any} */
export const parse = (option, text, counts) => validValue(option, text, counts) ?? option.fallback;

/**
 * All options, by attribute.
 * @param {Map<string, string>} attributes as they stand in the tag @param {Counts} [counts] @returns {Record<string, any>}
 */
export const readOptions = (attributes, counts) =>
  Object.fromEntries(
    entries.map(([name, option]) => [name, parse(option, attributes.get(name) ?? null, counts)]),
  );

/** The names of invalid attributes. @param {Map<string, string>} attributes @param {Counts} counts */
export const invalidOptions = (attributes, counts) =>
  entries
    .filter(([name, option]) => validValue(option, attributes.get(name) ?? null, counts) === undefined)
    .map(([name]) => name);

/** Gives a class the typed properties of the table, each a view of its attribute. @param {Function & { prototype: any }} type */
export function defineProperties(type) {
  for (const [name, option] of entries.filter(([, { typed }]) => typed))
    Object.defineProperty(type.prototype, name, {
      configurable: true,
      enumerable: true,
      /** @this {Element} */
      get() {
        return parse(option, this.getAttribute(name));
      },
      /** @this {Element} @param {any} value */
      set(value) {
        reflect(this, name, textOf(name, value));
      },
    });
}

/**
 * The text of an attribute for a typed value: null for null, undefined and an unset flag. Text stays as it is: frameworks
 * set what a page writes as a property.
 * @param {string} name @param {any} value @returns {string | null}
 */
export function textOf(name, value) {
  if (typeof value === "string") return value;
  const { kind } = /** @type {Option} */ (optionOf(name));
  if (value === null || value === undefined || (kind === "flag" && !value)) return null;
  if (kind === "flag") return "";
  return kind === "switch" ? (value ? "on" : "off") : String(value);
}

/** Writes an attribute, or removes it. @param {Element} element @param {string} attribute @param {string | null} text */
export function reflect(element, attribute, text) {
  if (text === null) element.removeAttribute(attribute);
  else element.setAttribute(attribute, text);
}
