/** Reads a matrix from pasted text, whatever wrote it. */
import { countOf } from "../../core/shapes.js";
import { MOST_AXES } from "../limits.js";
import { readBrackets } from "./brackets.js";
import { isKnownCall } from "./calls.js";
import { Cells } from "./cells.js";
import { readLatex } from "./latex.js";
import { readLines } from "./lines.js";
import { Source } from "./source.js";
import { Tokens } from "./tokens.js";
import { ValueReader } from "./values.js";

/** @typedef {"python" | "numpy" | "pytorch" | "matlab" | "latex" | "csv" | "tsv" | "markdown" | "json" | "text"} Format */
/** @typedef {{ shape: number[], notes: string[], format: Format }} Read the result of a reader; the numbers are in its cells */
/** @typedef {{ shape: number[], data: Float32Array, notes: string[], format: Format }} Matrix
 *   notes: sentences on what was ambiguous, rounded or left out; format: what the text looked like */

/**
 * Reads a matrix from text: Python lists, output of NumPy and PyTorch, MATLAB, LaTeX, CSV and TSV, spreadsheet cells, Markdown
 * tables, JSON, or numbers in lines. The rank is as written: `[1, 2]` has one axis, and a row of CSV is a matrix of one row.
 * Throws an AttentionError for text that it cannot read: `value` with the place, or `limit` for more than 1 MiB.
 *
 * @param {string} text
 * @param {{ lang?: string }} [options] lang: the language of notes and errors
 * @returns {Matrix}
 */
export function readMatrix(text, options) {
  const source = new Source(text, options);
  const cells = new Cells(source);
  const { shape, notes, format } = matrixOf(source, cells);
  return { shape, data: cells.numbers(), notes: [...notes, ...cells.notes()], format };
}

/** A name that is assigned or called. */
const NAMED = /(?:(?:const|let|var)[ \t]+)?(?:new[ \t]+)?([A-Za-z_][\w.]*)[ \t]*(=(?!=)|\()/y;
/** What IPython and PyTorch print before a value. */
const ANNOUNCED = /(?:Out\[\d{1,9}\]:)?\s*(Parameter containing:)?\s*/y;

/** @param {Source} source @param {Cells} cells @returns {Read} */
function matrixOf(source, cells) {
  const { plain } = source;
  const [, isParameter] = source.match(ANNOUNCED, source.spaceEnd(0)) ?? [];
  const start = ANNOUNCED.lastIndex;
  if (start === plain.length) throw source.errorAt("nothing", 0, 0);
  if (plain[start] === "{" && /["}]/.test(plain[source.spaceEnd(start + 1)] ?? ""))
    return readTensor(source, cells, start);
  if (/[\\&]/.test(plain)) return readLatex(source, cells);
  const [name = "", , sign] = source.match(NAMED, start) ?? [];
  const value = sign === "=" && !isParameter ? source.spaceEnd(start + name.length) : start;
  if (isParameter || isBracketed(source, value)) return bracketed(source, cells, value);
  return readLines(source, cells, value === start ? source.lineStart(start) : value);
}

/** Whether a bracket, or a call around one, begins at `start`. @param {Source} source @param {number} start */
function isBracketed(source, start) {
  const [, name = "", sign] = source.match(NAMED, start) ?? [];
  return /[[({]/.test(source.plain[start]) || (sign === "(" && isKnownCall(name));
}

/** @param {Source} source @param {Cells} cells @param {number} start @returns {Read} */
function bracketed(source, cells, start) {
  const tokens = new Tokens(source, "brackets", start);
  const read = readBrackets(tokens, cells);
  tokens.take(";");
  checkEnd(tokens);
  return read;
}

/** @param {Tokens} tokens */
function checkEnd(tokens) {
  if (!tokens.is("end")) throw tokens.source.errorAt("trailing", tokens.start, tokens.to);
}

/** Reads `{ "shape": [2, 2], "data": [1, 2, 3, 4] }`. @param {Source} source @param {Cells} cells @param {number} start @returns {Read} */
function readTensor(source, cells, start) {
  const values = new ValueReader(source);
  const { tokens } = values;
  const shape = new Cells(source);
  /** @type {Map<string, Read>} */
  const found = new Map();
  tokens.goTo(start);
  values.entries("}", () => {
    const key = values.key();
    if (found.has(key)) throw source.errorOfKey("twice", key);
    if (!/^(?:shape|data)$/.test(key)) throw source.errorOfKey("unknownKey", key);
    if (!tokens.is("[")) throw source.errorOfKey("noList", key);
    found.set(key, readBrackets(tokens, key === "shape" ? shape : cells));
  });
  checkEnd(tokens);
  for (const key of ["shape", "data"]) if (!found.has(key)) throw source.errorOfKey("missingKey", key);
  const [sizes, data] = ["shape", "data"].map((key) => /** @type {Read} */ (found.get(key)));
  checkAxes(source, sizes.shape, shape);
  const axes = [...shape.numbers()];
  const needed = countOf(axes);
  if (data.shape.length !== 1 || needed !== cells.count)
    throw source.errorOfKey("shapeCount", "data", { count: cells.count, needed });
  return { shape: axes, notes: data.notes, format: "json" };
}

/** @param {Source} source @param {number[]} form of the list @param {Cells} shape */
function checkAxes(source, form, shape) {
  const isSize = (/** @type {number} */ size) => size >= 1 && Number.isInteger(size);
  if (form.length !== 1 || shape.count > MOST_AXES || !shape.numbers().every(isSize))
    throw source.errorOfKey("badShape", "shape", { limit: MOST_AXES });
}
