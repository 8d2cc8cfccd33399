/** Writes a problem in C with this package's core: attn.h computes, and every tensor of the trace gets its name. */
import { countOf } from "../../core/shapes.js";
import { CALLS } from "../../core/graph/calls.js";
import { OPERATIONS } from "../../core/graph/tensors.js";
import { indexed } from "./cells.js";
import { bracketed, pointed } from "./numbers.js";
import { variableOf } from "./plan.js";
import { keptShape, shortName, valueOf } from "./variable.js";
import { wrapped } from "./text.js";
import { backward, helpers } from "./backward/c.js";
import { startOf } from "./backward/start.js";

/** @typedef {import("./plan.js").Part} Part */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Variable} Variable */

const NOTATION = {
  ...{ open: "{", close: "}", comment: "//", step: "  " },
  number: (/** @type {number} */ value) => `${pointed(value)}f`,
  words: { nan: "NAN", inf: "INFINITY", minus: "-INFINITY", yes: "1", no: "0" },
};

const SCORES = ["ATTN_SCALED_DOT", "ATTN_DOT", "ATTN_BILINEAR", "ATTN_ADDITIVE"];
const ACTIVATIONS = ["ATTN_RELU", "ATTN_GELU"];
const CAUSAL = ["ATTN_NOT_CAUSAL", "ATTN_TOP_LEFT", "ATTN_BOTTOM_RIGHT"];

const PRINT = [
  "// prints numbers as nested brackets; returns the position after them",
  "static const float *print(const float *data, const int *shape, int rank) {",
  '  if (rank == 0) printf("%.9g", *data);',
  "  if (rank == 0) return data + 1;",
  "  for (int n = 0; n < shape[0]; n++) {",
  '    fputs(n == 0 ? "[" : ", ", stdout);',
  "    data = print(data, shape + 1, rank - 1);",
  "  }",
  '  fputs("]", stdout);',
  "  return data;",
  "}",
];

/**
 * @typedef {object} Engine how to write a stage that is planned, then run
 * @property {string} noun name of its problem's variable
 * @property {string} kind prefix of its structs, functions and enumerators
 * @property {string} slots prefix of a result's enumerator
 * @property {string} run name of the program's function
 * @property {string} name of what that function runs, in its comment
 * @property {(backward: 0 | 1) => string} plan call of the core
 */
/** @type {Record<string, Engine>} */
const ENGINES = {
  attention: {
    ...{ noun: "problem", kind: "attn", slots: "ATTN_TENSOR", run: "attend", name: "attention" },
    plan: (backward) => `attn_plan_stepwise(plan, problem, ${backward}, ATTN_EVERYTHING, &error)`,
  },
  recurrent_decoder: {
    ...{ noun: "decoder", kind: "attn_decoder", slots: "ATTN_DECODER", run: "decode", name: "decoder" },
    plan: () => "attn_plan_decoder(plan, problem, 0, &error)",
  },
};

/** The name of a problem's struct. @param {string} kind */
const structOf = (kind) => (kind === "attn" ? "attn_problem" : kind);

/** Writes the function that runs a stage. @param {Engine} engine @param {boolean} backward whether it has room for gradients */
const runs = ({ kind, run, name, plan }, backward) => [
  `// every tensor of one ${name}, in a block of memory${backward ? " with room for their gradients" : ""}`,
  `static float *${run}(${kind}_plan *plan, const ${structOf(kind)} *problem) {`,
  "  attn_error error;",
  "  char sentence[256];",
  `  if (${plan(backward ? 1 : 0)}) {`,
  '    fprintf(stderr, "%s\\n", attn_error_text(&error, sentence, sizeof sentence));',
  "    exit(1);",
  "  }",
  "  float *block = malloc(plan->trace_count * sizeof *block);",
  "  void *scratch = malloc(plan->scratch_bytes);",
  `  ${kind}_forward(block, scratch, plan, problem);`,
  "  free(scratch);",
  "  return block;",
  "}",
  "",
];

