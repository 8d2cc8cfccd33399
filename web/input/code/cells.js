/**
 * Statements cell by cell, for languages that write loops: expressions in the letters of the axes, made from the rules of the
 * graph.
 */
import { Reading, plus } from "./reading.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Part} Part */
/** @typedef {import("./plan.js").Statement} Statement */
/** @typedef {import("./plan.js").Variable} Variable */
/** @typedef {import("../../core/graph/cells.js").Token} Token */
/** @typedef {{ letter: string, size: number }} Axis */
/**
 * @typedef {{ is: "ref", name: string, index: string[] }} Ref
 * @typedef {Ref | { is: "number", value: number }
 *   | { is: "add" | "times", of: Expression[] } | { is: "minus" | "over", of: [Expression, Expression] }
 *   | { is: "call", name: string, of: Expression[] } | { is: "sum" | "max", over: Axis[], of: [Expression] }
 *   | { is: "if", tests: string[], of: [Expression, Expression] }} Expression
 *   indices and tests are written in Python's syntax
 */
/**
 * @typedef {object} Made a statement
 * @property {string} name
 * @property {Axis[][]} axes that the program has; one of two letters has heads side by side
 * @property {number[]} shape
 * @property {string[]} index of the cell
 * @property {Expression} cell
 * @property {string} [at] the step, if the tensor is kept for all steps
 * @property {boolean} [known] whether the program has declared the name already
 */

/** Minus infinity. @type {Expression} */
const NOTHING = { is: "number", value: -Infinity };
/** @type {Expression} */
const ZERO = { is: "number", value: 0 };
/** @type {Expression} */
const UNKNOWN = { is: "number", value: NaN };

/** @param {string} name @param {...Expression} of @returns {Expression} */
export const call = (name, ...of) => ({ is: "call", name, of });
/** @param {Expression} a @param {Expression} b @returns {Expression} */
export const minus = (a, b) => ({ is: "minus", of: [a, b] });
/** @param {Expression} a @param {Expression} b @returns {Expression} */
export const over = (a, b) => ({ is: "over", of: [a, b] });
/** @param {number} value @returns {Expression} */
export const number = (value) => ({ is: "number", value });
/** @param {Expression[]} of @returns {Expression} */
export const added = (of) => (of.length === 1 ? of[0] : { is: "add", of });
/** @param {Expression[]} of @returns {Expression} */
export const times = (of) => (of.length === 1 ? of[0] : { is: "times", of });
/** @param {"sum" | "max"} is @param {Axis[]} axes @param {Expression} term @returns {Expression} */
export const all = (is, axes, term) => (axes.length === 0 ? term : { is, over: axes, of: [term] });

/** Writes a cell in a language that puts each index in brackets. @param {string} name @param {string[]} index */
export const indexed = (name, index) => name + index.map((at) => `[${at}]`).join("");

/** @param {Expression} ref */
const written = (ref) => (ref.is === "ref" ? indexed(ref.name, ref.index) : "");

/**
 * Returns the source of a cell that is copied along all its axes, which needs no loop; undefined for other cells.
 * @param {Expression} cell
 * @param {Axis[][]} axes
 * @returns {{ name: string, index: string[] } | undefined}
 */
export function copiedFrom(cell, axes) {
  if (cell.is !== "ref" || axes.length === 0 || axes.some((letters) => letters.length > 1)) return undefined;
  const { name, index } = cell;
  const last = index.slice(-axes.length);
  if (last.length < axes.length || last.some((letter, n) => letter !== axes[n][0].letter)) return undefined;
  return { name, index: index.slice(0, -axes.length) };
}

/**
 * @param {Plan} plan
 * @param {Part} part
 * @param {Statement} statement
 * @param {boolean} inLoop
 * @returns {Made[]} the last makes the tensor
 */
export function cellsOf(plan, part, statement, inLoop) {
  const cell = new Cell(plan, part, statement, inLoop);
  const { variable, rule } = statement;
  /** @param {string} name @param {Expression} expression @returns {Made} */
  const made = (name, expression) => ({
    name,
    axes: [...cell.axes],
    shape: cell.axes.map((letters) => letters.reduce((product, { size }) => product * size, 1)),
    index: cell.axes.map(([{ letter }, inner]) => (inner ? side(letter, inner.letter, inner.size) : letter)),
    cell: expression,
    ...(inLoop && variable.out.some(isStep(variable)) && { at: plus("step", cell.stepShift) }),
  });
  const { name } = variable.group;
  if (rule.op === "softmax_gradient") {
    const mean = made(part.identifier("row_mean"), all("sum", cell.free(1), times([cell.operand(1, 1), cell.operand(1, 2)]))); // prettier-ignore
    for (const list of [mean.axes, mean.shape, mean.index]) list.pop();
    const away = minus(cell.operand(0, 1), { is: "ref", name: mean.name, index: mean.index });
    return [mean, made(name, times([cell.operand(0, 0), away]))];
  }
  if (rule.op !== "softmax") return [made(name, (CELLS[rule.tensor] ?? CELLS[rule.op] ?? summed)(cell))];
  const powers = plan.name(`${name}_exp`);
  const power = call("exp", minus(cell.operand(0), all("max", cell.free(1), cell.operand(1))));
  const of = (/** @type {number} */ n) => /** @type {Ref} */ ({ ...cell.operand(n), name: powers });
  return [made(powers, power), made(name, over(of(0), all("sum", cell.free(1), of(1))))];
}

