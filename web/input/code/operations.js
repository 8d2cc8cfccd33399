/** Writes each operation of the graph as an expression on whole arrays. */
import { shortestDecimal } from "../../words/decimal.js";
import { pointed } from "./numbers.js";
import { keeps, keptShape, shortName } from "./variable.js";
import { Reading, plus } from "./reading.js";

/** @typedef {import("./arrays.js").Dialect} Dialect */
/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Part} Part */
/** @typedef {import("./plan.js").Statement} Statement */
/** @typedef {import("./plan.js").Variable} Variable */
/** @typedef {import("../../core/graph/cells.js").Token} Token */

/** A statement as an expression, and the lines that must precede it. */
export class Operation extends Reading {
  /** @type {string[]} */
  before = [];

  /**
   * @param {Plan} plan
   * @param {Part} part
   * @param {Statement} statement
   * @param {boolean} inLoop
   * @param {Dialect} dialect
   */
  constructor(plan, part, statement, inLoop, dialect) {
    super(plan, part, statement, inLoop);
    this.dialect = dialect;
  }

  /** Returns the expression, and fills `before`. */
  expression() {
    return OPERATIONS[this.rule.op](this);
  }

  /** Returns the axes that an operand has where it is read. @param {string} tensor @param {Token[]} tokens */
  axes(tensor, tokens) {
    const { shape } = this.variableOf(tensor);
    return shape.flatMap((length, axis) => {
      const token = tokens[axis + tokens.length - shape.length];
      const isThere = token && token.letter !== "s" && keeps(this.part, token, length);
      return isThere ? [{ letter: token.letter, length }] : [];
    });
  }

  /** @param {string} tensor @param {Token[]} tokens */
  letters(tensor, tokens) {
    return this.axes(tensor, tokens).map(({ letter }) => letter);
  }

  /**
   * Writes a product of matrices: factors in the order in which columns meet rows, transposed where needed.
   * @param {number} n index of the part
   * @returns {string}
   */
  product(n) {
    const { of, at } = this.rule.parts[n];
    const remaining = of.map((tensor, m) => ({ m, axes: this.letters(tensor, at[m]).slice(-2) }));
    let next = this.letters(this.variable.tensor, this.rule.out).at(-2);
    const factors = of.map(() => {
      const found = remaining.findIndex(({ axes }) => next !== undefined && axes.includes(next));
      const [{ m, axes }] = remaining.splice(Math.max(0, found), 1);
      const isTurned = axes.length > 1 && axes[1] === next;
      next = isTurned ? axes[0] : axes[axes.length - 1];
      return isTurned ? this.turned(n, m) : this.perHead(n, m);
    });
    return factors.join(" @ ");
  }

  /** Writes an operand. @param {number} n @param {number} [m] @param {boolean} [raw] by its name alone, which broadcasts */
  at(n, m = 0, raw = false) {
    const { of, at } = this.rule.parts[n];
    return this.read(of[m], at[m], raw);
  }

  /** Writes a factor of a product; a single number that stands for a vector becomes one. @param {number} n @param {number} m */
  factor(n, m) {
    const text = this.at(n, m);
    return keptShape(this.variableOf(this.rule.parts[n].of[m])).length ? text : `${text}.reshape(1)`;
  }

  /** Writes the first operand of each part. */
  all() {
    return this.rule.parts.map((_, n) => this.at(n));
  }

  /** Returns the number of axes that an operand has where it is read. @param {number} n @param {number} [m] */
  rank(n, m = 0) {
    const { of, at } = this.rule.parts[n];
    return this.axes(of[m], at[m]).length;
  }

  /** Writes keys or values, repeated for all heads that read them. @param {number} n @param {number} m */
  perHead(n, m) {
    const { parts, out } = this.rule;
    const x = this.at(n, m);
    return parts[n].at[m].some(isGroup) && !out.some(isGroup) ? this.repeated(x) : x;
  }

  /** @param {string} x of keys or values */
  repeated(x) {
    const { heads, groups } = this;
    return groups > 1 && groups < heads ? this.dialect.repeat(x, heads / groups) : x;
  }

  /** Writes keys or values with their last two axes exchanged. @param {number} n @param {number} m */
  turned(n, m) {
    return this.swapped(this.perHead(n, m), this.rank(n, m));
  }

