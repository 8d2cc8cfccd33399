/**
 * How large cells may be, and what stands at them, in pictures of many heads. One rule holds for all: cells wider than
 * `COLOUR` have numbers.
 */

import { digitsIn, sheets } from "../../kit/matrix.js";
import { around, column, heightOf, widthOf } from "../../kit/place.js";
import { letterRuns, runsWidth } from "../../kit/text.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Label} Label */
/** @typedef {import("../../kit/matrix.js").Cell} Cell */
/** @typedef {import("../../kit/place.js").Placeable} Placeable */
/** @typedef {import("../../scene.js").Room & { narrow: boolean, scale: number }} Stage narrow: one thing under the other; scale: of the largest cells */
/** @typedef {{ width: number, height: number, scale: number }} Room width: px it may take; height: of a cell */

/** Largest width of cells with numbers, with whole ones, and of colour alone, px. */
export const WIDE = 46;
const WHOLE = 32;
export const COLOUR = 14;
/** Room for a letter above a matrix, px. */
export const LETTER = 22;

/** @param {number} value @param {number} least @param {number} most */
export const clamp = (value, least, most) => Math.max(least, Math.floor(Math.min(most, value)));

/** Digits of a tensor's numbers in a cell; null where they have no room. @param {Model} model @param {string} tensor @param {Cell} cell */
export const numbersIn = (model, tensor, cell) => digitsIn(model, tensor, cell, { most: 2 });

/**
 * Cells as wide, and then as high, as a room allows; at most twice as high as wide.
 * @param {Cell} room @param {Cell} most @param {(cell: Cell) => Placeable} measure what is made of them @returns {Cell}
 */
export function fitted(room, most, measure) {
  const width = largest(most.width, (wide) => widthOf(measure({ ...most, width: wide })) <= room.width);
  const tall = Math.min(most.height, 2 * width);
  return { width, height: largest(tall, (height) => heightOf(measure({ width, height })) <= room.height) };
}

/** All whole numbers from one to 2. @param {number} most */
const downFrom = (most) => upTo(most - 1).map((k) => most - k);

/** The largest whole number, from 2 to another, for which something fits; 2 where none does. @param {number} most @param {(size: number) => boolean} fits */
function largest(most, fits) {
  let [low, high] = [2, Math.max(2, Math.floor(most))];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Widths of the cells of the chosen columns and of the rest, px, as large as a room allows: all with numbers, numbers in the
 * chosen columns alone, or all as colours.
 * @param {Model} model @param {string} tensor @param {Room} room @param {number} chosen columns that matter @param {number} rest columns
 * @param {(width: number) => unknown} [fits] whether the rest, too, has room for its numbers
 */
export function widthsIn(model, tensor, { width, height, scale }, chosen, rest, fits = () => true) {
  const most = Math.floor((model.decimals(tensor, 3) ? WIDE : WHOLE) * scale);
  const numbers = downFrom(most).filter((wide) => numbersIn(model, tensor, { width: wide, height }));
  const sizes = [
    ...numbers.filter(fits).map((wide) => [wide, wide]),
    ...[COLOUR, 12, 10, 8, 6].flatMap((small) => numbers.map((wide) => [wide, small])),
    ...downFrom(COLOUR).map((wide) => [wide, wide]),
  ];
  return sizes.find(([a, b]) => a * chosen + b * rest <= width) ?? [2, 2];
}

/** @template {{ worth: number }} T @param {T[]} tries @returns {T} */
export const best = (tries) => tries.reduce((a, b) => (b.worth > a.worth ? b : a));

/** Things at the rows of a matrix. @param {Placeable[]} list @param {number} height of a row, px */
export const lines = (list, height) =>
  column(list.map(({ left, right, put }) => ({ left, right, up: height / 2, down: height / 2, put })));

/**
 * The longest of several texts that fits a width; the shortest where none does.
 * @template T @param {T[]} choices from long to short @param {number} width px @param {(choice: T) => number} measure
 */
export const longest = (choices, width, measure) =>
  choices.find((choice) => measure(choice) <= width) ?? choices[choices.length - 1];

/** The letter of a matrix above it, with its word where a width allows. @param {string} tensor @param {string | number} index @param {string} word @param {number} width @param {Partial<Label>} [more] @returns {Label} */
export function lettered(tensor, index, word, width, more) {
  const choices = [word, ""].map((said) => letterRuns(tensor, index, said, { matrix: true }));
  return { runs: longest(choices, width, runsWidth), side: "above", ...more };
}

/** The other items of a batch, behind something. @param {Model} model @param {string} id @param {any[]} front @param {string} fill @param {object} [style] */
export const piled = ({ batches }, id, front, fill, style) =>
  batches > 1 ? [sheets(`behind.${id}`, () => around(front), batches, fill, style)] : [];
