/** Attributes that say what they may not: each is told once, and again when it says something else that it may not. */
import { AttentionError } from "../core/errors.js";
import { words } from "../words/index.js";
import { fill } from "../words/sentence.js";
import { Absent } from "./absent.js";
import { byAttribute, namesOf, rangeOf, wrong } from "./options.js";

/** @typedef {import("./options.js").Option} Option */
/** @typedef {import("./options.js").Counts} Counts */

export class Refused {
  /** @type {Map<string, { text: string, error: AttentionError }>} by attribute */ #all = new Map();
  /** @type {AttentionError[]} */ #untold = [];

  /** @param {string} attribute @param {string} text what it says @param {AttentionError} error */
  add(attribute, text, error) {
    if (this.#all.get(attribute)?.text !== text) this.#untold.push(error);
    this.#all.set(attribute, { text, error });
  }

  /** @param {string} attribute it says nothing wrong */
  clear(attribute) {
    this.#all.delete(attribute);
  }

  /** Looks at all attributes of the table. @param {Element} element @param {Counts} counts @param {string} lang of what is said */
  check(element, counts, lang) {
    const found = wrong(element, counts);
    // whether text is a problem, the core says
    for (const name of this.#all.keys())
      if (
        (byAttribute[name]?.kind ?? "text") !== "text" &&
        !found.some(({ attribute }) => attribute === name)
      )
        this.clear(name);
    for (const option of found) {
      const text = element.getAttribute(option.attribute) ?? "";
      this.add(option.attribute, text, refusal(option, text, counts, lang));
    }
  }

  /** @param {string} attribute */
  has(attribute) {
    return this.#all.has(attribute);
  }

  /** What nobody has been told yet. */
  untold() {
    return this.#untold.splice(0);
  }

  /** All that is wrong, in sentences. @param {string} lang */
  said(lang) {
    const { element, grammar } = words(lang);
    const sentences = Array.from(
      this.#all,
      ([
        attribute,
        {
          error: { message },
        },
      ]) =>
        attribute === "problem" || !byAttribute[attribute]
          ? fill(element.errors.shown, { message })
          : message,
    );
    return grammar.together(sentences);
  }
}

/** @param {Option} option @param {string} text @param {Counts} counts @param {string} lang */
function refusal(option, text, counts, lang) {
  const { attribute: where, kind, of } = option;
  const { element, lists } = words(lang);
  const [least, most] = rangeOf(option, counts);
  const all = namesOf(option).join(lists.numbers);
  const said = kind !== "number" ? "choice" : of ? "part" : "number";
  const facts = { where, value: text.trim().slice(0, 60), all, least, most };
  return new AttentionError("value", where, fill(element.errors[said], facts));
}

/** What is told of an error. What is only not here yet is none. @param {unknown} error */
export function asRefusal(error) {
  if (error instanceof Absent) throw error;
  if (error instanceof AttentionError) return error;
  return new AttentionError("internal", "", error instanceof Error ? error.message : String(error));
}
