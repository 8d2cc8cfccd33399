/** A problem in LaTeX: the given matrices, and one formula a tensor. Needs amsmath. */
import { cellsOf } from "./cells.js";
import { decimal } from "./numbers.js";
import { keptShape, masks, shortName } from "./plan.js";
import { Text } from "./text.js";

/** @typedef {import("./cells.js").Expression} Expression */
/** @typedef {import("./plan.js").Part} Part */
/** @typedef {import("./plan.js").Statement} Statement */
/** @typedef {import("./plan.js").Variable} Variable */

/** What amsmath takes without being told. */
const COLUMNS = 10;

/** Letters of tensors, as formulas have them. @type {Record<string, string>} */
const LETTERS = {
  x: "X",
  x_kv: "X_{kv}",
  x_v: "X_{v}",
  w_q: "W_Q",
  w_k: "W_K",
  w_v: "W_V",
  w_o: "W_O",
  b_q: "b_Q",
  b_k: "b_K",
  b_v: "b_V",
  b_o: "b_O",
  projected_query: "\\hat{Q}",
  projected_key: "\\hat{K}",
  projected_value: "\\hat{V}",
  query: "Q",
  key: "K",
  value: "V",
  hidden: "H",
  w_1: "W_1",
  w_2: "w_2",
  w_score: "W_S",
  scores: "S",
  scaled_scores: "\\tilde{S}",
  capped_scores: "\\bar{S}",
  masked_scores: "\\hat{S}",
  row_max: "m",
  shifted_scores: "D",
  shifted_exp: "E",
  row_sum: "r",
  weights: "A",
  weights_override: "A_{\\text{given}}",
  bias: "B",
  mask: "M",
  key_mask: "M_{\\text{key}}",
  mixed: "Z",
  joined: "\\hat{Z}",
  output: "Y",
};

const SIGNS = /** @type {Record<string, string>} */ ({
  ">=": "\\ge",
  "<=": "\\le",
  ">": ">",
  "!=": "\\ne",
});

