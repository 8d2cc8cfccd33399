/**
 * Every attribute of the element, in one table: what may stand in it and what holds otherwise. Feeds
 * observedAttributes and the typed properties. Anything may be set; only what is valid is returned.
 */

/**
 * @typedef {object} Option
 * @property {string} attribute
 * @property {boolean} [typed] it has a property of the same name and meaning here, and not one of its own in the element
 * @property {"flag" | "words" | "text" | "switch" | "number"} kind
 *   `flag`: there or not; `words`: one of `values`; `switch`: "on" (or nothing) or "off"; `number`: within `range`
 * @property {string[]} [values]
 * @property {[number, number]} [range]
 * @property {boolean} [whole] a number without a fraction
 * @property {any} fallback
 */

/** @type {Option[]} */
export const options = [
  // a problem that comes with the player
  { attribute: "preset", typed: true, kind: "text", fallback: "" },
  // a problem as JSON
  { attribute: "problem", kind: "text", fallback: "" },
  // what is told about it; the preset's own when absent
  { attribute: "story", kind: "text", fallback: "" },
  // a language tag; else the nearest lang, else the reader's
  { attribute: "lang", kind: "text", fallback: "" },
  // auto follows the page, which may leave it to the reader's system
  { attribute: "theme", typed: true, kind: "words", values: ["auto", "light", "dark"], fallback: "auto" },
  // safe: told apart by colour-blind readers; print: pale, on white
  {
    attribute: "palette",
    typed: true,
    kind: "words",
    values: ["classic", "safe", "print"],
    fallback: "classic",
  },
  // plays once it is in view
  { attribute: "autoplay", typed: true, kind: "flag", fallback: false },
  // begins again at the end
  { attribute: "loop", kind: "flag", fallback: false },
  // off hides the bar below the caption
  { attribute: "controls", typed: true, kind: "switch", fallback: true },
  // playback rate to begin with
  { attribute: "speed", kind: "number", range: [0.25, 4], fallback: 1 },
  // division by √d_k; the problem's own when absent
  { attribute: "scale", kind: "switch", fallback: null },
  // the causal mask; the problem's own when absent
  { attribute: "causal", kind: "switch", fallback: null },
  // one step, or max, shift, exp, sum, divide
  { attribute: "softmax", typed: true, kind: "words", values: ["closed", "open"], fallback: "closed" },
  // the one head that is told, counted from 0; all where the story has room for all
  { attribute: "head", kind: "number", range: [0, 1023], whole: true, fallback: null },
  // the item of the batch that is told, counted from 0
  { attribute: "batch", kind: "number", range: [0, 1023], whole: true, fallback: 0 },
];

/** @type {Record<string, Option>} */
export const byAttribute = Object.fromEntries(options.map((option) => [option.attribute, option]));

/** @type {Record<string, boolean>} */
const switched = { "": true, on: true, true: true, off: false, false: false };

/** The value an attribute stands for. @param {Option} option @param {string | null} text @returns {any} */
export function parse(option, text) {
  if (text === null) return option.fallback;
  const trimmed = text.trim().toLowerCase();
  if (option.kind === "flag") return trimmed !== "false";
  if (option.kind === "text") return text.trim();
  if (option.kind === "words") return option.values?.includes(trimmed) ? trimmed : option.fallback;
  if (option.kind === "switch") return switched[trimmed] ?? option.fallback;
  const [least, most] = option.range ?? [-Infinity, Infinity];
  const number = trimmed === "" ? NaN : Number(trimmed);
  const good = number >= least && number <= most && (!option.whole || Number.isInteger(number));
  return good ? number : option.fallback;
}

/** All options of an element. @param {Element} element @returns {Record<string, any>} */
export function read(element) {
  return Object.fromEntries(
    options.map((option) => [option.attribute, parse(option, element.getAttribute(option.attribute))]),
  );
}

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
        write(this, option.attribute, value);
      },
    });
  }
}

/** Sets an attribute to a typed value; null, undefined and an unset flag remove it. @param {Element} element @param {string} attribute @param {any} value */
export function write(element, attribute, value) {
  const { kind } = byAttribute[attribute];
  if (value === null || value === undefined || (kind === "flag" && !value))
    element.removeAttribute(attribute);
  else if (kind === "flag") element.setAttribute(attribute, "");
  else if (kind === "switch") element.setAttribute(attribute, value ? "on" : "off");
  else element.setAttribute(attribute, String(value));
}
