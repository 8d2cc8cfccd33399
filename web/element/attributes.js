/**
 * Computes the run that an element's properties and attributes ask for. Invalid attributes are reported and ignored: the former
 * run stays or, without one, the remaining attributes apply.
 */
import { problemAttributes } from "../build/lists/names.js";
import { compute, partsFor } from "./build-scene.js";
import { loadParts, parts } from "./lazy-parts.js";
import { givenSource, source } from "./source.js";
import { asAttentionError } from "./state.js";

/** @typedef {import("./build-scene.js").Run} Run */
/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./attribute-errors.js").AttributeErrors} AttributeErrors */

/** The result of reading where no attribute gives a key of a problem. @type {import("./problem-attributes.js").Read} */
const NOTHING = { text: "", keys: {}, errors: new Map(), none: false };

/**
 * @param {import("./engine.js").Forward} attention
 * @param {State} state
 * @param {{ script: string | null, lang: string, former: Run | null }} around
 *   script: the text of the child script; lang: of error messages; former: the run that is shown
 * @returns {Run | Promise<unknown>} the run, or a promise of the parts that must be loaded first
 */
export function runOf(attention, state, { script, lang, former }) {
  const { attributes, options, problem: given } = state;
  // the property takes precedence over the attributes
  /** @type {AttributeErrors} */
  const errors = new Map(given && former?.errors);
  errors.delete("compare");
  const written = !given && problemAttributes.some((name) => attributes.has(name));
  const loading = (written || state.compare || options.compare) && loadParts(["attributes"]);
  if (loading) return loading;
  const read = written ? parts.attributes.readAttributes(attributes, lang) : NOTHING;
  for (const [name, error] of read.errors) errors.set(name, { text: attributes.get(name) ?? "", error });
  const failed = (/** @type {unknown} */ error) =>
    errors.set("problem", { text: options.problem + read.text, error: asAttentionError(error) });
  const sources = given
    ? [() => givenSource(given, options, former?.from)]
    : sourcesOf(state, read, { script, lang, former: former?.from });
  const run = firstRun(attention, sources, options, failed, former);
  return run instanceof Promise
    ? run
    : { ...run, errors, other: parts.attributes?.otherOf(run, state, lang, errors) };
}

/**
 * The candidate sources, in order of preference.
 * @param {State} state @param {import("./problem-attributes.js").Read} read @param {import("./source.js").Around} around
 */
function sourcesOf({ attributes, options }, { keys, none }, around) {
  const { former } = around;
  const hasProblem = options.problem !== "" || Object.keys(keys).length > 0;
  const invalid = none || (!options.preset && attributes.get("preset")?.trim());
  return [
    ...(hasProblem ? [() => source(options, keys, around)] : []),
    ...(former && (hasProblem || invalid) ? [() => former] : []),
    ...(options.problem && !former ? [() => source(options, {}, around)] : []),
    () => source({ ...options, problem: "" }, {}, around),
  ];
}

/**
 * Runs the first valid source; throws the last error if there is none.
 * @param {import("./engine.js").Forward} attention @param {(() => Source)[]} sources @param {Record<string, any>} options
 * @param {(error: unknown) => void} failed called with the error of the first @param {Run | null} former
 * @returns {Run | Promise<unknown>}
 */
function firstRun(attention, [sourceOf, ...others], options, failed, former) {
  try {
    const from = sourceOf();
    return loadParts(partsFor(from), attention) ?? compute(attention, from, options, former);
  } catch (error) {
    if (others.length === 0) throw error;
    failed(error);
    return firstRun(attention, others, options, () => {}, former);
  }
}
