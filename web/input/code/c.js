/** A problem in C, with this package's core: attn.h computes, and every tensor is named in what it leaves behind. */
import { countOf } from "../../core/shapes.js";
import { indexed } from "./cells.js";
import { pointed } from "./numbers.js";
import { keptShape, shortName } from "./plan.js";
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
const CAUSAL = ["ATTN_NOT_CAUSAL", "ATTN_TOP_LEFT", "ATTN_BOTTOM_RIGHT"];

const PRINT = [
  "// prints numbers as nested brackets; what stands behind them",
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

/** @param {string} name of the function @param {string} kind of the structs @param {string} planned @param {string} computed */
const runs = (name, kind, planned, computed) => [
  `static float *${name}(${kind}_plan *plan, const ${kind === "attn" ? "attn_problem" : kind} *problem) {`,
  "  attn_error error;",
  "  char sentence[256];",
  `  if (${planned}) {`,
  '    fprintf(stderr, "%s\\n", attn_error_text(&error, sentence, sizeof sentence));',
  "    exit(1);",
  "  }",
  "  float *block = malloc(plan->trace_count * sizeof *block);",
  "  void *scratch = malloc(plan->scratch_bytes);",
  `  ${computed}(block, scratch, plan, problem);`,
  "  free(scratch);",
  "  return block;",
  "}",
];
/** @param {boolean} backward there is room for gradients */
const attend = (backward) => [
  `// every tensor of one attention, in a block of memory${backward ? " that has room for their gradients" : ""}`,
  ...runs(
    "attend",
    "attn",
    `attn_plan_stepwise(plan, problem, ${backward ? 1 : 0}, ATTN_EVERYTHING, &error)`,
    "attn_forward",
  ),
];
const DECODE = [
  "// the same of a decoder",
  ...runs("decode", "attn_decoder", "attn_plan_decoder(plan, problem, 0, &error)", "attn_decoder_forward"),
];

/** @type {import("./walk.js").Language} */
export default {
  ...{ comment: "//", pad: "  " },
  spell(text) {
    const { plan, words } = text;
    /** Names of the structs that hold a stage's tensors. @type {Map<string, string>} */
    const traces = new Map();
    /** @type {Record<string, (part: Part) => void>} */
    const writers = {
      attention,
      ...{ layer_norm: norm, batch_norm: norm, residual, geometry },
      ...{ recurrent_encoder: encoder, recurrent_decoder: decoder },
    };
    /** Those of which another stage, or the last line, reads a tensor. */
    const read = new Set([plan.parts.at(-1), ...plan.parts.flatMap(sources)]);
    const start = startOf(plan, words.errors);
    const goesBack = start !== undefined && !plan.chain;
    return {
      open() {
        const ops = new Set(plan.parts.map(({ op }) => op));
        return [
          ...(hasNonFinite(plan) ? ["#include <math.h>"] : []),
          ...["#include <stdio.h>", "#include <stdlib.h>", '#include "attn.h"', ""],
          ...(ops.has("attention") ? [...attend(goesBack), ""] : []),
          ...(ops.has("recurrent_decoder") ? [...DECODE, ""] : []),
          ...[...PRINT, ""],
          ...(goesBack ? [...helpers(start), ""] : []),
          "int main(void) {",
        ];
      },
      notation: NOTATION,
      declare({ stage, tensor, group }, data) {
        const { shape } = stage.values[shortName(tensor)];
        const whole = shape.length ? shape : [1];
        const type = data instanceof Uint8Array ? "uint8_t" : "float";
        return { before: `  ${type} ${indexed(group.name, whole)} = `, after: ";", pad: "  ", shape: whole };
      },
      compute: (part) => writers[part.op](part),
      close() {
        const { result } = plan;
        const shape = keptShape(result);
        if (goesBack) backward(text, start, NOTATION);
        else if (start) text.stop("  ");
        text.gap();
        return [
          `  print(${made(result.tensor)}, (int[]){${shape.join(", ")}}, ${shape.length});`,
          '  puts("");',
          "}",
        ];
      },
    };

    /** What a key of a stage stands for in the end. @param {Part} part @param {string} key @returns {Variable} */
    function source({ id, values }, key) {
      const from = values[key]?.from;
      if (from === undefined) return /** @type {Variable} */ (plan.variables.get(id ? `${id}.${key}` : key));
      const [stage, name] = from.split(".");
      const part = /** @type {Part} */ (plan.partBy.get(stage));
      return part.values[name] !== undefined
        ? source(part, name)
        : /** @type {Variable} */ (plan.variables.get(from));
    }

    /** The stages that one reads from. @param {Part} part @returns {Part[]} */
    function sources(part) {
      const keys = Object.keys(part.values).filter((key) => part.values[key]?.from !== undefined);
      return keys.map((key) => source(part, key)).flatMap(({ given, stage }) => (given ? [] : [stage]));
    }

    /** A tensor that was computed. @param {string} tensor */
    function made(tensor) {
      const { stage, group } = /** @type {Variable} */ (plan.variables.get(tensor));
      return `${traces.get(stage.id)}.${shortName(group.tensor)}`;
    }

    /** A key as a pointer to its numbers, or NULL. @param {Part} part @param {string} key */
    function pointer(part, key) {
      const variable = part.values[key] && source(part, key);
      // what was given for nothing has no name: statistics that training makes anew
      if (!variable) return "NULL";
      if (!variable.given) return made(variable.tensor);
      const { shape } = variable.stage.values[shortName(variable.tensor)];
      return shape.length > 1 ? `(const float *)${variable.group.name}` : variable.group.name;
    }

    /** A key as an attn_tensor. @param {Part} part @param {string} key @param {boolean} bare rows without a batch */
    function tensor(part, key, bare) {
      const variable = source(part, key);
      const { group, given, stage } = variable;
      const shape = given
        ? stage.values[shortName(variable.tensor)].shape
        : (plan.shapes.get(variable.tensor) ?? []);
      const whole = bare && shape.length > 2 ? shape.slice(-2) : shape.length ? shape : [1];
      const name = given ? group.name : made(variable.tensor);
      return `{${name}, ${whole.length}, {${whole.join(", ")}}}`;
    }

    /** The tensors of a stage by name. @param {Part} part @param {string} name of the struct @param {(tensor: string) => string} at */
    function named(part, name, at) {
      // what a stage reads from another stands there
      const statements = [...part.before, ...(part.loop?.body ?? []), ...part.after].filter(
        ({ variable }) => part.values[shortName(variable.tensor)] === undefined,
      );
      const nameOf = (/** @type {Variable} */ { group }) => shortName(group.tensor);
      const members = statements.map(({ variable }) => `*${nameOf(variable)}`);
      text.gap();
      text.add("  const struct {", ...wrapped(members, "    const float ", "        "), `  } ${name} = {`);
      for (const statement of statements) {
        const own = nameOf(statement.variable);
        text.put(statement.variable, text.beside(`      .${own} = ${at(own)},`, text.saying(statement)));
      }
      text.add("  };");
      // a compiler that warns of what nobody reads
      if (!read.has(part)) text.add(`  (void)${name};`);
    }

    /** @param {Part} part @param {string} base */
    function nameOf({ id }, base) {
      return plan.name(id ? `${id}_${base}` : base);
    }

    /** @param {Part} part */
    function attention(part) {
      const { values, id } = part;
      const [problem, planned, block] = ["problem", "plan", "block"].map((base) => nameOf(part, base));
      const trace = nameOf(part, "trace");
      traces.set(id, trace);
      /** Masks are bytes. @type {Record<string, string>} */
      const bytes = {};
      for (const key of ["mask", "key_mask"]) {
        if (values[key]?.from === undefined) continue;
        const variable = source(part, key);
        if (variable.given && variable.stage.values[shortName(variable.tensor)].data instanceof Uint8Array)
          continue;
        const shape = plan.shapes.get(variable.tensor) ?? variable.shape;
        bytes[key] = nameOf(part, `${key}_bytes`);
        const count = countOf(shape);
        text.add(`  uint8_t ${bytes[key]}[${count}];`);
        text.add(`  for (int n = 0; n < ${count}; n++) ${bytes[key]}[n] = ${pointer(part, key)}[n] != 0;`);
      }
      text.gap();
      text.add(`  attn_problem ${problem} = {`);
      for (const [key, value] of Object.entries(values)) {
        if (value?.data || value?.from !== undefined) {
          const whole = tensor(part, key, false);
          const own = bytes[key] ? whole.replace(/^\{[^,]*/, `{${bytes[key]}`) : whole;
          text.add(`      .inputs[ATTN_INPUT_${key}] = ${own},`);
        }
      }
      for (const line of options(values)) text.add(`      ${line},`);
      text.add("  };", `  attn_plan ${planned};`, `  float *${block} = attend(&${planned}, &${problem});`);
      named(part, trace, (one) => `${block} + ${planned}.slots[ATTN_TENSOR_${one}].offset`);
    }

    /** @param {Part} part */
    function decoder(part) {
      const { values, id } = part;
      const [decoder, planned, block] = ["decoder", "plan", "block"].map((base) => nameOf(part, base));
      const trace = nameOf(part, "trace");
      traces.set(id, trace);
      text.gap();
      text.add(`  attn_decoder ${decoder} = {`);
      for (const [key, value] of Object.entries(values))
        if (value?.data || value?.from !== undefined)
          text.add(`      .inputs[ATTN_DECODER_INPUT_${key}] = ${tensor(part, key, true)},`);
      if (values.steps !== undefined) text.add(`      .steps = ${values.steps},`);
      for (const line of options(values)) text.add(`      ${line},`);
      text.add(
        "  };",
        `  attn_decoder_plan ${planned};`,
        `  float *${block} = decode(&${planned}, &${decoder});`,
      );
      named(part, trace, (one) => `${block} + ${planned}.slots[ATTN_DECODER_${one}].offset`);
    }

    /**
     * A stage that is one function: room for its results, the call, and their names.
     * @param {Part} part @param {string[]} results @param {(names: string[]) => string} call
     */
    function single(part, results, call) {
      const trace = nameOf(part, "trace");
      traces.set(part.id, trace);
      const shape = (/** @type {string} */ name) => plan.shapes.get(`${part.id}.${name}`) ?? [];
      const names = results.map((name) => nameOf(part, name === "output" ? "numbers" : `${name}_numbers`));
      text.gap();
      results.forEach((name, n) =>
        text.add(`  static float ${names[n]}[${Math.max(1, countOf(shape(name)))}];`),
      );
      const line = `  ${call(names)};`;
      text.add(...(line.length <= 100 ? [line] : split(line)));
      const places = Object.fromEntries(results.map((name, n) => [name, names[n]]));
      named(part, trace, (one) => places[one]);
    }

    /** @param {Part} part */
    function norm(part) {
      const shape = plan.shapes.get(`${part.id}.x`) ?? [];
      const columns = shape.at(-1) ?? 1;
      const rows = countOf(shape) / columns;
      const { eps = 1e-5, running_mean, training = !running_mean } = part.values;
      const at = (/** @type {string} */ key) => pointer(part, key);
      const [x, gamma, beta] = ["x", "gamma", "beta"].map(at);
      const statistics = `${at("running_mean")}, ${at("running_var")}, ${eps}, ${training ? 1 : 0}`;
      single(part, ["output", "mean", "rstd"], (to) =>
        part.op === "layer_norm"
          ? `attn_layer_norm(${to.join(", ")}, ${x}, ${gamma}, ${beta}, ${eps}, ${rows}, ${columns})`
          : `attn_batch_norm(${to.join(", ")}, ${x}, ${gamma}, ${beta}, ${statistics}, ${rows}, ${columns})`,
      );
    }

    /** @param {Part} part */
    function residual(part) {
      const count = countOf(plan.shapes.get(`${part.id}.output`) ?? []);
      single(
        part,
        ["output"],
        ([to]) => `attn_add(${to}, ${pointer(part, "x")}, ${pointer(part, "y")}, ${count})`,
      );
    }

    /** @param {Part} part */
    function geometry(part) {
      const [n, d] = plan.shapes.get(`${part.id}.a`) ?? [];
      const [m] = plan.shapes.get(`${part.id}.b`) ?? [];
      const results = ["dot", "cosine", "angle", "projection", "length_a", "length_b"];
      const given = `${pointer(part, "a")}, ${pointer(part, "b")}, ${n}, ${m}, ${d}`;
      single(part, results, (to) => `attn_geometry(${to.join(", ")}, ${given})`);
    }

    /** @param {Part} part */
    function encoder(part) {
      const [t, d_in] = plan.shapes.get(`${part.id}.x`) ?? [];
      const d_s = plan.shapes.get(`${part.id}.state`)?.[1];
      const given = ["x", "w_in", "w_state", "b_state", "initial_state"].map((key) => pointer(part, key));
      single(
        part,
        ["state"],
        ([to]) => `attn_recurrent_encoder(${to}, ${given.join(", ")}, ${t}, ${d_in}, ${d_s})`,
      );
    }
  },
};

/** The options of a problem as fields. @param {import("../../core/readers.js").Values} values @returns {string[]} */
function options({ heads, kv_heads, score, scale, softcap, causal, causal_offset, window }) {
  return [
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

/** A long call on two lines. @param {string} line */
function split(line) {
  const at = line.lastIndexOf(", ", 96);
  return [line.slice(0, at + 1), `      ${line.slice(at + 2)}`];
}

/** @param {Plan} plan */
const hasNonFinite = ({ parts }) =>
  parts.some(({ givens }) =>
    givens.some(({ stage, tensor }) => !stage.values[shortName(tensor)].data.every(Number.isFinite)),
  );
