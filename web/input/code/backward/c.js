/** Writes the backward pass in C: the loss and the step with functions of attn.h, the gradients with its attn_backward. */
import { countOf } from "../../../core/shapes.js";
import { indexed } from "../cells.js";
import { bracketed, decimal } from "../numbers.js";
import { valueOf } from "../variable.js";
import { wrapped } from "../text.js";
import { finish } from "./start.js";

/** @typedef {import("./start.js").Start} Start */
/** @typedef {import("../plan.js").Variable} Variable */

const BACKWARD = [
  "// computes every gradient, from the output back",
  "static void go_back(float *block, const attn_plan *plan, const attn_problem *problem) {",
  "  void *scratch = malloc(plan->scratch_bytes);",
  "  attn_backward(block, scratch, plan, problem);",
  "  free(scratch);",
  "}",
  "",
];

const STEP = [
  "// parameter <- parameter - learning_rate * gradient",
  "static void take_step(float *parameter, const float *gradient, double learning_rate, int64_t count) {",
  "  if (attn_sgd(parameter, NULL, parameter, gradient, learning_rate, 0, count)) {",
  '    fputs("a parameter would not be finite\\n", stderr);',
  "    exit(1);",
  "  }",
  "}",
  "",
];

const SHOW = [
  "// prints a name and its numbers on one line",
  "static void show(const char *name, const float *data, const int *shape, int rank) {",
  '  printf("%s ", name);',
  "  print(data, shape, rank);",
  '  puts("");',
  "}",
];

/** Returns the functions that main calls. @param {Start} start */
export const helpers = ({ parameters }) => [...BACKWARD, ...(parameters.length > 0 ? STEP : []), ...SHOW];

/**
 * Writes the backward pass of a problem without stages.
 * @param {import("../text.js").Text} text
 * @param {Start} start
 * @param {import("../numbers.js").Notation} notation
 */
export function backward(text, start, notation) {
  const { gradients, rate } = start;
  const { back } = text.words;
  text.gap();
  begin(text, start, notation);
  text.add(text.beside("  go_back(block, &plan, &problem);", back.backward));
  text.gap();
  const members = gradients.map((name) => `*${name}`);
  text.add("  const struct {", ...wrapped(members, "    const float ", "        "), "  } gradients = {");
  for (const name of gradients)
    text.putGradient([name], `      .${name} = block + plan.slots[ATTN_TENSOR_${name}].offset,`);
  text.add("  };");
  finish(text, start, {
    first: [`  const double learning_rate = ${decimal(rate)};`],
    step: (parameter) =>
      `  take_step(${numbersOf(parameter, "float *")}, gradients.grad_${parameter.group.name}, learning_rate, ${countOf(parameter.shape)});`,
    print(name, variable) {
      if (!variable) return '  printf("loss %.9g\\n", loss);';
      const { shape } = valueOf(variable);
      const numbers = name.startsWith("grad_") ? `gradients.${name}` : numbersOf(variable, "const float *");
      return `  show("${name}", ${numbers}, (int[]){${shape.join(", ")}}, ${shape.length});`;
    },
  });
}

/** Writes a pointer to an input's numbers. @param {Variable} variable @param {string} type */
const numbersOf = ({ group: { name }, shape }, type) => (shape.length > 1 ? `(${type})${name}` : name);

/** Writes the loss, and the gradient of the output. @param {import("../text.js").Text} text @param {Start} start @param {import("../numbers.js").Notation} notation */
function begin(text, { kind, given, tensor, shape }, notation) {
  const { back } = text.words;
  const type = kind === "cross_entropy" ? "int32_t" : "float";
  const before = `  ${type} ${indexed(given, tensor.shape.map(String))} = `;
  const literal = bracketed(tensor, notation, { before, after: ";", pad: "  " });
  const slot = "block + plan.slots[ATTN_TENSOR_grad_output].offset";
  const count = countOf(shape);
  if (kind === "grad_output") {
    const flat = tensor.shape.length > 1 ? "((const float *)grad_output)" : "grad_output";
    const copied = `  for (int n = 0; n < ${count}; n++) (${slot})[n] = ${flat}[n];`;
    return text.putGradient(["grad_output"], [...literal, copied]);
  }
  const target = tensor.shape.length > 1 ? `(const ${type} *)target` : "target";
  text.putGradient(["target"], literal);
  text.add(`  float *grad_output = ${slot};`);
  if (kind === "squared_error") {
    const call = `attn_squared_error(grad_output, trace.output, ${target}, ${count})`;
    return text.putGradient(["loss"], text.beside(`  const double loss = ${call};`, back.loss));
  }
  const classes = shape[shape.length - 1];
  const call = `attn_cross_entropy(&loss, grad_output, trace.output, ${target}, ${count / classes}, ${classes}, &error)`;
  const first = [text.beside("  double loss;", back.loss), "  attn_error error;"];
  text.putGradient(["loss"], [...first, `  if (${call})`, "    return 1;"]);
}