/** Whether an axis runs over steps and the program has it. @param {Variable} variable */
const isStep =
  ({ kept }) =>
  (/** @type {Token} */ { letter }, /** @type {number} */ axis) =>
    letter === "s" && kept[axis];

/** A cell of a tensor: the letters of its index, and its operands in terms of these letters. */
class Cell extends Reading {
  /** @param {Plan} plan @param {Part} part @param {Statement} statement @param {boolean} inLoop */
  constructor(plan, part, statement, inLoop) {
    super(plan, part, statement, inLoop);
    /** the length of each letter's axis, needed for the second of two letters in one axis @type {Record<string, number>} */
    this.inner = this.lengths();
    /** letters of the cell as the program writes them: "0" if it has no such axis @type {Map<string, string>} */
    this.bound = new Map();
    /** @type {Axis[][]} */
    this.axes = this.variable.out.flatMap((token, axis) => this.bind(token, axis));
    const [head, group] = ["h", "g"].map((letter) => this.bound.get(letter));
    const { heads, groups } = this;
    if (head !== undefined && group === undefined) this.bound.set("g", this.groupOf(head));
    if (group !== undefined && head === undefined && heads === groups) this.bound.set("h", group);
    /** the count of query heads in a sum over the heads of a group; 0: all heads @type {number} */
    this.share = group !== undefined && groups > 1 ? heads / groups : 0;
  }

  /** Returns the length of each letter's axis, in all operands and in the result. */
  lengths() {
    const { parts, out } = this.rule;
    /** @type {Record<string, number>} */
    const lengths = {};
    for (const { at, of } of [...parts, { at: [out], of: [this.variable.tensor] }])
      at.forEach((tokens, m) => {
        const { shape } = this.variableOf(of[m]);
        tokens.forEach(({ letter, inner }, n) => {
          const length = shape[n - tokens.length + shape.length];
          if (!inner && length !== undefined) lengths[letter] = Math.max(lengths[letter] ?? 1, length);
        });
      });
    return lengths;
  }

  /** Binds the letters of an axis of the result. @param {Token} token @param {number} axis @returns {Axis[][]} empty if the program has no such axis */
  bind({ letter, inner }, axis) {
    const { shape, kept } = this.variable;
    if (letter === "s" && this.inLoop) {
      this.bound.set("s", "step");
      return [];
    }
    if (!inner) {
      this.bound.set(letter, kept[axis] ? letter : "0");
      return kept[axis] ? [[{ letter, size: shape[axis] }]] : [];
    }
    const size = this.inner[inner];
    const pair = [
      { letter, size: shape[axis] / size },
      { letter: inner, size },
    ].filter(({ size }) => size > 1);
    const axes = pair.length > 0 ? pair : [{ letter: inner, size: 1 }];
    for (const name of [letter, inner])
      this.bound.set(name, axes.some(({ letter }) => letter === name) ? name : "0");
    return [axes];
  }

  /** Returns the head of keys and values that a query head reads. @param {string} head */
  groupOf(head) {
    const { heads, groups } = this;
    if (groups === 1 || head === "0") return groups === 1 ? "0" : head;
    return groups === heads ? head : `${head} // ${heads / groups}`;
  }

  /** Returns the letters of a part's operands that the cell lacks, with their lengths. @param {number} n @returns {Axis[]} */
  free(n) {
    /** @type {Map<string, number>} */
    const found = new Map();
    const { at, of } = this.rule.parts[n];
    const isByHead = at.flat().some(({ letter, inner }) => letter === "h" && !inner);
    at.forEach((tokens, m) => {
      const { shape, kept } = this.variableOf(of[m]);
      shape.forEach((length, axis) => {
        const token = tokens[axis + tokens.length - shape.length];
        if (!token || !kept[axis] || (token.shared && length === 1)) return;
        const { letter, shift } = token;
        if (this.bound.has(letter) || token.inner || (letter === "g" && isByHead)) return;
        const size = letter === "h" && this.share ? this.share : length - shift;
        found.set(letter, Math.min(found.get(letter) ?? Infinity, size));
      });
    });
    return Array.from(found, ([letter, size]) => ({ letter, size }));
  }

