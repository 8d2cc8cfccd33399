/** Writes a problem in plain Python: lists, and a sum for every Σ of the formulas. */
import { backward } from "./backward/loops.js";
import { startOf } from "./backward/start.js";
import { cellsOf, copiedFrom, indexed } from "./cells.js";
import { writer } from "./expressions.js";
import { WIDTH, bracketed, decimal, pointed, spelled } from "./numbers.js";
import { checkFinite } from "./plan.js";
import { shortName } from "./variable.js";

/** @typedef {import("./cells.js").Axis} Axis */
/** @typedef {import("./cells.js").Expression} Expression */

/** Names that a program imports from math. */
const MATH = ["atan2", "erf", "exp", "inf", "log", "nan", "sqrt", "tanh"];

/** @type {import("./numbers.js").Notation} */
const NOTATION = {
  ...{ open: "[", close: "]", number: pointed, comment: "#", step: "    " },
  words: { nan: "nan", inf: "inf", minus: "-inf", yes: "True", no: "False" },
};

const write = writer({
  enclose: (inside) => `(${inside})`,
  ref: indexed,
  number: (value) => spelled(value, NOTATION.words, decimal),
  times: " * ",
  square: (factor, write) => [`${write(factor, 4)} ** 2`, 3],
  call: (name, of) => `${name}(${of.join(", ")})`,
  choose: (tests, [usual, other], write) => [
    `${write(usual, 1)} if ${tests.join(" and ")} else ${write(other, 1)}`,
    0,
  ],
  many({ is, over, of: [term] }, write) {
    const row = over.length === 1 && copiedFrom(term, [over]);
    return row ? `${is}(${indexed(row.name, row.index)})` : `${is}(${write(term, 1)} ${runs(over)})`;
  },
});

/** @type {import("./write.js").Language} */
export default {
  ...{ title: "Python", file: "attention.py", comment: "#" },
  writer(text) {
    const { plan, invalid } = text;
    checkFinite(plan, invalid);
    const start = startOf(plan, invalid);
    /** @type {(name: string, numbers: any, labels?: string[]) => string[]} */
    const input = (name, numbers, labels) =>
      bracketed(numbers, NOTATION, { before: `${name} = `, after: "", labels });
    return {
      input: ({ group }, numbers, labels) => input(group.name, numbers, labels),
      statement: (statement, part, inLoop) =>
        cellsOf(plan, part, statement, inLoop).flatMap((made) => linesOf(made, inLoop ? "    " : "")),
      loop: (_, loop) => ({ open: openLoop(loop, (width) => `[0.0] * ${width}`), close: [] }),
      close() {
        const print = (/** @type {string} */ name) => `print("${name}", ${name})`;
        backward(text, start, { input, print, lines: linesOf });
        return [`print(${plan.result.group.name})`];
      },
      head(lines) {
        const code = lines.map((line) => line.split("#")[0]).join("\n");
        const names = MATH.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
        return names.length > 0 ? [`from math import ${names.join(", ")}`, ""] : [];
      },
    };
  },
};

/** @param {import("./cells.js").Made} made @param {string} [pad] */
function linesOf({ name, axes, cell, at }, pad = "") {
  const isAppended = at !== undefined;
  const lead = `${pad}${name}${isAppended ? ".append(" : " = "}`;
  return comprehension(cell, axes, lead, isAppended ? ")" : "", pad);
}

/**
 * Writes a cell for all values of its letters: on one line if it fits.
 * @param {Expression} cell
 * @param {Axis[][]} axes
 * @param {string} lead before it
 * @param {string} tail after it
 * @param {string} pad
 * @returns {string[]}
 */
function comprehension(cell, axes, lead, tail, pad) {
  const line = lead + flat(cell, axes) + tail;
  const deeper = `${pad}    `;
  if (line.length <= WIDTH) return [line];
  if (axes.length === 0) return broken(cell, lead, tail, pad) ?? [line];
  const [first, ...rest] = axes;
  return [
    `${lead}[`,
    ...comprehension(cell, rest, deeper, "", deeper),
    deeper + runs(first),
    `${pad}]${tail}`,
  ];
}

/** Breaks a long sum, or a function of one, into one term per line; undefined for other cells. @param {Expression} cell @param {string} lead @param {string} tail @param {string} pad */
function broken(cell, lead, tail, pad) {
  const sum = cell.is === "call" ? cell.of[0] : cell;
  if (sum.is !== "add") return undefined;
  const terms = sum.of.map((term, n) => `${pad}    ${n ? "+ " : ""}${write(term, 2)}`);
  return [`${lead}${cell.is === "call" ? cell.name : ""}(`, ...terms, `${pad})${tail}`];
}

/** @param {Expression} cell @param {Axis[][]} axes @returns {string} */
function flat(cell, axes) {
  if (axes.length === 0) return write(cell);
  const [first, ...rest] = axes;
  const whole = copiedFrom(cell, axes);
  return whole ? indexed(whole.name, whole.index) : `[${flat(cell, rest)} ${runs(first)}]`;
}

/** Writes lists for the tensors kept for all steps, and the head of the loop. @param {import("./plan.js").Loop} loop @param {(width: number) => string} zeros */
export const openLoop = ({ steps, collected, initial }, zeros) => [
  ...collected.map(({ tensor, group, shape }) => {
    const first = initial?.group.name ?? zeros(shape[1]);
    return `${group.name} = [${shortName(tensor) === "state" ? first : ""}]`;
  }),
  `for step in range(${steps}):`,
];

/** @param {Axis[]} letters */
const runs = (letters) => letters.map(({ letter, size }) => `for ${letter} in range(${size})`).join(" ");
