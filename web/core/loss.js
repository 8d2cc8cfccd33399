/**
 * What a backward run starts from: the gradient of the output, given or from a loss.
 */
import { AttentionError, fault, unknownName } from "./errors.js";
import { entriesOf, lossName } from "./readers.js";
import { Space } from "./memory.js";
import { countOf, demandShape } from "./shapes.js";
import { readTensor } from "./tensor.js";

/** @typedef {import("./core.js").Core} Core */
/** @typedef {import("./readers.js").Values} Values */
/**
 * @typedef {object} Start
 * @property {string} kind "grad_output", "squared_error" or "cross_entropy"
 * @property {import("./tensor.js").Input} tensor the gradient, or the target
 */

const OPTIONS = ["grad_output", "target", "loss", "tensors"];

/**
 * @param {unknown} options of the call
 * @param {Values} common keys of the problem
 * @returns {{ start: Start, tensors: unknown }}
 */
export function readStart(options, common) {
  const given = new Map(entriesOf(options ?? {}, "options"));
  for (const key of given.keys())
    if (!OPTIONS.includes(key)) throw unknownName(key, OPTIONS, key.slice(0, 60), "option");
  const { tensors, ...own } = Object.fromEntries([...given].filter(([, value]) => (value ?? null) !== null));
  const { grad_output, target, loss } = chosen(own, common);
  if (grad_output !== undefined)
    return { start: { kind: "grad_output", tensor: readTensor(grad_output, "grad_output") }, tensors };
  if (target !== undefined) return { start: readTarget(target, loss), tensors };
  throw fault("value", "grad_output", "is missing; give it, or a target and a loss.");
}

/**
 * Which of them a backward run starts from: the call's own win over the problem's.
 * @param {Values} own
 * @param {Values} common
 * @returns {{ grad_output?: unknown, target?: unknown, loss?: unknown }}
 */
function chosen(own, { grad_output, target, loss }) {
  let start = own;
  if (own.target !== undefined) start = { loss, ...own };
  else if (own.grad_output === undefined) start = { grad_output, target, loss, ...own };
  if (start.grad_output === undefined) return start;
  if (start.target !== undefined)
    throw fault("value", "target", "stands beside grad_output; give one of the two.");
  if (start.loss === undefined) return start;
  throw fault("value", "loss", "stands beside grad_output; give a target with it, or leave it out.");
}

/**
 * What a backward run would start from.
 * @param {Values} own of the call
 * @param {Values} common keys of the problem
 * @returns {"grad_output" | "squared_error" | "cross_entropy"}
 */
export function kindOfStart(own, common) {
  const { target, loss } = chosen(own, common);
  return /** @type {any} */ (loss ?? (target === undefined ? "grad_output" : "squared_error"));
}

/**
 * @param {unknown} target
 * @param {unknown} loss
 * @returns {Start}
 */
export function readTarget(target, loss = "squared_error") {
  return { kind: lossName(loss, "loss"), tensor: readTensor(target, "target") };
}

/**
 * Checks the start against the output's shape; says how many bytes of memory it needs beside the run.
 * @param {Start} start
 * @param {readonly number[]} shape of the output
 * @param {string} [name] of the output
 * @returns {number}
 */
export function checkStart({ kind, tensor }, shape, name = "output") {
  if (kind === "cross_entropy") {
    demandShape(tensor.shape, shape.slice(0, -1), "target", `${name} without its classes`);
    tensor.data.forEach((entry, index) => {
      if (Number.isInteger(entry) && Math.abs(entry) < 2147483648) return;
      throw new AttentionError(
        "value",
        `target[${index}]`,
        `target entry ${index} is ${entry}; give a class, or -1 to ignore it.`,
      );
    });
    return 16 + 4 * tensor.data.length;
  }
  demandShape(tensor.shape, shape, kind === "grad_output" ? "grad_output" : "target", name);
  return 4 * tensor.data.length;
}

/**
 * Writes the gradient of the output where the backward run reads it.
 * @param {Core} core
 * @param {Start} start
 * @param {readonly number[]} shape of the output
 * @param {{ output: number, grad: number, free: number }} address of the output, of its gradient, of memory to use
 * @returns {number | undefined} the loss, if there is one
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
 * The same for an output that is not in memory.
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
