/** The errors of invalid attributes, and the sentences that report them. */
import { AttentionError } from "../core/errors.js";
import { words } from "../words/index.js";
import { fill } from "../words/sentence.js";
import { invalidOptions, optionOf, rangeOf, valuesOf } from "./options.js";

/** @typedef {import("./options.js").Counts} Counts */
/** @typedef {Map<string, { text: string, error: AttentionError }>} AttributeErrors by attribute; text: its value */

/** Validates all attributes of the table. @param {Map<string, string>} attributes @param {Counts} counts @param {string} lang of the messages @returns {AttributeErrors} */
export function optionErrors(attributes, counts, lang) {
  const errors = new Map();
  for (const name of invalidOptions(attributes, counts)) {
    const text = attributes.get(name) ?? "";
    errors.set(name, { text, error: errorOf(name, text, counts, lang) });
  }
  return errors;
}

/** @param {string} where the attribute @param {string} text @param {Counts} counts @param {string} lang */
function errorOf(where, text, counts, lang) {
  const option = /** @type {import("./options.js").Option} */ (optionOf(where));
  const { element, lists } = words(lang);
  const [least, most] = rangeOf(option, counts);
  const all = valuesOf(option).join(lists.numbers);
  const message = option.kind !== "number" ? "choice" : option.of ? "part" : "number";
  const facts = { where, value: text.trim().slice(0, 60), all, least, most };
  return new AttentionError("value", where, fill(element.errors[message], facts));
}

/** All errors, in sentences. @param {AttributeErrors} errors @param {string} lang */
export function sentencesOn(errors, lang) {
  const { element, grammar } = words(lang);
  const sentence = (/** @type {string} */ attribute, /** @type {string} */ message) =>
    attribute === "problem" || !optionOf(attribute) ? fill(element.errors.shown, { message }) : message;
  return grammar.together(Array.from(errors, ([attribute, { error }]) => sentence(attribute, error.message)));
}

/** Any error as an AttentionError. @param {unknown} error */
export function asAttentionError(error) {
  if (error instanceof AttentionError) return error;
  return new AttentionError("internal", "", error instanceof Error ? error.message : String(error));
}