  /** @param {string} x @param {number} rank */
  swapped(x, rank) {
    return rank === 2 ? `${x}.T` : this.dialect.swap(x, -2, -1);
  }

  /** Writes one number per row: outside of a loop as a column, so that it broadcasts. @param {(kept: boolean) => string} made */
  column(made) {
    this.variable.group.column = !this.inLoop;
    return made(!this.inLoop);
  }

  /** Writes an operand with the axes of the statement that reads it. @param {string} tensor @param {Token[]} tokens @param {boolean} [raw] */
  read(tensor, tokens, raw = false) {
    const variable = this.variableOf(tensor);
    const { shape, kept, group } = variable;
    const missing = tokens.length - shape.length;
    const step = shape.findIndex((_, axis) => tokens[axis + missing]?.letter === "s");
    let { name } = group;
    const wanted = this.axes(tensor, tokens).map(({ length }) => length);
    let has = keptShape(variable);
    if (this.inLoop && step >= 0) {
      if (kept[step]) name += `[${plus("step", tokens[step + missing].shift + this.stepShift)}]`;
      has = shape.filter((_, axis) => kept[axis] && axis !== step);
    } else if (step >= 0) wanted.unshift(shape[step]);
    if (raw) return name;
    if (group.column) name += "[..., 0]";
    const shared = tokens.some((token) => token.shared);
    const same = shared ? bare(has) === bare(wanted) : has.join() === wanted.join();
    return same ? name : `${name}.reshape(${wanted.join(", ")})`;
  }
}

/** Whether an axis is that of key heads, which query heads may share. @param {Token} token */
const isGroup = ({ letter }) => letter === "g";

/** @type {Record<string, (operation: Operation) => string>} */
const OPERATIONS = {
  copy: copied,
  zero: copied,
  linear,
  add: (o) => o.all().join(" + "),
  split: (o) => o.dialect.swap(`${o.at(0)}.reshape(${splitShape(o.variable)})`, -3, -2),
  join: (o) => `${o.dialect.swap(o.at(0), -3, -2)}.reshape(${keptShape(o.variable).join(", ")})`,
  scores,
  bilinear: (o) => (o.inLoop ? `${o.at(0, 2)} @ (${o.at(0, 0)} @ ${o.at(0, 1)})` : o.product(0)),
  tanh: (o) => o.dialect.call("tanh", shortName(o.variable.tensor) === "hidden" ? hidden(o) : recurrence(o)),
  scale: (o) => `${o.at(0)}${scaledBy(o)}`,
  softcap: (o) => {
    const cap = shortestDecimal(o.rule.by ?? 1);
    return `${cap} * ${o.dialect.call("tanh", `${o.at(0)} / ${cap}`)}`;
  },
  mask: masked,
  relu: (o) => o.dialect.relu(o.at(0)),
  gelu: (o) => o.dialect.gelu(o.at(0)),
  max: (o) => o.column((kept) => o.dialect.max(o.at(0), kept)),
  subtract: (o) => `${o.at(0)} - ${guarded(o, o.dialect.words.minus)}`,
  exp: (o) => o.dialect.call("exp", o.at(0)),
  sum: (o) => o.column((kept) => o.dialect.sum(o.at(0), kept)),
  log: (o) => o.column(() => `${o.at(0, 0, true)} + ${o.dialect.call("log", o.at(1, 0, true))}`),
  divide: (o) => (o.part.op === "geometry" ? shadow(o) : `${o.at(0)} / ${guarded(o, "0")}`),
  softmax: (o) => {
    const lines = o.dialect.softmax(o.variable.group.name, o.at(0));
    o.before.push(...lines.slice(0, -1));
    return lines[lines.length - 1];
  },
  multiply(o) {
    const [weights, value] = [o.swapped(o.at(0, 0), o.rank(0)), o.perHead(0, 1)];
    if (o.rank(0) === 2) return `${value}[:, None] * ${weights}[:, :, None]`;
    return `${weights}[..., None] * ${value}[..., :, None, :]`;
  },
  mix: (o) => {
    const weighted = o.part.variable("weighted_values");
    if (!o.plan.stepwise || !weighted) return o.product(0);
    return `${weighted.group.name}.sum(${keptShape(weighted).length > 3 ? -3 : 0})`;
  },
  mean: (o) => mean(o, o.at(0)),
  rstd: deviation,
  normalize,
  length: (o) => norm(o, `${o.at(0)} * ${o.at(0)}`),
  dot: (o) => o.product(0),
  arccos: angle,
};

