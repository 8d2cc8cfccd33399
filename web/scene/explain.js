/** The name of a cell, its equation in real numbers, and both as the sentence that a tooltip shows. */

import { shortestDecimal } from "../words/decimal.js";
import { formatPointed, inPowers, read, subscript, superscript } from "./format.js";
import { isWeights, nameParts, tensorStyle } from "../core/graph/tensors.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./model.js").Cell} Cell */
/** @typedef {import("./model.js").Origin} Origin */
/** @typedef {{ text: string, cell?: Cell, up?: boolean }} Token a piece of an equation; up: an exponent */
/** @typedef {(cell: Cell) => string} Write writes the number of a cell */

/**
 * The number of the first row: states count from 0, the state before the first step; everything else counts from 1.
 * @param {string} tensor
 */
const firstRow = (tensor) => (/(^|[._])state$/.test(tensor) ? 0 : 1);

/**
 * Row and column of a cell, counted from 1; with a comma between them if one has two digits.
 * @param {number[]} index @param {number} rank how many trailing axes to write
 * @param {number} [first] the number of the first row
 */
function places(index, rank, first = 1) {
  const numbers = rank === 0 ? [] : index.slice(-rank).map((k, axis) => k + (axis || rank < 2 ? 1 : first));
  return numbers.join(numbers.some((k) => k > 9) ? "," : "");
}

/**
 * How many trailing axes tell the cells of a tensor apart on the stage: at most two.
 * @param {Model} model @param {string} tensor
 */
const rankOf = (model, tensor) => {
  const shape = model.tensor(tensor)?.shape ?? [];
  return /row_|log_sum|length_|mean$|rstd$|running_(max|sum)$|correction$/.test(tensor)
    ? 1
    : Math.min(2, shape.length);
};

/** The index written after a cell's letter: "12". @param {Model} model @param {string} tensor @param {number[]} index */
export const indexText = (model, tensor, index) => places(index, rankOf(model, tensor), firstRow(tensor));

/** A position, written as a superscript counted from 1. @param {number} at */
const above = (at) => `⁽${at < 9 ? superscript(at + 1) : at + 1}⁾`;

/**
 * Whether a tensor has one entry per tile of keys; the number of the tile is then a superscript of its name.
 * @param {string} tensor
 */
const isTiled = (tensor) => /^(running_(max|sum|mixed)|correction)$/.test(tensor);

/** The name of a cell: "s₁₂", "max₁", "a₁₂·v₂₃". @param {Model} model @param {string} tensor @param {number[]} index */
export function nameOf(model, tensor, index) {
  if (tensor.endsWith("weighted_values")) {
    const [, , j, i, c] = index;
    return `a${subscript(places([i, j], 2))} · v${subscript(places([j, c], 2))}`;
  }
  const { letter: usual, sub } = tensorStyle(tensor);
  // the papers write s for a decoder's states and h for an encoder's
  const letter = model.encodes(tensor) ? "h" : usual;
  const tiled = isTiled(tensor);
  const head = !tiled && model.heads > 1 && (model.tensor(tensor)?.shape.length ?? 0) >= 4;
  const place = tiled ? above(index[0]) : head ? above(index[1]) : "";
  return `${letter}${sub ? `_${sub}` : ""}${subscript(indexText(model, tensor, index))}${place}`;
}

/** The most terms of a sum that are written out. */
const MOST_TERMS = 24;

/** @typedef {{ cells: Cell[], bare: Token[], by: number, constant: string, root: number, allowed?: boolean }} Parts the parts of an equation; bare: operands without parentheses;
 *   root: dₖ if a scale divides by √dₖ, else 0 */
/**
 * An operation that is not written as a sum of products: `pieces` builds its text from the written operands, `worth` computes its
 * result from the written numbers.
 * @typedef {{ pieces: (operands: Token[], parts: Parts) => (string | Token)[], worth: (numbers: number[], parts: Parts) => number }} Special
 */

/** Whether a learned parameter of a norm is its factor (gamma) rather than its summand (beta). @param {Cell | undefined} cell */
const isFactor = (cell) => cell?.tensor.endsWith("gamma");

/** The position of the bias among the operands of a mask; −1 if there is none. @param {Cell[]} cells */
const biasOf = (cells) => cells.findIndex(({ tensor }, k) => k > 0 && tensor.endsWith("bias"));

/** Puts a sign between operands. @param {Token[]} operands @param {string} sign */
const joined = (operands, sign) => operands.flatMap((operand, k) => (k ? [sign, operand] : [operand]));

/** Puts a plus between terms; of many, it leaves out those in the middle. @param {any[]} terms */
const added = (terms) =>
  joined(terms.length > 4 ? [...terms.slice(0, 2), ["…"], ...terms.slice(-1)] : terms, " + ").flat();

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
  // 0 is the only written number whose result can be written exactly
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
      return ["1 ÷ √((", ...added(squares), `) ÷ ${squares.length} + ${constant})`];
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
      return ["(", ...added(squares), `) ÷ ${half}`];
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

/** Writes a constant. @param {number} constant */
const written = (constant) => minus(shortestDecimal(Math.fround(constant)));

