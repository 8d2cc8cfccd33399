/**
 * Validates what a page has written and words the error messages. Loaded on demand, since most pages write nothing that can be
 * invalid.
 */
import { AttentionError, nearest } from "../core/errors.js";
import { errorWords } from "../words/errors/index.js";
import { words } from "../words/index.js";
import { fill } from "../words/sentence.js";
import { invalidOptions, optionOf, rangeOf, valuesOf } from "./options.js";
import { stepIndex } from "./range.js";
import { comparison } from "./source.js";
import { asAttentionError } from "./state.js";

export { readAttributes } from "./problem-attributes.js";

/** @typedef {import("./options.js").Counts} Counts */
/** @typedef {import("./options.js").Option} Option */
/** @typedef {import("./build-scene.js").Run} Run */
/** @typedef {import("./state.js").State} State */
/** @typedef {{ id: string }[]} Steps */
/** @typedef {Map<string, { text: string, error: AttentionError, quiet?: boolean }>} AttributeErrors by attribute; text: its value;
 *   quiet: reported to the author alone */

/**
 * All errors of a run, its scene and the attributes.
 * @param {Run} run @param {any} scene @param {Map<string, string>} attributes @param {Counts} counts @param {string} lang of the messages
 * @param {Set<string>} known steps that attributes have named validly @returns {AttributeErrors}
 */
export const errorsOf = (run, scene, attributes, counts, lang, known) =>
  new Map([
    ...labelErrors(run, lang),
    ...(run.errors ?? []),
    ...optionErrors(attributes, counts, lang),
    ...stepErrors(attributes, scene.steps, lang, known),
    ...storyErrors(scene, lang),
  ]);

/**
 * Validates all attributes of the options table.
 * @param {Map<string, string>} attributes @param {Counts} counts @param {string} lang of the messages @returns {AttributeErrors}
 */
export function optionErrors(attributes, counts, lang) {
  const errors = new Map();
  for (const name of invalidOptions(attributes, counts)) {
    const text = attributes.get(name) ?? "";
    errors.set(name, { text, error: errorOf(name, text, counts, lang) });
  }
  return errors;
}

/**
 * The error of a story that cannot show the problem, so that another is shown in its place.
 * @param {{ story: string, instead?: string }} scene @param {string} lang @returns {AttributeErrors}
 */
export function storyErrors({ story, instead }, lang) {
  if (!instead) return new Map();
  const { names } = words(lang);
  const message = fill(errorWords(lang).unfit, { name: names[story], instead: names[instead] });
  return new Map([
    ["story", { text: `${story} ${instead}`, error: new AttentionError("value", "story", message) }],
  ]);
}

/** @param {string} where the attribute @param {string} text @param {Counts | undefined} counts @param {string} lang */
function errorOf(where, text, counts, lang, option = /** @type {Option} */ (optionOf(where))) {
  const { lists } = words(lang);
  const [least, most] = rangeOf(option, counts);
  const all = (option.values?.() ?? valuesOf(option)).join(lists.numbers);
  const choice = option.kind === "switch" && option.values ? "anyOf" : "choice";
  const message = option.kind !== "number" ? choice : option.of ? "part" : "number";
  const facts = { where, value: text.trim().slice(0, 60), all, least, most };
  return new AttentionError("value", where, fill(errorWords(lang)[message], facts));
}

/**
 * Validates the attributes that name steps. A step that was valid before stays valid: the reader may have chosen another story
 * since.
 * @param {Map<string, string>} attributes @param {Steps} steps @param {string} lang @param {Set<string>} known valid ones are added
 * @returns {AttributeErrors}
 */
function stepErrors(attributes, steps, lang, known) {
  const errors = new Map();
  const [from, to] = ["from", "to"].map((name) => stepIndex(steps, attributes.get(name)));
  for (const where of ["step", "from", "to"]) {
    const text = attributes.get(where)?.trim();
    if (!text) continue;
    const early = where === "to" && to >= 0 && to < from;
    const said = `${where} ${text} ${where === "to" ? attributes.get("from") : ""}`;
    if (stepIndex(steps, text) >= 0 && !early) known.add(said);
    else if (!known.has(said)) {
      const order = fill(errorWords(lang).order, { value: text, from: steps[from]?.id });
      const error = early ? new AttentionError("value", "to", order) : noStep(where, text, steps, lang);
      errors.set(where, { text: said, error });
    }
  }
  return errors;
}

