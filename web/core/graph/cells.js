/**
 * From a rule such as "b h i c, b g j c" for "b h i j" to the cells that make one cell. A letter names an axis; letters
 * that the made cell lacks run over all their values, the first one slowest, which is the order of the sum.
 *
 *   b h g i j c   batch, head, head of keys, query, key, feature; more letters in AXES
 *   j+1, k-3      the same letter, shifted; cells outside their tensor are left out
 *   (h c)         two letters in one axis, side by side; where it is read, the made cell or another axis has them too
 *   i*            an axis of length 1 serves every i
 *
 * Where keys come in tiles, s is the tile: with a tile j runs over its keys, a key j has its tile, and without either s is
 * the last one.
 */

import { sizesIn } from "./tensors.js";

/** @typedef {{ tensor: string, index: number[] }} Cell index is complete */
/** @typedef {{ letter: string, shift: number, inner: string, shared: boolean }} Token inner: the second letter of a pair */
/**
 * @typedef {object} Part products of cells, one of each operand
 * @property {string[]} of operands
 * @property {Token[][]} at where each is read
 * @property {number} [by] a constant factor
 */
/** @typedef {Record<string, number>} Numbers by letter: sizes, or values */

/** The axis that a letter stands for; every other one is a feature. */
/** @type {Record<string, string>} */
const AXES = { b: "batch", h: "head", g: "kv_head", i: "query", j: "key", l: "key", u: "hidden", s: "step" };

/** @param {Token} token */
export const axisOf = ({ letter, inner }) => (inner ? "feature" : (AXES[letter] ?? "feature"));

/**
 * @param {string} text axes of one tensor
 * @returns {Token[]}
 */
export const tokensOf = (text) =>
  Array.from(
    text.matchAll(/\((\w) (\w)\)|(\w)([+-]\d+)?(\*?)/g),
    ([, outer, inner, letter, shift, star]) => ({
      letter: outer ?? letter,
      inner: inner ?? "",
      shift: Number(shift ?? 0),
      shared: star === "*",
    }),
  );

/** Letters of what the schema's axes count; every other one is a feature. @type {Record<string, string>} */
const LETTERS = {
  ...{ batch: "b", heads: "h", kv_heads: "g", query: "i", key: "j", hidden: "u", steps: "s", tiles: "s" },
  ...{ d_out: "o" },
};

/** @param {string} axis of the schema */
export function letterOf(axis) {
  const [[size, ...others]] = sizesIn(axis);
  const letter = others.length > 0 ? "o" : (LETTERS[size] ?? "c");
  return axis.endsWith("*") ? `${letter}*` : letter;
}

/**
 * @param {string} text axes of the operands, parted by commas
 * @param {...string} of the operands
 * @returns {Part}
 */
export const part = (text, ...of) => ({ of, at: text.split(",").map(tokensOf) });

/**
 * @param {Part} product
 * @param {number} by
 * @returns {Part}
 */
export const times = (product, by) => ({ ...product, by: by * (product.by ?? 1) });

/** @typedef {[token: Token, length: number]} Axis */

/**
 * The part of a tensor's axes that stand there: those of length 1 may be missing in front.
 * @param {Token[]} tokens
 * @param {readonly number[]} shape
 * @returns {Axis[]}
 */
function aligned(tokens, shape) {
  const missing = tokens.length - shape.length;
  return tokens.map((token, axis) => [token, shape[axis - missing] ?? 1]);
}

/**
 * How many values each letter has.
 * @param {Axis[]} axes of all tensors
 * @returns {Numbers}
 */
function sizesOf(axes) {
  /** @type {Numbers} */
  const sizes = {};
  for (const [{ letter, shift, inner }, length] of axes)
    if (!inner) sizes[letter] = Math.max(sizes[letter] ?? 0, length - Math.min(shift, 0));
  return sizes;
}

/**
 * The letters of the made cell.
 * @param {Axis[]} axes
 * @param {number[]} index complete
 * @param {Numbers} sizes
 * @returns {Numbers}
 */
function bind(axes, index, sizes) {
  /** @type {Numbers} */
  const values = {};
  const missing = axes.length - index.length;
  axes.forEach(([{ letter, inner, shared }, length], axis) => {
    // an axis that served several is summed over
    if (shared && length === 1) return;
    const at = index[axis - missing] ?? 0;
    values[letter] = inner ? Math.floor(at / sizes[inner]) : at;
    if (inner) values[inner] = at % sizes[inner];
  });
  return values;
}

