/** A problem in JavaScript, with this package: the core computes, and every tensor is taken from its trace by name. */
import { shortestDecimal } from "../../words/decimal.js";
import { bracketed } from "./numbers.js";
import { keptShape } from "./plan.js";
import { Text } from "./text.js";

/** @typedef {import("./plan.js").Part} Part */
/** @typedef {import("./plan.js").Statement} Statement */

const NOTATION = {
  ...{ open: "[", close: "]", number: shortestDecimal, step: "  " },
  words: { nan: "NaN", inf: "Infinity", minus: "-Infinity", yes: "true", no: "false" },
};

const PACKAGE = "attention-player";
const SCORES = ["scaled_dot", "dot", "bilinear", "additive"];
const CAUSAL = [false, true, "bottom-right"];

/** Values that are read as numbers of a list. @type {Record<string, readonly unknown[]>} */
const CHOICES = { score: SCORES, causal: CAUSAL };

/** A tensor's numbers as nested brackets. */
const NESTED = [
  "// a tensor is { shape, data }; the same as nested brackets",
  "const nested = (data, [length, ...rest]) => {",
  "  const size = data.length / length;",
  "  const part = (n) => (rest.length ? nested(data.subarray(n * size, (n + 1) * size), rest) : data[n]);",
  '  return `[${Array.from({ length }, (_, n) => part(n)).join(", ")}]`;',
  "};",
];

/** @type {import("./index.js").Writer} */
export default function javascript(plan, words) {
  const text = new Text(plan, words, "//", " ");
  text.add(`import { createAttention } from ${quoted(PACKAGE)};`, "", "const problem = {");
  if (plan.chain) {
    text.add("  stages: [");
    for (const part of plan.parts) {
      text.add("    {", `      id: ${quoted(part.id)},`, `      op: ${quoted(part.op)},`);
      entries(part, "      ");
      text.add("    },");
    }
    text.add("  ],");
  } else {
    entries(plan.parts[0], "  ");
    labels(plan.problem.common.labels, "  ");
  }
  text.add("};", "");
  text.add("const attention = await createAttention();", "const trace = attention.forward(problem);");
  for (const { before, loop, after, id, op } of plan.parts) {
    if (plan.chain) {
      text.header(`// ${id}: ${words.ops[op]}`);
    }
    text.section();
    for (const statement of [...before, ...(loop?.body ?? []), ...after]) take(statement);
  }
  text.gap();
  const { result } = plan;
  text.add(...NESTED, `console.log(nested(${result.group.name}.data, [${keptShape(result).join(", ")}]));`);
  return text.finish();

  /** The keys of a stage. @param {Part} part @param {string} pad */
  function entries({ id, values }, pad) {
    for (const [key, value] of Object.entries(values)) {
      if (value === undefined) continue;
      const before = `${pad}${key}: `;
      const variable = plan.variables.get(id ? `${id}.${key}` : key);
      if (key === "labels") labels(value, pad);
      else if (value.data) {
        const lines = bracketed(value, NOTATION, { before, after: ",", pad });
        if (variable?.given) text.put(variable, lines);
        else text.add(...lines);
      } else text.add(`${before}${plain(key, value)},`);
    }
  }

  /** @param {Record<string, string[]> | undefined} all @param {string} pad */
  function labels(all, pad) {
    if (!all || Object.keys(all).length === 0) return;
    const said = Object.entries(all).map(([name, list]) => `${name}: [${list.map(quoted).join(", ")}]`);
    text.add(`${pad}labels: { ${said.join(", ")} },`);
  }

  /** @param {Statement} statement */
  function take(statement) {
    const { group } = statement.variable;
    const line = plan.chain
      ? `const ${group.name} = trace[${quoted(group.tensor)}];`
      : `const { ${group.name} } = trace;`;
    text.make(statement.variable, text.beside(line, text.saying(statement)));
  }
}

/** An option or a reference. @param {string} key @param {any} value @returns {string} */
function plain(key, value) {
  if (CHOICES[key]) return quoted(CHOICES[key][value]);
  if (value.from !== undefined) return quoted(value.from);
  if (Array.isArray(value)) return `[${value.join(", ")}]`;
  return typeof value === "number" ? String(value) : quoted(value);
}

/** A text that ends nothing, wherever the code is put. @param {unknown} value */
const quoted = (value) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
