/**
 * Everything about a problem that its program does not show (options, labels, how stages are connected), in a one-line comment,
 * with names in place of the program's matrices. So a pasted program gives the same problem again, with the numbers that it has
 * now.
 */
import { jsonText } from "../json.js";
import { TEXT_BYTES } from "../limits.js";
import { countOf, nested } from "../../core/shapes.js";
import { KEYS } from "../text/names.js";
import { keptShape, valueOf } from "./variable.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {{ tensor: string, shape?: number[], data?: any }} Named stands for a matrix of the program; shape: if the
 *   program leaves out axes; data: its numbers, if not every program has them */

const MARK = "attention-player: ";
const LINE = /^[ \t]*(?:#|\/\/|%) attention-player: (\{.*\})[ \t]*$/m;
/** Inputs of the backward pass, which not every language writes. */
const STARTS = ["target", "grad_output"];
/** Characters that end a comment or a string in some language, or are not ASCII. */
const UNSAFE = /[^\w .,:;()+*-]/gu;

/** Returns the outline, without the sign that begins a comment. @param {Record<string, any>} problem @param {Plan} plan @param {import("../errors.js").Invalid} invalid */
export function outlineOf(problem, plan, invalid) {
  const written = new Set(plan.parts.flatMap(({ givens }) => givens));
  /** @type {(values: any, stage: string) => any} */
  const named = (values, stage) =>
    Object.fromEntries(Object.entries(values).flatMap(([key, value]) => entry(key, value, stage)));
  /** @type {(key: string, value: any, stage: string) => [string, any][]} */
  const entry = (key, value, stage) => {
    const variable = plan.variables.get(stage + key);
    if (key === "stages" && Array.isArray(value))
      return [[key, value.map((/** @type {any} */ stage) => named(stage, `${stage.id}.`))]];
    if (STARTS.includes(key) && value && !stage) return [[key, { tensor: key, data: value }]];
    if (!variable || !written.has(variable) || typeof value === "string") return [[key, safe(value)]];
    const { group } = variable;
    const { shape } = valueOf(variable);
    // LaTeX writes a vector as a matrix of one row
    const isWhole = shape.length === 2 && String(shape) === String(keptShape(variable));
    // a matrix named after its key is found by that name
    if (isWhole && !stage && group.name === key) return [];
    const scalar = shape.length === 0 && { data: valueOf(variable).data[0] };
    return [[key, { tensor: group.name, ...(!isWhole && { shape }), ...scalar }]];
  };
  return MARK + jsonText(named(problem, ""), { limit: TEXT_BYTES, invalid, name: "problem" });
}

/** Percent-encodes texts, so that they end no comment. @param {any} value @returns {any} */
function safe(value) {
  if (typeof value === "string")
    return value.replace(UNSAFE, (sign) => encodeURIComponent(sign.toWellFormed()));
  if (Array.isArray(value)) return value.map(safe);
  if (Object.prototype.toString.call(value) !== "[object Object]") return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, safe(entry)]));
}

/** Returns the outline in a program; undefined if there is none. @param {string} text @returns {Record<string, any> | undefined} */
export function outlineIn(text) {
  const [, json] = LINE.exec(text) ?? [];
  try {
    return json && JSON.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * Restores the problem of an outline, with the numbers of the program.
 * @param {Record<string, any>} outline
 * @param {Map<string, { value: any }>} literals values that the program assigns, by name
 * @returns {any}
 */
export function restore(outline, literals) {
  const numbersOf = (/** @type {string} */ name) => literals.get(name)?.value;
  const restored = restorePart(outline, numbersOf, numbersOf("problem"));
  const named = outline.stages ? [] : KEYS.filter((key) => literals.has(key) && !Object.hasOwn(outline, key));
  return {
    ...Object.fromEntries(named.map((key) => [key, numbersOf(key)])),
    ...numbersOf("problem"),
    ...restored,
  };
}

/** @param {any} outline @param {(name: string) => any} numbersOf @param {any} [printed] the same part of the problem, if the program has it as an object @returns {any} */
function restorePart(outline, numbersOf, printed) {
  if (typeof outline === "string") return printed ?? decoded(outline);
  if (outline === null || typeof outline !== "object") return printed ?? outline;
  if (typeof outline.tensor === "string") {
    const numbers = printed ?? numbersOf(outline.tensor) ?? outline.data;
    return outline.shape ? reshaped(numbers, outline.shape) : numbers;
  }
  if (Array.isArray(outline)) return outline.map((inner, at) => restorePart(inner, numbersOf, printed?.[at]));
  const restored = (/** @type {string} */ key) => restorePart(outline[key], numbersOf, printed?.[key]);
  return Object.fromEntries(Object.keys(outline).map((key) => [key, restored(key)]));
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reshapes nested arrays; unchanged if the count of numbers differs. @param {any} numbers @param {number[]} shape */
function reshaped(numbers, shape) {
  const all = [numbers].flat(Infinity);
  return all.length === countOf(shape) ? nested(all, shape) : numbers;
}
