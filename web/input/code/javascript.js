/** A problem in JavaScript, with this package: the core computes, and every tensor is taken from its trace by name. */
import { shortestDecimal } from "../../words/decimal.js";
import { bracketed } from "./numbers.js";
import { keptShape } from "./plan.js";

/** @typedef {import("./plan.js").Part} Part */

const NOTATION = {
  ...{ open: "[", close: "]", number: shortestDecimal, step: "  " },
  words: { nan: "NaN", inf: "Infinity", minus: "-Infinity", yes: "true", no: "false" },
};

const ACTIVATIONS = ["relu", "gelu"];
const PACKAGE = "attention-player";
const SCORES = ["scaled_dot", "dot", "bilinear", "additive"];
const CAUSAL = [false, true, "bottom-right"];

/** Options that the plan has as an index into these. @type {Record<string, readonly unknown[]>} */
const CHOICES = { score: SCORES, causal: CAUSAL, activation: ACTIVATIONS };

/** A tensor's numbers as nested brackets. */
const NESTED = [
  "// a tensor is { shape, data }; the same as nested brackets",
  "const nested = (data, [length, ...rest]) => {",
  "  const size = data.length / length;",
  "  const part = (n) => (rest.length ? nested(data.subarray(n * size, (n + 1) * size), rest) : data[n]);",
  '  return `[${Array.from({ length }, (_, n) => part(n)).join(", ")}]`;',
  "};",
];

/** @type {import("./write.js").Language} */
export default {
  ...{ title: "JavaScript", file: "attention.mjs", comment: "//", space: " " },
  writer(text) {
    const { plan } = text;
    const { result } = plan;
    return {
      open() {
        text.add(`import { createAttention } from ${quoted(PACKAGE)};`, "", "const problem = {");
        if (plan.chain) stages();
        else {
          entries(plan.parts[0], "  ");
          text.add(...labels(plan.problem.common.labels, "  "));
        }
        text.add("};", "");
        return ["const attention = await createAttention();", "const trace = attention.forward(problem);"];
      },
      commented: "last",
      statement({ variable: { group } }) {
        if (plan.chain) return [`const ${group.name} = trace[${quoted(group.tensor)}];`];
        return [`const { ${group.name} } = trace;`];
      },
      close() {
        text.gap();
        const shape = keptShape(result).join(", ");
        return [...NESTED, `console.log(nested(${result.group.name}.data, [${shape}]));`];
      },
    };

    function stages() {
      text.add("  stages: [");
      for (const part of plan.parts) {
        text.add("    {", `      id: ${quoted(part.id)},`, `      op: ${quoted(part.op)},`);
        entries(part, "      ");
        text.add("    },");
      }
      text.add("  ],");
    }

    /** The keys of a stage. @param {Part} part @param {string} pad */
    function entries({ values, variable: variableOf }, pad) {
      for (const [key, value] of Object.entries(values)) {
        if (value === undefined) continue;
        const before = `${pad}${key}: `;
        const variable = variableOf(key);
        const lines = value.data && bracketed(value, NOTATION, { before, after: ",", pad });
        if (key === "labels") text.add(...labels(value, pad));
        else if (lines && variable?.given) text.put(variable, lines);
        else text.add(...(lines ?? [`${before}${plain(key, value)},`]));
      }
    }
  },
};

/** @param {Record<string, string[]> | undefined} all @param {string} pad */
function labels(all, pad) {
  const lists = Object.entries(all ?? {}).map(([name, list]) => `${name}: [${list.map(quoted).join(", ")}]`);
  return lists.length > 0 ? [`${pad}labels: { ${lists.join(", ")} },`] : [];
}

/** An option or a reference. @param {string} key @param {any} value @returns {string} */
function plain(key, value) {
  if (CHOICES[key]) return quoted(CHOICES[key][value]);
  if (value.from !== undefined) return quoted(value.from);
  if (Array.isArray(value)) return `[${value.join(", ")}]`;
  return typeof value === "number" ? String(value) : quoted(value);
}

/** A string literal that ends nothing wherever the code is embedded. @param {unknown} value */
const quoted = (value) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
