/**
 * All attributes of the element in one table: their valid values, their fallbacks, and what is renewed when they change. The
 * observed attributes, the typed properties, the errors and the types of the tag are derived from it.
 */
import { presets, stories } from "../build/lists/names.js";
import { languages, speaks } from "../words/languages.js";
import { reflect } from "./dom.js";

/** @import { Problem } from "../core/types.js" */
/** @import { Controls, PresetName, Story, Switch } from "./types.js" */

/**
 * @typedef {object} Option
 * @property {"flag" | "words" | "text" | "switch" | "number"} kind
 *   `flag`: present or absent; `words`: one of `values`; `switch`: "on" (or empty), "off", or some of `values`; `number`: within
 *   `range`
 * @property {() => string[]} [values]
 * @property {(text: string) => boolean} [accepts] whether a further value is valid
 * @property {[number, number]} [range]
 * @property {"heads" | "batch"} [of] marks an index, whose range ends with the problem's count
 * @property {boolean} [typed] the property of the same name merely reflects this attribute
 * @property {"problem" | "scene" | "look"} remakes what is renewed when it changes
 * @property {unknown} fallback
 */
/** @template Value @template [Tag=Value] @typedef {Option & { fallback: Value, tag?: Tag }} Attribute Tag: the type of its value in a tag */
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

/** Defaults to the problem's own. @type {Attribute<boolean | null, Switch>} */
const problemSwitch = { kind: "switch", fallback: null, remakes: "problem" };

/** @type {Attribute<number | null, number | string>} */
const index = { kind: "number", range: [0, 1023], fallback: null, remakes: "scene" };

const languageIds = () => languages.map(({ id }) => id);

export const options = {
  /** A problem that comes with the player. @type {Typed<PresetName | "">} */
  preset: { kind: "words", values: () => presets, fallback: "", typed: true, remakes: "problem" },
  /** An object as a property, JSON as an attribute. */
  problem,
  /** The problem to compare with: a preset, JSON or, as a property, an object. */
  compare: problem,
  /** Defaults to the preset's own. @type {Typed<Story | "">} */
  story: { kind: "words", values: () => stories, fallback: "", typed: true, remakes: "scene" },
  /** A language tag. Defaults to the nearest lang, else to the reader's language. @type {Attribute<string>} */
  lang: { kind: "words", values: languageIds, accepts: speaks, fallback: "", remakes: "scene" },
  /** auto follows the page, which may follow the reader's system. */
  theme: words("look", "auto", "light", "dark"),
  /** safe: distinguishable for colour-blind readers; print: pale, on white. */
  palette: words("look", "classic", "safe", "print"),
  /** Plays as soon as it is in view. */
  autoplay: flag("look"),
  /** Starts over at the end. */
  loop: flag("look"),
  /**
   * The initial step, an id or an index, shown finished and paused; with autoplay, playback begins there.
   * @type {Attribute<string, number | string>}
   */
  step: { kind: "text", fallback: "", remakes: "look" },
  /** The step with which playback begins. */
  from: part,
  /** The step with which playback ends. */
  to: part,
  /** Stops before steps that can be guessed, and asks. */
  ask: flag("scene"),
  /** on: all controls; off: the captions alone. @type {Typed<boolean | string, Controls>} */
  controls: {
    kind: "switch",
    values: () => ["play", "bar", "captions", "speed", "settings", "fullscreen", "transcript"],
    fallback: true,
    typed: true,
    remakes: "look",
  },
  /** The initial playback rate, 0.25 to 4. @type {Attribute<number, number | string>} */
  speed: { kind: "number", range: [0.25, 4], fallback: 1, remakes: "look" },
  /** Whether scores are divided by √d_k. Defaults to the problem's own. */
  scale: problemSwitch,
  /** Whether the mask is causal. Defaults to the problem's own. */
  causal: problemSwitch,
  /** closed: softmax is one step; open: max, shift, exp, sum, divide. */
  softmax: words("scene", "closed", "open"),
  /**
   * The head that is shown, counted from 0. Defaults to all heads where the story has room for them.
   * @type {Attribute<number | null, number | string>}
   */
  head: { ...index, of: "heads" },
  /** Whether the reader may edit the numbers. */
  editable: flag("look"),
  /** The batch item that is shown, counted from 0. @type {Attribute<number, number | string>} */
  batch: { ...index, of: "batch", fallback: 0 },
};

/** @param {string} name of any attribute @returns {Option | undefined} */
export const optionOf = (name) =>
  Object.hasOwn(options, name) ? options[/** @type {keyof typeof options} */ (name)] : undefined;

/** @type {[string, Option][]} */
const entries = Object.entries(options);

/** @type {Record<string, boolean>} */
const switched = { on: true, true: true, off: false, false: false };

/** The words that an attribute accepts. @param {Option} option @returns {string[]} */
export const valuesOf = ({ kind, values = () => [] }) =>
  kind === "switch" ? ["on", "off", ...values()] : values();

/** Some of a switch's words, in any order; undefined if there are others. @param {string} text @param {string[]} words */
function someOf(text, words) {
  const some = text.split(/\s+/);
  return some.every((word) => words.includes(word)) ? some.join(" ") : undefined;
}

/**
 * The controls that are shown; where questions are asked, these include the captions, which hold them.
 * @param {Record<string, any>} options the element's @returns {Set<string>}
 */
export function shownControls({ controls, ask }) {
  const words =
    controls === true ? valuesOf(options.controls) : controls ? controls.split(" ") : ["captions"];
  return new Set(ask ? [...words, "captions"] : words);
}

/**
 * The least and the largest number that an attribute accepts.
 * @param {Option} option @param {Counts} [counts] @returns {number[]}
 */
export function rangeOf({ range = [-Infinity, Infinity], of }, counts) {
  return of && counts ? [0, Math.max(counts[of] - 1, 0)] : range;
}

/**
 * The value of an attribute; undefined if it is invalid.
 * @param {Option} option @param {string | null} text @param {Counts} [counts] @returns {any}
 */
function validValue(option, text, counts) {
  const { kind, values, accepts, of, fallback } = option;
  if (kind === "flag") return text === null ? fallback : text.trim().toLowerCase() !== "false";
  // frameworks write an empty attribute where they have no value
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

/**
 * The value of an attribute, or its fallback if it is invalid.
 * @param {Option} option @param {string | null} text @param {Counts} [counts] @returns {any}
 */
export const parse = (option, text, counts) => validValue(option, text, counts) ?? option.fallback;

/**
 * The values of all options, by attribute.
 * @param {Map<string, string>} attributes as written in the tag @param {Counts} [counts] @returns {Record<string, any>}
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

/**
 * Defines the typed properties of the table on a class, each reflecting its attribute.
 * @param {Function & { prototype: any }} type
 */
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
 * The attribute text of a typed value: null for null, undefined and an unset flag. Strings stay as they are, since frameworks set
 * as a property what a page writes as an attribute.
 * @param {string} name @param {any} value @returns {string | null}
 */
export function textOf(name, value) {
  if (typeof value === "string") return value;
  const { kind } = /** @type {Option} */ (optionOf(name));
  if (value === null || value === undefined || (kind === "flag" && !value)) return null;
  if (kind === "flag") return "";
  return kind === "switch" ? (value ? "on" : "off") : String(value);
}
