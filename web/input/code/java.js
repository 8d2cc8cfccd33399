/** A problem in Java: one class, one method, a loop for every axis. */
import { AttentionError } from "../../core/errors.js";
import { fill } from "../../words/sentence.js";
import { cellsOf, copiedFrom, indexed } from "./cells.js";
import { writer } from "./expressions.js";
import { WIDTH, decimal, pointed, spelled } from "./numbers.js";
import { demandFinite, givenCount, keptShape } from "./plan.js";

/** @typedef {import("./cells.js").Expression} Expression */
/** @typedef {import("./cells.js").Axis} Axis */

/** A method has at most 64 KiB of bytecode, and a number in an array takes about eight. */
const MOST_NUMBERS = 6000;
const STEP = "    ";
const PAD = STEP + STEP;

const NOTATION = {
  ...{ open: "{", close: "}", comment: "//", step: STEP },
  number: (/** @type {number} */ value) => `${pointed(value)}f`,
  words: {
    nan: "Float.NaN",
    inf: "Float.POSITIVE_INFINITY",
    minus: "Float.NEGATIVE_INFINITY",
    yes: "true",
    no: "false",
  },
};

/** @param {string} index as Python writes it */
const translated = (index) => index.replaceAll("//", "/").replace(/-inf\b/g, NOTATION.words.minus);

/** @param {string} name @param {string[]} index as Python writes them */
const cellAt = (name, index) => indexed(name, index.map(translated));

/** @param {number} rank */
const typeOf = (rank) => `float${"[]".repeat(rank)}`;

/** @param {string} name @param {number[]} shape */
const declared = (name, shape) =>
  `${typeOf(shape.length)} ${name} = new ${indexed("float", shape.map(String))};`;

/** @type {import("./walk.js").Language} */
export default {
  ...{ comment: "//", space: " ", pad: PAD },
  spell({ plan, words }) {
    const count = givenCount(plan);
    if (count > MOST_NUMBERS) {
      const facts = { count, limit: MOST_NUMBERS, language: "Java" };
      throw new AttentionError("limit", "problem", fill(words.errors.many, facts));
    }
    demandFinite(plan, words.errors);
    const { result } = plan;
    const print = keptShape(result).length > 1 ? "deepToString" : "toString";
    return {
      notation: NOTATION,
      declare(variable, data) {
        const type = data instanceof Uint8Array ? "boolean" : "float";
        const brackets = "[]".repeat(keptShape(variable).length);
        return { before: `${PAD}${type}${brackets} ${variable.group.name} = `, after: ";", pad: PAD };
      },
      label(labels) {
        const plain = labels.map((label) => label.replace(/[^\x20-\x7e]/g, ""));
        return plain.some(Boolean) ? plain : [];
      },
      says: "first",
      state: (statement, part, inLoop) =>
        cellsOf(plan, part, statement, inLoop).flatMap((made) => linesOf(made, inLoop ? PAD + STEP : PAD)),
      loop: (part, { steps, collected, initial }) => ({
        open: [
          ...collected.map((one) => PAD + declared(one.group.name, keptShape(one))),
          ...(initial
            ? [`${PAD}${plan.variables.get(`${part.id}.state`)?.group.name}[0] = ${initial.group.name};`]
            : []),
          `${PAD}for (int step = 0; step < ${steps}; step++) {`,
        ],
        close: [`${PAD}}`],
      }),
      close: () => [`${PAD}System.out.println(Arrays.${print}(${result.group.name}));`, `${STEP}}`, "}"],
      head: () => [
        ...["import java.util.Arrays;", "", "class SelfAttention {"],
        `${STEP}public static void main(String[] args) {`,
      ],
    };
  },
};

/** @param {import("./cells.js").Made} made @param {string} pad @returns {string[]} */
function linesOf({ name, axes, shape, index, cell, at }, pad) {
  const isNew = at === undefined;
  const whole = copiedFrom(cell, axes);
  if (whole && isNew) return [`${pad}${typeOf(axes.length)} ${name} = ${cellAt(whole.name, whole.index)};`];
  const first = axes.length > 0 && isNew ? [pad + declared(name, shape)] : [];
  const target = indexed(name, isNew ? index : [at, ...index]);
  const declares = axes.length === 0 && isNew;
  return [...first, ...nested(axes.flat(), pad, (own) => body(cell, target, own, declares))];
}

