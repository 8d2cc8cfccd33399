/** A cell's name, its equation in real numbers, and both as the sentence a hover shows. */

import { shortestDecimal } from "../words/decimal.js";
import { formatPointed, inPowers, read, subscript, superscript } from "./format.js";
import { upTo } from "./model.js";
import { isWeights, nameParts, tensorStyle } from "../core/graph/tensors.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Cell} Cell */
/** @typedef {import("./model.js").Origin} Origin */
/** @typedef {{ text: string, cell?: Cell, up?: boolean }} Token a piece of an equation; up: an exponent */
/** @typedef {(cell: Cell) => string} Write how a number is written */

/** The first row's number: states are counted from 0, the state before the first step; all else from 1. @param {string} tensor */
const firstRow = (tensor) => (/(^|[._])state$/.test(tensor) ? 0 : 1);

/** Row and column of a cell, from 1; parted where a number has two digits. @param {number[]} index @param {number} rank axes that count @param {number} [first] row */
function places(index, rank, first = 1) {
  const numbers = rank === 0 ? [] : index.slice(-rank).map((k, axis) => k + (axis || rank < 2 ? 1 : first));
  return numbers.join(numbers.some((k) => k > 9) ? "," : "");
}

/** Axes of a tensor that tell its cells apart on the stage: at most the last two. @param {Model} model @param {string} tensor */
const rankOf = (model, tensor) => {
  const shape = model.tensor(tensor)?.shape ?? [];
  return /row_|log_sum|length_|mean$|rstd$|running_(max|sum)$|correction$/.test(tensor)
    ? 1
    : Math.min(2, shape.length);
};

/** The index that stands at a cell's letter: "12". @param {Model} model @param {string} tensor @param {number[]} index */
export const indexText = (model, tensor, index) => places(index, rankOf(model, tensor), firstRow(tensor));

/** A place, counted from 1, as a superscript. @param {number} at */
const above = (at) => `⁽${at < 9 ? superscript(at + 1) : at + 1}⁾`;

/** Whether a tensor has a number for every tile of keys, which stands above its name. @param {string} tensor */
const isTiled = (tensor) => /^(running_(max|sum|mixed)|correction)$/.test(tensor);

/** "s₁₂", "max₁", "a₁₂·v₂₃". @param {Model} model @param {string} tensor @param {number[]} index */
export function nameOf(model, tensor, index) {
  if (tensor.endsWith("weighted_values")) {
    const [, , j, i, c] = index;
    return `a${subscript(places([i, j], 2))} · v${subscript(places([j, c], 2))}`;
  }
  const { letter: usual, sub } = tensorStyle(tensor);
  // as the documents write them, a decoder's states are s and an encoder's h
  const letter = model.encodes(tensor) ? "h" : usual;
  const tiled = isTiled(tensor);
  const head = !tiled && model.heads > 1 && (model.tensor(tensor)?.shape.length ?? 0) >= 4;
  const place = tiled ? above(index[0]) : head ? above(index[1]) : "";
  return `${letter}${sub ? `_${sub}` : ""}${subscript(indexText(model, tensor, index))}${place}`;
}

/** Terms that are written out. */
const MOST_TERMS = 24;

/** @typedef {{ cells: Cell[], bare: Token[], by: number, constant: string, root: number, allowed?: boolean }} Parts of an equation; bare: without parentheses;
 *   root: of a scale dₖ, where it divides by √dₖ */
/**
 * An operation that is not written as a sum of products: its pieces, from its operands as they are written, and what the
 * written numbers come to.
 * @typedef {{ pieces: (operands: Token[], parts: Parts) => (string | Token)[], worth: (numbers: number[], parts: Parts) => number }} Special
 */

/** Whether a learned parameter of a norm is a factor (gamma), not a summand (beta). @param {Cell | undefined} cell */
const isFactor = (cell) => cell?.tensor.endsWith("gamma");

/** The place of the bias among a mask's operands; −1 without one. @param {Cell[]} cells */
const biasOf = (cells) => cells.findIndex(({ tensor }, k) => k > 0 && tensor.endsWith("bias"));

/** Operands with a sign between them. @param {Token[]} operands @param {string} sign */
const joined = (operands, sign) => operands.flatMap((operand, k) => (k ? [sign, operand] : [operand]));

