/** A matrix out of pasted text, whatever wrote it. */
import { MOST_AXES } from "../limits.js";
import { quoted } from "../refusal.js";
import { isKnownCall, readBrackets } from "./brackets.js";
import { Cells } from "./cells.js";
import { readLatex } from "./latex.js";
import { readLines } from "./lines.js";
import { shortKey, Source } from "./source.js";
import { Tokens } from "./tokens.js";

/** @typedef {import("./brackets.js").Format} Format */
/** @typedef {import("./brackets.js").Read} Read */
/** @typedef {{ shape: number[], data: Float32Array, notes: string[], format: Format }} Matrix
 *   notes: sentences on what was read in a way worth telling; format: what the text looked like */

/**
 * Reads a matrix from text: Python lists, prints of NumPy and PyTorch, MATLAB, LaTeX, CSV and TSV, cells of a spreadsheet,
 * Markdown tables, JSON, or numbers in lines. The rank is as written: `[1, 2]` has one axis, and a row of CSV is a matrix of
 * one row. Throws an AttentionError for what it cannot read: `value` with the place, or `limit` for more than 1 MiB.
 *
 * @param {string} text
 * @param {{ lang?: string }} [options] lang: the language of notes and errors
 * @returns {Matrix}
 */
export function readMatrix(text, options) {
  const source = new Source(text, options);
  const cells = new Cells(source);
  const { shape, notes, format } = matrixOf(source, cells);
  return { shape, data: cells.data.slice(0, cells.count), notes: [...notes, ...cells.notes()], format };
}

/** A name that is given a value, or called. */
const NAMED = /(?:(?:const|let|var)[ \t]+)?(?:new[ \t]+)?([A-Za-z_][\w.]*)[ \t]*(=(?!=)|\()/y;
/** What IPython and PyTorch print before a value. */
const ANNOUNCED = /(?:Out\[\d{1,9}\]:)?\s*(Parameter containing:)?\s*/y;

/** @param {Source} source @param {Cells} cells @returns {Read} */
function matrixOf(source, cells) {
  const { plain } = source;
  const first = roomEnd(plain, 0);
  ANNOUNCED.lastIndex = first;
  const [announced = "", isParameter] = ANNOUNCED.exec(plain) ?? [];
  const start = first + announced.length;
  if (start === plain.length) throw source.refusal("nothing", source.at(0));
  if (plain[start] === "{" && /["}]/.test(plain[roomEnd(plain, start + 1)] ?? ""))
    return readTensor(source, cells, start);
  if (/[\\&]/.test(plain)) return readLatex(source, cells);
  if (isParameter) return bracketed(source, cells, start);
  NAMED.lastIndex = start;
  const [said = "", name = "", sign] = NAMED.exec(plain) ?? [];
  if (sign === "=") return assigned(source, cells, roomEnd(plain, start + said.length));
  if (isBegun(plain[start]) || (sign && isKnownCall(name))) return bracketed(source, cells, start);
  return readLines(source, cells, start === 0 ? 0 : lineStart(plain, start));
}

/** @param {string} sign */
const isBegun = (sign) => sign === "[" || sign === "(" || sign === "{";

/** What a name is given. @param {Source} source @param {Cells} cells @param {number} start @returns {Read} */
function assigned(source, cells, start) {
  const { plain } = source;
  NAMED.lastIndex = start;
  const [, name = "", sign] = NAMED.exec(plain) ?? [];
  if (isBegun(plain[start]) || (sign === "(" && isKnownCall(name))) return bracketed(source, cells, start);
  return readLines(source, cells, start);
}

/** @param {Source} source @param {Cells} cells @param {number} start @returns {Read} */
function bracketed(source, cells, start) {
  const tokens = new Tokens(source, start);
  const read = readBrackets(tokens, cells);
  if (tokens.is(";")) tokens.next();
  checkEnd(source, tokens);
  return read;
}

/** @param {Source} source @param {Tokens} tokens */
function checkEnd(source, tokens) {
  if (tokens.is("end")) return;
  throw source.refusal("trailing", source.at(tokens.start), {
    found: source.quote(tokens.start, source.plain.length),
  });
}

/** `{ "shape": [2, 2], "data": [1, 2, 3, 4] }`. @param {Source} source @param {Cells} cells @param {number} start @returns {Read} */
function readTensor(source, cells, start) {
  const tokens = new Tokens(source, start);
  /** @type {Map<string, number[]>} */
  const sizes = new Map();
  /** @type {string[]} */
  const notes = [];
  const shape = new Cells(source);
  for (tokens.next(); !tokens.is("}");) {
    const key = readKey(source, tokens);
    const isShape = key === "shape";
    if (sizes.has(key) || (!isShape && key !== "data"))
      throw keyRefusal(source, sizes.has(key) ? "twice" : "unknownKey", key);
    tokens.next();
    if (!tokens.is("[")) throw keyRefusal(source, "noList", key);
    const read = readBrackets(tokens, isShape ? shape : cells);
    sizes.set(key, read.shape);
    if (isShape) checkAxes(source, read.shape, shape);
    else notes.push(...read.notes);
    if (tokens.is(",")) tokens.next();
    else if (!tokens.is("}")) throw keyRefusal(source, "cut", key);
  }
  tokens.next();
  checkEnd(source, tokens);
  for (const key of ["shape", "data"]) if (!sizes.has(key)) throw keyRefusal(source, "missingKey", key);
  const axes = [...shape.data.subarray(0, shape.count)];
  const needed = axes.reduce((product, size) => product * size, 1);
  if (sizes.get("data")?.length !== 1 || needed !== cells.count)
    throw keyRefusal(source, "shapeCount", "data", { count: cells.count, needed });
  return { shape: axes, notes, format: "json" };
}

/** A key and its colon. @param {Source} source @param {Tokens} tokens */
function readKey(source, tokens) {
  const { start, end } = tokens;
  if (!tokens.is("string"))
    throw source.refusal("noKey", source.at(start), { found: source.quote(start, end) });
  const key = tokens.quotedText;
  tokens.next();
  if (!tokens.is(":")) throw source.refusal("noColon", source.at(tokens.start));
  return key;
}

/** @param {Source} source @param {number[]} form of the list @param {Cells} shape */
function checkAxes(source, form, shape) {
  const axes = shape.data.subarray(0, shape.count);
  if (
    form.length !== 1 ||
    shape.count > MOST_AXES ||
    !axes.every((size) => size >= 1 && Number.isInteger(size))
  )
    throw keyRefusal(source, "badShape", "shape", { limit: MOST_AXES });
}

/** @param {Source} source @param {string} name @param {string} key @param {Record<string, any>} [facts] */
function keyRefusal(source, name, key, facts) {
  return source.refusal(name, { where: shortKey(key), said: "" }, { ...facts, key: quoted(key) });
}

/** The first sign from here that is no room. @param {string} plain @param {number} at */
function roomEnd(plain, at) {
  while (at < plain.length && /\s/.test(plain[at])) at++;
  return at;
}

/** Where the line of a place begins: its room may hold an empty cell. @param {string} plain @param {number} at */
function lineStart(plain, at) {
  while (at > 0 && plain[at - 1] !== "\n" && plain[at - 1] !== "\r") at--;
  return at;
}
