/** Reads several LaTeX matrices, each with its name: `W_Q = \begin{bmatrix} … \end{bmatrix}`. */
import { Cells } from "./cells.js";
import { readMatrixAt } from "./latex.js";

/** @typedef {import("./source.js").Source} Source */
/**
 * @typedef {object} Named
 * @property {string} name empty for the result of a product
 * @property {string} comment the first word of the comment after it
 * @property {{ cells: Cells, read: import("./matrix.js").Read }[]} matrices several if commas separate them
 */

const OPEN = /\\begin\s{0,9}\{(?:[bpvBV]?(?:small)?matrix|array)\*?\}/g;
/** What separates one formula from the next. */
const SEPARATOR = /\\\\|\\\[|\\\(|\\q?quad|\\begin\{\w+\*?\}|[$,;]|\n\s*\n/g;
/** What changes how a name looks, but not the name. */
const STYLE =
  /\\(?:math(?:bf|rm|it|sf)|boldsymbol|bm|text(?:bf|rm|it)?|operatorname|left|right|[,;! ])|[{}^&\s()[\]]/g;
const MOST_BEFORE = 400;

/** Whether a text holds such matrices. @param {string} plain */
export const hasFormulas = (plain) => plain.search(OPEN) >= 0;

/** @param {Source} source @returns {Named[]} */
export function readFormulas(source) {
  const { plain } = source;
  /** @type {Named[]} */
  const found = [];
  let from = 0;
  for (const { index } of plain.matchAll(OPEN)) {
    const before = plain.slice(Math.max(from, index - MOST_BEFORE), index);
    const last = found.at(-1);
    const isNext = last && /^\s*,\s*(?:\\[,;]\s*)*$/.test(before);
    const name = isNext ? last.name : nameBefore(before);
    const cells = new Cells(source);
    source.tensor = name;
    const { read, after } = readMatrixAt(source, cells, index);
    source.tensor = "";
    const named = isNext ? last : { name, comment: "", matrices: [] };
    named.matrices.push({ cells, read });
    [, named.comment = ""] = /^[^\n%]{0,20}%\s*([\w.]+)/.exec(plain.slice(after, after + 99)) ?? [];
    if (!isNext) found.push(named);
    from = after;
  }
  return found;
}

/** Returns the name that a matrix is assigned to; empty for a result, as in K = X W_K = …. @param {string} before */
function nameBefore(before) {
  const formula =
    before
      .replace(/(?<!\\)%.*$/gm, "")
      .split(SEPARATOR)
      .at(-1) ?? "";
  const [, name = ""] = /^([^=]*)=(?:\s|\\left|[[({.|]|&)*$/.exec(formula) ?? [];
  return name.replace(/\\_/g, "_").replace(STYLE, "");
}
