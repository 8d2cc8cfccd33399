/**
 * Reads which tensors a caller asks for.
 */
import { unfit, unknownName } from "./errors.js";
import { plainValues } from "./problem.js";
import { readArray, readKeys } from "./readers.js";
import { KEPT, OPERATIONS, TILES, gradientsOf, resultOf } from "./graph/tensors.js";

/** Lists every tensor that a trace of an operation may hold. @param {string} op */
const namesOf = (op) =>
  [
    ...Object.keys(OPERATIONS[op].given).filter((name) => KEPT.test(name)),
    ...[...Object.keys(OPERATIONS[op].made), ...gradientsOf(op), "loss"],
  ].filter((name) => !TILES.includes(name));

const NAMES = new Set(namesOf("attention"));
const STAGE_NAMES = new Set(Object.keys(OPERATIONS).flatMap(namesOf));

const OPTIONS = { tensors: (/** @type {unknown} */ value) => value };

/**
 * @param {unknown} options
 * @param {import("./problem.js").Stage[]} stages
 * @returns {import("./attention/trace.js").Selection | undefined} undefined: all
 */
export function readSelection(options, stages) {
  if (options === undefined || options === null) return undefined;
  const { tensors: list } = readKeys(options, OPTIONS, "options", "option");
  if (list === undefined) return undefined;
  const remedy = `an array of names, such as ["weights"].`;
  const names = new Set(readArray(list, "tensors", remedy, (name, at) => demandName(name, at, stages)));
  return (name) => names.has(name);
}

/**
 * @param {unknown} name
 * @param {string} where
 * @param {import("./problem.js").Stage[]} stages
 * @returns {string}
 */
function demandName(name, where, stages) {
  if (typeof name !== "string") throw unfit(where, name, "the name of a tensor.");
  if (plainValues(stages)) {
    if (NAMES.has(name)) return name;
    throw unknownName(name, NAMES, where, "tensor");
  }
  if (name === "loss") return name;
  const exists = stages.some(
    ({ id }) => name.startsWith(`${id}.`) && STAGE_NAMES.has(name.slice(id.length + 1)),
  );
  if (exists) return name;
  const tensor = name.slice(name.indexOf(".") + 1);
  const ids = stages.map(({ id, op }) => `${id}.${STAGE_NAMES.has(tensor) ? tensor : resultOf(op)}`);
  throw unknownName(name, ids, where, "tensor of this chain");
}
