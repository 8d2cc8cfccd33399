/**
 * Expands a rule such as "b h i c, b g j c" for "b h i j" to the cells that make one cell, as einsum does. A letter names an
 * axis. Letters that the result lacks run over all their values, the first one slowest; this is the order of the sum.
 *
 *   b h g i j c   batch, head, head of keys, query, key, feature; more letters in AXES
 *   j+1, k-3      the same letter, shifted; cells outside their tensor are left out
 *   (h c)         two letters joined in one axis; in an operand, the result or another axis must have both letters too
 *   i*            an axis that, if its length is 1, broadcasts to every i
 *
 * In a fused run s is the tile: given s, j runs over the keys of that tile; given j, s is the tile of that key; given neither,
 * s is the last tile.
 */

import { sizesIn } from "./tensors.js";

/** @typedef {{ tensor: string, index: number[] }} Cell index is complete */
/** @typedef {{ letter: string, shift: number, inner: string, shared: boolean }} Token inner: the second letter of a pair */
/**
 * @typedef {object} Part products of cells, one cell of each operand
 * @property {string[]} of names of the operands
 * @property {Token[][]} at axes of each
 * @property {number} [by] a constant factor
 */
/** @typedef {Record<string, number>} Numbers by letter: sizes, or values */

/** The axis that a letter stands for; any other letter is a feature. */
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

/** The letters of the schema's sizes; any other size counts features, c. @type {Record<string, string>} */
const LETTERS = {
  ...{ batch: "b", heads: "h", kv_heads: "g", query: "i", key: "j", hidden: "u", steps: "s", tiles: "s" },
  ...{ d_out: "o" },
};

/** Returns the letter of an axis. @param {string} axis of the schema */
export function letterOf(axis) {
  const [[size, ...others]] = sizesIn(axis);
  const letter = others.length > 0 ? "o" : (LETTERS[size] ?? "c");
  return axis.endsWith("*") ? `${letter}*` : letter;
}

/**
 * @param {string} text axes of the operands, separated by commas
 * @param {...string} of names of the operands
 * @returns {Part}
 */
export const part = (text, ...of) => ({ of, at: text.split(",").map(tokensOf) });

/**
 * Multiplies a part by a constant.
 * @param {Part} product
 * @param {number} by
 * @returns {Part}
 */
export const times = (product, by) => ({ ...product, by: by * (product.by ?? 1) });

/** @typedef {[token: Token, length: number]} Axis */

/**
 * Pairs a tensor's axes with their lengths. Leading axes that the shape lacks have length 1.
 * @param {Token[]} tokens
 * @param {readonly number[]} shape
 * @returns {Axis[]}
 */
function aligned(tokens, shape) {
  const missing = tokens.length - shape.length;
  return tokens.map((token, axis) => [token, shape[axis - missing] ?? 1]);
}

/**
 * Returns the number of values of each letter.
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
 * Returns the values of the letters at one cell of the result.
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
    // a broadcast axis is summed over
    if (shared && length === 1) return;
    const at = index[axis - missing] ?? 0;
    values[letter] = inner ? Math.floor(at / sizes[inner]) : at;
    if (inner) values[inner] = at % sizes[inner];
  });
  return values;
}

/**
 * Returns the range of a free letter. In grouped-query attention, a head of keys serves a group of heads.
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
 * Returns the value of a letter that follows from the others: the head of keys of a head, or the tile of a key.
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
 * @returns {number[] | undefined} undefined if it is outside the operand
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
 * Returns a function that lists, in order, the products of a part for one cell. Prepares once what all cells share.
 * @param {Token[]} out axes of the result
 * @param {readonly number[]} shape its shape
 * @param {Part} rule
 * @param {(tensor: string) => readonly number[]} shapeOf an operand
 * @param {number} [tile] keys per tile of a fused run
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