/** @param {Axis[]} loops @param {string} pad @param {(pad: string) => string[]} make @returns {string[]} */
function nested([first, ...rest], pad, make) {
  if (!first) return make(pad);
  const inner = nested(rest, pad + STEP, make);
  const head = `${pad}for (int ${first.letter} = 0; ${first.letter} < ${first.size}; ${first.letter}++)`;
  const single = rest.length > 0 || inner.length === 1 || (/^\s*for /.test(inner[0]) && isOne(inner));
  return single && isOne(inner) ? [head, ...inner] : [`${head} {`, ...inner, `${pad}}`];
}

/** Is it one statement? @param {string[]} lines */
function isOne(lines) {
  const depth = /** @type {RegExpExecArray} */ (/^ */.exec(lines[0]))[0].length;
  return (
    lines.filter((line) => /^ *(?! )/.exec(line)?.[0].length === depth && !/^ *}/.test(line)).length === 1
  );
}

/** The statements that make one cell. @param {Expression} cell @param {string} target @param {string} pad @param {boolean} declares @returns {string[]} */
function body(cell, target, pad, declares) {
  const first = `${declares ? "float " : ""}${target} =`;
  if (cell.is === "max") return [`${pad}${first} ${NOTATION.words.minus};`, ...adds(cell, target, pad)];
  if (cell.is === "sum") return [...(declares ? [`${pad}${first} 0;`] : []), ...adds(cell, target, pad)];
  const [sum, last, ...others] = cell.is === "add" ? cell.of : [];
  if (!declares && sum?.is === "sum" && last?.is === "ref" && others.length === 0)
    return [`${pad}${first} ${cellAt(last.name, last.index)};`, ...adds(sum, target, pad)];
  return broken(statement(cell, (value) => `${first} ${value};`, pad));
}

/** A loop that adds to a sum, or looks for a maximum. @param {Expression & { is: "sum" | "max" }} many @param {string} target @param {string} pad */
const adds = ({ is, over, of: [one] }, target, pad) =>
  nested(over, pad, (own) => broken(statement(one, (value) => taken(is, target, value), own)));

/** @param {"sum" | "max"} is @param {string} target @param {string} value */
const taken = (is, target, value) =>
  is === "sum" ? `${target} += ${value};` : `${target} = Math.max(${target}, ${value});`;

/** A statement, after those that it needs before it. @param {Expression} cell @param {(value: string) => string} line @param {string} pad */
function statement(cell, line, pad) {
  /** @type {string[]} */
  const before = [];
  const last = line(writing(before)(cell));
  return [...before, last].map((one) => pad + one);
}

/** Statements whose last is broken where it is too long. @param {string[]} lines */
function broken(lines) {
  const last = lines[lines.length - 1];
  if (last.length <= WIDTH || !last.includes(" ? ")) return lines;
  const [, pad, head, rest] = /** @type {RegExpExecArray} */ (/^( *)(.*? =) (.*)$/.exec(last));
  return [...lines.slice(0, -1), `${pad}${head}`, `${pad}${STEP}${rest}`];
}

/** Writes expressions. @param {string[]} before takes the statements that they need */
const writing = (before) =>
  writer({
    enclose: (inside) => `(${inside})`,
    ref: cellAt,
    number: (value) =>
      spelled(value, NOTATION.words, (finite) =>
        Number.isInteger(finite) && Math.abs(finite) < 1e6 ? String(finite) : `${decimal(finite)}f`,
      ),
    times: " * ",
    call: (name, of) => [`(float) Math.${name}(${of.join(", ")})`, 4],
    choose: (tests, [usual, other], write) => [
      `${tests.map(translated).join(" && ")} ? ${write(usual, 2)} : ${write(other, 2)}`,
      1,
    ],
    // in a variable of its own
    many({ is, over, of: [one] }) {
      const count = before.filter((line) => line.startsWith(`float ${is}`)).length;
      const name = count ? `${is}${count + 1}` : is;
      before.push(`float ${name} = ${is === "sum" ? "0" : NOTATION.words.minus};`);
      before.push(...nested(over, "", (pad) => statement(one, (value) => taken(is, name, value), pad)));
      return name;
    },
  });
