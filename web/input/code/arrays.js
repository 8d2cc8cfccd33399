/** Writes statements on whole arrays, as NumPy and PyTorch share them; each spells them in its dialect. */
import { WIDTH, bracketed, pointed } from "./numbers.js";
import { checkFinite } from "./plan.js";
import { openLoop } from "./python.js";
import { Operation } from "./operations.js";
import { startOf } from "./backward/start.js";

/** @typedef {import("./text.js").Text} Text */
/** @typedef {import("./backward/start.js").Start} Start */
/**
 * @typedef {object} Dialect
 * @property {string} title
 * @property {string[]} open the first lines
 * @property {string} array the function that makes an array of nested lists
 * @property {(name: string, x: string) => string} call of exp, tanh, sqrt, log, atan2 …
 * @property {(x: string, kept: boolean) => string} max along the last axis; kept: as an axis of length 1
 * @property {(x: string, kept: boolean) => string} sum
 * @property {(x: string, axes: string, kept: boolean) => string} mean
 * @property {(x: string, a: number, b: number) => string} swap two axes
 * @property {(x: string, count: number) => string} repeat along the heads' axis
 * @property {(rows: number, columns: number, offset: number) => string} lower triangular matrix of True
 * @property {(count: number) => string} range 0, 1, …
 * @property {(x: string, allowed: string) => string} forbid puts −∞ where not allowed
 * @property {(x: string, value: string) => string} replace entries of a value: −∞ by 0, 0 by 1
 * @property {(x: string) => string} relu
 * @property {(x: string) => string} gelu
 * @property {(x: string, shape: string) => string} broadcast
 * @property {(list: string) => string} stack
 * @property {(parts: string) => string} beside concatenates along the last axis
 * @property {(length: number) => string} zeros
 * @property {(name: string, x: string) => string[]} softmax
 * @property {{ nan: string, inf: string, minus: string, yes: string, no: string }} words
 * @property {(data: ArrayLike<number>) => string} dtype
 * @property {string} learned follows the dtype of tensors whose gradients are wanted
 */

/**
 * @param {Dialect} dialect
 * @param {(text: Text, start: Start, dialect: Dialect) => void} backward writes the backward pass, if there is one
 * @returns {import("./write.js").Language}
 */
export const arrays = (dialect, backward) => ({
  ...{ title: dialect.title, file: "attention.py", comment: "#" },
  writer(text) {
    const { plan, invalid } = text;
    checkFinite(plan, invalid);
    const start = startOf(plan, invalid);
    const learned = new Set(start && [...start.parameters, ...start.inputs]);
    return {
      open: () => dialect.open,
      input(variable, numbers, labels) {
        const dtype = dialect.dtype(numbers.data) + (learned.has(variable) ? dialect.learned : "");
        return literalLines(dialect, variable.group.name, numbers, dtype, labels);
      },
      statement(statement, part, inLoop) {
        const { variable } = statement;
        const { name } = variable.group;
        const operation = new Operation(plan, part, statement, inLoop, dialect);
        const expression = operation.expression();
        const isCollected = inLoop && part.loop?.collected.includes(variable);
        const line = isCollected ? `${name}.append(${expression})` : `${name} = ${expression}`;
        const lines = [...operation.before, line].flatMap(broken);
        return inLoop ? lines.map((line) => `    ${line}`) : lines;
      },
      loop: (_, loop) => ({
        open: openLoop(loop, dialect.zeros),
        close: loop.collected.map(({ group: { name } }) => `${name} = ${dialect.stack(name)}`),
      }),
      close() {
        const { name, column } = plan.result.group;
        if (start) backward(text, start, dialect);
        return [`print(${name}${column ? "[..., 0]" : ""}.tolist())`];
      },
      head: (lines) => (lines.some((line) => line.includes("math.erf")) ? ["import math"] : []),
    };
  },
});

/** Breaks a long assignment into lines. @param {string} line */
export function broken(line) {
  if (line.length <= WIDTH - 4) return [line];
  const [, name, value] = /^(\w+ = |\w+\.append\()([\s\S]*)$/.exec(line) ?? [];
  if (value === undefined) return [line];
  if (name.endsWith("(")) return [name, `    ${value.slice(0, -1)}`, ")"];
  const [call] = /^[\w.]+\(/.exec(value) ?? [];
  if (call && closesAt(value, call.length) === value.length - 1)
    return [name + call, `    ${value.slice(call.length, -1)}`, ")"];
  return [`${name}(`, `    ${value}`, ")"];
}

/** Returns where the bracket before `from` is closed, or -1. @param {string} text @param {number} from */
function closesAt(text, from) {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (/[([]/.test(text[at])) depth++;
    if (/[)\]]/.test(text[at]) && --depth === 0) return at;
  }
  return -1;
}

/**
 * Assigns a tensor's numbers to a name.
 * @param {Dialect} dialect
 * @param {string} name
 * @param {{ shape: readonly number[], data: ArrayLike<number> }} tensor
 * @param {string} dtype
 * @param {string[]} [labels] of its rows
 */
export function literalLines({ array, words }, name, tensor, dtype, labels) {
  const notation = { open: "[", close: "]", number: pointed, comment: "#", step: "    ", words };
  return bracketed(tensor, notation, { before: `${name} = ${array}(`, after: `, dtype=${dtype})`, labels });
}