/** @param {string} where @param {unknown} wanted @param {Steps} steps @param {string} lang */
export function noStep(where, wanted, steps, lang) {
  const value = String(wanted).slice(0, 60);
  const ids = steps.map(({ id }) => id);
  const number = value.trim() ? Math.round(Number(value)) : NaN;
  const last = steps.length - 1;
  const near = Number.isNaN(number) ? nearest(value, ids).name : Math.min(Math.max(number, 0), last);
  return new AttentionError("value", where, fill(errorWords(lang).step, { where, value, near }));
}

/** Tensors with labels, each with the tensor whose tokens they name where it is absent: labels of x also name given queries. */
const TOKENS = Object.entries({ x: "query", x_kv: "key", x_v: "value", query: "", key: "", value: "", encoder_states: "", a: "", b: "" }); // prettier-ignore

/**
 * Reports labels whose count differs from that of their tokens. They are drawn as far as they go.
 * @param {Run} run @param {string} lang @returns {AttributeErrors}
 */
export function labelErrors({ problem, trace }, lang) {
  for (const { id, labels = {} } of problem.stages ?? [problem])
    for (const [name, other] of TOKENS) {
      const [given, made] = [name, other].map((tensor) => trace[id ? `${id}.${tensor}` : tensor]);
      const { shape = [] } = given ?? made ?? {};
      const tokens = shape.at(-2);
      const count = labels[name]?.length;
      if (count === undefined || tokens === undefined || count === tokens) continue;
      // each item of a batch may have labels of its own
      if (count === shape[0] * tokens) continue;
      const message = fill(errorWords(lang).labels, { name, count, tokens });
      const error = new AttentionError("value", "labels", message);
      return new Map([["labels", { text: JSON.stringify(labels[name]), error, quiet: true }]]);
    }
  return new Map();
}

/** The text of all errors that readers see. @param {AttributeErrors} errors @param {string} lang */
export function sentencesOn(errors, lang) {
  const { element, grammar } = words(lang);
  const sentence = (/** @type {string} */ attribute, /** @type {string} */ message) =>
    attribute === "problem" || !optionOf(attribute) ? fill(element.errors.shown, { message }) : message;
  const seen = [...errors].filter(([, { quiet }]) => !quiet);
  return grammar.together(seen.map(([attribute, { error }]) => sentence(attribute, error.message)));
}

/**
 * The problem that the page gives for comparison, if any. An invalid one is reported and ignored.
 * @param {Run} run @param {State} state @param {string} lang @param {AttributeErrors} errors
 */
export function otherOf({ attention }, { compare, options }, lang, errors) {
  if (!compare && !options.compare) return undefined;
  const preset = /** @type {Option} */ (optionOf("preset"));
  try {
    if (compare?.error) throw compare.error;
    if (!compare && /^[\w-]+$/.test(options.compare) && !valuesOf(preset).includes(options.compare))
      throw errorOf("compare", options.compare, undefined, lang, preset);
    const other = compare?.problem
      ? { problem: compare.problem, stories: [] }
      : comparison(options.compare, lang);
    if (other.problem.stages) throw new AttentionError("unsupported", "compare", errorWords(lang).chain);
    attention.forward(other.problem);
    return other;
  } catch (error) {
    const text = compare?.problem ? "property" : options.compare;
    errors.set("compare", { text, error: ofCompare(asAttentionError(error), lang) });
    return undefined;
  }
}

/**
 * Rewords an error of the other problem so that the message says which problem it is about.
 * @param {AttentionError} error @param {string} lang
 */
function ofCompare(error, lang) {
  if (error.where === "compare") return error;
  const message = fill(errorWords(lang).compare, { message: error.message });
  return new AttentionError(error.code, "compare", message);
}