/**
 * The values that a free letter takes; a head of keys is read by a group of heads.
 * @param {string} letter
 * @param {Numbers} values
 * @param {Numbers} sizes
 * @param {number} [tile]
 * @returns {[first: number, end: number]}
 */
function rangeOf(letter, values, sizes, tile) {
  if (letter === "j" && tile && values.s !== undefined)
    return [values.s * tile, Math.min((values.s + 1) * tile, sizes.j)];
  if (letter !== "h" || values.g === undefined) return [0, sizes[letter]];
  const share = sizes.h / sizes.g;
  return [values.g * share, (values.g + 1) * share];
}

/**
 * The value of a letter that another one decides where it has none of its own.
 * @param {string} letter
 * @param {Numbers} values
 * @param {Numbers} sizes
 * @param {number} [tile]
 */
function decided(letter, values, sizes, tile) {
  if (letter === "g") return Math.floor(values.h / (sizes.h / sizes.g));
  return values.j === undefined || !tile ? sizes.s - 1 : Math.floor(values.j / tile);
}

/**
 * @param {Axis} axis
 * @param {Numbers} values
 * @param {Numbers} sizes
 * @param {number} [tile]
 */
function placeOn([{ letter, inner, shift, shared }, length], values, sizes, tile) {
  if (shared && length === 1) return 0;
  const value = values[letter] ?? decided(letter, values, sizes, tile);
  return inner ? value * sizes[inner] + values[inner] : value + shift;
}

/**
 * @param {Axis[]} axes
 * @param {number} rank of the operand
 * @param {Numbers} values
 * @param {Numbers} sizes
 * @param {number} [tile]
 * @returns {number[] | undefined} undefined: outside
 */
function indexOf(axes, rank, values, sizes, tile) {
  const missing = axes.length - rank;
  /** @type {number[]} */
  const index = [];
  for (let axis = Math.min(0, missing); axis < axes.length; axis++) {
    const at = axis < 0 ? 0 : placeOn(axes[axis], values, sizes, tile);
    if (axis >= 0 && (at < 0 || at >= axes[axis][1])) return undefined;
    if (axis >= missing) index.push(at);
  }
  return index;
}

/**
 * Every product of a part that belongs to one cell, in order. What holds for all cells is found out once.
 * @param {Token[]} out axes of the made tensor
 * @param {readonly number[]} shape its shape
 * @param {Part} rule
 * @param {(tensor: string) => readonly number[]} shapeOf an operand
 * @param {number} [tile] keys of one, where they come in tiles
 * @returns {(index: number[], counts: (values: Numbers) => boolean) => { cells: Cell[], counts: boolean }[]}
 */
export function productsOf(out, shape, { of, at }, shapeOf, tile) {
  const made = aligned(out, shape);
  const shapes = of.map(shapeOf);
  const operands = at.map((tokens, n) => aligned(tokens, shapes[n]));
  const read = operands.flat();
  const sizes = sizesOf([...made, ...read]);
  const bound = bind(made, [], sizes);
  const letters = new Set(read.map(([{ letter }]) => letter));
  const free = [...letters].filter((letter) => bound[letter] === undefined);
  const isDecided = (/** @type {string} */ letter) =>
    letter === "g" ? letters.has("h") || bound.h !== undefined : letter === "s" && tile !== undefined;
  const running = free.filter((letter) => !isDecided(letter));
  return (index, counts) => {
    const values = bind(made, index, sizes);
    /** @type {{ cells: Cell[], counts: boolean }[]} */
    const products = [];
    run(0);
    return products;

    /** @param {number} depth */
    function run(depth) {
      if (depth < running.length) {
        const [first, end] = rangeOf(running[depth], values, sizes, tile);
        for (let n = first; n < end; n++) {
          values[running[depth]] = n;
          run(depth + 1);
        }
        return;
      }
      /** @type {Cell[]} */
      const cells = [];
      for (let n = 0; n < of.length; n++) {
        const place = indexOf(operands[n], shapes[n].length, values, sizes, tile);
        if (!place) return;
        cells.push({ tensor: of[n], index: place });
      }
      products.push({ cells, counts: counts(values) });
    }
  };
}
