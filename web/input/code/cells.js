/**
 * Statements cell by cell: how one cell of a tensor is made, as an expression with the letters of its axes, for languages
 * that write loops. Read off the graph's rules; a language writes the expression down.
 */
import { shortName } from "./plan.js";

/** @typedef {import("./plan.js").Plan} Plan */
/** @typedef {import("./plan.js").Part} Part */
/** @typedef {import("./plan.js").Statement} Statement */
/** @typedef {import("./plan.js").Variable} Variable */
/** @typedef {import("../../core/graph/cells.js").Token} Token */
/** @typedef {{ letter: string, size: number }} Axis */
/**
 * @typedef {{ is: "ref", name: string, index: string[] } | { is: "number", value: number }
 *   | { is: "add" | "times", of: Expression[] } | { is: "minus" | "over", of: [Expression, Expression] }
 *   | { is: "call", name: string, of: Expression[] } | { is: "sum" | "max", over: Axis[], of: [Expression] }
 *   | { is: "if", tests: string[], of: [Expression, Expression] }} Expression
 *   indices and tests are written as Python does
 */
/**
 * @typedef {object} Made one statement
 * @property {string} name
 * @property {Axis[][]} axes of the tensor that the code has; an axis of two letters is of heads side by side
 * @property {number[]} shape
 * @property {Expression} cell
 * @property {string} [at] row of all steps that is made
 */

/** Minus infinity. @type {Expression} */
const NOTHING = { is: "number", value: -Infinity };
/** @type {Expression} */
const ZERO = { is: "number", value: 0 };
/** @type {Expression} */
const UNKNOWN = { is: "number", value: NaN };

/** @param {string} name @param {...Expression} of @returns {Expression} */
const call = (name, ...of) => ({ is: "call", name, of });
/** @param {Expression} a @param {Expression} b @returns {Expression} */
const minus = (a, b) => ({ is: "minus", of: [a, b] });
/** @param {Expression} a @param {Expression} b @returns {Expression} */
const over = (a, b) => ({ is: "over", of: [a, b] });
/** @param {number} value @returns {Expression} */
const number = (value) => ({ is: "number", value });
/** @param {Expression[]} of @returns {Expression} */
const added = (of) => (of.length === 1 ? of[0] : { is: "add", of });
/** @param {Expression[]} of @returns {Expression} */
const times = (of) => (of.length === 1 ? of[0] : { is: "times", of });
/** @param {"sum" | "max"} is @param {Axis[]} axes @param {Expression} one @returns {Expression} */
const all = (is, axes, one) => (axes.length === 0 ? one : { is, over: axes, of: [one] });

/** A reference as code, in a language whose indices are in brackets. @param {Expression} ref */
export const indexed = (ref) =>
  ref.is === "ref" ? ref.name + ref.index.map((one) => `[${one}]`).join("") : "";

/**
 * @param {Plan} plan
 * @param {Part} part
 * @param {Statement} statement
 * @param {boolean} inLoop
 * @returns {Made[]} one, or with what it needs before it
 */
