/**
 * What a reader may change in a task, and what has been changed: `w_q 1; window` allows one number of w_q, and the window. Names
 * and indices are those of the problem.
 */
import { nameParts } from "../../core/graph/tensors.js";
import { COMMON, OPS } from "../../core/schema.js";
import { entriesOf, indexOf, numberOf, placeOf, textOf, withEntry } from "../../edit/index.js";

/** @typedef {Record<string, any>} Problem */
/** @typedef {Map<string, number>} Allowed how many numbers may differ, by name */
/** @typedef {{ name: string, index: number[], from: any, to: any }} Difference */
/** @typedef {{ all: Difference[], over: { name: string, count: number, allowed: number } | null }} Differences
 *   over: the first name with too many changes; allowed: 0 if the task does not name it */

/** Keys that are not compared: words about numbers, and what no reader changes. */
const ASIDE = ["version", "labels", "id", "op"];

/**
 * The stages of a problem with the prefixes of their names; a plain problem is one stage.
 * @param {Problem} problem @returns {[before: string, stage: Problem][]}
 */
function stagesOf({ stages, ...rest }) {
  if (!Array.isArray(stages)) return [["", rest]];
  return [...stages.map((stage) => /** @type {[string, Problem]} */ ([`${stage.id}.`, stage])), ["", rest]];
}

/** Every key that may be changed by its name. @param {Problem} problem @returns {string[]} */
export const namesIn = (problem) =>
  stagesOf(problem).flatMap(([before, stage]) => {
    const chain = before === "" && "stages" in problem;
    const keys = { ...(chain ? {} : OPS[stage.op ?? "attention"]), ...(before ? {} : COMMON) };
    return Object.keys(keys)
      .filter((key) => !ASIDE.includes(key))
      .map((key) => before + key);
  });

/** @param {string} text of one change: a name, perhaps with a count @returns {{ name: string, most: number } | null} null if it is invalid */
export function readChange(text) {
  const [, name, most] = /^([\w.-]+?)(?:\s+(\d+))?$/.exec(text) ?? [];
  return name === undefined ? null : { name, most: Number(most ?? Infinity) };
}

/**
 * Every difference between two problems, number by number.
 * @param {Problem} start @param {Problem} now @param {Allowed} allowed @returns {Differences}
 */
export function differences(start, now, allowed) {
  const [before, after] = [start, now].map((problem) => new Map(stagesOf(problem)));
  /** @type {Difference[]} */
  const all = [];
  /** @type {Differences["over"]} */
  let over = null;
  for (const stage of new Set([...before.keys(), ...after.keys()])) {
    const [from = {}, to = {}] = [before.get(stage), after.get(stage)];
    for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
      if (ASIDE.includes(key)) continue;
      const [name, found] = [stage + key, differing(from[key], to[key])];
      const most = allowed.get(name) ?? 0;
      if (found.length > most) over ??= { name, count: found.length, allowed: most };
      all.push(...found.map((difference) => ({ name, ...difference })));
    }
  }
  return { all, over };
}

/** The entries of a problem's value; one that is no tensor is a single entry. @param {any} value */
const entries = (value) =>
  typeof value === "object" && value ? entriesOf(value) : { shape: [], data: value == null ? [] : [value] };

/** @param {any} from @param {any} to @returns {Omit<Difference, "name">[]} */
function differing(from, to) {
  const [before, after] = [entries(from), entries(to)];
  const { shape } = after.data.length ? after : before;
  const length = Math.max(before.data.length, after.data.length);
  const found = [];
  for (let at = 0; at < length; at++) {
    const [was, is] = [before.data[at], after.data[at]];
    if (!same(was, is)) found.push({ index: indexOf(at, shape), from: was, to: is });
  }
  return found;
}

/**
 * Compares two entries in float32. NaN and infinities may be spelled as strings, and booleans are 1 and 0.
 * @param {any} a @param {any} b
 */
function same(a, b) {
  if (a === b) return true;
  if (a === undefined || b === undefined) return false;
  const [x, y] = [a, b].map((entry) => Math.fround(Number(entry)));
  return Number.isNaN(x) ? a === b || (Number.isNaN(a) && Number.isNaN(b)) : x === y;
}

/** @typedef {{ name: string, index: number[] | null, text: string }} Setting */

/** @param {string} text of one setting: `w_q:0,0 = -1`, `window = 1 0` @returns {Setting | null} null if it is invalid */
export function readSetting(text) {
  const [, name, at, value] = /^([\w.-]+?)\s*(?::([\d\s,]+))?=(.+)$/.exec(text) ?? [];
  if (name === undefined || (at && numberOf(value) === null)) return null;
  return { name, index: at ? at.split(",").map(Number) : null, text: value.trim() };
}

/** @param {Problem} problem @param {Setting} setting @returns {Problem | null} null if there is no such place */
export function withSetting(problem, { name, index, text }) {
  if (!index) return withOption(problem, name, optionOf(text));
  const place = placeOf(problem, name, index);
  return place && withEntry(problem, place, numberOf(text));
}

/** @param {Problem} problem @param {string} name @param {any} value @returns {Problem} */
export function withOption(problem, name, value) {
  const [id, key] = nameParts(name);
  const changed = (/** @type {Problem} */ stage) => {
    const { [key]: _, ...rest } = stage;
    return value === undefined ? rest : { ...rest, [key]: value };
  };
  if (!id) return changed(problem);
  return {
    ...problem,
    stages: problem.stages.map((/** @type {Problem} */ stage) => (stage.id === id ? changed(stage) : stage)),
  };
}

/** An entry as readers write it: a number with a true minus. @param {any} entry */
export const spelled = (entry) =>
  typeof entry === "number" ? textOf(entry).replaceAll("-", "−") : String(entry);

/** Parses an option as a page or a reader writes it: numbers, perhaps in brackets, a boolean, or a word. @param {string} text */
export function optionOf(text) {
  const parts = text.split(/[\s,，、[\]()]+/).filter(Boolean);
  const numbers = parts.map(numberOf);
  if (numbers.every((number) => number !== null)) return numbers.length > 1 ? numbers : numbers[0];
  return parts[0] === "true" ? true : parts[0] === "false" ? false : text.trim();
}
