/** Writes the backward pass in PyTorch, which finds every gradient itself: the loss, its backward(), one step. */
import { WIDTH, decimal } from "../numbers.js";
import { literalLines } from "../arrays.js";

/** @typedef {import("../text.js").Text} Text */
/** @typedef {import("./start.js").Start} Start */

/**
 * @param {Text} text
 * @param {Start} start
 * @param {import("../arrays.js").Dialect} dialect
 */
export function backward(text, start, dialect) {
  const { plan, words } = text;
  const { back } = words;
  const { kind, tensor, output, rate, parameters, idle, inputs, gradients } = start;
  const [given, all, parameter, key] = [start.given, ...LOOP].map(plan.name);
  const loss = plan.name("loss");
  const dtype = kind === "cross_entropy" ? "torch.long" : "torch.float32";
  const hasSteps = parameters.length > 0;

  text.gap();
  const isGiven = kind === "grad_output";
  const firsts = isGiven ? gradients.filter((name) => /(^|\.)grad_output$/.test(name)) : ["target"];
  text.putGradient(firsts, literalLines(dialect, given, tensor, dtype));
  if (!isGiven) text.putGradient(["loss"], text.beside(`${loss} = ${lossOf(start, given)}`, back.loss));
  const call = isGiven ? `${output}.backward(${given})` : `${loss}.backward()`;
  text.putGradient(gradients, text.beside(call, back.backward));
  for (const { group } of idle)
    text.add(text.beside(`${group.name}.grad = torch.zeros_like(${group.name})`, back.idle));

  text.gap();
  if (hasSteps) {
    const learning_rate = plan.name("learning_rate");
    const step = `        ${parameter} -= ${learning_rate} * ${parameter}.grad`;
    text.putStep("step", [
      `${learning_rate} = ${decimal(rate)}`,
      ...dictionary(all, parameters),
      "with torch.no_grad():",
      `    for ${parameter} in ${all}.values():`,
      text.beside(step, back.step),
    ]);
    text.gap();
  } else text.add(`# ${back.noStep}`);
  if (!isGiven) text.add(`print("loss", ${loss}.item())`);
  if (hasSteps)
    text.add(
      `for ${key}, ${parameter} in ${all}.items():`,
      `    print(f"grad_{${key}}", ${parameter}.grad.tolist())`,
      `    print(${key}, ${parameter}.tolist())`,
    );
  for (const { group } of inputs) text.add(`print("grad_${group.name}", ${group.name}.grad.tolist())`);
}

/** Names that the program's loops use. */
const LOOP = ["parameters", "parameter", "name"];

/** @param {Start} start @param {string} target */
function lossOf({ kind, output, shape, tensor }, target) {
  if (kind === "squared_error") return `((${output} - ${target}) ** 2).mean()`;
  const [rows, classes] =
    shape.length > 2 ? [`${output}.flatten(0, -2)`, `${target}.flatten()`] : [output, target];
  // the mean of no rows would be NaN
  const none = Array.from(tensor.data).every((entry) => entry < 0);
  const rest = `ignore_index=-1${none ? ', reduction="sum"' : ""}`;
  return `torch.nn.functional.cross_entropy(${rows}, ${classes}, ${rest})`;
}

/** @param {string} name @param {import("../plan.js").Variable[]} variables */
function dictionary(name, variables) {
  const entries = variables.map(({ group }) => `"${group.name}": ${group.name}`);
  const line = `${name} = {${entries.join(", ")}}`;
  return line.length <= WIDTH ? [line] : [`${name} = {`, ...entries.map((entry) => `    ${entry},`), "}"];
}