/** @type {Record<string, Special>} */
const SPECIAL = {
  scale: {
    pieces: ([a], { constant, root }) => [a, root ? ` ÷ √${root}` : ` · ${constant}`],
    worth: ([a], { by, root }) => (root ? a / Math.sqrt(root) : a * by),
  },
  softcap: {
    pieces: ([a], { constant }) => [`${constant} · tanh(`, a, ` ÷ ${constant})`],
    worth: ([a], { by }) => by * Math.tanh(a / by),
  },
  mask: {
    pieces: (operands, { cells }) => joined([operands[0], operands[biasOf(cells)]].filter(Boolean), " + "),
    worth: (numbers, { cells, allowed }) =>
      allowed === false ? -Infinity : numbers[0] + (numbers[biasOf(cells)] ?? 0),
  },
  relu: { pieces: (_, { bare: [a] }) => ["max(0, ", a, ")"], worth: ([a]) => Math.max(0, a) },
  relu_gradient: {
    pieces: ([grad, a], { bare }) => [grad, " · ", { ...a, text: read(bare[1].text) > 0 ? "1" : "0" }],
    worth: ([grad, a]) => (a > 0 ? grad : 0),
  },
  // of numbers that can be written, only 0 has one that can
  gelu: {
    pieces: ([a], { bare }) => [a, " · (1 + erf(", bare[0], " ÷ √2)) ÷ 2"],
    worth: ([a]) => (a === 0 ? 0 : Infinity),
  },
  gelu_gradient: {
    pieces: ([grad], { bare }) => [grad, " · gelu′(", bare[1], ")"],
    worth: ([grad]) => (grad === 0 ? 0 : Infinity),
  },
  max: {
    pieces: (_, { bare }) => ["max(", ...joined(bare, ", "), ")"],
    worth: (numbers) => Math.max(...numbers),
  },
  subtract: { pieces: (operands) => joined(operands, " − "), worth: ([a, b]) => a - b },
  divide: {
    pieces: (operands) => joined(operands, " ÷ "),
    worth: (numbers) => numbers.reduce((left, right) => left / right),
  },
  arccos: { pieces: ([a]) => ["arccos(", a, ")"], worth: ([a]) => Math.acos(a) },
  normalize: {
    pieces: ([x, mean, rstd, ...learned]) => [
      ...["(", x, " − ", mean, ") · ", rstd],
      ...learned.flatMap((operand) => [isFactor(operand.cell) ? " · " : " + ", operand]),
    ],
    worth: ([x, mean, rstd, ...learned], { cells }) =>
      learned.reduce((all, n, k) => (isFactor(cells[k + 3]) ? all * n : all + n), (x - mean) * rstd),
  },
  exp_difference: {
    pieces: (operands) => ["e", ...tokens(joined(operands, " − ")).map((token) => ({ ...token, up: true }))],
    worth: ([a, b]) => Math.exp(a - b),
  },
  rstd: {
    pieces: (operands, { bare, constant }) => {
      const mean = operands[operands.length - 1];
      if (operands.length === 1) return ["1 ÷ √(", mean, ` + ${constant})`];
      const squares = bare.slice(0, -1).map((cell) => ["(", cell, " − ", mean, ")²"]);
      const some =
        squares.length > 4 ? [squares[0], squares[1], ["…"], squares[squares.length - 1]] : squares;
      const sum = some.flatMap((square, k) => (k ? [" + ", ...square] : square));
      return ["1 ÷ √((", ...sum, `) ÷ ${squares.length} + ${constant})`];
    },
    worth: (numbers, { by }) => {
      const mean = numbers[numbers.length - 1];
      if (numbers.length === 1) return 1 / Math.sqrt(mean + by);
      const all = numbers.slice(0, -1);
      return 1 / Math.sqrt(all.reduce((sum, n) => sum + (n - mean) ** 2, 0) / all.length + by);
    },
  },
  squared_error: {
    pieces: (_, { bare }) => {
      const half = bare.length / 2;
      const squares = bare.slice(0, half).map((cell, k) => ["(", cell, " − ", closed(bare[half + k]), ")²"]);
      const some = squares.length > 4 ? [squares[0], squares[1], ["…"], squares[half - 1]] : squares;
      return ["(", ...some.flatMap((square, k) => (k ? [" + ", ...square] : square)), `) ÷ ${half}`];
    },
    worth: (numbers) => {
      const half = numbers.length / 2;
      return numbers.slice(0, half).reduce((sum, n, k) => sum + (n - numbers[half + k]) ** 2, 0) / half;
    },
  },
  squared_error_gradient: {
    pieces: ([output, target], { constant }) => [`${constant} · (`, output, " − ", target, ")"],
    worth: ([output, target], { by }) => by * (output - target),
  },
  exp: { pieces: ([a]) => ["e", { ...a, up: true }], worth: ([a]) => Math.exp(a) },
  log: { pieces: (operands) => joined(operands, " + ln "), worth: ([a, b]) => a + Math.log(b) },
};

