/** Reads a matrix from pasted text, whatever wrote it. */
import { MOST_AXES } from "../limits.js";
import { readBrackets } from "./brackets.js";
import { isKnownCall } from "./calls.js";
import { Cells } from "./cells.js";
import { readLatex } from "./latex.js";
import { readLines } from "./lines.js";
import { Source } from "./source.js";
import { Tokens } from "./tokens.js";

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
  const tokens = new Tokens(source, "brackets", start);
  /** @type {Map<string, number[]>} */
  const sizes = new Map();
  /** @type {string[]} */
  const notes = [];
  const shape = new Cells(source);
  for (tokens.next(); !tokens.is("}");) {
    const key = readKey(tokens);
    const isShape = key === "shape";
    if (sizes.has(key)) throw source.errorOfKey("twice", key);
    if (!isShape && key !== "data") throw source.errorOfKey("unknownKey", key);
    tokens.next();
    if (!tokens.is("[")) throw source.errorOfKey("noList", key);
    const read = readBrackets(tokens, isShape ? shape : cells);
    sizes.set(key, read.shape);
    if (isShape) checkAxes(source, read.shape, shape);
    else notes.push(...read.notes);
    if (!tokens.take(",") && !tokens.is("}")) throw source.errorOfKey("cut", key);
  }
  tokens.next();
  checkEnd(tokens);
  for (const key of ["shape", "data"]) if (!sizes.has(key)) throw source.errorOfKey("missingKey", key);
  const axes = [...shape.numbers()];
  const needed = axes.reduce((product, size) => product * size, 1);
  if (sizes.get("data")?.length !== 1 || needed !== cells.count)
    throw source.errorOfKey("shapeCount", "data", { count: cells.count, needed });
  return { shape: axes, notes, format: "json" };
}

/** Reads a key, and moves to its colon. @param {Tokens} tokens */
function readKey(tokens) {
  if (!tokens.is("string")) throw tokens.error("noKey");
  const key = tokens.quotedText;
  tokens.next();
  if (!tokens.is(":")) throw tokens.error("noColon");
  return key;
}

/** @param {Source} source @param {number[]} form of the list @param {Cells} shape */
function checkAxes(source, form, shape) {
  const isSize = (/** @type {number} */ size) => size >= 1 && Number.isInteger(size);
  if (form.length !== 1 || shape.count > MOST_AXES || !shape.numbers().every(isSize))
    throw source.errorOfKey("badShape", "shape", { limit: MOST_AXES });
}