/** @param {Operation} o */
function copied(o) {
  const { plan, part, variable } = o;
  const x = o.at(0);
  const shape = keptShape(variable);
  if (shortName(variable.tensor) === "weights") {
    const { from } = variable.stage.values.weights_override;
    const override = part.variable("weights_override") ?? plan.variables.get(from);
    const isWhole = override && keptShape(override).join() === shape.join();
    return isWhole ? x : o.dialect.broadcast(x, tuple(shape));
  }
  return /reshape/.test(x) || shape.length === o.rank(0) ? x : `${x}.reshape(${shape.join(", ")})`;
}

/** @param {Operation} o */
function linear(o) {
  const [first, second] = o.rule.parts;
  // logits: a state and its context, side by side
  const isTwo = second?.of.length > 1;
  const x = isTwo ? o.dialect.beside(`${o.at(0, 0)}[1:], ${o.at(1, 0)}`) : o.at(0, 0);
  const bias = isTwo ? 2 : 1;
  return `${x} @ ${o.at(0, first.of.length - 1)}${o.rule.parts[bias] ? ` + ${o.at(bias)}` : ""}`;
}

/** @param {Operation} o */
function scores(o) {
  if (o.rule.parts[0].of[0].endsWith("hidden")) return `${o.at(0, 0)} @ ${o.factor(0, 1)}`;
  return o.inLoop ? `${o.at(0, 1)} @ ${o.at(0, 0)}` : o.product(0);
}

/** Writes the products that make a state. @param {Operation} o */
function recurrence(o) {
  const products = o.rule.parts.map(({ of }, n) => of.map((_, m) => o.factor(n, m)).join(" @ "));
  return products.slice(o.rule.first ?? 0).join(" + ");
}

/** Writes query plus key, each times its columns of w_1, for all pairs. @param {Operation} o */
function hidden(o) {
  const width = o.variableOf(o.rule.parts[0].of[0]).shape.at(-1);
  const first = `${o.at(0, 0)} @ ${o.at(0, 1)}[:, :${width}].T`;
  const second = `${o.perHead(1, 0)} @ ${o.at(1, 1)}[:, ${width}:].T`;
  return o.inLoop ? `${first} + ${second}` : `(${first})[..., :, None, :] + (${second})[..., None, :, :]`;
}

/** Writes the scale of the scores, the default one as a division by a square root. @param {Operation} o */
function scaledBy(o) {
  const { plan, part, rule } = o;
  const { scale, score = 0 } = part.values;
  if (scale !== undefined || score !== 0) return ` * ${factor(rule.by ?? 1)}`;
  const keys = o.inLoop ? "encoder_states" : "key";
  const full = part.variable(keys) ?? plan.variables.get(part.values[keys]?.from);
  return ` / ${full?.group.name}.shape[-1] ** 0.5`;
}

/** @param {Operation} o */
function masked(o) {
  const { given } = o.part.mask;
  const operand = (/** @type {string} */ name) => o.at(1 + given.indexOf(name));
  const scores = given.includes("bias") ? `${o.at(0)} + ${operand("bias")}` : o.at(0);
  const tests = near(o);
  for (const name of given) {
    if (name === "bias") continue;
    const x = operand(name) + (name === "key_mask" ? spread(o) : "");
    tests.push(o.part.values[name].from === undefined ? x : `(${x} != 0)`);
  }
  if (tests.length === 0) return scores;
  const allowed = o.part.identifier("allowed");
  const whole = tests.length === 1 ? tests[0].replace(/^\((.*)\)$/, "$1") : tests.join(" & ");
  o.before.push(`${allowed} = ${whole}`);
  return o.dialect.forbid(scores, allowed);
}

/** Writes tests for the keys that causal and window allow. @param {Operation} o @returns {string[]} */
function near(o) {
  const { lower, upper } = o.part.mask;
  const [q_len, kv_len] = o.variable.shape.slice(-2);
  if (lower === undefined) return upper === undefined ? [] : [o.dialect.lower(q_len, kv_len, upper)];
  const distance = o.part.identifier("distance");
  o.before.push(`${distance} = ${o.dialect.range(kv_len)} - ${o.dialect.range(q_len)}[:, None]`);
  return [`(${distance} >= ${lower})`, ...(upper === undefined ? [] : [`(${distance} <= ${upper})`])];
}

