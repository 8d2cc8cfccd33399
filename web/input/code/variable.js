/** A tensor as the code has it: which axes it keeps, what it is called, and which tensors share its numbers. */
import { masks } from "./part.js";

/** @typedef {import("../../core/graph/builder.js").Rule} Rule */
/** @typedef {import("../../core/graph/cells.js").Token} Token */
/** @typedef {import("./plan.js").Group} Group */
/** @typedef {import("./plan.js").Part} Part */
/** @typedef {import("./plan.js").Variable} Variable */

/** Tensors with the same numbers are named after the first of these among them, or else after the first of them. */
const NAMES = ["output", "mixed", "query", "key", "value"];

/** Whether a tensor broadcasts to the scores. @param {string} tensor */
export const isBroadcast = (tensor) => /^(bias|mask|key_mask|weights_override)$/.test(shortName(tensor));

/** Returns the name within a stage. @param {string} tensor */
export const shortName = (tensor) => tensor.slice(tensor.indexOf(".") + 1);

/** Returns the shape and numbers of an input. @param {Variable} variable @returns {{ shape: number[], data: Float32Array | Uint8Array }} */
export const valueOf = ({ stage, tensor }) => stage.values[shortName(tensor)];

/**
 * @param {Rule} rule
 * @param {Part} part
 * @returns {Variable}
 */
export function createVariable({ tensor, op, out: tokens, shape }, part) {
  const out = tokens.slice(Math.max(0, tokens.length - shape.length));
  const kept = shape.map((length, axis) => keeps(part, out[axis], length));
  const given = op === "given";
  // tensors that broadcast need no leading axes of length 1
  if (given && isBroadcast(tensor))
    for (let axis = 0; axis < shape.length - 1 && (shape[axis] === 1 || !kept[axis]); axis++)
      kept[axis] = false;
  const group = { tensors: [tensor], name: "", tensor, column: false };
  return { tensor, group, shape, out, kept, given, stage: part };
}

/**
 * Whether the program has an axis. It has batches and heads only if there are several, or if the problem writes them.
 * @param {Part} part
 * @param {Token} token
 * @param {number} length
 */
export function keeps({ op, keeps: { batch, head } }, { letter, inner }, length) {
  // p and q: a batch_norm's letters for batches and heads
  if (inner || !/[bhgpq]/.test(letter)) return true;
  if (op !== "attention") return length > 1;
  return letter === "b" ? batch : head;
}

/** Returns the lengths of the axes that the program has. @param {Variable} variable */
export const keptShape = ({ shape, kept }) => shape.filter((_, axis) => kept[axis]);

/**
 * Gives a tensor the name of its operand if both hold the same numbers. Returns whether it did.
 * @param {Variable} variable
 * @param {Rule} rule
 * @param {Map<string, Variable>} variables
 */
export function join(variable, { op, parts, by }, variables) {
  const { stage, tensor } = variable;
  const same =
    /^(copy|split|join)$/.test(op) || (op === "scale" && by === 1) || (op === "mask" && !masks(stage.mask));
  const source = variables.get(parts[0]?.of[0]);
  if (!same || !source || parts.length > 1) return false;
  if (keptShape(source).join() !== keptShape(variable).join()) return false;
  const referred = stage.values[shortName(tensor)]?.from !== undefined;
  // an input keeps its name to itself
  if (!referred && (source.given || source.stage !== stage)) return false;
  if (!referred) source.group.tensors.push(tensor);
  variable.group = source.group;
  if (referred) Object.assign(variable, { shape: source.shape, out: source.out, kept: source.kept });
  return true;
}

/** Makes unique identifiers of names: letters, digits and underscores. */
export function identifiers() {
  /** How often each identifier was asked for. @type {Map<string, number>} */
  const taken = new Map();
  /** @param {string} base */
  const name = (base) => {
    const plain = base.replace(/\W/g, "_").replace(/^(?=\d)/, "s");
    let found = plain;
    while (taken.has(found)) {
      const count = /** @type {number} */ (taken.get(plain)) + 1;
      taken.set(plain, count);
      found = `${plain}_${count}`;
    }
    taken.set(found, 1);
    return found;
  };
  /** @param {Group} group */
  const rename = (group) => {
    const shortNames = group.tensors.map(shortName);
    const best = NAMES.find((name) => shortNames.includes(name));
    group.tensor = group.tensors[best ? shortNames.indexOf(best) : 0];
    group.name = name(group.tensor);
  };
  return { name, rename };
}