/** A constant as it is written. @param {number} constant */
const written = (constant) => minus(shortestDecimal(Math.fround(constant)));

/** @param {string} text */
const minus = (text) => text.replace(/^-/, "−");

/** What a scale takes the root of, in the stage that a tensor is of; 0: of nothing. @param {Model} model @param {string} tensor */
function rootOf(model, tensor) {
  const [stage] = nameParts(tensor);
  const { usualScale, d_k } = stage ? model.stage(stage) : model;
  return usualScale ? d_k : 0;
}

/** @param {Model} model @param {Origin} origin @param {Write} write @returns {Parts} */
function partsOf(model, { op, terms, by = 1, allowed }, write) {
  const cells = terms.flat();
  const constant = written(by);
  const bare = cells.map((cell) => ({ text: write(cell), cell }));
  const root = op === "scale" ? rootOf(model, cells[0].tensor) : 0;
  return { cells, bare, by: read(constant), constant, root, allowed };
}

/** A negative token in parentheses. @param {Token} token */
const closed = ({ text, ...token }) => ({ text: text.startsWith("−") ? `(${text})` : text, ...token });

/** @param {(string | Token)[]} pieces @returns {Token[]} */
const tokens = (pieces) => pieces.map((piece) => (typeof piece === "string" ? { text: piece } : piece));

/**
 * The right side of a cell's equation in its real numbers: 1·4 + 0·4 + 2·0.
 * @param {Model} model @param {Origin} origin @param {Write} write @param {string} result @returns {Token[]} empty for what is given, or has no short one
 */
function equation(model, origin, write, result) {
  const { op, sum, allowed } = origin;
  const parts = partsOf(model, origin, write);
  const [first, ...others] = parts.bare;
  if (!first) return [];
  if (allowed === false && !/^(subtract|exp|exp_difference|divide)$/.test(op)) return tokens([first, " ✕"]);
  // a fully masked row is 0 by rule: −∞ − (−∞) and 0 ÷ 0 would explain nothing
  if ((allowed === false || result !== "NaN") && Number.isNaN(worth(model, origin, write))) return [];
  if (SPECIAL[op]) return tokens(SPECIAL[op].pieces([first, ...others.map(closed)], parts));
  return sum ? sumTokens(origin, parts) : [];
}

/** A sum of products, and what it goes through. @param {Origin} origin @param {Parts} parts @returns {Token[]} */
function sumTokens({ terms, constants, then }, { bare, constant }) {
  let used = 0;
  const products = terms.map((cells, t) => {
    const [first, ...others] = bare.slice(used, (used += cells.length));
    const factor = constants && constants[t] !== 1 ? [`${written(constants[t])} · `] : [];
    return tokens([...factor, ...joined([constants ? closed(first) : first, ...others.map(closed)], " · ")]);
  });
  const some =
    products.length > MOST_TERMS
      ? [...products.slice(0, 3), tokens(["…"]), products[products.length - 1]]
      : products;
  const all = some.flatMap((term, k) => {
    const [{ text }, ...rest] = term;
    if (!k) return term;
    // a term that begins with a negative number is written with a minus sign
    if (text === "−1 · ") return tokens([" − ", ...rest]);
    return tokens(
      text.startsWith("−") ? [" − ", { ...term[0], text: text.slice(1) }, ...rest] : [" + ", ...term],
    );
  });
  const scaled = constant === "1" ? all : tokens([`${constant} · (`, ...all, ")"]);
  return then ? tokens([then === "sqrt" ? "√(" : `${then}(`, ...scaled, ")"]) : scaled;
}