/** @type {import("./index.js").Writer} */
export default function latex(plan, words) {
  const text = new Text(plan, words, "%", " ");
  const byName = new Map(Array.from(plan.variables.values(), (variable) => [variable.group.name, variable]));
  const widest = Math.max(
    ...plan.parts.flatMap(({ givens }) => givens.map((one) => keptShape(one).at(-1) ?? 1)),
  );
  text.add(`% ${words.says.amsmath}`);
  if (widest > COLUMNS) text.add(`\\setcounter{MaxMatrixCols}{${widest}}`);
  text.add("\\begin{align*}");
  for (const part of plan.parts) {
    if (plan.chain) text.add(`  % ${part.id}: ${words.ops[part.op]}`);
    part.givens.forEach(give);
    for (const statement of part.before) make(part, statement, false);
    if (part.loop) loop(part, part.loop);
    for (const statement of part.after) make(part, statement, false);
  }
  const whole = formula();
  if (whole) text.add(`  ${whole}`);
  else text.amend((line) => line.replace(/ \\\\( %|$)/, "$1"));
  text.add("\\end{align*}");
  return text.finish();

  /** A tensor's letter. @param {Variable} variable */
  function symbol({ group }) {
    const short = shortName(group.tensor);
    if (!plan.chain && LETTERS[short]) return LETTERS[short];
    return `\\textit{${group.tensor.replaceAll("_", "\\_")}}`;
  }

  /** A letter with its indices. @param {string} name @param {string[]} index as Python writes it */
  function indexed(name, index) {
    const variable = byName.get(name);
    const letter = variable ? symbol(variable) : `\\textit{${name.replaceAll("_", "\\_")}}`;
    if (index.length === 0) return letter;
    const at = index.map(counted);
    const said = at.join(at.every((one) => /^\w$/.test(one)) ? "" : ", ");
    return `${/^\\textit|_/.test(letter) ? `(${letter})` : letter}_{${said}}`;
  }

  /** An index as a formula. @param {string} index */
  function counted(index) {
    return index
      .replace(/(\w+) \/\/ (\d+)/g, "\\lfloor $1 / $2 \\rfloor")
      .replaceAll(" * ", " \\cdot ")
      .replaceAll("step", "t");
  }

  /** @param {Variable} variable */
  function give(variable) {
    const { data } = variable.stage.values[shortName(variable.tensor)];
    const shape = keptShape(variable);
    const letter = `  ${symbol(variable)} &= `;
    const end = ` \\\\ % ${shortName(variable.tensor)}`;
    const columns = shape.at(-1) ?? 1;
    const rows = Array.from({ length: data.length / columns }, (_, n) =>
      Array.from(data.subarray(n * columns, (n + 1) * columns), numeral).join(" & "),
    );
    if (shape.length === 0) return text.put(variable, `${letter}${numeral(data[0])}${end}`);
    const height = shape.at(-2) ?? 1;
    const matrices = Array.from({ length: rows.length / height }, (_, n) =>
      rows.slice(n * height, (n + 1) * height),
    );
    const line = matrices.map((own) => `\\begin{bmatrix} ${own.join(" \\\\ ")} \\end{bmatrix}`).join(",\\; ");
    if (line.length < 80) return text.put(variable, letter + line + end);
    const lines = matrices.flatMap((own, n) => [
      "    \\begin{bmatrix}",
      ...own.map((row, m) => `      ${row}${m < own.length - 1 ? " \\\\" : ""}`),
      `    \\end{bmatrix}${n < matrices.length - 1 ? ",\\;" : end}`,
    ]);
    text.put(variable, [letter.trimEnd(), ...lines]);
  }

  /** @param {Part} part @param {import("./plan.js").Loop} loop */
  function loop(part, { steps, body }) {
    const state = plan.variables.get(`${part.id}.state`);
    const initial = plan.variables.get(`${part.id}.initial_state`);
    if (state) text.add(`  ${symbol(state)}_{0} &= ${initial ? symbol(initial) : "0"} \\\\`);
    text.add(`  % t = 0, …, ${steps - 1}`);
    for (const statement of body) make(part, statement, true);
  }

  /** @param {Part} part @param {Statement} statement @param {boolean} inLoop */
  function make(part, statement, inLoop) {
    const { variable } = statement;
    const lines = cellsOf(plan, part, statement, inLoop).map((made) => {
      const short = product(part, statement, inLoop);
      const index = made.axes.map((letters) =>
        letters.length === 1
          ? letters[0].letter
          : `${letters[0].letter} * ${letters[1].size} + ${letters[1].letter}`,
      );
      const left = short
        ? symbol(variable)
        : indexed(made.name, made.at === undefined ? index : [made.at, ...index]);
      return `  ${left} &= ${short ?? write(made.cell, 0)} \\\\`;
    });
    const said = text.saying(statement);
    lines[lines.length - 1] += ` % ${shortName(variable.group.tensor)}${said ? `: ${said}` : ""}`;
    text.put(variable, lines);
  }

  /** What one head makes, as products of matrices. @param {Part} part @param {Statement} statement @param {boolean} inLoop */
  function product({ keeps: { batch, head }, op }, { rule }, inLoop) {
    if (batch || head || op !== "attention" || inLoop) return undefined;
    const at = (/** @type {number} */ n, m = 0) =>
      symbol(/** @type {Variable} */ (plan.variables.get(rule.parts[n].of[m])));
    const plus = rule.parts.slice(1).map((_, n) => ` + ${at(n + 1)}`);
    switch (rule.op) {
      case "linear":
        return `${at(0, 0)}\\,${at(0, 1)}${plus.join("")}`;
      case "scores":
        return rule.parts[0].of[0].endsWith("hidden") ? undefined : `${at(0, 0)}\\,${at(0, 1)}^{\\top}`;
      case "bilinear":
        return `${at(0, 0)}\\,${at(0, 1)}\\,${at(0, 2)}^{\\top}`;
      case "mix":
        return `${at(0, 0)}\\,${at(0, 1)}`;
      default:
        return undefined;
    }
  }

  /** The whole, where it is the formula that everybody knows. */
  function formula() {
    const [part] = plan.parts;
    const { values, keeps, mask } = part;
    const { score = 0, scale, softcap, weights_override: override } = values;
    if (plan.chain || keeps.batch || keeps.head || score > 1 || softcap || override || masks(mask))
      return undefined;
    const own = (/** @type {string} */ name) => symbol(/** @type {Variable} */ (plan.variables.get(name)));
    const [q, k, v] = ["query", "key", "value"].map(own);
    const by = scale ?? (score === 0 ? undefined : 1);
    const inner =
      by === undefined
        ? `\\frac{${q}${k}^{\\top}}{\\sqrt{d_k}}`
        : `${by === 1 ? "" : `${numeral(by)}\\,`}${q}${k}^{\\top}`;
    const tail = `${values.w_o ? `\\,${own("w_o")}` : ""}${values.b_o ? ` + ${own("b_o")}` : ""}`;
    return `${symbol(plan.result)} &= \\operatorname{softmax}\\left(${inner}\\right)${v}${tail}`;
  }

  /** @param {Expression} e @param {number} least precedence: 2 sums, 3 products @returns {string} */
  function write(e, least) {
    const inside = (/** @type {string} */ said, /** @type {number} */ level) =>
      level < least ? `\\left(${said}\\right)` : said;
    switch (e.is) {
      case "ref":
        return indexed(e.name, e.index);
      case "number":
        return inside(numeral(e.value), e.value < 0 ? 2 : 9);
      case "add":
        return inside(e.of.map((one) => write(one, 2)).join(" + "), 2);
      case "minus":
        return inside(`${write(e.of[0], 2)} - ${write(e.of[1], 3)}`, 2);
      case "times":
        if (e.of.length === 2 && e.of[0] === e.of[1]) return `\\left(${write(e.of[0], 0)}\\right)^2`;
        return inside(e.of.map((one) => write(one, 3)).join("\\, "), 3);
      case "over":
        return `\\frac{${write(e.of[0], 0)}}{${write(e.of[1], 0)}}`;
      case "call":
        return called(e);
      case "if":
        return `\\begin{cases} ${write(e.of[0], 0)} & \\text{if } ${e.tests.map(tested).join(",\\ ")} \\\\ ${write(e.of[1], 0)} & \\text{else} \\end{cases}`;
      default: {
        const letters = e.over.map(({ letter }) => letter).join(", ");
        const sign = e.is === "sum" ? "\\sum" : "\\max";
        return inside(`${sign}_{${letters}} ${write(e.of[0], 3)}`, 2);
      }
    }
  }

  /** @param {Expression & { is: "call" }} e */
  function called({ name, of }) {
    const all = of.map((one) => write(one, 0));
    if (name === "sqrt") return `\\sqrt{${all[0]}}`;
    if (name === "exp") return `e^{${all[0]}}`;
    const known = name === "atan2" ? "\\operatorname{atan2}" : `\\${name}`;
    return `${known}\\left(${all.join(",\\ ")}\\right)`;
  }

  /** @param {string} test as Python writes it */
  function tested(test) {
    const [, name, index, sign, other] = /** @type {RegExpExecArray} */ (
      /^(\w+)((?:\[[^\]]*\])*)(?: (>=|<=|>|!=) (.*))?$/.exec(test)
    );
    const at = Array.from(index.matchAll(/\[([^\]]*)\]/g), ([, one]) => one);
    const left = byName.has(name) ? indexed(name, at) : counted(name);
    return `${left} ${sign ? SIGNS[sign] : "="} ${sign ? counted(other).replace("-inf", "-\\infty") : 1}`;
  }
}

/** @param {number} value @returns {string} */
function numeral(value) {
  if (Number.isNaN(value)) return "\\mathrm{NaN}";
  if (!Number.isFinite(value)) return value > 0 ? "\\infty" : "-\\infty";
  return decimal(value).replace(
    /e([+-]?)0*(\d+)/,
    (_, sign, digits) => ` \\cdot 10^{${sign === "-" ? "-" : ""}${digits}}`,
  );
}
