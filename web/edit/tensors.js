/**
 * The tensors a reader may change: the inputs of a problem. A tensor is written as nested arrays or as `{ shape, data }`; a
 * changed tensor keeps its form, and the new problem shares all other tensors with the old one.
 */
import { OPERATIONS } from "../core/graph/tensors.js";
import { isRow, shapeOf } from "../core/rows.js";
import { countOf, indexOf, nested } from "../core/shapes.js";

/** @typedef {Record<string, any>} Problem plain JSON */
/** @typedef {{ shape: number[], data: any[] }} Entries numbers, booleans or the names of numbers that JSON lacks, row-major */
/** @typedef {{ tensor: string, key: string, stage: number, shape: number[] }} Given tensor: its name in the trace; stage: -1 in a plain problem */

/** All inputs, in the order of the schema. */
export const KEYS = [
  ...new Set(Object.values(OPERATIONS).flatMap(({ given }) => Object.keys(given))),
  ...["target", "grad_output"],
];

/** Whether a tensor holds booleans. */
export const isMask = (/** @type {string} */ key) => key === "mask" || key === "key_mask";

/** Whether a value is a tensor rather than the name of one. @param {any} value */
const isTensor = (value) => typeof value === "number" || isRow(value) || isRow(value?.data);

/** @param {any} tensor rectangular @returns {Entries} */
export function entriesOf(tensor) {
  const rows = isRow(tensor?.data) ? tensor.data : isRow(tensor) ? tensor : [tensor];
  return { shape: shapeOf(tensor), data: plainRows(rows).flat(Infinity) };
}

/** Converts typed arrays among nested rows to plain arrays. @param {any} rows @returns {any[]} */
const plainRows = (rows) => (isRow(rows[0]) ? Array.from(rows, plainRows) : Array.from(rows));

/** Writes a tensor in the form of another: as nested arrays or as `{ shape, data }`. @param {any} like @param {Entries} entries */
export const written = (like, { shape, data }) =>
  isRow(like?.data) ? { ...like, shape, data } : nested(data, shape);

/** Returns the tensors of a problem, stage by stage. @param {Problem} problem @returns {Given[]} */
export function givenIn(problem) {
  const of = (/** @type {Problem} */ values, /** @type {string} */ name, /** @type {number} */ stage) =>
    KEYS.filter((key) => isTensor(values?.[key])).map((key) => ({
      tensor: name + key,
      key,
      stage,
      shape: shapeOf(values[key]),
    }));
  if (!Array.isArray(problem?.stages)) return of(problem, "", -1);
  const stages = problem.stages.flatMap((stage, at) => of(stage, `${stage.id}.`, at));
  return [...stages, ...of(problem, "", -1)];
}

/** Returns a tensor; undefined if the problem has none there. @param {Problem} problem @param {Given} given */
export const tensorIn = (problem, { stage, key }) => (stage < 0 ? problem : problem.stages?.[stage])?.[key];

/** Returns the problem with one tensor replaced. @param {Problem} problem @param {{ stage: number, key: string }} given @param {any} tensor @returns {Problem} */
export function withTensor(problem, { stage, key }, tensor) {
  if (stage < 0) return { ...problem, [key]: tensor };
  return {
    ...problem,
    stages: problem.stages.map((/** @type {Problem} */ other, /** @type {number} */ at) =>
      at === stage ? { ...other, [key]: tensor } : other,
    ),
  };
}

/**
 * Returns the place of the entry that a cell of a picture shows. Omitted axes have length 1 in the trace.
 * @param {Problem} problem @param {string} tensor name in the trace @param {readonly number[]} index complete
 * @returns {{ given: Given, at: number } | null} at: index among the entries; null: the cell is not an entry of the problem
 */
export function placeOf(problem, tensor, index) {
  const given = givenIn(problem).find((input) => input.tensor === tensor);
  if (!given || index.length < given.shape.length) return null;
  const { shape } = given;
  const missing = index.length - shape.length;
  const places = index.slice(missing);
  if (index.slice(0, missing).some((i) => i !== 0)) return null;
  if (!places.every((i, axis) => Number.isInteger(i) && i >= 0 && i < shape[axis])) return null;
  return { given, at: places.reduce((at, i, axis) => at * shape[axis] + i, 0) };
}

/** @param {Problem} problem @param {{ given: Given, at: number }} place @returns {any} */
export function entryAt(problem, { given, at }) {
  const tensor = tensorIn(problem, given);
  if (isRow(tensor?.data)) return tensor.data[at];
  return indexOf(at, shapeOf(tensor)).reduce((rows, i) => rows?.[i], tensor);
}

/** Returns the problem with one entry changed. @param {Problem} problem @param {{ given: Given, at: number }} place @param {any} value @returns {Problem} */
export function withEntry(problem, { given, at }, value) {
  const before = tensorIn(problem, given);
  const { shape, data } = entriesOf(before);
  data[at] = isMask(given.key) ? Boolean(value) : asWritten(value);
  return withTensor(problem, given, written(before, { shape, data }));
}

/** Returns a number as plain JSON holds it: NaN and infinities by name. @param {number} value */
export const asWritten = (value) =>
  typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
