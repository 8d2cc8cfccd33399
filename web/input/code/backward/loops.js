/** Writes the backward pass in languages that write loops: the loss, a statement for each gradient, and one step. */
import { countOf } from "../../../core/shapes.js";
import { added, all, call, cellsOf, minus, number, over, times } from "../cells.js";
import { keptShape } from "../variable.js";
import { commentOn, gradientsOf } from "./gradients.js";
import { finish } from "./start.js";

/** @typedef {import("../cells.js").Expression} Expression */
/** @typedef {import("../cells.js").Axis} Axis */
/** @typedef {import("../text.js").Text} Text */
/** @typedef {import("./start.js").Start} Start */
/** @typedef {(made: import("../cells.js").Made, comment?: string) => string[]} Write */
/**
 * @typedef {object} Loops how a language writes them
 * @property {(made: import("../cells.js").Made) => string[]} lines
 * @property {(name: string, tensor: { shape: number[], data: ArrayLike<number> }) => string[]} input
 * @property {(name: string, rank: number) => string} print a name and its numbers
 */

const ONE = number(1);
const ZERO = number(0);
/** Letters of the output's last axes. */
const LETTERS = "bic";

/** @param {Text} text @param {Start | undefined} start @param {Loops} loops */
export function backward(text, start, loops) {
  if (!start) return;
  if (text.plan.chain) return text.endForward();
  const { back } = text.words;
  const { plan, groups } = gradientsOf(text.plan);
  const [part] = plan.parts;
  /** @type {Write} */
  const write = (made, comment) => text.remark(loops.lines(made), comment);
  text.gap();
  begin(text, start, loops, write, plan.variables.get("grad_output")?.group.tensors ?? []);
  for (const statements of groups) {
    text.gap();
    for (const statement of statements) {
      const zero = part.values.weights_override && /scores$/.test(statement.rule.tensor);
      const rule = zero ? { ...statement.rule, op: "zero", parts: [] } : statement.rule;
      const comment = zero ? back.nothing : commentOn(text, statement);
      const all = cellsOf(plan, part, { ...statement, rule }, false);
      const lines = all.flatMap((made, k) => write(made, k < all.length - 1 ? back.row_mean : comment));
      text.putGradient(statement.variable.group.tensors, lines);
    }
  }
  finish(text, start, {
    first: loops.lines(scalar("learning_rate", number(start.rate))),
    step({ group: { name }, shape }) {
      const axes = axesOf(shape);
      const by = times([ref("learning_rate"), ref(`grad_${name}`, axes)]);
      return loops.lines({ ...made(name, axes, minus(ref(name, axes), by)), known: true });
    },
    print: (name, variable) => loops.print(name, variable ? keptShape(variable).length : 0),
  });
}

/** @param {readonly number[]} shape @returns {Axis[]} */
const axesOf = (shape) =>
  shape.map((size, axis) => ({ letter: LETTERS[axis + LETTERS.length - shape.length], size }));

/** @param {string} name @param {Axis[]} [axes] @returns {Expression} */
const ref = (name, axes = []) => ({ is: "ref", name, index: axes.map(({ letter }) => letter) });

/** @param {string} name @param {Axis[]} axes @param {Expression} cell @returns {import("../cells.js").Made} */
const made = (name, axes, cell) => ({
  ...{ name, cell, axes: axes.map((axis) => [axis]) },
  ...{ shape: axes.map(({ size }) => size), index: axes.map(({ letter }) => letter) },
});

/** @param {string} name @param {Expression} cell */
const scalar = (name, cell) => made(name, [], cell);

/** @param {string} test @param {Expression} yes @param {Expression} no @returns {Expression} */
const choose = (test, yes, no) => ({ is: "if", tests: [test], of: [yes, no] });

/**
 * Writes the loss, and the gradient of the output.
 * @param {Text} text @param {Start} start @param {Loops} loops @param {Write} write
 * @param {string[]} same gradients with the same numbers
 */
function begin(text, { kind, tensor, output, shape }, loops, write, same) {
  const { back } = text.words;
  if (kind === "grad_output") return text.putGradient(same, loops.input("grad_output", tensor));
  text.putGradient(["target"], loops.input("target", tensor));
  const axes = axesOf(shape);
  const [rows, last] = [axes.slice(0, -1), axes.slice(-1)];
  const result = ref(output, axes);
  /** @param {string[]} names @param {[import("../cells.js").Made, string?][]} all */
  const put = (names, ...all) => {
    const lines = all.flatMap(([tensor, comment]) => write(tensor, comment));
    text.putGradient(names, lines);
  };
  if (kind === "squared_error") {
    const count = number(countOf(shape));
    const away = minus(result, ref("target", axes));
    put(
      ["loss"],
      [scalar("total", all("sum", axes, times([away, away])))],
      [scalar("loss", over(ref("total"), count)), back.loss],
    );
    return put(same, [made("grad_output", axes, over(times([number(2), away]), count)), back.grad_output]);
  }
  const target = `target${rows.map(({ letter }) => `[${letter}]`).join("")}`;
  const [top, log, count] = [ref("top", rows), ref("log_sum", rows), ref("count")];
  const isRight = `${target} == c`;
  const sum = all("sum", last, call("exp", minus(result, top)));
  put(
    ["loss"],
    [made("top", rows, all("max", last, result))],
    [made("log_sum", rows, added([top, call("log", sum)]))],
    [scalar("counted", all("sum", rows, choose(`${target} >= 0`, ONE, ZERO))), back.ignored],
    [scalar("count", choose("counted > 0", ref("counted"), ONE))],
    [scalar("total", all("sum", axes, choose(isRight, minus(log, result), ZERO)))],
    [scalar("loss", over(ref("total"), count)), back.loss],
  );
  const slope = minus(call("exp", minus(result, log)), choose(isRight, ONE, ZERO));
  const grad = choose(`${target} >= 0`, over(slope, count), ZERO);
  put(same, [made("grad_output", axes, grad), back.grad_output]);
}