  /** Returns an operand's cell. @param {number} n @param {number} [m] @returns {Expression} */
  operand(n, m = 0) {
    const { of, at } = this.rule.parts[n];
    return this.cellOf(of[m], at[m]);
  }

  /** @param {string} tensor @param {Token[]} tokens @returns {Expression} */
  cellOf(tensor, tokens) {
    const { shape, kept, group } = this.variableOf(tensor);
    const index = shape.flatMap((length, axis) => {
      if (!kept[axis]) return [];
      const token = tokens[axis + tokens.length - shape.length];
      if (!token || (token.shared && length === 1)) return ["0"];
      const { letter, inner, shift } = token;
      const first = this.bound.get(letter) ?? this.freely(letter);
      if (inner) return [side(first, this.bound.get(inner) ?? inner, this.inner[inner])];
      return [first === "0" ? "0" : plus(first, shift + (letter === "s" ? this.stepShift : 0))];
    });
    return { is: "ref", name: group.name, index };
  }

  /** Returns a letter that a sum runs over, as an index. @param {string} letter */
  freely(letter) {
    if (letter === "g") return this.groupOf("h");
    return letter === "h" && this.share ? side(this.bound.get("g") ?? "0", "h", this.share) : letter;
  }

  /** Returns the sum of a part's products. @param {number} n @returns {Expression} */
  sumOf(n) {
    const { of, by = 1 } = this.rule.parts[n];
    const factors = of.map((_, m) => this.operand(n, m));
    return all("sum", this.free(n), times(by === 1 ? factors : [number(by), ...factors]));
  }

  /** Returns an expression, with another one for rows that see no key. @param {Expression} usual @param {string} test of the second operand @param {Expression} else_ @returns {Expression} */
  guarded(usual, test, else_) {
    if (!this.part.guarded) return usual;
    return { is: "if", tests: [`${written(this.operand(1))} ${test}`], of: [usual, else_] };
  }
}

/** Operations other than sums of products. @type {Record<string, (cell: Cell) => Expression>} */
const CELLS = {
  scale: scaled,
  softcap: (c) => {
    const cap = number(c.rule.by ?? 1);
    return times([cap, call("tanh", over(c.operand(0), cap))]);
  },
  mask: masked,
  relu: (c) => ({ is: "if", tests: [`${written(c.operand(0))} > 0`], of: [c.operand(0), ZERO] }),
  gelu: (c) => {
    const share = call("erf", over(c.operand(0), call("sqrt", number(2))));
    return over(times([c.operand(0), added([number(1), share])]), number(2));
  },
  max: (c) => all("max", c.free(0), c.operand(0)),
  subtract: (c) => c.guarded(minus(c.operand(0), c.operand(1)), "> -inf", NOTHING),
  exp: (c) => call("exp", c.operand(0)),
  log: (c) => c.guarded(added([c.operand(0), call("log", c.operand(1))]), "> 0", NOTHING),
  divide: (c) =>
    c.part.op === "geometry" ? shadow(c) : c.guarded(over(c.operand(0), c.operand(1)), "> 0", ZERO),
  mean: (c) => over(c.sumOf(0), number(Math.round(1 / (c.rule.by ?? 1)))),
  rstd: (c) => over(number(1), call("sqrt", added([variance(c), number(c.rule.by ?? 0)]))),
  normalize,
  arccos: angle,
  softcap_gradient: (c) => {
    const share = over(c.operand(1, 1), number(Math.fround(c.part.values.softcap)));
    return times([c.operand(0), minus(number(1), times([share, share]))]);
  },
  // the columns of w_1 meet the query, then the key
  grad_w_1(c) {
    const [grad, w_2, query] = [0, 1, 2].map((m) => c.operand(0, m));
    const hidden = c.operand(1, 3);
    const tests = [`c < ${c.shape("query")?.at(-1)}`];
    const slope = minus(number(1), times([hidden, hidden]));
    const either = { is: /** @type {const} */ ("if"), tests, of: [query, c.operand(2, 2)] };
    return all("sum", c.free(0), times([grad, w_2, slope, /** @type {Expression} */ (either)]));
  },
};

/** @param {Cell} c @returns {Expression} */
function summed(c) {
  const { parts, first = 0, then } = c.rule;
  const sum = parts.length > 0 ? added(parts.map((_, n) => c.sumOf(n)).slice(first)) : ZERO;
  return then ? call(then, sum) : sum;
}

