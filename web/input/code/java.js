/** A problem in Java: one class, one method, a loop for every axis. */
import { AttentionError } from "../../core/errors.js";
import { fill } from "../../words/sentence.js";
import { cellsOf } from "./cells.js";
import { WIDTH, bracketed, decimal, pointed } from "./numbers.js";
import { demandFinite, givenCount, keptShape, shortName } from "./plan.js";
import { Text } from "./text.js";

/** @typedef {import("./cells.js").Expression} Expression */
/** @typedef {import("./cells.js").Axis} Axis */
/** @typedef {import("./plan.js").Part} Part */
/** @typedef {import("./plan.js").Statement} Statement */

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
const written = (index) => index.replaceAll("//", "/").replace(/-inf\b/g, NOTATION.words.minus);

/** @type {import("./index.js").Writer} */
export default function java(plan, words) {
  const count = givenCount(plan);
  if (count > MOST_NUMBERS) {
    const facts = { count, limit: MOST_NUMBERS, language: "Java" };
    throw new AttentionError("limit", "problem", fill(words.errors.many, facts));
  }
  demandFinite(plan, words.errors);
  const text = new Text(plan, words, "//", " ");
  for (const part of plan.parts) {
    if (plan.chain) {
      text.header(`${PAD}// ${part.id}: ${words.ops[part.op]}`);
    }
    text.section();
    for (const variable of part.givens) {
      const { data } = part.values[shortName(variable.tensor)];
      const shape = keptShape(variable);
      const type = (data instanceof Uint8Array ? "boolean" : "float") + "[]".repeat(shape.length);
      const place = { before: `${PAD}${type} ${variable.group.name} = `, after: ";", pad: PAD };
      const labels = text.labels(variable).map((label) => label.replace(/[^\x20-\x7e]/g, ""));
      text.put(
        variable,
        bracketed({ shape, data }, NOTATION, { ...place, labels: labels.some(Boolean) ? labels : [] }),
      );
    }
    for (const statement of part.before) make(part, statement, false);
    if (part.loop) loop(part, part.loop);
    for (const statement of part.after) make(part, statement, false);
  }
  const { result } = plan;
  const print = keptShape(result).length > 1 ? "deepToString" : "toString";
  text.add(`${PAD}System.out.println(Arrays.${print}(${result.group.name}));`, `${STEP}}`, "}");
  text.head(
    "import java.util.Arrays;",
    "",
    "class SelfAttention {",
    `${STEP}public static void main(String[] args) {`,
  );
  return text.finish();

  /** @param {Part} part @param {import("./plan.js").Loop} loop */
  function loop(part, { steps, body }) {
    text.gap();
    for (const { variable } of body) {
      if (!variable.out.some(({ letter }, axis) => letter === "s" && variable.kept[axis])) continue;
      text.add(PAD + declared(variable.group.name, keptShape(variable)));
    }
    const initial = plan.variables.get(`${part.id}.initial_state`);
    const state = plan.variables.get(`${part.id}.state`);
    if (initial) text.add(`${PAD}${state?.group.name}[0] = ${initial.group.name};`);
    text.add(`${PAD}for (int step = 0; step < ${steps}; step++) {`);
    for (const statement of body) make(part, statement, true);
    text.add(`${PAD}}`);
    text.gap();
    text.section();
  }

  /** @param {string} name @param {number[]} shape */
  function declared(name, shape) {
    const lengths = shape.map((length) => `[${length}]`).join("");
    return `float${"[]".repeat(shape.length)} ${name} = new float${lengths};`;
  }

  /** @param {Part} part @param {Statement} statement @param {boolean} inLoop */
  function make(part, statement, inLoop) {
    const pad = inLoop ? PAD + STEP : PAD;
    const lines = cellsOf(plan, part, statement, inLoop).flatMap((made) => linesOf(made, pad));
    lines[0] = text.beside(lines[0], text.saying(statement));
    if (inLoop) text.put(statement.variable, lines);
    else text.make(statement.variable, lines);
  }

  /** @param {import("./cells.js").Made} made @param {string} pad @returns {string[]} */
  function linesOf({ name, axes, shape, cell, at }, pad) {
    const whole = copied(cell, axes);
    if (whole && at === undefined) return [`${pad}float${"[]".repeat(axes.length)} ${name} = ${whole};`];
    const first = axes.length > 0 && at === undefined ? [pad + declared(name, shape)] : [];
    const index = axes.map((letters) => `[${pairIndex(letters)}]`).join("");
    const target = name + (at === undefined ? "" : `[${at}]`) + index;
    const declares = axes.length === 0 && at === undefined;
    const loops = axes.flat();
    return [
      ...first,
      ...nested(loops, pad, (own) => body(cell, declares ? `float ${target}` : target, own, declares)),
    ];
  }

  /** @param {Axis[]} letters */
  function pairIndex(letters) {
    return letters.length === 1
      ? letters[0].letter
      : `${letters[0].letter} * ${letters[1].size} + ${letters[1].letter}`;
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
    const bare = target.replace(/^float /, "");
    if (cell.is === "sum") {
      const first = declares ? [`${pad}${target} = 0;`] : [];
      return [...first, ...nested(cell.over, pad, (own) => adds(cell.of[0], bare, own))];
    }
    if (cell.is === "max") {
      const first = `${pad}${target} = ${NOTATION.words.minus};`;
      const larger = `${bare} = Math.max(${bare}, ${write(cell.of[0], 0, [])});`;
      return [first, ...nested(cell.over, pad, (own) => [own + larger])];
    }
    const parts = cell.is === "add" ? cell.of : [];
    const last = parts.at(-1);
    if (!declares && last && parts.length === 2 && parts[0].is === "sum" && last.is === "ref") {
      const [sum] = parts;
      return [
        `${pad}${target} = ${write(last, 0, [])};`,
        ...nested(sum.over, pad, (own) => adds(sum.of[0], target, own)),
      ];
    }
    /** @type {string[]} */
    const before = [];
    const value = write(cell, 0, before);
    return [...before.map((line) => pad + line), ...broken(`${pad}${target} = ${value};`)];
  }

  /** @param {Expression} one @param {string} target @param {string} pad */
  function adds(one, target, pad) {
    /** @type {string[]} */
    const before = [];
    const value = write(one, 0, before);
    return [...before.map((line) => pad + line), ...broken(`${pad}${target} += ${value};`)];
  }

  /** @param {string} line */
  function broken(line) {
    if (line.length <= WIDTH || !line.includes(" ? ")) return [line];
    const [, pad, head, rest] = /** @type {RegExpExecArray} */ (/^( *)(.*? =) (.*)$/.exec(line));
    return [`${pad}${head}`, `${pad}${STEP}${rest}`];
  }

  /** What is copied whole. @param {Expression} cell @param {Axis[][]} axes */
  function copied(cell, axes) {
    if (cell.is !== "ref" || axes.length === 0 || axes.some((letters) => letters.length > 1)) return "";
    const last = cell.index.slice(-axes.length);
    if (last.length < axes.length || last.some((one, n) => one !== axes[n][0].letter)) return "";
    return (
      cell.name +
      cell.index
        .slice(0, -axes.length)
        .map((one) => `[${written(one)}]`)
        .join("")
    );
  }

  /** @param {Expression} e @param {number} least precedence: 1 ?:, 2 sums, 3 products @param {string[]} before statements that it needs @returns {string} */
  function write(e, least, before) {
    const inside = (/** @type {string} */ said, /** @type {number} */ level) =>
      level < least ? `(${said})` : said;
    switch (e.is) {
      case "ref":
        return e.name + e.index.map((one) => `[${written(one)}]`).join("");
      case "number":
        return inside(numeral(e.value), e.value < 0 ? 2 : 9);
      case "add":
        return inside(e.of.map((one) => write(one, 2, before)).join(" + "), 2);
      case "minus":
        return inside(`${write(e.of[0], 2, before)} - ${write(e.of[1], 3, before)}`, 2);
      case "times": {
        const factors = e.of.map((one) => write(one, 3, before));
        return inside(factors.join(" * "), 3);
      }
      case "over":
        return inside(`${write(e.of[0], 3, before)} / ${write(e.of[1], 4, before)}`, 3);
      case "call":
        return inside(`(float) Math.${e.name}(${e.of.map((one) => write(one, 0, before)).join(", ")})`, 4);
      case "if": {
        const tests = e.tests.map((test) => written(test)).join(" && ");
        return inside(`${tests} ? ${write(e.of[0], 2, before)} : ${write(e.of[1], 2, before)}`, 1);
      }
      default:
        return gathered(e, before);
    }
  }

  /** A sum or a maximum in a variable of its own. @param {Expression & { is: "sum" | "max" }} e @param {string[]} before */
  function gathered({ is, over, of: [one] }, before) {
    const taken = before.filter((line) => line.startsWith(`float ${is}`)).length;
    const name = taken ? `${is}${taken + 1}` : is;
    const from = is === "sum" ? "0" : NOTATION.words.minus;
    before.push(`float ${name} = ${from};`);
    before.push(
      ...nested(over, "", (pad) => {
        /** @type {string[]} */
        const own = [];
        const value = write(one, 0, own);
        const line = is === "sum" ? `${name} += ${value};` : `${name} = Math.max(${name}, ${value});`;
        return [...own, line].map((text) => pad + text);
      }),
    );
    return name;
  }

  /** @param {number} value */
  function numeral(value) {
    if (Number.isNaN(value)) return NOTATION.words.nan;
    if (!Number.isFinite(value)) return value > 0 ? NOTATION.words.inf : NOTATION.words.minus;
    if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
    return `${decimal(value)}f`;
  }
}
