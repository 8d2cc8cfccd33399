/** Writes a problem in Java: one class, one method, a loop for every axis. */
import { backward } from "./backward/loops.js";
import { startOf } from "./backward/start.js";
import { cellsOf, copiedFrom, indexed } from "./cells.js";
import { writer } from "./expressions.js";
import { WIDTH, bracketed, decimal, pointed, spelled } from "./numbers.js";
import { checkFinite, givenCount } from "./plan.js";
import { keptShape } from "./variable.js";

/** @typedef {import("./cells.js").Expression} Expression */
/** @typedef {import("./cells.js").Axis} Axis */

/** Maximum numbers of all inputs: a method has at most 64 KiB of bytecode, and each number of an array takes about eight bytes. */
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

/** The error function, which Java lacks: a series without negative terms. */
const ERF = [
  "",
  "    // twice the area under a bell curve from 0 to x",
  "    static double erf(double x) {",
  "        double sum = 1;",
  "        for (int k = 199; k > 1; k -= 2) sum = 1 + sum * 2 * x * x / k;",
  "        double area = 2 / Math.sqrt(Math.PI) * x * Math.exp(-x * x) * sum;",
  "        return Math.abs(x) < 6 ? area : Math.signum(x);",
  "    }",
];

/** @param {string} index as Python writes it */
const translated = (index) => index.replaceAll("//", "/").replace(/-inf\b/g, NOTATION.words.minus);

/** @param {string} name @param {string[]} index as Python writes them */
const cellAt = (name, index) => indexed(name, index.map(translated));

/** @param {number} rank */
const typeOf = (rank) => `float${"[]".repeat(rank)}`;

/** @param {string} name @param {number[]} shape */
const declared = (name, shape) =>
  `${typeOf(shape.length)} ${name} = new ${indexed("float", shape.map(String))};`;

/** @type {import("./write.js").Language} */
export default {
  ...{ title: "Java", file: "SelfAttention.java", comment: "//", space: " ", pad: PAD, commented: "first" },
  writer(text) {
    const { plan, invalid } = text;
    const count = givenCount(plan);
    if (count > MOST_NUMBERS)
      throw invalid("limit", "problem", "many", { count, limit: MOST_NUMBERS, language: "Java" });
    checkFinite(plan, invalid);
    const { result, parts } = plan;
    const hasErf = parts.some(({ before }) => before.some(({ rule }) => rule.op === "gelu"));
    const start = startOf(plan, invalid);
    const shown = (/** @type {string} */ name, /** @type {number} */ rank) =>
      rank ? `Arrays.${rank > 1 ? "deepToString" : "toString"}(${name})` : name;
    /** @type {(name: string, numbers: any, labels?: string[]) => string[]} */
    const input = (name, numbers, labels = []) => {
      const type = numbers.data instanceof Uint8Array ? "boolean" : "float";
      const before = `${PAD}${type}${"[]".repeat(numbers.shape.length)} ${name} = `;
      // javac may read source files as ASCII
      const plain = labels.map((label) => label.replace(/[^\x20-\x7e]/g, ""));
      const place = { before, after: ";", pad: PAD, labels: plain.some(Boolean) ? plain : [] };
      return bracketed(numbers, NOTATION, place);
    };
    const print = (/** @type {string} */ name, /** @type {number} */ rank) =>
      `${PAD}System.out.println("${name} " + ${shown(name, rank)});`;
    return {
      input: ({ group }, numbers, labels) => input(group.name, numbers, labels),
      statement: (statement, part, inLoop) =>
        cellsOf(plan, part, statement, inLoop).flatMap((made) => linesOf(made, inLoop ? PAD + STEP : PAD)),
      loop: (part, { steps, collected, initial }) => ({
        open: [
          ...collected.map((variable) => PAD + declared(variable.group.name, keptShape(variable))),
          ...(initial ? [`${PAD}${part.variable("state")?.group.name}[0] = ${initial.group.name};`] : []),
          `${PAD}for (int step = 0; step < ${steps}; step++) {`,
        ],
        close: [`${PAD}}`],
      }),
      close() {
        backward(text, start, { input, print, lines: (made) => linesOf(made, PAD) });
        const last = shown(result.group.name, keptShape(result).length);
        return [`${PAD}System.out.println(${last});`, `${STEP}}`, ...(hasErf ? ERF : []), "}"];
      },
      head: () => [
        ...["import java.util.Arrays;", "", "class SelfAttention {"],
        `${STEP}public static void main(String[] args) {`,
      ],
    };
  },
};

