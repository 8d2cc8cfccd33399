/** Writes the backward pass in NumPy by hand: one line per gradient, from the loss to the parameters, and one step. */
import { shortestDecimal } from "../../../words/decimal.js";
import { broken, literalLines } from "../arrays.js";
import { decimal } from "../numbers.js";
import { Operation } from "../operations.js";
import { keptShape } from "../variable.js";
import { commentOn, gradientsOf } from "./gradients.js";
import { finish } from "./start.js";

/** @typedef {import("../arrays.js").Dialect} Dialect */
/** @typedef {import("../text.js").Text} Text */
/** @typedef {import("./start.js").Start} Start */

/** @param {Text} text @param {Start} start @param {Dialect} dialect */
export function backward(text, start, dialect) {
  if (text.plan.chain) return text.endForward();
  const [part] = text.plan.parts;
  const { plan, groups } = gradientsOf(text.plan);
  text.gap();
  begin(text, start, dialect, plan.variables.get("grad_output")?.group.tensors ?? []);
  for (const statements of groups) {
    text.gap();
    for (const statement of statements) write(text, new Operation(plan, part, statement, false, dialect));
  }
  finish(text, start, {
    first: [`learning_rate = ${decimal(start.rate)}`],
    step: ({ group: { name } }) => `${name} -= learning_rate * grad_${name}`,
    print: (name, variable) => `print("${name}", ${name}${variable ? ".tolist()" : ""})`,
  });
}

/** @param {Text} text @param {Operation} o */
function write(text, o) {
  const { back } = text.words;
  const { variable, rule, part } = o;
  const { name, tensors } = variable.group;
  if (part.values.weights_override && /scores$/.test(rule.tensor))
    return put(text, tensors, name, `np.zeros_like(${nameOf(o, "scores")})`, back.nothing);
  const additive = part.values.w_1 ? ADDITIVE[rule.tensor] : undefined;
  const made = (additive ?? GRADIENTS[rule.op])?.(o, text) ?? o.expression();
  put(text, tensors, name, made, commentOn(text, o));
}

/** @param {Text} text @param {string[]} tensors @param {string} name @param {string} expression @param {string} [comment] */
function put(text, tensors, name, expression, comment) {
  text.putGradient(tensors, text.remark(broken(`${name} = ${expression}`), comment));
}

/** Operations whose gradients differ from the expressions of the forward pass. @type {Record<string, (o: Operation, text: Text) => string>} */
const GRADIENTS = {
  matmul: (o) => o.rule.parts.map((_, n) => product(o, n)).join(" + "),
  sum: (o) => product(o, 0),
  softmax_gradient(o, text) {
    const [weights, grad] = ["weights", "grad_weights"].map((name) => nameOf(o, name));
    const row = o.part.identifier("row_mean");
    const line = `${row} = ${o.dialect.sum(`(${weights} * ${grad})`, true)}`;
    text.putGradient([o.rule.tensor], text.beside(line, text.words.back.row_mean));
    return `${weights} * (${grad} - ${row})`;
  },
  softcap_gradient(o) {
    const cap = shortestDecimal(Math.fround(o.part.values.softcap));
    return `${o.at(0)} * (1 - (${nameOf(o, "capped_scores")} / ${cap}) ** 2)`;
  },
};

/** The gradient inside tanh, for all pairs, and its sums over keys and over queries. */
const [INNER, PER_QUERY, PER_KEY] = ["grad_inner", "grad_inner_per_query", "grad_inner_per_key"];