/** @type {import("./write.js").Language} */
export default {
  ...{ title: "C", file: "attention.c", comment: "//", pad: "  " },
  writer(text) {
    const { plan, invalid } = text;
    /** The names of the structs with a stage's tensors. @type {Map<string, string>} */
    const traces = new Map();
    /** Stages with a tensor that another stage, or the last line, reads. */
    const read = new Set([plan.parts.at(-1), ...plan.parts.flatMap(sources)]);
    const start = startOf(plan, invalid);
    const hasBackward = start !== undefined && !plan.chain;
    return {
      open() {
        const ops = new Set(plan.parts.map(({ op }) => op));
        return [
          ...(hasNonFinite(plan) ? ["#include <math.h>"] : []),
          ...["#include <stdio.h>", "#include <stdlib.h>", '#include "attn.h"', ""],
          ...Object.keys(ENGINES).flatMap((op) => (ops.has(op) ? runs(ENGINES[op], hasBackward) : [])),
          ...[...PRINT, ""],
          ...(hasBackward ? [...helpers(start), ""] : []),
          "int main(void) {",
        ];
      },
      input(variable, { data }, labels) {
        const shape = wholeShape(valueOf(variable).shape);
        const type = data instanceof Uint8Array ? "uint8_t" : "float";
        const before = `  ${type} ${indexed(variable.group.name, shape.map(String))} = `;
        return bracketed({ shape, data }, NOTATION, { before, after: ";", pad: "  ", labels });
      },
      stage: (part) => (ENGINES[part.op] ? block(part, ENGINES[part.op]) : call(part)),
      close() {
        const { result } = plan;
        const shape = keptShape(result);
        if (hasBackward) backward(text, start, NOTATION);
        else if (start) text.endForward();
        text.gap();
        return [
          `  print(${made(result.tensor)}, (int[]){${shape.join(", ")}}, ${shape.length});`,
          '  puts("");',
          "}",
        ];
      },
    };

    /** Returns the tensor that a key of a stage ultimately refers to. @param {Part} part @param {string} key @returns {Variable} */
    function source({ values, variable }, key) {
      const from = values[key]?.from;
      if (from === undefined) return /** @type {Variable} */ (variable(key));
      const [stage, name] = from.split(".");
      const part = /** @type {Part} */ (plan.partBy.get(stage));
      return part.values[name] !== undefined ? source(part, name) : variableOf(plan, from);
    }

    /** Returns the stages that a stage reads from. @param {Part} part @returns {Part[]} */
    function sources(part) {
      const keys = Object.keys(part.values).filter((key) => part.values[key]?.from !== undefined);
      return keys.map((key) => source(part, key)).flatMap(({ given, stage }) => (given ? [] : [stage]));
    }

    /** Writes a reference to a computed tensor. @param {string} tensor */
    function made(tensor) {
      const { stage, group } = variableOf(plan, tensor);
      return `${traces.get(stage.id)}.${shortName(group.tensor)}`;
    }

    /** Writes a key as a pointer to its numbers, or NULL. @param {Part} part @param {string} key */
    function pointer(part, key) {
      const variable = part.values[key] && source(part, key);
      // statistics that training recomputes are not in the plan
      if (!variable) return "NULL";
      if (!variable.given) return made(variable.tensor);
      const { shape } = valueOf(variable);
      return shape.length > 1 ? `(const float *)${variable.group.name}` : variable.group.name;
    }

    /** Writes a key as an attn_tensor. @param {Part} part @param {string} key @param {boolean} bare without a batch @param {string} [bytes] name of its copy as bytes */
    function tensor(part, key, bare, bytes) {
      const variable = source(part, key);
      const { group, given } = variable;
      const shape = given ? valueOf(variable).shape : (plan.shapes.get(variable.tensor) ?? []);
      const whole = bare && shape.length > 2 ? shape.slice(-2) : wholeShape(shape);
      const name = bytes ?? (given ? group.name : made(variable.tensor));
      return `{${name}, ${whole.length}, {${whole.join(", ")}}}`;
    }

    /** Writes a struct with the tensors of a stage. @param {Part} part @param {string} name of the struct @param {(tensor: string) => string} at */
    function named(part, name, at) {
      traces.set(part.id, name);
      // a tensor that is read from another stage has its place there
      const statements = [...part.before, ...(part.loop?.body ?? []), ...part.after].filter(
        ({ variable }) => part.values[shortName(variable.tensor)] === undefined,
      );
      const nameOf = (/** @type {Variable} */ { group }) => shortName(group.tensor);
      const members = statements.map(({ variable }) => `*${nameOf(variable)}`);
      text.gap();
      text.add("  const struct {", ...wrapped(members, "    const float ", "        "), `  } ${name} = {`);
      for (const statement of statements) {
        const member = nameOf(statement.variable);
        const line = `      .${member} = ${at(member)},`;
        text.put(statement.variable, text.beside(line, text.commentOn(statement)));
      }
      text.add("  };");
      // keeps compilers from warning that it is unused
      if (!read.has(part)) text.add(`  (void)${name};`);
    }

    /** Writes a stage that is planned, then run: its problem, and a block of memory with its tensors. @param {Part} part @param {Engine} engine */
    function block(part, { noun, kind, slots, run }) {
      const { values } = part;
      const inputs = `${kind.toUpperCase()}_INPUT`;
      const [problem, planned, block, trace] = [noun, "plan", "block", "trace"].map(part.identifier);
      const masks = ["mask", "key_mask"].filter((key) => values[key]?.from !== undefined);
      const bytes = Object.fromEntries(masks.map((key) => [key, asBytes(part, key)]));
      text.gap();
      text.add(`  ${structOf(kind)} ${problem} = {`);
      for (const [key, value] of Object.entries(values))
        if (value?.data || value?.from !== undefined)
          text.add(`      .inputs[${inputs}_${key}] = ${tensor(part, key, noun === "decoder", bytes[key])},`);
      text.add(...options(values).map((line) => `      ${line},`), "  };", `  ${kind}_plan ${planned};`);
      text.add(`  float *${block} = ${run}(&${planned}, &${problem});`);
      named(part, trace, (name) => `${block} + ${planned}.slots[${slots}_${name}].offset`);
    }

    /** Copies a computed mask as bytes. @param {Part} part @param {string} key @returns {string | undefined} the name of the copy */
    function asBytes(part, key) {
      const mask = source(part, key);
      if (mask.given && valueOf(mask).data instanceof Uint8Array) return undefined;
      const name = part.identifier(`${key}_bytes`);
      const count = countOf(plan.shapes.get(mask.tensor) ?? mask.shape);
      text.add(`  uint8_t ${name}[${count}];`);
      text.add(`  for (int n = 0; n < ${count}; n++) ${name}[n] = ${pointer(part, key)}[n] != 0;`);
      return name;
    }

    /** Writes a stage that is one function: memory for its results, the call, and their names. @param {Part} part */
    function call(part) {
      const { id, op, values, identifier } = part;
      const { given, made } = OPERATIONS[op];
      const trace = identifier("trace");
      const place = (/** @type {string} */ name) => (name === "output" ? "numbers" : `${name}_numbers`);
      const places = Object.fromEntries(Object.keys(made).map((name) => [name, identifier(place(name))]));
      text.gap();
      for (const [name, place] of Object.entries(places))
        text.add(`  static float ${place}[${Math.max(1, countOf(plan.shapes.get(`${id}.${name}`) ?? []))}];`);
      const pointers = Object.keys(given).map((key) => pointer(part, key));
      const { name = op, options, sizes, scratchBehind } = CALLS[op];
      const lengths = sizes((tensor) => plan.shapes.get(`${id}.${tensor}`) ?? []);
      const chosen =
        op === "feed_forward" ? [ACTIVATIONS[values.activation ?? 0]] : (options?.(values) ?? []);
      const scratch = scratchBehind ? [identifier("scratch")] : [];
      for (const place of scratch)
        text.add(`  void *${place} = malloc(attn_${name}_scratch(${lengths.join(", ")}, 0));`);
      const all = [...Object.values(places), ...pointers, ...scratch, ...chosen, ...lengths].join(", ");
      text.add(...split(`  attn_${name}(${all});`));
      named(part, trace, (tensor) => places[tensor]);
    }
  },
};

