/** The way back in C: the loss and the step by functions of attn.h, the gradients by its attn_backward. */
import { countOf } from "../../../core/shapes.js";
import { bracketed, decimal } from "../numbers.js";
import { wrapped } from "../text.js";

/** @typedef {import("./start.js").Start} Start */
/** @typedef {import("../plan.js").Variable} Variable */

const RETURN = [
  "// the same from the bottom up: every gradient",
  "static void go_back(float *block, const attn_plan *plan, const attn_problem *problem) {",
  "  void *scratch = malloc(plan->scratch_bytes);",
  "  attn_backward(block, scratch, plan, problem);",
  "  free(scratch);",
  "}",
];

const STEP = [
  "// parameter <- parameter - learning_rate * gradient",
  "static void take_step(float *parameter, const float *gradient, double learning_rate, int64_t count) {",
  "  if (attn_sgd(parameter, NULL, parameter, gradient, learning_rate, 0, count)) {",
  '    fputs("a parameter would not be finite\\n", stderr);',
  "    exit(1);",
  "  }",
  "}",
];

const SHOW = [
  "// a name and its numbers on a line",
  "static void show(const char *name, const float *data, const int *shape, int rank) {",
  '  printf("%s ", name);',
  "  print(data, shape, rank);",
  '  puts("");',
  "}",
];

/** The functions that main calls. @param {Start} start */
export const helpers = ({ parameters }) => [
  ...RETURN,
  "",
  ...(parameters.length > 0 ? [...STEP, ""] : []),
  ...SHOW,
];

/**
 * Of a problem without stages.
 * @param {import("../text.js").Text} text
 * @param {Start} start
 * @param {import("../numbers.js").Notation} notation
 */
export function backward(text, start, notation) {
  const { kind, parameters, inputs, gradients, rate } = start;
  const { back } = text.words;
  text.gap();
  begin(text, start, notation);
  text.add(text.beside("  go_back(block, &plan, &problem);", back.backward));
  text.gap();
  const members = gradients.map((name) => `*${name}`);
  text.add("  const struct {", ...wrapped(members, "    const float ", "        "), "  } gradients = {");
  for (const name of gradients)
    text.note([name], `      .${name} = block + plan.slots[ATTN_TENSOR_${name}].offset,`);
  text.add("  };");
  text.gap();
  if (parameters.length === 0) text.add(`  // ${back.noStep}`);
  else {
    const steps = parameters.map((one) => {
      const { name } = one.group;
      return `  take_step(${numbersOf(one, "float *")}, gradients.grad_${name}, learning_rate, ${countOf(one.shape)});`;
    });
    const first = text.beside(`  const double learning_rate = ${decimal(rate)};`, back.step);
    text.noteStep("step", [first, ...steps]);
    text.gap();
  }
  if (kind !== "grad_output") text.add('  printf("loss %.9g\\n", loss);');
  for (const one of [...parameters, ...inputs]) {
    const { name } = one.group;
    const { shape } = one.stage.values[one.tensor];
    const rest = `(int[]){${shape.join(", ")}}, ${shape.length}`;
    text.add(`  show("grad_${name}", gradients.grad_${name}, ${rest});`);
    if (parameters.includes(one)) text.add(`  show("${name}", ${numbersOf(one, "const float *")}, ${rest});`);
  }
}

/** @param {Variable} variable given @param {string} type */
const numbersOf = ({ group: { name }, shape }, type) => (shape.length > 1 ? `(${type})${name}` : name);

/** The loss, and the gradient of the output. @param {import("../text.js").Text} text @param {Start} start @param {import("../numbers.js").Notation} notation */
function begin(text, { kind, tensor, shape }, notation) {
  const { back } = text.words;
  const isGiven = kind === "grad_output";
  const type = kind === "cross_entropy" ? "int32_t" : "float";
  const lengths = tensor.shape.map((length) => `[${length}]`).join("");
  const place = (/** @type {string} */ name) => ({
    ...{ before: `  ${type} ${name}${lengths} = `, after: ";", pad: "  " },
  });
  const room = "block + plan.slots[ATTN_TENSOR_grad_output].offset";
  const given = bracketed(tensor, notation, place(isGiven ? "grad_output" : "target"));
  const count = countOf(shape);
  const target = tensor.shape.length > 1 ? `(const ${type} *)target` : "target";
  if (isGiven) {
    const flat = tensor.shape.length > 1 ? "((const float *)grad_output)" : "grad_output";
    const copied = `  for (int n = 0; n < ${count}; n++) (${room})[n] = ${flat}[n];`;
    text.note(["grad_output"], [...given, copied]);
    return;
  }
  text.note(["target"], given);
  text.add(`  float *grad_output = ${room};`);
  if (kind === "squared_error") {
    const call = `attn_squared_error(grad_output, trace.output, ${target}, ${count})`;
    text.note(["loss"], text.beside(`  const double loss = ${call};`, back.loss));
    return;
  }
  const classes = shape[shape.length - 1];
  text.note(
    ["loss"],
    [
      text.beside("  double loss;", back.loss),
      "  attn_error error;",
      `  if (attn_cross_entropy(&loss, grad_output, trace.output, ${target}, ${count / classes}, ${classes}, &error))`,
      "    return 1;",
    ],
  );
}
