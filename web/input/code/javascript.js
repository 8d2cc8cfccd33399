/** Writes a problem in JavaScript with this package: the core computes, and every tensor is taken from its trace by name. */
import { shortestDecimal } from "../../words/decimal.js";
import { bracketed, decimal } from "./numbers.js";
import { finish, startOf } from "./backward/start.js";
import { keptShape, valueOf } from "./variable.js";

/** @typedef {import("./plan.js").Part} Part */

const NOTATION = {
  ...{ open: "[", close: "]", number: shortestDecimal, step: "  " },
  words: { nan: "NaN", inf: "Infinity", minus: "-Infinity", yes: "true", no: "false" },
};

/** Options that the plan stores as an index into these. @type {Record<string, readonly unknown[]>} */
const CHOICES = {
  score: ["scaled_dot", "dot", "bilinear", "additive"],
  causal: [false, true, "bottom-right"],
  activation: ["relu", "gelu"],
};

/** A function that writes a tensor's numbers as nested brackets. */
const NESTED = [
  "// a tensor is { shape, data }; this writes its data as nested brackets",
  "const nested = (data, [length, ...rest]) => {",
  "  const size = data.length / length;",
  "  const part = (n) => (rest.length ? nested(data.slice(n * size, (n + 1) * size), rest) : data[n]);",
  '  return `[${Array.from({ length }, (_, n) => part(n)).join(", ")}]`;',
  "};",
];

/** @type {import("./write.js").Language} */
export default {
  ...{ title: "JavaScript", file: "attention.mjs", comment: "//", space: " " },
  writer(text) {
    const { plan } = text;
    const { result } = plan;
    const start = plan.chain ? undefined : startOf(plan, text.invalid);
    return {
      open() {
        text.add(`import { createAttention } from ${quoted("attention-player")};`, "", "const problem = {");
        if (plan.chain) stages();
        else {
          entries(plan.parts[0], "  ");
          text.add(...labels(plan.problem.common.labels, "  "));
          if (start) begin(start);
        }
        text.add("};", "");
        const call = start ? "backward" : "forward";
        return ["const attention = await createAttention();", `const trace = attention.${call}(problem);`];
      },
      statement({ variable: { group } }) {
        if (plan.chain) return [`const ${group.name} = trace[${quoted(group.tensor)}];`];
        return [`const { ${group.name} } = trace;`];
      },
      close() {
        if (start) gradients(start);
        else if (plan.problem.common.target ?? plan.problem.common.grad_output) text.endForward();
        text.gap();
        text.add(...NESTED);
        if (start) finish(text, start, { first: stepOf(start.rate), step: moved, print });
        return [`console.log(nested(${result.group.name}.data, [${keptShape(result).join(", ")}]));`];
      },
    };

    /** Writes the input of the backward pass: the target, or the gradient of the output. @param {import("./backward/start.js").Start} start */
    function begin({ kind, given, tensor }) {
      const before = `  ${given}: `;
      const lines = bracketed(tensor, NOTATION, { before, after: ",", pad: "  " });
      text.putGradient([given], lines);
      if (kind === "cross_entropy") text.add(`  loss: ${quoted(kind)},`);
    }

    /** Writes the loss and the gradients by name. @param {import("./backward/start.js").Start} start */
    function gradients({ kind, gradients }) {
      text.gap();
      const { loss } = text.words.back;
      if (kind !== "grad_output") text.putGradient(["loss"], text.beside("const { loss } = trace;", loss));
      for (const name of gradients) text.putGradient([name], `const { ${name} } = trace;`);
    }

    function stages() {
      text.add("  stages: [");
      for (const part of plan.parts) {
        text.add("    {", `      id: ${quoted(part.id)},`, `      op: ${quoted(part.op)},`);
        entries(part, "      ");
        text.add("    },");
      }
      text.add("  ],");
    }

    /** Writes the keys of a stage. @param {Part} part @param {string} pad */
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

/** Writes the function that moves a parameter. @param {number} rate */
const stepOf = (rate) => [
  `const learning_rate = ${decimal(rate)};`,
  "const moved = (parameter, { data }) =>",
  "  [parameter].flat(Infinity).map((number, n) => number - learning_rate * data[n]);",
];

/** @param {import("./plan.js").Variable} parameter */
const moved = ({ group: { name } }) => `const new_${name} = moved(problem.${name}, grad_${name});`;

/** Prints a name and its numbers. @param {string} name @param {import("./plan.js").Variable} [variable] */
function print(name, variable) {
  if (!variable) return `console.log("${name}", ${name}.data[0]);`;
  const numbers = name.startsWith("grad_") ? `${name}.data` : `new_${name}`;
  return `console.log("${name}", nested(${numbers}, [${valueOf(variable).shape.join(", ")}]));`;
}

/** @param {Record<string, string[]> | undefined} all @param {string} pad */
function labels(all, pad) {
  const lists = Object.entries(all ?? {}).map(([name, list]) => `${name}: [${list.map(quoted).join(", ")}]`);
  return lists.length > 0 ? [`${pad}labels: { ${lists.join(", ")} },`] : [];
}

/** Writes an option or a reference. @param {string} key @param {any} value @returns {string} */
function plain(key, value) {
  if (CHOICES[key]) return quoted(CHOICES[key][value]);
  if (value.from !== undefined) return quoted(value.from);
  if (Array.isArray(value)) return `[${value.join(", ")}]`;
  return typeof value === "number" ? String(value) : quoted(value);
}

/** Writes a string literal that is safe wherever the code is embedded. @param {unknown} value */
const quoted = (value) =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
