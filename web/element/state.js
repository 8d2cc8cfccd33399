/** The state of an element: its attributes, its properties, and what the reader has chosen. */
import { AttentionError } from "../core/errors.js";
import { readOptions } from "./options.js";
import { plain } from "./plain.js";
import { parse } from "./source.js";

/** @typedef {Record<string, any>} Problem */
/** @typedef {{ problem?: Problem, error?: import("../core/errors.js").AttentionError, edited?: boolean }} Given
 *   a copy of the problem, or why there is none; edited: whether the reader has edited it, from what was shown */

export class State {
  /** @type {Map<string, string>} as written in the tag */ attributes = new Map();
  /** @type {Given | undefined} the problem property; undefined: attributes and child script give the problem */ problem;
  /** @type {Given | undefined} the compare property; undefined: the attribute gives it */ compare;
  /** whether the property has set that attribute, from a string */ comparesText = false;
  /** of a story's random numbers */ seed = 1;
  /** @type {number | null} the one of many queries that the reader has chosen */ query = null;
  /** @type {Record<string, number>} positions of the picture's sliders, by name */ stops = {};
  /** @type {Record<string, any> | undefined} */ #options;

  /** @param {string} attribute @param {string | null} text null: removed @returns {boolean} whether it has changed */
  write(attribute, text) {
    if ((this.attributes.get(attribute) ?? null) === text) return false;
    if (text === null) this.attributes.delete(attribute);
    else this.attributes.set(attribute, text);
    this.#options = undefined;
    return true;
  }

  /** The values of the attributes. */
  get options() {
    return (this.#options ??= readOptions(this.attributes));
  }
}

/** Converts any error to an AttentionError. @param {unknown} error */
export function asAttentionError(error) {
  if (error instanceof AttentionError) return error;
  return new AttentionError("internal", "", error instanceof Error ? error.message : String(error));
}

/** Copies the value of a problem property. @param {unknown} problem JSON, or an object @returns {Given | undefined} */
export function given(problem) {
  // frameworks pass an empty value where they have none
  if (problem === null || problem === undefined || problem === "") return undefined;
  try {
    return { problem: plain(typeof problem === "string" ? parse(problem, "problem") : problem) };
  } catch (error) {
    return { error: asAttentionError(error) };
  }
}