/** Gives a scalar one axis, as C has no arrays without axes. @param {readonly number[]} shape */
const wholeShape = (shape) => (shape.length > 0 ? shape : [1]);

/** Writes the options of a problem as fields. @param {import("../../core/readers.js").Values} values @returns {string[]} */
function options({ steps, heads, kv_heads, score, scale, softcap, causal, causal_offset, window }) {
  return [
    ...(steps !== undefined ? [`.steps = ${steps}`] : []),
    ...(heads !== undefined ? [`.heads = ${heads}`] : []),
    ...(kv_heads !== undefined ? [`.kv_heads = ${kv_heads}`] : []),
    ...(score ? [`.score = ${SCORES[score]}`] : []),
    ...(scale !== undefined ? [".has_scale = 1", `.scale = ${scale}`] : []),
    ...(softcap !== undefined ? [`.softcap = ${softcap}`] : []),
    ...(causal ? [`.causal = ${CAUSAL[causal]}`] : []),
    ...(causal_offset !== undefined ? [".has_causal_offset = 1", `.causal_offset = ${causal_offset}`] : []),
    ...(window ? [".has_window = 1", `.window_left = ${window[0]}`, `.window_right = ${window[1]}`] : []),
  ];
}

/** Breaks a long call into lines. @param {string} line @returns {string[]} */
function split(line) {
  if (line.length <= 100) return [line];
  const at = line.lastIndexOf(", ", 96);
  return [line.slice(0, at + 1), ...split(`      ${line.slice(at + 2)}`)];
}

/** @param {Plan} plan */
const hasNonFinite = ({ parts }) =>
  parts.some(({ givens }) => givens.some((variable) => !valueOf(variable).data.every(Number.isFinite)));
