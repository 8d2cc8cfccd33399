/** Writes a problem in LaTeX: the given matrices, and one formula per tensor. Needs amsmath. */
import { OPERATIONS, TENSORS } from "../../core/graph/tensors.js";
import { cellsOf } from "./cells.js";
import { writer } from "./expressions.js";
import { decimal, spelled } from "./numbers.js";
import { masks } from "./part.js";
import { variableOf } from "./plan.js";
import { keptShape, shortName } from "./variable.js";

/** @typedef {import("./plan.js").Part} Part */
/** @typedef {import("./plan.js").Statement} Statement */
/** @typedef {import("./plan.js").Variable} Variable */

/** Maximum columns of an amsmath matrix by default. */
const COLUMNS = 10;

const SIGNS = /** @type {Record<string, string>} */ ({
  ">=": "\\ge",
  "<=": "\\le",
  ">": ">",
  "!=": "\\ne",
});

/** @type {import("./write.js").Language} */
export default {
  ...{ title: "LaTeX", file: "attention.tex", comment: "%", space: " ", pad: "  ", dense: true },
  commented: "none",
  writer(text) {
    const { plan, words } = text;
    const byName = new Map([...plan.variables.values()].map((variable) => [variable.group.name, variable]));
    const write = writer({
      enclose: (inside) => `\\left(${inside}\\right)`,
      ref: indexed,
      number: numeral,
      times: "\\, ",
      square: (factor, write) => `\\left(${write(factor)}\\right)^2`,
      over: ([above, below], write) => `\\frac{${write(above)}}{${write(below)}}`,
      call,
      choose: (tests, [usual, other], write) =>
        `\\begin{cases} ${write(usual)} & \\text{if } ${tests.map(tested).join(",\\ ")} \\\\ ${write(other)} & \\text{else} \\end{cases}`,
      many({ is, over, of: [term] }, write) {
        const letters = over.map(({ letter }) => letter).join(", ");
        return [`${is === "sum" ? "\\sum" : "\\max"}_{${letters}} ${write(term, 3)}`, 2];
      },
    });
    return {
      open() {
        const givens = plan.parts.flatMap(({ givens }) => givens);
        const widest = Math.max(...givens.map((given) => keptShape(given).at(-1) ?? 1));
        const columns = widest > COLUMNS ? [`\\setcounter{MaxMatrixCols}{${widest}}`] : [];
        return [`% ${words.says.amsmath}`, ...columns, "\\begin{align*}"];
      },
      input: (variable, { shape, data }) =>
        matrices(shape, data, `  ${symbol(variable)} &= `, ` \\\\ % ${shortName(variable.tensor)}`),
      statement(statement, part, inLoop) {
        const { variable } = statement;
        const short = product(part, statement, inLoop);
        const lines = cellsOf(plan, part, statement, inLoop).map(({ name, index, cell, at }) => {
          const left = short ? symbol(variable) : indexed(name, at === undefined ? index : [at, ...index]);
          return `  ${left} &= ${short ?? write(cell)} \\\\`;
        });
        const comment = text.commentOn(statement);
        lines[lines.length - 1] += ` % ${shortName(variable.group.tensor)}${comment ? `: ${comment}` : ""}`;
        return lines;
      },
      loop(part, { steps, initial }) {
        const state = part.variable("state");
        const first = state && `  ${symbol(state)}_{0} &= ${initial ? symbol(initial) : "0"} \\\\`;
        return { open: [...(first ? [first] : []), `  % t = 0, …, ${steps - 1}`], close: [] };
      },
      close() {
        const whole = formula();
        if (!whole) text.amend((line) => line.replace(/ \\\\( %|$)/, "$1"));
        return [...(whole ? [`  ${whole}`] : []), "\\end{align*}"];
      },
    };

    /** Writes a tensor's letter, or its name if it has none. @param {Variable} variable */
    function symbol({ group }) {
      const letter = !plan.chain && letterOf(shortName(group.tensor));
      return letter || inItalics(group.tensor);
    }

    /** Writes a letter with its indices. @param {string} name @param {string[]} index as Python writes it */
    function indexed(name, index) {
      const variable = byName.get(name);
      const letter = variable ? symbol(variable) : inItalics(name);
      if (index.length === 0) return letter;
      const at = index.map(counted);
      const joined = at.join(at.every((counter) => /^\w$/.test(counter)) ? "" : ", ");
      return `${/^\\textit|_/.test(letter) ? `(${letter})` : letter}_{${joined}}`;
    }

    /** Writes what a single head computes, as products of matrices; undefined if it cannot be written so. @param {Part} part @param {Statement} statement @param {boolean} inLoop */
    function product({ keeps: { batch, head }, op }, { rule }, inLoop) {
      if (batch || head || op !== "attention" || inLoop) return undefined;
      const isTurned = /^(scores|bilinear)$/.test(rule.op);
      if (!isTurned && !/^(linear|mix)$/.test(rule.op)) return undefined;
      const [factors, ...others] = rule.parts.map(({ of }) =>
        of.map((tensor) => symbol(variableOf(plan, tensor))).join("\\,"),
      );
      if (shortName(rule.parts[0].of[0]) === "hidden") return undefined;
      return [factors + (isTurned ? "^{\\top}" : ""), ...others].join(" + ");
    }

    /** Writes the well-known formula, if the problem is an instance of it. */
    function formula() {
      const [part] = plan.parts;
      const { values, keeps, mask } = part;
      const { score = 0, scale, softcap, weights_override: override } = values;
      if (plan.chain || keeps.batch || keeps.head || score > 1 || softcap || override || masks(mask))
        return undefined;
      const symbolOf = (/** @type {string} */ name) => symbol(variableOf(plan, name));
      const [q, k, v] = ["query", "key", "value"].map(symbolOf);
      const by = scale ?? (score === 0 ? undefined : 1);
      const factor = by === 1 || by === undefined ? "" : `${numeral(by)}\\,`;
      const products = `${factor}${q}${k}^{\\top}`;
      const inner = by === undefined ? `\\frac{${products}}{\\sqrt{d_k}}` : products;
      const tail = `${values.w_o ? `\\,${symbolOf("w_o")}` : ""}${values.b_o ? ` + ${symbolOf("b_o")}` : ""}`;
      return `${symbol(plan.result)} &= \\operatorname{softmax}\\left(${inner}\\right)${v}${tail}`;
    }

    /** @param {string} test as Python writes it */
    function tested(test) {
      const [, name, index, sign, other] = /** @type {RegExpExecArray} */ (
        /^(\w+)((?:\[[^\]]*\])*)(?: (>=|<=|>|!=) (.*))?$/.exec(test)
      );
      const at = Array.from(index.matchAll(/\[([^\]]*)\]/g), ([, counter]) => counter);
      const left = byName.has(name) ? indexed(name, at) : counted(name);
      return `${left} ${sign ? SIGNS[sign] : "="} ${sign ? counted(other).replace("-inf", "-\\infty") : 1}`;
    }
  },
};

