/** Everything an element has been told: what its attributes say, what its properties hold, and what its reader has chosen. */
import { asAttentionError } from "./attribute-errors.js";
import { readOptions } from "./options.js";
import { plain } from "./plain.js";
import { parse } from "./source.js";

/** @typedef {Record<string, any>} Problem */
/** @typedef {{ problem?: Problem, error?: import("../core/errors.js").AttentionError, edited?: boolean }} Given a copy, or why there is none; edited: a reader has made it of what was shown */

export class State {
  /** @type {Map<string, string>} what stands in the tag */ attributes = new Map();
  /** @type {Given | undefined} the problem property; undefined: the attributes and the child script hold it */ problem;
  /** @type {Given | undefined} the compare property; undefined: the attribute says it */ compare;
  /** of what a story draws at random */ seed = 1;
  /** @type {number | null} of many queries the one that a reader has chosen */ query = null;
  /** @type {Record<string, any> | undefined} */ #options;

  /** @param {string} attribute @param {string | null} text null: it is taken away @returns {boolean} whether it said something else before */
  write(attribute, text) {
    if ((this.attributes.get(attribute) ?? null) === text) return false;
    if (text === null) this.attributes.delete(attribute);
    else this.attributes.set(attribute, text);
    this.#options = undefined;
    return true;
  }

  /** What the attributes mean, by attribute. */
  get options() {
    return (this.#options ??= readOptions(this.attributes));
  }
}

/** A problem as a page gives it to a property. @param {unknown} problem JSON, or an object @returns {Given | undefined} */
export function given(problem) {
  if (problem === null || problem === undefined) return undefined;
  try {
    return { problem: plain(typeof problem === "string" ? parse(problem, "problem") : problem) };
  } catch (error) {
    return { error: asAttentionError(error) };
  }
}
