/** A problem in plain Python: lists, and a sum for every Σ of the formulas. */
import { cellsOf } from "./cells.js";
import { WIDTH, bracketed, decimal, pointed } from "./numbers.js";
import { demandFinite, keptShape, shortName } from "./plan.js";
import { Text } from "./text.js";

/** @typedef {import("./cells.js").Expression} Expression */
/** @typedef {import("./cells.js").Made} Made */
/** @typedef {import("./plan.js").Part} Part */
/** @typedef {import("./plan.js").Statement} Statement */

const NOTATION = {
  ...{ open: "[", close: "]", number: pointed, comment: "#", step: "    " },
  words: { nan: "nan", inf: "inf", minus: "-inf", yes: "True", no: "False" },
};

/** Of functions and constants, those of math. */
const MATH = ["atan2", "exp", "inf", "log", "nan", "sqrt", "tanh"];

/** @type {import("./index.js").Writer} */
export default function python(plan, words) {
  demandFinite(plan, words.errors);
  const text = new Text(plan, words, "#");
  /** @type {Set<string>} */
  const used = new Set();
  for (const part of plan.parts) {
    if (plan.chain) {
      text.header(`# ${part.id}: ${words.ops[part.op]}`);
    }
    text.section();
    for (const variable of part.givens) {
      const { data } = part.values[shortName(variable.tensor)];
      const place = { before: `${variable.group.name} = `, after: "", labels: text.labels(variable) };
      const lines = bracketed({ shape: keptShape(variable), data }, NOTATION, place);
      for (const name of ["inf", "nan"]) if (lines.some((line) => line.includes(name))) used.add(name);
      text.put(variable, lines);
    }
    for (const statement of part.before) make(part, statement, false);
    if (part.loop) loop(part, part.loop);
    for (const statement of part.after) make(part, statement, false);
  }
  text.add(`print(${plan.result.group.name})`);
  const names = MATH.filter((name) => used.has(name));
  if (names.length > 0) text.head(`from math import ${names.join(", ")}`, "");
  return text.finish();

  /** @param {Part} part @param {import("./plan.js").Loop} loop */
  function loop(part, { steps, body }) {
    text.gap();
    for (const { variable } of body) {
      if (!variable.out.some(({ letter }, axis) => letter === "s" && variable.kept[axis])) continue;
      const initial =
        plan.variables.get(`${part.id}.initial_state`)?.group.name ?? `[0.0] * ${variable.shape.at(-1)}`;
      text.add(`${variable.group.name} = [${shortName(variable.tensor) === "state" ? initial : ""}]`);
    }
    text.add(`for step in range(${steps}):`);
    for (const statement of body) make(part, statement, true);
    text.gap();
    text.section();
  }

  /** @param {Part} part @param {Statement} statement @param {boolean} inLoop */
  function make(part, statement, inLoop) {
    const lines = cellsOf(plan, part, statement, inLoop).flatMap((made) => {
      const pad = inLoop ? "    " : "";
      const appended = made.at !== undefined;
      const lead = `${pad}${made.name}${appended ? ".append(" : " = "}`;
      const axes = made.axes.map((letters) => letters.slice());
      const all = comprehension(made.cell, axes, lead, appended ? ")" : "", pad);
      return all;
    });
    lines[lines.length - 1] = text.beside(lines[lines.length - 1], text.saying(statement));
    if (inLoop) text.put(statement.variable, lines);
    else text.make(statement.variable, lines);
  }

  /**
   * A cell for all values of its letters: on one line where it fits.
   * @param {Expression} cell
   * @param {import("./cells.js").Axis[][]} axes
   * @param {string} lead what stands before
   * @param {string} tail what stands behind
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

  /** A long sum in a function, one term a line. @param {Expression} cell @param {string} lead @param {string} tail @param {string} pad */
  function broken(cell, lead, tail, pad) {
    if (cell.is !== "call" || cell.of[0].is !== "add") return undefined;
    used.add(cell.name);
    const terms = cell.of[0].of.map((one, n) => `${pad}    ${n ? "+ " : ""}${write(one, 2)}`);
    return [`${lead}${cell.name}(`, ...terms, `${pad})${tail}`];
  }

  /** @param {Expression} cell @param {import("./cells.js").Axis[][]} axes @returns {string} */
  function flat(cell, axes) {
    if (axes.length === 0) return write(cell, 0);
    const [first, ...rest] = axes;
    const whole = copied(cell, axes);
    if (whole) return whole;
    return `[${flat(cell, rest)} ${runs(first)}]`;
  }

  /** What is copied with all its axes needs no loop. @param {Expression} cell @param {import("./cells.js").Axis[][]} axes */
  function copied(cell, axes) {
    if (cell.is !== "ref" || axes.some((letters) => letters.length > 1)) return "";
    const { name, index } = cell;
    const last = index.slice(-axes.length);
    if (last.length < axes.length || last.some((one, n) => one !== axes[n][0].letter)) return "";
    return write({ is: "ref", name, index: index.slice(0, -axes.length) }, 0);
  }

  /** @param {import("./cells.js").Axis[]} letters */
  function runs(letters) {
    return letters.map(({ letter, size }) => `for ${letter} in range(${size})`).join(" ");
  }

  /** @param {Expression} e @param {number} least precedence that needs no parentheses: 1 if, 2 sums, 3 products @returns {string} */
  function write(e, least) {
    const inside = (/** @type {string} */ said, /** @type {number} */ level) =>
      level < least ? `(${said})` : said;
    switch (e.is) {
      case "ref":
        return e.name + e.index.map((one) => `[${one}]`).join("");
      case "number":
        return inside(numeral(e.value), e.value < 0 ? 2 : 9);
      case "add":
        return inside(e.of.map((one) => write(one, 2)).join(" + "), 2);
      case "minus":
        return inside(`${write(e.of[0], 2)} - ${write(e.of[1], 3)}`, 2);
      case "times":
        if (e.of.length === 2 && e.of[0] === e.of[1]) return inside(`${write(e.of[0], 4)} ** 2`, 3);
        return inside(e.of.map((one) => write(one, 3)).join(" * "), 3);
      case "over":
        return inside(`${write(e.of[0], 3)} / ${write(e.of[1], 4)}`, 3);
      case "call":
        used.add(e.name);
        return `${e.name}(${e.of.map((one) => write(one, 0)).join(", ")})`;
      case "if": {
        for (const test of e.tests) if (test.includes("inf")) used.add("inf");
        return inside(`${write(e.of[0], 1)} if ${e.tests.join(" and ")} else ${write(e.of[1], 1)}`, 0);
      }
      default:
        return many(e);
    }
  }

  /** @param {Expression & { is: "sum" | "max" }} e */
  function many({ is, over: axes, of: [one] }) {
    const row = copied(
      one,
      axes.map((axis) => [axis]),
    );
    if (row && axes.length === 1) return `${is}(${row})`;
    return `${is}(${write(one, 1)} ${runs(axes)})`;
  }

  /** @param {number} value */
  function numeral(value) {
    if (Number.isNaN(value)) return (used.add("nan"), "nan");
    if (!Number.isFinite(value)) return (used.add("inf"), value > 0 ? "inf" : "-inf");
    return decimal(value);
  }
}