/** Returns a tensor's letter in a formula, a capital if it is a matrix. @param {string} tensor */
function letterOf(tensor) {
  const { given, made } = OPERATIONS.attention;
  const { axes } = given[tensor] ?? made[tensor] ?? {};
  if (!axes) return "";
  const { letter, sub, latex } = TENSORS[tensor];
  if (latex) return latex;
  const capital = axes.includes(" ") ? letter.toUpperCase() : letter;
  return sub ? `${capital}_${/^[A-Z\d]$/.test(sub) ? sub : `{${sub}}`}` : capital;
}

/** @param {string} name */
const inItalics = (name) => `\\textit{${name.replaceAll("_", "\\_")}}`;

/** Writes an index as a formula. @param {string} index */
const counted = (index) =>
  index
    .replace(/(\w+) \/\/ (\d+)/g, "\\lfloor $1 / $2 \\rfloor")
    .replaceAll(" * ", " \\cdot ")
    .replaceAll("step", "t");

/** Writes numbers as one matrix after the other. @param {readonly number[]} shape @param {Float32Array | Uint8Array} data @param {string} letter before them @param {string} end */
function matrices(shape, data, letter, end) {
  const [height, columns] = [1, 1, ...shape].slice(-2);
  if (shape.length === 0) return `${letter}${numeral(data[0])}${end}`;
  const rows = Array.from({ length: data.length / columns }, (_, n) =>
    Array.from(data.subarray(n * columns, (n + 1) * columns), numeral).join(" & "),
  );
  const all = Array.from({ length: rows.length / height }, (_, n) =>
    rows.slice(n * height, (n + 1) * height),
  );
  const line = all.map((matrix) => `\\begin{bmatrix} ${matrix.join(" \\\\ ")} \\end{bmatrix}`).join(",\\; ");
  if (line.length < 80) return letter + line + end;
  const lines = all.flatMap((matrix, n) => [
    "    \\begin{bmatrix}",
    ...matrix.map((row, m) => `      ${row}${m < matrix.length - 1 ? " \\\\" : ""}`),
    `    \\end{bmatrix}${n < all.length - 1 ? ",\\;" : end}`,
  ]);
  return [letter.trimEnd(), ...lines];
}

/** @param {string} name of a function @param {string[]} of */
function call(name, of) {
  if (name === "sqrt") return `\\sqrt{${of[0]}}`;
  if (name === "exp") return `e^{${of[0]}}`;
  return `${/^(atan2|erf)$/.test(name) ? `\\operatorname{${name}}` : `\\${name}`}\\left(${of.join(",\\ ")}\\right)`;
}

const WORDS = { nan: "\\mathrm{NaN}", inf: "\\infty", minus: "-\\infty" };

/** @param {number} value @returns {string} */
const numeral = (value) =>
  spelled(value, WORDS, (finite) => decimal(finite).replace(/e\+?(-?)0*(\d+)/, " \\cdot 10^{$1$2}"));
