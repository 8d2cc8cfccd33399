/** Writes numbers in code, and tensors as nested brackets. */
import { countOf } from "../../core/shapes.js";
import { shortestDecimal } from "../../words/decimal.js";

/** Maximum characters in a line of code. */
export const WIDTH = 100;

// below this, every integer is exact in float32 and written without an exponent
const WHOLE = 2 ** 24;

/** Writes a finite number; a float32 as its shortest decimal. @param {number} value */
export const decimal = (value) => (Math.fround(value) === value ? shortestDecimal(value) : String(value));

/** @param {number} value */
const isWhole = (value) => Number.isInteger(value) && Math.abs(value) < WHOLE && !Object.is(value, -0);

/** Writes a finite float32 with a point or an exponent: "2.0". @param {number} value */
export function pointed(value) {
  const text = shortestDecimal(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/**
 * How the entries of a tensor are written. If all are integers, they are written without a point, so that 0 and 1 stay easy to
 * read.
 * @typedef {object} Notation
 * @property {string} open bracket
 * @property {string} close
 * @property {(value: number) => string} number writes a finite one, if not all are integers
 * @property {{ nan: string, inf: string, minus: string, yes: string, no: string }} words
 * @property {string} [comment] begins a comment to the end of the line
 * @property {string} step one level of indentation
 */

/**
 * @param {{ data: ArrayLike<number> }} tensor
 * @param {Notation} notation
 * @returns {(at: number) => string} the text of an entry
 */
function entriesOf({ data }, { number, words }) {
  if (data instanceof Uint8Array) return (at) => (data[at] ? words.yes : words.no);
  if (Array.from(data).every(isWhole)) return (at) => String(data[at]);
  return (at) => spelled(data[at], words, number);
}

/** @param {number} value @param {{ nan: string, inf: string, minus: string }} words @param {(value: number) => string} finite */
export function spelled(value, words, finite) {
  if (Number.isNaN(value)) return words.nan;
  return Number.isFinite(value) ? finite(value) : value > 0 ? words.inf : words.minus;
}

/**
 * Writes a tensor as nested brackets: on one line if it fits, else one line per row.
 * @param {{ shape: readonly number[], data: ArrayLike<number> }} tensor
 * @param {Notation} notation
 * @param {{ before: string, after: string, pad?: string, labels?: string[] }} place pad: indentation of the first line; labels:
 *   comments beside rows
 * @returns {string[]} lines
 */
export function bracketed(tensor, notation, { before, after, pad = "", labels = [] }) {
  const { shape } = tensor;
  const { open, close, comment, step } = notation;
  const entry = entriesOf(tensor, notation);

  /** @param {number} axis @param {number} at @returns {string} */
  const flat = (axis, at) => {
    if (axis === shape.length) return entry(at);
    const inner = countOf(shape.slice(axis + 1));
    const parts = Array.from({ length: shape[axis] }, (_, n) => flat(axis + 1, at + n * inner));
    return open + parts.join(", ") + close;
  };

  const named = comment !== undefined && shape.length === 2 && labels.length === shape[0] ? labels : [];
  if (shape.length === 0) return [before + entry(0) + after];
  if (named.length === 0 && countOf(shape) <= WIDTH) {
    const line = before + flat(0, 0) + after;
    if (line.length <= WIDTH) return [line];
  }

  /** @type {string[]} */
  const lines = [];
  /** Writes one row over several lines. @param {number} at @param {number} count @param {string} deeper */
  const wrap = (at, count, deeper) => {
    let line = deeper;
    for (let n = 0; n < count; n++) {
      const text = `${entry(at + n)},`;
      if (line.length + text.length > WIDTH && line !== deeper) {
        lines.push(line.trimEnd());
        line = deeper;
      }
      line += `${text} `;
    }
    lines.push(line.trimEnd());
  };
  /** @param {number} axis @param {number} at @param {string} lead @param {string} tail @param {string} indent */
  const write = (axis, at, lead, tail, indent) => {
    const inner = countOf(shape.slice(axis + 1));
    const deeper = indent + step;
    lines.push(lead + open);
    if (axis === shape.length - 1) wrap(at, shape[axis], deeper);
    else
      for (let n = 0; n < shape[axis]; n++) {
        const row = inner <= WIDTH ? `${deeper}${flat(axis + 1, at + n * inner)},` : "";
        const label = named[n] ? `  ${comment} ${named[n]}` : "";
        if (row && row.length <= WIDTH) lines.push(row + label);
        else write(axis + 1, at + n * inner, deeper, ",", deeper);
      }
    lines.push(indent + close + tail);
  };
  write(0, 0, before, after, pad);
  return lines;
}
