/**
 * The run that an element's properties and attributes ask for. What attributes say wrong is reported and ignored: what stood
 * there stands, else what there is without it.
 */
import { AttentionError } from "../core/errors.js";
import { words } from "../words/index.js";
import { fill } from "../words/sentence.js";
import { asAttentionError } from "./attribute-errors.js";
import { compute, partsFor } from "./build-scene.js";
import { loadParts } from "./lazy-parts.js";
import { readAttributes } from "./problem-attributes.js";
import { comparison, givenSource, source } from "./source.js";

/** @typedef {import("./build-scene.js").Run} Run */
/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./attribute-errors.js").AttributeErrors} AttributeErrors */

/**
 * @param {import("./engine.js").Forward} attention
 * @param {State} state
 * @param {{ script: string | null, lang: string, former: Run | null }} around
 *   script: what the child script says; lang: of what is said; former: what stood there
 * @returns {Run | Promise<unknown>} the run, or the parts that must come first
 */
export function runOf(attention, state, { script, lang, former }) {
  const { attributes, options, problem: given } = state;
  // what the attributes say is not read while the property holds
  /** @type {AttributeErrors} */
  const errors = new Map(given && former?.errors);
  errors.delete("compare");
  const read = readAttributes(given ? [] : attributes, lang);
  for (const [name, error] of read.errors) errors.set(name, { text: attributes.get(name) ?? "", error });
  const failed = (/** @type {unknown} */ error) =>
    errors.set("problem", { text: options.problem + read.text, error: asAttentionError(error) });
  const sources = given
    ? [() => givenSource(given, options, former?.from)]
    : sourcesOf(state, read, { script, lang, former: former?.from });
  const run = firstRun(attention, sources, options, failed);
  return run instanceof Promise ? run : { ...run, errors, other: otherOf(run, state, lang, errors) };
}

/** What may be shown, the better first. @param {State} state @param {import("./problem-attributes.js").Read} read @param {import("./source.js").Around} around */
function sourcesOf({ attributes, options }, { keys, none }, around) {
  const { former } = around;
  const wanted = options.problem !== "" || Object.keys(keys).length > 0;
  const bad = none || (!options.preset && attributes.get("preset")?.trim());
  return [
    ...(wanted ? [() => source(options, keys, around)] : []),
    ...(former && (wanted || bad) ? [() => former] : []),
    ...(options.problem && !former ? [() => source(options, {}, around)] : []),
    () => source({ ...options, problem: "" }, {}, around),
  ];
}

/** @param {import("./engine.js").Forward} attention @param {(() => Source)[]} sources @param {Record<string, any>} options @param {(error: unknown) => void} failed hears why it is not the first @returns {Run | Promise<unknown>} */
function firstRun(attention, [sourceOf, ...others], options, failed) {
  try {
    const from = sourceOf();
    return loadParts(partsFor(from), attention) ?? compute(attention, from, options);
  } catch (error) {
    if (others.length === 0) throw error;
    failed(error);
    return firstRun(attention, others, options, () => {});
  }
}

/** What a run is set against, if the page says so. A bad one is reported, and nothing is set beside it. @param {Run} run @param {State} state @param {string} lang @param {AttributeErrors} errors */
function otherOf({ attention }, { compare, options }, lang, errors) {
  if (!compare && !options.compare) return undefined;
  try {
    if (compare?.error) throw compare.error;
    const other = compare?.problem
      ? { problem: compare.problem, stories: [] }
      : comparison(options.compare, lang);
    if (other.problem.stages)
      throw new AttentionError("unsupported", "compare", words(lang).element.errors.chain);
    attention.forward(other.problem);
    return other;
  } catch (bad) {
    const text = compare?.problem ? "property" : options.compare;
    errors.set("compare", { text, error: ofCompare(asAttentionError(bad), lang) });
    return undefined;
  }
}

/** What is wrong with the other problem, told as such. @param {AttentionError} error @param {string} lang */
function ofCompare(error, lang) {
  if (error.where === "compare") return error;
  const message = fill(words(lang).element.errors.compare, { message: error.message });
  return new AttentionError(error.code, "compare", message);
}