/** @param {string} text */
const minus = (text) => text.replace(/^-/, "−");

/** dₖ if the scale of a tensor's stage divides by √dₖ, else 0. @param {Model} model @param {string} tensor */
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

/** Puts a negative token in parentheses. @param {Token} token */
const closed = ({ text, ...token }) => ({ text: text.startsWith("−") ? `(${text})` : text, ...token });

/** @param {(string | Token)[]} pieces @returns {Token[]} */
const tokens = (pieces) => pieces.map((piece) => (typeof piece === "string" ? { text: piece } : piece));

/**
 * The right side of a cell's equation in real numbers: 1·4 + 0·4 + 2·0.
 * @param {Model} model @param {Origin} origin @param {Write} write @param {string} result
 * @returns {Token[]} empty for inputs and for cells without a short equation
 */
function equation(model, origin, write, result) {
  const { op, sum, allowed } = origin;
  const parts = partsOf(model, origin, write);
  const [first, ...others] = parts.bare;
  if (!first) return [];
  if (allowed === false && !/^(subtract|exp|exp_difference|divide)$/.test(op)) return tokens([first, " ✕"]);
  // a fully masked row is 0 by definition: −∞ − (−∞) and 0 ÷ 0 would explain nothing
  if ((allowed === false || result !== "NaN") && Number.isNaN(worth(model, origin, write))) return [];
  if (SPECIAL[op]) return tokens(SPECIAL[op].pieces([first, ...others.map(closed)], parts));
  return sum ? sumTokens(origin, parts) : [];
}

/**
 * A sum of products, with its factor and the function applied to it.
 * @param {Origin} origin @param {Parts} parts @returns {Token[]}
 */
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
    // a term that begins with a negative number gets a minus sign in place of a plus
    if (text === "−1 · ") return tokens([" − ", ...rest]);
    return tokens(
      text.startsWith("−") ? [" − ", { ...term[0], text: text.slice(1) }, ...rest] : [" + ", ...term],
    );
  });
  const scaled = constant === "1" ? all : tokens([`${constant} · (`, ...all, ")"]);
  return then ? tokens([then === "sqrt" ? "√(" : `${then}(`, ...scaled, ")"]) : scaled;
}

/**
 * The result of the equation computed from the written numbers, to choose between "=" and "≈"; NaN if it cannot be computed.
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
 * "=" if the equation holds in the digits shown, else "≈".
 * @param {Model} model @param {Origin} origin @param {Write} write @param {string} result
 */
function sign(model, origin, write, result) {
  // "<0.001" shows no digits to compare
  const all = [result, ...origin.terms.flat().map(write)];
  if (all.some((text) => /^[<>]/.test(text))) return "≈";
  const [left, right] = [worth(model, origin, write), read(result)];
  return Object.is(left, right) || Math.abs(left - right) <= Math.abs(right) * 1e-12 ? "=" : "≈";
}

/**
 * Writes the number of a cell in the fewest digits that are exact, a weight in at most six decimals.
 * @param {Model} model @returns {Write}
 */
export const exact = (model) => (cell) => {
  const value = model.value(cell.tensor, cell.index);
  if (isWeights(cell.tensor)) return formatPointed(value);
  return inPowers(minus(shortestDecimal(value))).replace("Infinity", "∞");
};

/**
 * The right side of a cell's equation, " = 1 · 2 + 3 · 4 = ", and its result. Inputs and copies have no terms.
 * @param {Model} model @param {Cell} cell @param {Write} [write] exact by default
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
 * Explains a cell as a tooltip does; null for a cell that does not exist.
 * @param {{ model: Model }} scene @param {string} tensor @param {number[]} index
 * @returns {{ value: number, text: string, sources: Cell[] } | null}
 */
export function explain({ model }, tensor, index) {
  const cell = cellAt(model, tensor, index);
  if (!cell) return null;
  const { pieces, result } = rightSide(model, cell);
  const said = pieces.map(({ text, up }, k) => {
    if (!up) return text;
    // a difference in the exponent is raised as a whole
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

/** Validates a cell given by the page; null if there is no such cell. @param {Model} model @param {unknown} tensor @param {unknown} index @returns {Cell | null} */
function cellAt(model, tensor, index) {
  // options such as a window are not tensors
  const node = typeof tensor === "string" ? model.node(tensor) : undefined;
  const { shape, at: entry } = (node && model.tensor(node.tensor)) ?? {};
  try {
    if (!shape || !Array.isArray(index) || index.length !== shape.length) return null;
    const place = shape.map((_, axis) => index[axis]);
    const inside = place.every((at, axis) => Number.isInteger(at) && at >= 0 && at < shape[axis]);
    // only some entries of a tensor too large to hold are available
    const held = inside && (!entry || entry(place) !== undefined);
    return held ? { tensor: /** @type {string} */ (tensor), index: place } : null;
  } catch {
    // reading a proxy may throw
    return null;
  }
}

/** @param {Cell[]} cells */
const unique = (cells) => [...new Map(cells.map((cell) => [`${cell.tensor}:${cell.index}`, cell])).values()];
