/** Reads several LaTeX matrices, each with its name: `W_Q = \begin{bmatrix} … \end{bmatrix}`. */
import { Cells } from "./cells.js";
import { readMatrixAt } from "./latex.js";
import { keyOf } from "./names.js";

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
/** What computes with the matrix before it: a power or transpose, a further factor or summand. */
const COMPUTES =
  /(?:\\right ?[\])|.}]|\\[,;!]|[ \t\])}]){0,20}(?:[\^'+*/\d-]|\\(?:cdot|times|odot|frac|sqrt)|[A-Z](?![a-z])|\s{0,20}\\begin\s{0,9}\{(?:[bpvBV]?(?:small)?matrix|array))/y;

/** Whether a text holds such matrices. @param {string} plain */
export const hasFormulas = (plain) => plain.search(OPEN) >= 0;

/** @param {Source} source @param {boolean} isProgram whether code() has written it @returns {Named[]} */
export function readFormulas(source, isProgram) {
  const { plain } = source;
  /** @type {Named[]} */
  const found = [];
  let from = 0;
  for (const { index } of plain.matchAll(OPEN)) {
    const before = plain.slice(Math.max(from, index - MOST_BEFORE), index);
    const last = found.at(-1);
    const isNext = last && /^\s*,\s*(?:\\[,;]\s*)*$/.test(before);
    const formula = formulaAt(before);
    let name = isNext ? last.name : nameIn(formula);
    const cells = new Cells(source);
    source.tensor = name;
    const { read, after } = readMatrixAt(source, cells, index);
    source.tensor = "";
    const isChanged = !isProgram && source.match(COMPUTES, after) !== null;
    if (isChanged || (!name && !isProgram && !isNext)) {
      const key = keyOf(name || plainName(/^([^=]*)=[^=]*\S[^=]*$/.exec(formula)?.[1] ?? ""));
      if (key && !/^(?:query|key|value)$/.test(key))
        throw source.errorAt(
          "aroundLatex",
          index - before.length + before.lastIndexOf(formula),
          source.lineEnd(after),
        );
      name = "";
    }
    const named = isNext ? last : { name, comment: "", matrices: [] };
    named.matrices.push({ cells, read });
    [, named.comment = ""] = /^[^\n%]{0,20}%\s*([\w.]+)/.exec(plain.slice(after, after + 99)) ?? [];
    if (!isNext) found.push(named);
    from = after;
  }
  return found;
}

/** Returns the formula that ends with a text. @param {string} before */
const formulaAt = (before) =>
  before
    .replace(/(?<!\\)%.*$/gm, "")
    .split(SEPARATOR)
    .at(-1) ?? "";

/** Returns the name that a matrix is assigned to; empty for a result, as in K = X W_K = …. @param {string} formula */
const nameIn = (formula) => plainName(/^([^=]*)=(?:\s|\\left|[[({.|]|&)*$/.exec(formula)?.[1] ?? "");

/** @param {string} name */
const plainName = (name) => name.replace(/\\_/g, "_").replace(STYLE, "");