/** Gradients of an additive score, by tensor. @type {Record<string, (o: Operation, text: Text) => string>} */
const ADDITIVE = {
  grad_query(o, text) {
    const inside = `${nameOf(o, "grad_scores")}[..., None] * w_2 * (1 - ${nameOf(o, "hidden")} ** 2)`;
    put(text, [INNER], INNER, inside, text.words.back.tanh);
    put(text, [PER_QUERY], PER_QUERY, `${INNER}.sum(axis=-2)`);
    put(text, [PER_KEY], PER_KEY, `${INNER}.sum(axis=-3)`);
    return `${PER_QUERY} @ w_1[:, :${o.shape("query")?.[3]}]`;
  },
  grad_key: (o) => `${perGroup(o, PER_KEY, o.shape("hidden")?.[4])} @ w_1[:, ${o.shape("query")?.[3]}:]`,
  grad_w_1(o) {
    const rank = keptShape(o.variableOf("scores")).length;
    const sides = [
      [PER_QUERY, nameOf(o, "query")],
      [PER_KEY, o.repeated(nameOf(o, "key"))],
    ].map(([inner, x]) => added(`${o.swapped(inner, rank)} @ ${x}`, rank - 2));
    return o.dialect.beside(sides.join(", "));
  },
  grad_w_2(o) {
    const products = `${nameOf(o, "grad_scores")}[..., None] * ${nameOf(o, "hidden")}`;
    return added(products, keptShape(o.variableOf("scores")).length);
  },
};

/** @param {Operation} o @param {string} tensor */
const nameOf = (o, tensor) => o.variableOf(tensor).group.name;

/** Writes a product, added up over heads that share keys or values, or over batches and heads. @param {Operation} o @param {number} n */
function product(o, n) {
  const { of, at } = o.rule.parts[n];
  const out = o.letters(o.rule.tensor, o.rule.out);
  const text = o.product(n);
  if (out.includes("g")) return perGroup(o, text, keptShape(o.variable).at(-1));
  return added(text, Math.max(...of.map((tensor, m) => o.letters(tensor, at[m]).length)) - out.length);
}

/** Adds up an expression over the heads that share keys or values. @param {Operation} o @param {string} x [… heads, kv_len, features] @param {number} [features] */
function perGroup(o, x, features) {
  const { heads, groups } = o;
  if (heads === groups) return x;
  if (groups === 1) return `${enclosed(x)}.sum(axis=-3, keepdims=True)`;
  const key = keptShape(o.variableOf("key"));
  const shape = [...key.slice(0, -3), groups, heads / groups, key.at(-2), features];
  return `${enclosed(x)}.reshape(${shape.join(", ")}).sum(axis=-3)`;
}

/** Adds up an expression over its first axes. @param {string} x @param {number} count of them */
function added(x, count) {
  const axes = Array.from({ length: count }, (_, axis) => axis).join(", ");
  return count > 0 ? `${enclosed(x)}.sum(axis=${count > 1 ? `(${axes})` : axes})` : x;
}

/** @param {string} x */
const enclosed = (x) => (/ /.test(x) ? `(${x})` : x);

/** Writes the loss, and the gradient of the output. @param {Text} text @param {Start} start @param {Dialect} dialect @param {string[]} same gradients with the same numbers */
function begin(text, { kind, tensor, output, shape }, dialect, same) {
  const { back } = text.words;
  if (kind === "grad_output")
    return text.putGradient(same, literalLines(dialect, "grad_output", tensor, "np.float32"));
  const dtype = kind === "cross_entropy" ? "np.int64" : "np.float32";
  text.putGradient(["target"], literalLines(dialect, "target", tensor, dtype));
  if (kind === "squared_error") {
    text.putGradient(["loss"], text.beside(`loss = ((${output} - target) ** 2).mean()`, back.loss));
    return put(text, same, "grad_output", `2 * (${output} - target) / ${output}.size`, back.grad_output);
  }
  const lines = [
    text.beside(`one_hot = np.arange(${shape.at(-1)}) == target[..., None]`, back.ignored),
    "counted = one_hot.any(axis=-1, keepdims=True)",
    "count = max(int(counted.sum()), 1)",
    `log_softmax = ${output} - ${output}.max(axis=-1, keepdims=True)`,
    "log_softmax -= np.log(np.exp(log_softmax).sum(axis=-1, keepdims=True))",
    text.beside("loss = -log_softmax[one_hot].sum() / count", back.loss),
  ];
  text.putGradient(["loss"], lines);
  put(text, same, "grad_output", "(np.exp(log_softmax) - one_hot) * counted / count", back.grad_output);
}
