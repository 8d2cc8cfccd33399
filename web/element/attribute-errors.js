/** What attributes say that they may not, and the sentences on it. */
import { AttentionError } from "../core/errors.js";
import { words } from "../words/index.js";
import { fill } from "../words/sentence.js";
import { byAttribute, namesOf, rangeOf, wrong } from "./options.js";

/** @typedef {import("./options.js").Option} Option */
/** @typedef {import("./options.js").Counts} Counts */
/** @typedef {Map<string, { text: string, error: AttentionError }>} AttributeErrors by attribute; text: what it says */

/** Looks at all attributes of the table. @param {Map<string, string>} attributes @param {Counts} counts @param {string} lang of what is said @returns {AttributeErrors} */
export function optionErrors(attributes, counts, lang) {
  const errors = new Map();
  for (const option of wrong(attributes, counts)) {
    const text = attributes.get(option.attribute) ?? "";
    errors.set(option.attribute, { text, error: errorOf(option, text, counts, lang) });
  }
  return errors;
}

/** @param {Option} option @param {string} text @param {Counts} counts @param {string} lang */
function errorOf(option, text, counts, lang) {
  const { attribute: where, kind, of } = option;
  const { element, lists } = words(lang);
  const [least, most] = rangeOf(option, counts);
  const all = namesOf(option).join(lists.numbers);
  const said = kind !== "number" ? "choice" : of ? "part" : "number";
  const facts = { where, value: text.trim().slice(0, 60), all, least, most };
  return new AttentionError("value", where, fill(element.errors[said], facts));
}

/** All that is wrong, in sentences. @param {AttributeErrors} errors @param {string} lang */
export function sentencesOn(errors, lang) {
  const { element, grammar } = words(lang);
  const sentence = (/** @type {string} */ attribute, /** @type {string} */ message) =>
    attribute === "problem" || !byAttribute[attribute] ? fill(element.errors.shown, { message }) : message;
  return grammar.together(Array.from(errors, ([attribute, { error }]) => sentence(attribute, error.message)));
}

/** An error as a page reads it. @param {unknown} error */
export function asAttentionError(error) {
  if (error instanceof AttentionError) return error;
  return new AttentionError("internal", "", error instanceof Error ? error.message : String(error));
}
