/** The way back in NumPy, by hand: one line a gradient, from the loss to the parameters, and one step. */
import { literalLines } from "../arrays.js";
import { decimal } from "../numbers.js";
import { splitShape } from "../operations.js";
import { keptShape } from "../plan.js";
import { Gradients } from "./gradients.js";
import { scoreParameters, throughScores, throughSoftmax } from "./scores.js";

/** @typedef {import("../text.js").Text} Text */
/** @typedef {import("./start.js").Start} Start */

/** Queries, keys and values, and what each is made from, the nearest first. @type {[name: string, letter: string, sources: string[]][]} */
const PROJECTED = [
  ["query", "q", ["x"]],
  ["key", "k", ["x_kv", "x"]],
  ["value", "v", ["x_v", "x_kv", "x"]],
];

/**
 * Of a problem without stages.
 * @param {Text} text
 * @param {Start} start
 * @param {import("../arrays.js").Dialect} dialect
 */
export function backward(text, start, dialect) {
  const g = new Gradients(text, dialect);
  text.gap();
  begin(g, start);
  text.gap();
  throughMix(g);
  text.gap();
  throughSoftmax(g);
  text.gap();
  throughScores(g);
  throughSplit(g);
  text.gap();
  parameters(g);
  inputs(g);
  text.gap();
  step(g, start);
  tell(g, start);
}

/** The loss, and the gradient of the output. @param {Gradients} g @param {Start} start */
function begin(g, { kind, tensor, output, shape }) {
  const { text, dialect } = g;
  const { back } = text.words;
  const same = g.sameAsOutput();
  if (kind === "grad_output") {
    g.put(same, literalLines(dialect, "grad_output", tensor, "np.float32"));
    return;
  }
  const dtype = kind === "cross_entropy" ? "np.int64" : "np.float32";
  text.note(["target"], literalLines(dialect, "target", tensor, dtype));
  if (kind === "squared_error") {
    text.note(["loss"], text.beside(`loss = ((${output} - target) ** 2).mean()`, back.loss));
    g.make(same, `2 * (${output} - target) / ${output}.size`, back.grad_output);
    return;
  }
  text.note(
    ["loss"],
    [
      text.beside(`one_hot = np.arange(${shape.at(-1)}) == target[..., None]`, back.ignored),
      "counted = one_hot.any(axis=-1, keepdims=True)",
      "count = max(int(counted.sum()), 1)",
      `log_softmax = ${output} - ${output}.max(axis=-1, keepdims=True)`,
      "log_softmax -= np.log(np.exp(log_softmax).sum(axis=-1, keepdims=True))",
      text.beside("loss = -log_softmax[one_hot].sum() / count", back.loss),
    ],
  );
  g.make(same, "(np.exp(log_softmax) - one_hot) * counted / count", back.grad_output);
}

/** From the output to values and weights. @param {Gradients} g */
function throughMix(g) {
  const isSplit = !g.isSame("joined", "mixed");
  if (g.has("w_o"))
    g.make(isSplit ? ["grad_joined"] : ["grad_mixed", "grad_joined"], `${g.of("output")} @ w_o.T`);
  if (isSplit) {
    const parted = `${g.of("joined")}.reshape(${splitShape(g.variable("mixed"))})`;
    g.make(["grad_mixed"], g.dialect.swap(parted, -3, -2), g.text.words.back.grad_mixed);
  }
  const { d_v } = g.sizes;
  const mixed = g.of("mixed");
  const value = g.shared(`${g.turned(g.name("weights"))} @ ${mixed}`, d_v);
  g.make(["grad_value", ...g.unsplit("value")], value);
  g.make(["grad_weights"], `${mixed} @ ${g.turned(g.perHead("value"))}`);
}

/** Heads side by side again. @param {Gradients} g */
function throughSplit(g) {
  if (g.has("query")) return;
  for (const [name] of PROJECTED) {
    const projected = `projected_${name}`;
    if (g.isSame(name, projected)) continue;
    const shape = keptShape(g.variable(projected)).join(", ");
    g.make([`grad_${projected}`], `${g.dialect.swap(g.of(name), -3, -2)}.reshape(${shape})`);
  }
}

/** @param {Gradients} g */
function parameters(g) {
  if (!g.has("query"))
    for (const [name, letter, sources] of PROJECTED) {
      const x = /** @type {string} */ (sources.find((one) => g.has(one)));
      linear(g, x, `w_${letter}`, `b_${letter}`, g.of(`projected_${name}`));
    }
  scoreParameters(g);
  linear(g, g.name("joined"), "w_o", "b_o", g.of("output"));
}

/** Of x w + b. @param {Gradients} g @param {string} x @param {string} w @param {string} b @param {string} grad */
function linear(g, x, w, b, grad) {
  const { batch } = g.part.keeps;
  if (g.has(w))
    g.make(
      [`grad_${w}`],
      batch ? `(${g.dialect.swap(x, -2, -1)} @ ${grad}).sum(axis=0)` : `${x}.T @ ${grad}`,
    );
  if (g.has(b)) g.make([`grad_${b}`], `${grad}.sum(axis=${batch ? "(0, 1)" : "0"})`);
}

/** What was handed out to queries, keys and values comes back from all of them. @param {Gradients} g */
function inputs(g) {
  if (g.has("query")) return;
  /** @type {Record<string, string[]>} */
  const uses = {};
  for (const [name, letter, sources] of PROJECTED) {
    const x = /** @type {string} */ (sources.find((one) => g.has(one)));
    const w = `w_${letter}`;
    (uses[x] ??= []).push(`${g.of(`projected_${name}`)}${g.has(w) ? ` @ ${w}.T` : ""}`);
  }
  for (const [x, terms] of Object.entries(uses))
    g.make([`grad_${x}`], terms.join(" + "), terms.length > 1 ? g.text.words.back.grad_x : undefined);
}

/** @param {Gradients} g @param {Start} start */
function step({ text }, { parameters, rate }) {
  const { back } = text.words;
  if (parameters.length === 0) return text.add(`# ${back.noStep}`);
  const lines = parameters.map(({ group: { name } }) => `${name} -= learning_rate * grad_${name}`);
  const first = text.beside(`learning_rate = ${decimal(rate)}`, back.step);
  text.noteStep("step", [first, ...lines]);
  text.gap();
}

/** @param {Gradients} g @param {Start} start */
function tell({ text }, { kind, parameters, inputs }) {
  if (kind !== "grad_output") text.add('print("loss", loss)');
  for (const { group } of [...parameters, ...inputs]) {
    text.add(`print("grad_${group.name}", grad_${group.name}.tolist())`);
    if (parameters.some((one) => one.group === group))
      text.add(`print("${group.name}", ${group.name}.tolist())`);
  }
}