/** Writes the default scale as a division by a square root. @param {Cell} c @returns {Expression} */
function scaled(c) {
  const { scale, score = 0 } = c.part.values;
  if (scale !== undefined || score !== 0) return times([c.operand(0), number(c.rule.by ?? 1)]);
  const d = c.shape(c.part.op === "attention" ? "key" : "encoder_states")?.at(-1) ?? 1;
  return over(c.operand(0), call("sqrt", number(d)));
}

/** @param {Cell} c @returns {Expression} */
function masked(c) {
  const { lower, upper, given } = c.part.mask;
  const operand = (/** @type {string} */ name) => c.operand(1 + given.indexOf(name));
  const tests = [];
  if (lower !== undefined) tests.push(`j >= ${plus("i", lower)}`);
  if (upper !== undefined) tests.push(`j <= ${plus("i", upper)}`);
  for (const name of given.filter((name) => name !== "bias"))
    tests.push(written(operand(name)) + (c.part.values[name].from ? " != 0" : ""));
  const scores = added([c.operand(0), ...(given.includes("bias") ? [operand("bias")] : [])]);
  return tests.length > 0 ? { is: "if", tests, of: [scores, NOTHING] } : scores;
}

/** The mean of squared differences. @param {Cell} c @returns {Expression} */
function variance(c) {
  if (c.rule.parts.length === 1) return c.operand(0);
  const letters = c.free(0);
  const count = letters.reduce((product, { size }) => product * size, 1);
  const away = minus(c.operand(0), c.operand(1));
  return over(all("sum", letters, times([away, away])), number(count));
}

/** @param {Cell} c @returns {Expression} */
function normalize(c) {
  const [gamma, beta] = ["gamma", "beta"].map((name) => c.part.values[name] !== undefined);
  const away = minus(c.operand(0), c.operand(1));
  const scaledBy = times([away, c.operand(2), ...(gamma ? [c.operand(3)] : [])]);
  return added([scaledBy, ...(beta ? [c.operand(gamma ? 4 : 3)] : [])]);
}

/** Divides a dot product by the lengths. @param {Cell} c @returns {Expression} */
function shadow(c) {
  const lengths = c.rule.parts.slice(1).map((_, n) => c.operand(n + 1));
  return directed(c, over(c.operand(0), times(lengths)), lengths);
}

/** Finds an angle from its half, between vectors of equal length: accurate for small angles too. @param {Cell} c @returns {Expression} */
function angle(c) {
  const [a, b, ...lengths] = ["a", "b", "length_a", "length_b"].map((name) => c.variableOf(c.fullName(name)));
  const [length_a, length_b] = lengths.map(({ tensor, out }) => c.cellOf(tensor, out));
  const u = times([c.cellOf(a.tensor, along(a, "i")), length_b]);
  const v = times([c.cellOf(b.tensor, along(b, "j")), length_a]);
  const letters = [{ letter: "c", size: a.shape.at(-1) ?? 1 }];
  const length = (/** @type {Expression} */ x) => call("sqrt", all("sum", letters, times([x, x])));
  const half = call("atan2", length(minus(u, v)), length(added([u, v])));
  return directed(c, times([number(2), half]), [length_a, length_b]);
}

/** Adds NaN for vectors of length 0, which have no direction. @param {Cell} c @param {Expression} usual @param {Expression[]} lengths @returns {Expression} */
function directed({ part }, usual, lengths) {
  if (["a", "b"].every((name) => hasNoZeros(part.values[name]))) return usual;
  return { is: "if", tests: lengths.map((length) => `${written(length)} > 0`), of: [usual, UNKNOWN] };
}

/** Whether vectors are inputs and none has length 0. @param {{ data?: Float32Array, shape?: number[] }} vectors */
function hasNoZeros({ data, shape }) {
  const d = shape?.at(-1) ?? 1;
  if (!data) return false;
  for (let at = 0; at < data.length; at += d) if (!data.subarray(at, at + d).some(Boolean)) return false;
  return true;
}

/** @param {Variable} variable @param {string} letter of its rows @returns {Token[]} */
function along({ out }, letter) {
  const [row, feature] = out.slice(-2);
  return [
    { ...row, letter, inner: "", shift: 0, shared: false },
    { ...feature, letter: "c", inner: "", shift: 0, shared: false },
  ];
}

/** Writes the index of two letters in one axis: "h * 3 + c". @param {string} outer @param {string} inner @param {number} size */
function side(outer, inner, size) {
  if (outer === "0") return inner;
  return inner === "0" ? (size === 1 ? outer : `${outer} * ${size}`) : `${outer} * ${size} + ${inner}`;
}