/** Writes the index that broadcasts a key_mask [batch, kv_len] to [batch, heads, q_len, kv_len]. @param {Operation} o */
function spread(o) {
  const [tensor] = o.rule.parts[1 + o.part.mask.given.indexOf("key_mask")].of;
  if (keptShape(o.variableOf(tensor)).length < 2) return "";
  return o.part.keeps.head ? "[:, None, None, :]" : "[:, None, :]";
}

/** Writes a row's maximum or sum, with a neutral number for rows that see no key. @param {Operation} o @param {string} value of these rows */
function guarded(o, value) {
  const x = o.at(1, 0, true);
  return o.part.guarded ? o.dialect.replace(x, value) : x;
}

/** Divides a dot product by the lengths. @param {Operation} o */
function shadow(o) {
  const [dot, first, second] = o.all();
  return second === undefined ? `${dot} / ${first}` : `${dot} / (${first}[:, None] * ${second})`;
}

/** Writes the mean of each row, along the last axis, or of each column, along all others. @param {Operation} o @param {string} x */
function mean(o, x) {
  const { parts, out } = o.rule;
  const [{ at }] = parts;
  if (!out.some(({ letter }) => letter === at[0][at[0].length - 1].letter)) {
    o.variable.group.column = !o.inLoop;
    return o.dialect.mean(x, "-1", true);
  }
  const axes = Array.from({ length: o.rank(0) - 1 }, (_, n) => n);
  return o.dialect.mean(x, axes.length === 1 ? "0" : tuple(axes), false);
}

/** @param {Operation} o */
function deviation(o) {
  const { parts, by } = o.rule;
  const eps = by !== undefined && by < 1e-3 ? by.toExponential() : String(by);
  const variance = parts.length === 1 ? o.at(0) : mean(o, `((${o.at(0)} - ${o.at(1, 0, true)}) ** 2)`);
  return `1 / ${o.dialect.call("sqrt", `${variance} + ${eps}`)}`;
}

/** @param {Operation} o */
function normalize(o) {
  const [gamma, beta] = ["gamma", "beta"].map((name) => o.part.values[name] !== undefined);
  const shift = beta ? ` + ${o.at(gamma ? 4 : 3)}` : "";
  return `(${o.at(0)} - ${o.at(1, 0, true)}) * ${o.at(2, 0, true)}${gamma ? ` * ${o.at(3)}` : ""}${shift}`;
}

/** @param {Operation} o @param {string} squares */
const norm = ({ dialect }, squares) => dialect.call("sqrt", dialect.sum(`(${squares})`, false));

/** Writes an angle by its half, between unit vectors: accurate for small angles too. @param {Operation} o */
function angle(o) {
  const [a, b, length_a, length_b] = ["a", "b", "length_a", "length_b"].map((name) => {
    const { tensor, out, group } = o.variableOf(o.fullName(name));
    return name.length > 1 ? group.name : o.read(tensor, out.slice(-2));
  });
  const [u, v, apart, together] = ["unit_a", "unit_b", "apart", "together"].map(o.part.identifier);
  o.before.push(
    `${u} = (${a} / ${length_a}[:, None])[:, None]`,
    `${v} = ${b} / ${length_b}[:, None]`,
    `${apart} = ${norm(o, `(${u} - ${v}) ** 2`)}`,
    `${together} = ${norm(o, `(${u} + ${v}) ** 2`)}`,
  );
  return `2 * ${o.dialect.call("atan2", `${apart}, ${together}`)}`;
}

/** Writes a shape as a tuple. @param {readonly number[]} shape */
const tuple = (shape) => `(${shape.join(", ")}${shape.length === 1 ? "," : ""})`;

/** Drops leading axes of length 1, which do not matter to broadcasting. @param {number[]} shape */
const bare = (shape) => shape.join().replace(/^(1(,|$))+/, "");

/** Returns the shape of [batch, head, token, feature] before head and token are exchanged. @param {Variable} variable */
function splitShape(variable) {
  const shape = keptShape(variable);
  const [head, token, feature] = shape.slice(-3);
  return [...shape.slice(0, -3), token, head, feature].join(", ");
}

/** Writes a number of the problem's options. @param {number} value a float32 */
const factor = (value) => (value < 0 ? `(${pointed(value)})` : pointed(value));
