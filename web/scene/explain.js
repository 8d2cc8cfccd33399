/** A cell's name, its equation in real numbers, and both as the sentence a hover shows. */

import { heard } from "./facts.js";
import { read, shortest, subscript } from "./format.js";
import { upTo } from "./model.js";
import { shownAs } from "./shown.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Cell} Cell */
/** @typedef {import("./model.js").Origin} Origin */
/** @typedef {{ text: string, cell?: Cell, up?: boolean }} Token a piece of an equation; up: an exponent */
/** @typedef {(cell: Cell) => string} Write how a number is written */

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Row and column of a cell, from 1; parted where a number has two digits. @param {number[]} index @param {number} rank axes that count */
function places(index, rank) {
  const own = rank === 0 ? [] : index.slice(-rank).map((k) => k + 1);
  return own.join(own.some((k) => k > 9) ? "," : "");
}

/** Axes of a tensor that tell its cells apart on the stage: at most the last two. @param {Model} model @param {string} tensor */
const rankOf = (model, tensor) => {
  const shape = model.tensor(tensor)?.shape ?? [];
  return /row_|log_sum|length_|mean$|rstd$/.test(tensor) ? 1 : Math.min(2, shape.length);
};

/** The index that stands at a cell's letter: "12". @param {Model} model @param {string} tensor @param {number[]} index */
export const indexText = (model, tensor, index) => places(index, rankOf(model, tensor));

/** "s₁₂", "max₁", "a₁₂·v₂₃". @param {Model} model @param {string} tensor @param {number[]} index */
export function nameOf(model, tensor, index) {
  if (tensor.endsWith("weighted_values")) {
    const [, , j, i, c] = index;
    return `a${subscript(places([i, j], 2))} · v${subscript(places([j, c], 2))}`;
  }
  const { letter, sub } = shownAs(tensor);
  const head =
    model.heads > 1 && (model.tensor(tensor)?.shape.length ?? 0) >= 4
      ? `⁽${SUPERSCRIPTS[index[1] + 1] ?? index[1] + 1}⁾`
      : "";
  return `${letter}${sub ? `_${sub}` : ""}${subscript(indexText(model, tensor, index))}${head}`;
}

/** Terms that are written out. */
const MOST_TERMS = 24;

/**
 * The right side of a cell's equation in its real numbers: 1·4 + 0·4 + 2·0.
 * @param {Model} model @param {Origin} origin @param {Write} write @returns {Token[]} empty for what is given, or has no short one
 */
export function equation(model, origin, write) {
  const { op, terms, sum, by, then, allowed, constants } = origin;
  const number = (/** @type {Cell} */ cell, first = false) => {
    const text = write(cell);
    return { text: first || !text.startsWith("−") ? text : `(${text})`, cell };
  };
  const operands = terms.flat();
  if (!operands.length) return [];
  if (allowed === false && op !== "subtract" && op !== "exp" && op !== "divide")
    return [number(operands[0], true), { text: " ✕" }];
  // of a row that may see nothing: −∞ − (−∞) and 0 ÷ 0 are not how it comes about
  if (allowed === false && Number.isNaN(worth(model, origin, write))) return [];
  const constant = by === undefined ? "" : shortest(Math.fround(by)).replace(/^-/, "−");
  const special = SPECIAL[op]?.({ number, operands, constant, model });
  if (special || !sum) return special ?? [];
  const products = terms.map(
    (cells, t) =>
      /** @type {Token[]} */ ([
        ...(constants && constants[t] !== 1
          ? [{ text: `${shortest(Math.fround(constants[t])).replace("-", "−")} · ` }]
          : []),
        ...cells.flatMap((cell, k) => (k ? [{ text: " · " }, number(cell)] : [number(cell, !constants)])),
      ]),
  );
  const some =
    products.length > MOST_TERMS
      ? [...products.slice(0, 3), [{ text: "…" }], products[products.length - 1]]
      : products;
  const all = some.flatMap((term, k) => {
    if (!k) return term;
    // a term that begins with a negative number is written with a minus sign
    if (term[0].text === "−1 · ") return [{ text: " − " }, ...term.slice(1)];
    return term[0].text.startsWith("−")
      ? [{ text: " − " }, { ...term[0], text: term[0].text.slice(1) }, ...term.slice(1)]
      : [{ text: " + " }, ...term];
  });
  const scaled = constant && constant !== "1" ? [{ text: `${constant} · (` }, ...all, { text: ")" }] : all;
  if (!then) return scaled;
  return [{ text: then === "sqrt" ? "√(" : `${then}(` }, ...scaled, { text: ")" }];
}

