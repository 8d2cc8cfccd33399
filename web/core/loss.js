/**
 * The start of a backward run: the gradient of the output, either given or computed from a loss.
 */
import { AttentionError, fault } from "./errors.js";
import { lossName, readKeys } from "./readers.js";
import { Space } from "./memory.js";
import { countOf, demandShape } from "./shapes.js";
import { buildSmall, opened, readTensor } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./readers.js").Values} Values */
/**
 * @typedef {object} Start
 * @property {string} kind "grad_output", "squared_error" or "cross_entropy"
 * @property {import("./tensor.js").Input} tensor the gradient, or the target
 */

/** @type {Record<string, import("./readers.js").Reader>} */
export const START = { grad_output: readTensor, target: readTensor, loss: lossName };
const OPTIONS = { ...START, tensors: (/** @type {unknown} */ value) => value };

/**
 * Reads the options of a backward run.
 * @param {unknown} options of the call
 * @param {Values} common keys of the problem
 * @returns {{ start: Start, tensors: unknown }}
 * @throws {AttentionError} `value` if neither options nor problem have a grad_output or a target
 */
export function readStart(options, common) {
  const { tensors, ...given } = readKeys(options ?? {}, OPTIONS, "options", "option");
  return { start: startOfRun(given, common), tensors };
}

/**
 * Returns the start that the call gives, by default that of the problem.
 * @param {Values} given of the call, read by START
 * @param {Values} common keys of the problem
 * @returns {Start}
 * @throws {AttentionError} `value` if neither has a grad_output or a target
 */
export function startOfRun(given, common) {
  buildSmall([given]);
  const { grad_output, target, loss = "squared_error" } = chosen(given, common);
  if (grad_output !== undefined) return startFrom("grad_output", grad_output);
  if (target !== undefined) return startFrom(loss, target);
  throw fault("value", "grad_output", "is missing; give it, or a target and a loss.");
}

const COMBINED = "cannot be combined with grad_output";

/**
 * Merges the start that the call gives with that of the problem; the call's own takes precedence.
 * @param {Values} given
 * @param {Values} common
 * @returns {Values}
 */
function chosen(given, { grad_output, target, loss }) {
  let start = given;
  if (given.target !== undefined) start = { loss, ...given };
  else if (given.grad_output === undefined) start = { grad_output, target, loss, ...given };
  if (start.grad_output === undefined) return start;
  if (start.target !== undefined) throw fault("value", "target", `${COMBINED}; give only one of them.`);
  const remedy = "leave it out, or give a target in place of grad_output.";
  if (start.loss !== undefined) throw fault("value", "loss", `${COMBINED}; ${remedy}`);
  return start;
}

/**
 * Returns the kind of a backward run's start, without requiring that its tensor is there.
 * @param {Values} given of the call
 * @param {Values} common keys of the problem
 * @returns {"grad_output" | "squared_error" | "cross_entropy"}
 */
export function kindOfStart(given, common) {
  const { target, loss } = chosen(given, common);
  return /** @type {any} */ (loss ?? (target === undefined ? "grad_output" : "squared_error"));
}

/**
 * Reads a target and its loss.
 * @param {unknown} target
 * @param {unknown} loss
 * @returns {Start}
 */
export function readTarget(target, loss = "squared_error") {
  const start = startFrom(lossName(loss, "loss"), readTensor(target, "target"));
  buildSmall([start]);
  return start;
}

/**
 * @param {string} kind
 * @param {import("./tensor.js").Input} tensor
 * @returns {Start}
 */
export const startFrom = (kind, tensor) => opened({ kind, tensor });

/** @param {import("./tensor.js").Tensor} grad of the output @returns {Start} */
export const startFromGradient = (grad) => ({ kind: "grad_output", tensor: { ...grad, owned: true } });

/**
 * Checks the shape of a start against that of the output, before its numbers are read.
 * @param {Start} start
 * @param {readonly number[]} shape of the output
 * @param {string} [name] of the output
 * @returns {number} bytes of memory that it needs beyond the run
 * @throws {AttentionError} `shape`
 */
export function checkStart({ kind, tensor }, shape, name = "output") {
  if (kind === "cross_entropy") {
    demandShape(tensor.shape, shape.slice(0, -1), "target", `${name} without its classes`);
    return 16 + tensor.data.byteLength;
  }
  demandShape(tensor.shape, shape, kind === "grad_output" ? "grad_output" : "target", name);
  return tensor.data.byteLength;
}

/**
 * Throws unless the entries of a cross_entropy target are whole numbers. The core checks them against the number of classes.
 * @param {Start} start
 */
export function checkClasses({ kind, tensor }) {
  if (kind !== "cross_entropy") return;
  tensor.data.forEach((entry, index) => {
    if (Number.isInteger(entry) && Math.abs(entry) < 2147483648) return;
    const message = `target entry ${index} is ${entry}; give a class, or -1 to ignore it.`;
    throw new AttentionError("value", `target[${index}]`, message);
  });
}

/**
 * Writes the gradient of the output to where the backward run reads it.
 * @param {Core} core
 * @param {Start} start
 * @param {readonly number[]} shape of the output
 * @param {{ output: number, grad: number, free: number }} address of the output, of its gradient, and of scratch memory
 * @returns {number | undefined} the loss; undefined for a grad_output
 */
export function writeStart(core, { kind, tensor }, shape, { output, grad, free }) {
  const { functions, arena, at } = core;
  if (kind === "grad_output") {
    arena.floats().set(tensor.data, grad / 4);
    return undefined;
  }
  if (kind === "squared_error") {
    arena.floats().set(tensor.data, free / 4);
    return functions.attn_squared_error(grad, output, free, BigInt(countOf(shape)));
  }
  const target = free + 16;
  const view = arena.view();
  tensor.data.forEach((entry, index) => view.setInt32(target + 4 * index, entry, true));
  const classes = shape[shape.length - 1];
  const rows = BigInt(countOf(shape.slice(0, -1)));
  core.demand(functions.attn_cross_entropy(free, grad, output, target, rows, BigInt(classes), at.error));
  return arena.view().getFloat64(free, true);
}

/**
 * Computes the gradient of an output that is not in memory.
 * @param {Core} core
 * @param {Start} start
 * @param {readonly number[]} shape
 * @param {Float32Array} output
 * @param {string} [name] of the output
 * @returns {{ grad: Float32Array, loss: number | undefined }}
 */
export function startOf(core, start, shape, output, name) {
  const extra = checkStart(start, shape, name);
  const space = new Space(core.at.data);
  const address = {
    output: space.take(output.byteLength),
    grad: space.take(output.byteLength),
    free: space.take(extra),
  };
  return core.call((_functions, arena) => {
    arena.reach(space.end);
    arena.floats().set(output, address.output / 4);
    const loss = writeStart(core, start, shape, address);
    return { grad: arena.copyFloats(address.grad, output.length), loss };
  });
}