/**
 * What the written numbers come to, to tell "=" from "≈"; NaN where it cannot be told.
 * @param {Model} model @param {Origin} origin @param {Write} write
 */
function worth(model, origin, write) {
  const { op, terms, then, constants } = origin;
  const number = (/** @type {Cell} */ cell) => read(write(cell));
  const parts = partsOf(model, origin, write);
  if (SPECIAL[op]) return SPECIAL[op].worth(parts.cells.map(number), parts);
  const products = terms.map((cells, t) =>
    cells.reduce((product, cell) => product * number(cell), constants ? read(written(constants[t])) : 1),
  );
  const sum = products.reduce((before, product) => before + product, 0) * parts.by;
  return then === "tanh" ? Math.tanh(sum) : then === "sqrt" ? Math.sqrt(sum) : sum;
}

/**
 * "=" where the equation holds in the digits that are shown, else "≈".
 * @param {Model} model @param {Origin} origin @param {Write} write @param {string} result
 */
function sign(model, origin, write, result) {
  // "<0.001" shows no digits to compare
  const all = [result, ...origin.terms.flat().map(write)];
  if (all.some((text) => /^[<>]/.test(text))) return "≈";
  const [left, right] = [worth(model, origin, write), read(result)];
  return Object.is(left, right) || Math.abs(left - right) <= Math.abs(right) * 1e-12 ? "=" : "≈";
}

/** The exact number of a cell, as short as can be; of a weight six decimals. @param {Model} model @returns {Write} */
export const exact = (model) => (cell) => {
  const value = model.value(cell.tensor, cell.index);
  if (isWeights(cell.tensor)) return formatPointed(value);
  return inPowers(minus(shortestDecimal(value))).replace("Infinity", "∞");
};

/**
 * What stands after a cell's name: " = 1 · 2 + 3 · 4 = " and its result. What is given, or only a copy, has no terms.
 * @param {Model} model @param {Cell} cell @param {Write} [write] exact, where nothing else is said
 */
export function rightSide(model, cell, write = exact(model)) {
  const origin = model.origin(cell.tensor, cell.index);
  const result = write(cell);
  const terms = equation(model, origin, write, result);
  const copied = terms.length < 2;
  const pieces = copied ? [] : [...terms, { text: ` ${sign(model, origin, write, result)} ` }];
  return { pieces: tokens([" = ", ...pieces]), result, copied };
}

/**
 * What a cell is, as the hover says it; null for what does not exist.
 * @param {{ model: Model }} scene @param {string} tensor @param {number[]} index
 * @returns {{ value: number, text: string, sources: Cell[] } | null}
 */
export function explain({ model }, tensor, index) {
  const cell = cellAt(model, tensor, index);
  if (!cell) return null;
  const { pieces, result } = rightSide(model, cell);
  const said = pieces.map(({ text, up }, k) => {
    if (!up) return text;
    // a difference is raised as a whole
    const [before, after] = [pieces[k - 1]?.up, pieces[k + 1]?.up];
    if (!before) return ` to the power of ${after ? "(" : ""}${text}`;
    return after ? text : `${text})`;
  });
  return {
    value: model.value(tensor, cell.index),
    text: nameOf(model, tensor, cell.index) + said.join("") + result,
    sources: unique(model.origin(tensor, cell.index).terms.flat()),
  };
}

/** The cell that a page means, whatever it gave; null where there is none. @param {Model} model @param {unknown} tensor @param {unknown} index @returns {Cell | null} */
function cellAt(model, tensor, index) {
  // options such as a window are no tensors
  const node = typeof tensor === "string" ? model.node(tensor) : undefined;
  const { shape, at: entry } = (node && model.tensor(node.tensor)) ?? {};
  try {
    if (!shape || !Array.isArray(index) || index.length !== shape.length) return null;
    const place = shape.map((_, axis) => index[axis]);
    const inside = place.every((at, axis) => Number.isInteger(at) && at >= 0 && at < shape[axis]);
    // of a tensor too large to hold, only some entries are at hand
    const held = inside && (!entry || entry(place) !== undefined);
    return held ? { tensor: /** @type {string} */ (tensor), index: place } : null;
  } catch {
    // a proxy may throw when it is read
    return null;
  }
}

/** @param {Cell[]} cells */
const unique = (cells) => [...new Map(cells.map((cell) => [`${cell.tensor}:${cell.index}`, cell])).values()];