/** @param {import("./cells.js").Made} made @param {string} pad @returns {string[]} */
function linesOf({ name, axes, shape, index, cell, at, known = at !== undefined }, pad) {
  const isNew = !known;
  const whole = copiedFrom(cell, axes);
  if (whole && isNew) return [`${pad}${typeOf(axes.length)} ${name} = ${cellAt(whole.name, whole.index)};`];
  const first = axes.length > 0 && isNew ? [pad + declared(name, shape)] : [];
  const target = indexed(name, at === undefined ? index : [at, ...index]);
  const declares = axes.length === 0 && isNew;
  return [...first, ...nested(axes.flat(), pad, (deeper) => body(cell, target, deeper, declares))];
}

/** @param {Axis[]} loops @param {string} pad @param {(pad: string) => string[]} make @returns {string[]} */
function nested([first, ...rest], pad, make) {
  if (!first) return make(pad);
  const inner = nested(rest, pad + STEP, make);
  const head = `${pad}for (int ${first.letter} = 0; ${first.letter} < ${first.size}; ${first.letter}++)`;
  const mayOmitBraces = rest.length > 0 || inner.length === 1 || /^\s*for /.test(inner[0]);
  return mayOmitBraces && isSingle(inner) ? [head, ...inner] : [`${head} {`, ...inner, `${pad}}`];
}

/** Whether lines form a single statement. @param {string[]} lines */
function isSingle(lines) {
  const depth = lines[0].search(/[^ ]/);
  return lines.filter((line) => line.search(/[^ ]/) === depth && !/^ *}/.test(line)).length === 1;
}

/** Writes the statements that make one cell. @param {Expression} cell @param {string} target @param {string} pad @param {boolean} declares @returns {string[]} */
function body(cell, target, pad, declares) {
  const first = `${declares ? "float " : ""}${target} =`;
  if (cell.is === "max") return [`${pad}${first} ${NOTATION.words.minus};`, ...adds(cell, target, pad)];
  if (cell.is === "sum") return [...(declares ? [`${pad}${first} 0;`] : []), ...adds(cell, target, pad)];
  const [sum, last, ...others] = cell.is === "add" ? cell.of : [];
  if (!declares && sum?.is === "sum" && last?.is === "ref" && others.length === 0)
    return [`${pad}${first} ${cellAt(last.name, last.index)};`, ...adds(sum, target, pad)];
  return broken(statement(cell, (value) => `${first} ${value};`, pad));
}

/** Writes a loop that adds to a sum, or finds a maximum. @param {Expression & { is: "sum" | "max" }} many @param {string} target @param {string} pad */
const adds = ({ is, over, of: [term] }, target, pad) =>
  nested(over, pad, (deeper) => broken(statement(term, (value) => taken(is, target, value), deeper)));

/** @param {"sum" | "max"} is @param {string} target @param {string} value */
const taken = (is, target, value) =>
  is === "sum" ? `${target} += ${value};` : `${target} = Math.max(${target}, ${value});`;

/** Writes a statement, after those that it depends on. @param {Expression} cell @param {(value: string) => string} line @param {string} pad */
function statement(cell, line, pad) {
  /** @type {string[]} */
  const before = [];
  const last = line(writing(before)(cell));
  return [...before, last].map((line) => pad + line);
}

/** Breaks the last of some statements if it is too long. @param {string[]} lines */
function broken(lines) {
  const last = lines[lines.length - 1];
  if (last.length <= WIDTH || !last.includes(" ? ")) return lines;
  const [, pad, head, rest] = /** @type {RegExpExecArray} */ (/^( *)(.*? [+]?=) (.*)$/.exec(last));
  return [...lines.slice(0, -1), `${pad}${head}`, `${pad}${STEP}${rest}`];
}

/** @param {string[]} before receives the statements that an expression depends on */
const writing = (before) =>
  writer({
    enclose: (inside) => `(${inside})`,
    ref: cellAt,
    number: (value) =>
      spelled(value, NOTATION.words, (finite) =>
        Number.isInteger(finite) && Math.abs(finite) < 1e6 ? String(finite) : `${decimal(finite)}f`,
      ),
    times: " * ",
    call: (name, of) => [`(float) ${name === "erf" ? "" : "Math."}${name}(${of.join(", ")})`, 4],
    choose: (tests, [usual, other], write) => [
      `${tests.map(translated).join(" && ")} ? ${write(usual, 2)} : ${write(other, 2)}`,
      1,
    ],
    // in a variable of its own
    many({ is, over, of: [term] }) {
      const count = before.filter((line) => line.startsWith(`float ${is}`)).length;
      const name = count ? `${is}${count + 1}` : is;
      before.push(`float ${name} = ${is === "sum" ? "0" : NOTATION.words.minus};`);
      before.push(...nested(over, "", (pad) => statement(term, (value) => taken(is, name, value), pad)));
      return name;
    },
  });
