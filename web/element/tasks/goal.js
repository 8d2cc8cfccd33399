/**
 * What a task asks of the trace: `weights:0,0,2,2 > 0.5; loss < 0.35`. An index entry `*` stands for the whole axis, no index for
 * the whole tensor. Numbers are compared as the trace holds them, in float32.
 */
import { offsetOf } from "../../core/shapes.js";
import { numberOf } from "../../edit/index.js";

/** @typedef {">" | "<" | ">=" | "<=" | "="} Sign */
/** @typedef {{ name: string, tensor: string, index: (number | null)[] | null, sign: Sign, number: number }} Condition name: tensor and index, as written */
/** @typedef {Record<string, { shape: number[], data: ArrayLike<number> }>} Trace */
/** @typedef {{ condition: Condition, index: number[], value: number, progress: number, holds: boolean }} Reached
 *   progress: from the start to the goal, 0 to 1; holds: whether every condition does */

/** @param {string} text @returns {string[]} its parts between semicolons */
export const partsIn = (text) =>
  text
    .split(/[;；]/)
    .map((part) => part.trim())
    .filter(Boolean);

const WRITTEN = /^([\w.-]+?)\s*(?::([\d\s,*]+))?(>=|<=|>|<|=)(.+)$/;

/** @param {string} text of one condition @returns {Condition | null} null if it is invalid */
export function readCondition(text) {
  const [, tensor, at, sign, wanted] = WRITTEN.exec(text) ?? [];
  const number = numberOf(wanted ?? "");
  if (number === null || Number.isNaN(number)) return null;
  const index = at ? at.split(",").map((entry) => (entry.trim() === "*" ? null : Number(entry))) : null;
  const name = at ? `${tensor}:${at.trim()}` : tensor;
  return { name, tensor, index, sign: /** @type {Sign} */ (sign), number: Math.fround(number) };
}

/** The relative tolerance of `=`: a sum may miss its number by a rounding error. Only 0 equals 0. */
const EQUAL = 1e-6;

/** @type {Record<Sign, (value: number, number: number) => boolean>} */
const HOLDS = {
  ">": (value, number) => value > number,
  "<": (value, number) => value < number,
  ">=": (value, number) => value >= number,
  "<=": (value, number) => value <= number,
  "=": (value, number) => value === number || Math.abs(value - number) <= EQUAL * Math.abs(number),
};

/**
 * How far a number has come, 0 to 1; 0 for one that met the condition at the start and no longer does.
 * @param {Condition} condition @param {number} value @param {number} start
 */
function progressOf({ sign, number }, value, start) {
  if (sign === "=" || HOLDS[sign](start, number)) return 0;
  const progress = (value - start) / (number - start);
  return progress > 0 ? Math.min(progress, 1) : 0;
}

/** The indices of all cells that a condition covers. @param {Condition} condition @param {number[]} shape */
export function cellsOf({ index }, shape) {
  const choices = shape.map((length, axis) => {
    const at = index?.[axis] ?? null;
    return at === null ? Array.from({ length }, (_, i) => i) : at < length ? [at] : [];
  });
  return choices.reduce(
    (cells, axis) => cells.flatMap((cell) => axis.map((at) => [...cell, at])),
    /** @type {number[][]} */ ([[]]),
  );
}

/** @param {Trace} trace @param {string} tensor @param {number[]} index @returns {number} NaN if there is no such cell */
function numberAt(trace, tensor, index) {
  const { shape = [], data = [] } = trace[tensor] ?? {};
  if (shape.length !== index.length || index.some((at, axis) => at >= shape[axis])) return NaN;
  return data[offsetOf(index, shape)] ?? NaN;
}

/**
 * How far a goal is reached, judged by its least advanced number.
 * @param {Condition[]} goal @param {Trace} trace @param {Trace} start @returns {Reached}
 */
export function reached(goal, trace, start) {
  /** @type {Reached | null} */
  let least = null;
  for (const condition of goal)
    for (const index of cellsOf(condition, start[condition.tensor].shape)) {
      const value = numberAt(trace, condition.tensor, index);
      const holds = HOLDS[condition.sign](value, condition.number);
      const from = numberAt(start, condition.tensor, index);
      const progress = holds ? 1 : progressOf(condition, value, from);
      const less = least && (least.holds ? !holds : !holds && progress < least.progress);
      if (!least || less) least = { condition, index, value, progress, holds };
    }
  return /** @type {Reached} */ (least);
}