/** @typedef {{ number: (cell: Cell, first?: boolean) => Token, operands: Cell[], constant: string, model: Model }} Parts */

/** Of what a norm has learned: does it multiply? @param {Cell} cell */
const isFactor = ({ tensor }) => tensor.endsWith("gamma");

/** Two operands with a sign between them. @param {string} between @returns {(parts: Parts) => Token[]} */
const binary =
  (between) =>
  ({ number, operands: [a, b] }) => [number(a, true), { text: between }, number(b)];

/** Operations that are not written as a sum of products. @type {Record<string, (parts: Parts) => Token[]>} */
const SPECIAL = {
  scale: ({ number, operands: [a], constant, model }) =>
    model.usualScale
      ? [number(a, true), { text: ` ÷ √${model.d_k}` }]
      : [number(a, true), { text: ` · ${constant}` }],
  softcap: ({ number, operands: [a], constant }) => [
    { text: `${constant} · tanh(` },
    number(a, true),
    { text: ` ÷ ${constant})` },
  ],
  mask: ({ number, operands: [a, ...more] }) => {
    const bias = more.find(({ tensor }) => tensor.endsWith("bias"));
    return bias ? [number(a, true), { text: " + " }, number(bias)] : [number(a, true)];
  },
  max: ({ number, operands }) => [
    { text: "max(" },
    ...operands.flatMap((cell, k) => [...(k ? [{ text: ", " }] : []), number(cell, true)]),
    { text: ")" },
  ],
  subtract: binary(" − "),
  divide: ({ number, operands: [a, ...rest] }) => [
    number(a, true),
    ...rest.flatMap((one) => [{ text: " ÷ " }, number(one)]),
  ],
  arccos: ({ number, operands: [a] }) => [{ text: "arccos(" }, number(a, true), { text: ")" }],
  normalize: ({ number, operands: [x, mean, rstd, ...learned] }) => [
    { text: "(" },
    number(x, true),
    { text: " − " },
    number(mean),
    { text: ") · " },
    number(rstd),
    ...learned.flatMap((one) => [{ text: isFactor(one) ? " · " : " + " }, number(one)]),
  ],
  exp: ({ number, operands: [a] }) => [{ text: "e" }, { ...number(a, true), up: true }],
  log: ({ number, operands: [a, b] }) => [number(a, true), { text: " + ln " }, number(b)],
};

/**
 * What the written numbers come to, to tell "=" from "≈"; NaN where it cannot be told.
 * @param {Model} model @param {Origin} origin @param {Write} write
 */