export function cellsOf(plan, part, { variable, rule }, inLoop) {
  const { op, parts, out, by } = rule;
  const own = variable.out;
  const isState = shortName(variable.tensor) === "state";
  const [heads, groups] = ["query", "key"].map(
    (name) => plan.shapes.get(part.id ? `${part.id}.${name}` : name)?.[1] ?? 1,
  );
  /** How long the second of two letters in an axis is. @type {Record<string, number>} */
  const inner = {};
  const mine = own.map((token, axis) => ({ token, length: variable.shape[axis], kept: variable.kept[axis] }));
  for (const { at, of } of [...parts, { at: [out], of: [variable.tensor] }])
    at.forEach((tokens, m) => {
      const { shape } = variableOf(of[m]);
      tokens.forEach(({ letter, inner: second }, n) => {
        const length = shape[n - tokens.length + shape.length];
        if (!second && length !== undefined) inner[letter] = Math.max(inner[letter] ?? 1, length);
      });
    });

  /** Letters of the cell that is made, as code: "0" where the code has no such axis. @type {Map<string, string>} */
  const bound = new Map();
  /** @type {Axis[][]} */
  const axes = [];
  for (const { token, length, kept } of mine) {
    const { letter, inner: second } = token;
    if (letter === "s" && inLoop) bound.set("s", "step");
    else if (second) {
      const pair = [
        { letter, size: length / inner[second] },
        { letter: second, size: inner[second] },
      ].filter(({ size }) => size > 1);
      axes.push(pair.length ? pair : [{ letter: second, size: 1 }]);
      for (const one of [letter, second])
        bound.set(one, axes.at(-1)?.some((two) => two.letter === one) ? one : "0");
    } else if (kept) {
      axes.push([{ letter, size: length }]);
      bound.set(letter, letter);
    } else bound.set(letter, "0");
  }
  if (bound.has("h") && !bound.has("g")) bound.set("g", groupOf(/** @type {string} */ (bound.get("h"))));

  const stepShift = isState && inLoop ? 1 : 0;
  const index = variable.kept.some((kept, axis) => kept && own[axis].letter === "s");
  const at = inLoop && index ? plus("step", stepShift) : undefined;
  /** @type {Made} */
  const made = {
    name: variable.group.name,
    axes,
    shape: axes.map((letters) => letters.reduce((product, { size }) => product * size, 1)),
    cell: ZERO,
    ...(at !== undefined && { at }),
  };
  return [...before(), { ...made, cell: cell() }];

  /** @param {string} tensor */
  function variableOf(tensor) {
    return /** @type {Variable} */ (plan.variables.get(tensor));
  }

  /** @param {string} h */
  function groupOf(h) {
    if (groups === heads || h === "0") return groups === 1 ? "0" : h;
    return groups === 1 ? "0" : `${h} // ${heads / groups}`;
  }

  /** The letters of some operands that the cell lacks, with how many values each has. @param {number} n @returns {Axis[]} */
  function free(n) {
    /** @type {Map<string, number>} */
    const found = new Map();
    parts[n].at.forEach((tokens, m) => {
      const { shape, kept } = variableOf(parts[n].of[m]);
      shape.forEach((length, axis) => {
        const token = tokens[axis + tokens.length - shape.length];
        if (!token || !kept[axis] || (token.shared && length === 1)) return;
        const { letter, shift } = token;
        if (bound.has(letter) || token.inner || (letter === "g" && bound.has("h"))) return;
        found.set(letter, Math.min(found.get(letter) ?? Infinity, length - shift));
      });
    });
    return Array.from(found, ([letter, size]) => ({ letter, size }));
  }

  /** An operand's cell. @param {number} n @param {number} [m] @returns {Expression} */
  function ref(n, m = 0) {
    return cellOf(parts[n].of[m], parts[n].at[m]);
  }

  /** @param {string} tensor @param {Token[]} tokens @returns {Expression} */
  function cellOf(tensor, tokens) {
    const { shape, kept, group } = variableOf(tensor);
    const index = shape.flatMap((length, axis) => {
      if (!kept[axis]) return [];
      const token = tokens[axis + tokens.length - shape.length];
      if (!token || (token.shared && length === 1)) return ["0"];
      const { letter, inner: second, shift } = token;
      const first = bound.get(letter) ?? letter;
      if (second) return [side(first, bound.get(second) ?? second, inner[second])];
      return [first === "0" ? "0" : plus(first, shift + (letter === "s" ? stepShift : 0))];
    });
    return { is: "ref", name: group.name, index };
  }

  /** A part's products, added up. @param {number} n @returns {Expression} */
  function sumOf(n) {
    const product = parts[n].of.map((_, m) => ref(n, m));
    return all("sum", free(n), times(product));
  }

  /** What must be there before. @returns {Made[]} */
  function before() {
    if (op !== "softmax") return [];
    const name = plan.name(`${made.name}_exp`);
    const power = call("exp", minus(ref(0), all("max", free(1), ref(1))));
    return [{ ...made, name, cell: power }];
  }

  /** @returns {Expression} */
  function cell() {
    switch (op) {
      case "scale":
        return scaled();
      case "softcap": {
        const cap = number(by ?? 1);
        return times([cap, call("tanh", over(ref(0), cap))]);
      }
      case "mask":
        return masked();
      case "max":
        return all("max", free(0), ref(0));
      case "subtract":
        return guarded(minus(ref(0), ref(1)), ref(1), "> -inf", NOTHING);
      case "exp":
        return call("exp", ref(0));
      case "log":
        return guarded(added([ref(0), call("log", ref(1))]), ref(1), "> 0", NOTHING);
      case "divide":
        return part.op === "geometry" ? shadow() : guarded(over(ref(0), ref(1)), ref(1), "> 0", ZERO);
      case "softmax": {
        const powers = /** @type {Expression & { is: "ref" }} */ ({ ...ref(0), name: `${made.name}_exp` });
        const others = /** @type {Expression & { is: "ref" }} */ ({ ...ref(1), name: `${made.name}_exp` });
        return over(powers, all("sum", free(1), others));
      }
      case "mean":
        return over(sumOf(0), number(Math.round(1 / (by ?? 1))));
      case "rstd":
        return over(number(1), call("sqrt", added([variance(), number(by ?? 0)])));
      case "normalize": {
        const [gamma, beta] = ["gamma", "beta"].map((name) => part.values[name] !== undefined);
        const scaledBy = times([minus(ref(0), ref(1)), ref(2), ...(gamma ? [ref(3)] : [])]);
        return added([scaledBy, ...(beta ? [ref(gamma ? 4 : 3)] : [])]);
      }
      case "arccos":
        return angle();
      default:
        return summed();
    }
  }

  /** @returns {Expression} */
  function summed() {
    const sum = added(
      parts
        .map((_, n) => n)
        .slice(rule.first ?? 0)
        .map(sumOf),
    );
    return rule.then ? call(rule.then, sum) : sum;
  }

  /** The usual scale is said as what it is. @returns {Expression} */
  function scaled() {
    const { scale, score = 0 } = part.values;
    if (scale !== undefined || score !== 0) return times([ref(0), number(by ?? 1)]);
    const name = part.op === "attention" ? "key" : "encoder_states";
    const d = plan.shapes.get(part.id ? `${part.id}.${name}` : name)?.at(-1) ?? 1;
    return over(ref(0), call("sqrt", number(d)));
  }

  /** @returns {Expression} */
  function masked() {
    const { lower, upper, given } = part.mask;
    const operand = (/** @type {string} */ name) => ref(1 + given.indexOf(name));
    const tests = [];
    if (lower !== undefined) tests.push(`j >= ${plus("i", lower)}`);
    if (upper !== undefined) tests.push(`j <= ${plus("i", upper)}`);
    for (const name of ["mask", "key_mask"].filter((one) => given.includes(one)))
      tests.push(indexed(operand(name)) + (part.values[name].from ? " != 0" : ""));
    const scores = added([ref(0), ...(given.includes("bias") ? [operand("bias")] : [])]);
    return tests.length > 0 ? { is: "if", tests, of: [scores, NOTHING] } : scores;
  }

  /** Where a row sees nothing, its cells are what they are. @param {Expression} usual @param {Expression} looked @param {string} test @param {Expression} else_ @returns {Expression} */
  function guarded(usual, looked, test, else_) {
    if (!part.guarded) return usual;
    return { is: "if", tests: [`${indexed(looked)} ${test}`], of: [usual, else_] };
  }

  /** The mean of squared differences. @returns {Expression} */
  function variance() {
    if (parts.length === 1) return ref(0);
    const letters = free(0);
    const count = letters.reduce((product, { size }) => product * size, 1);
    const away = minus(ref(0), ref(1));
    return over(all("sum", letters, times([away, away])), number(count));
  }

  /** A length of 0 has no direction. @param {Expression} usual @param {Expression[]} lengths @returns {Expression} */
  function directed(usual, lengths) {
    if (["a", "b"].every(hasNoZeros)) return usual;
    return { is: "if", tests: lengths.map((one) => `${indexed(one)} > 0`), of: [usual, UNKNOWN] };
  }

  /** Were vectors given, each with a length? @param {string} name */
  function hasNoZeros(name) {
    const { data, shape } = part.values[name];
    const d = shape?.at(-1) ?? 1;
    if (!data) return false;
    for (let at = 0; at < data.length; at += d) if (!data.subarray(at, at + d).some(Boolean)) return false;
    return true;
  }

  /** dot / lengths @returns {Expression} */
  function shadow() {
    const lengths = parts.slice(1).map((_, n) => ref(n + 1));
    return directed(over(ref(0), times(lengths)), lengths);
  }

  /** By the half angle between vectors of one length: exact for small angles too. @returns {Expression} */
  function angle() {
    const tokens = (/** @type {string} */ name) => variableOf(`${part.id}.${name}`);
    const [a, b] = ["a", "b"].map((name) => tokens(name));
    const lengths = ["length_a", "length_b"].map((name) => cellOf(`${part.id}.${name}`, tokens(name).out));
    const u = times([cellOf(a.tensor, along(a, "i")), lengths[1]]);
    const v = times([cellOf(b.tensor, along(b, "j")), lengths[0]]);
    const size = a.shape.at(-1) ?? 1;
    const length = (/** @type {Expression} */ x) =>
      call("sqrt", all("sum", [{ letter: "c", size }], times([x, x])));
    const half = call("atan2", length(minus(u, v)), length(added([u, v])));
    return directed(times([number(2), half]), lengths);
  }

  /** @param {Variable} variable @param {string} letter of its rows @returns {Token[]} */
  function along({ out }, letter) {
    const [row, feature] = out.slice(-2);
    return [
      { ...row, letter, inner: "", shift: 0, shared: false },
      { ...feature, letter: "c", inner: "", shift: 0, shared: false },
    ];
  }
}

/** "i + 2" @param {string} letter @param {number} shift */
const plus = (letter, shift) =>
  shift === 0 ? letter : `${letter} ${shift < 0 ? "-" : "+"} ${Math.abs(shift)}`;

/** Two letters in one axis: "h * 3 + c" @param {string} outer @param {string} inner @param {number} size */
function side(outer, inner, size) {
  if (outer === "0") return inner;
  return inner === "0" ? (size === 1 ? outer : `${outer} * ${size}`) : `${outer} * ${size} + ${inner}`;
}
