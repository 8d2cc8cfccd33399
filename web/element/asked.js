/**
 * The run that an element's attributes ask for. What they say wrong is told, and is as none: what stood there stands, else what
 * there is without it.
 */
import { Absent } from "./absent.js";
import { compute } from "./compose.js";
import { problemAttributes, readAttributes } from "./problem-attributes.js";
import { asRefusal } from "./refused.js";
import { source } from "./source.js";

/** @typedef {import("./compose.js").Run} Run */
/** @typedef {import("./refused.js").Refused} Refused */

/**
 * @param {import("./engine.js").Forward} attention
 * @param {Element} host
 * @param {Record<string, any>} own the element's options
 * @param {string} lang of what is said
 * @param {import("./source.js").Source | undefined} former what stood there
 * @param {Refused} refused where it is told
 * @returns {Run}
 */
export function asked(attention, host, own, lang, former, refused) {
  const { text, keys, none } = readKeys(host, lang, refused);
  const run = (/** @type {Record<string, any>} */ options) =>
    compute(attention, source(host, { ...own, ...options }, undefined, lang, former), own);
  const stands = () => former && compute(attention, former, own);
  const bare = () => run({ problem: "" });
  if (own.problem || Object.keys(keys).length > 0) {
    try {
      const made = run({ keys });
      refused.clear("problem");
      return made;
    } catch (error) {
      refused.add("problem", own.problem + text, asRefusal(error));
    }
    return stands() ?? (own.problem ? tried(() => run({})) : undefined) ?? bare();
  }
  refused.clear("problem");
  const bad = none || (!own.preset && host.getAttribute("preset")?.trim());
  return (bad && stands()) || bare();
}

/** Nothing, where it throws. @param {() => Run} make */
function tried(make) {
  try {
    return make();
  } catch (error) {
    if (error instanceof Absent) throw error;
    return undefined;
  }
}

/** Keys of a problem that stand as attributes; what cannot be read is told. @param {Element} host @param {string} lang @param {Refused} refused */
function readKeys(host, lang, refused) {
  const read = readAttributes(host, lang);
  for (const attribute of problemAttributes) {
    const error = read.refused.get(attribute);
    if (error) refused.add(attribute, host.getAttribute(attribute) ?? "", error);
    else refused.clear(attribute);
  }
  return read;
}