function worth(model, { op, terms, by: constant = 1, then, allowed, constants }, write) {
  const number = (/** @type {Cell} */ cell) => read(write(cell));
  const by = Number(shortest(Math.fround(constant)));
  const all = terms.flat().map(number);
  const [a, b, c] = all;
  if (op === "scale") return model.usualScale ? a / Math.sqrt(model.d_k) : a * by;
  if (op === "softcap") return by * Math.tanh(a / by);
  if (op === "max") return Math.max(...all);
  if (op === "subtract") return a - b;
  if (op === "exp") return Math.exp(a);
  if (op === "divide") return all.slice(1).reduce((left, right) => left / right, a);
  if (op === "arccos") return Math.acos(a);
  if (op === "normalize")
    return terms[0]
      .slice(3)
      .reduce((value, cell) => (isFactor(cell) ? value * number(cell) : value + number(cell)), (a - b) * c);
  if (op === "log") return a + Math.log(b);
  if (op === "mask")
    return allowed === false
      ? -Infinity
      : a + (terms.flat().some(({ tensor }) => tensor.endsWith("bias")) ? b : 0);
  const sum =
    terms.reduce((before, cells, t) => {
      const first = constants ? Number(shortest(Math.fround(constants[t]))) : 1;
      return before + cells.reduce((product, cell) => product * number(cell), first);
    }, 0) * by;
  return then === "tanh" ? Math.tanh(sum) : then === "sqrt" ? Math.sqrt(sum) : sum;
}

/**
 * "=" where the equation holds in the digits that are shown, else "≈".
 * @param {Model} model @param {Origin} origin @param {Write} write @param {string} result
 */
export function sign(model, origin, write, result) {
  const [left, right] = [worth(model, origin, write), read(result)];
  return Object.is(left, right) || Math.abs(left - right) <= Math.abs(right) * 1e-12 ? "=" : "≈";
}

/** The exact number of a cell, as short as can be. @param {Model} model @returns {Write} */
export const exact = (model) => (cell) =>
  shortest(model.value(cell.tensor, cell.index))
    .replace(/^-/, "−")
    .replace("Infinity", "∞")
    .replace(/e[+]/, "e");

/**
 * What a cell is, as the hover says it; null for what does not exist.
 * @param {{ model: Model }} scene @param {string} tensor @param {number[]} index
 * @returns {{ value: number, text: string, sources: Cell[] } | null}
 */
export function explain({ model }, tensor, index) {
  if (typeof tensor !== "string") return null;
  const shape =
    Object.hasOwn(model.trace, tensor) || model.tensor(tensor) ? model.tensor(tensor)?.shape : undefined;
  if (!shape || !Array.isArray(index) || index.length !== shape.length) return null;
  if (!index.every((at, axis) => Number.isInteger(at) && at >= 0 && at < shape[axis])) return null;
  const origin = model.origin(tensor, index);
  const write = exact(model);
  const tokens = equation(model, origin, write);
  const result = write({ tensor, index });
  const right = tokens.map(({ text, up }) => (up ? ` to the power of ${text}` : text)).join("");
  const name = nameOf(model, tensor, index);
  const copied = tokens.length === 1;
  const text =
    tokens.length && !copied
      ? `${name} = ${right} ${sign(model, origin, write, result)} ${result}`
      : `${name} = ${result}`;
  return { value: model.value(tensor, index), text, sources: unique(origin.terms.flat()) };
}

/** As many numbers as a listener is told at once. */
const MOST_HEARD = 64;

/**
 * What is pointed at, as it is said: a cell's sentence; of a row or a whole tensor its numbers.
 * @param {{ model: Model }} scene @param {import("./captions.js").Target} target
 */
export function say(scene, { tensor, index }) {
  if (index && !index.includes(null))
    return explain(scene, tensor, /** @type {number[]} */ (index))?.text ?? "";
  const { shape = [] } = scene.model.tensor(tensor) ?? {};
  /** @type {number[][]} */
  let cells = shape.length ? [[]] : [];
  for (const [axis, size] of shape.entries()) {
    const at = index?.[axis] ?? null;
    cells = cells.flatMap((cell) => (at === null ? upTo(size) : [at]).map((k) => [...cell, k]));
  }
  return cells.length ? heard(scene.model, tensor, cells.slice(0, MOST_HEARD)) : "";
}

/** @param {Cell[]} cells */
const unique = (cells) => [...new Map(cells.map((cell) => [`${cell.tensor}:${cell.index}`, cell])).values()];
