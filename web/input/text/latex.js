/** Reads LaTeX matrices: bmatrix and its kin, array, or bare rows of & and \\. */
import { Rows } from "./rows.js";
import { GROUP } from "./signs.js";
import { Tokens } from "./tokens.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./cells.js").Cells} Cells */
/** @typedef {import("./matrix.js").Read} Read */

const ENVIRONMENTS = /^(?:[bpvBV]?(?:small)?matrix|array|tabular)\*?$/;
/** What may precede and follow a matrix. */
const BEFORE = /^(?:[^=]{0,60}=)?(?:\s|\$|\\\[|\\\(|\\displaystyle|\\left\s*(?:\\[{|]|[[(|.])|[[(])*$/;
const BEHIND = /^(?:\s|\$|\\\]|\\\)|\\right\s*(?:\\[}|]|[\])|.])|[\]).,;])*$/;
/** Maximum characters before or after a matrix. */
const MOST_AROUND = 120;

const SPACES = ["quad", "qquad", "thinspace", "hfill", ";", ":", "!", " ", "\n", "\r", "\t"];
const LINES = ["hline", "toprule", "midrule", "bottomrule"];
const TYPE = "text mathrm mathbf mathit textbf mathsf mathtt texttt operatorname".split(" ");
/** The plain text of commands in a number. @type {Map<string, string>} */
const COMMANDS = new Map([
  ...SPACES.map((name) => /** @type {const} */ ([name, " "])),
  ...[...LINES, ...TYPE].map((name) => /** @type {const} */ ([name, ""])),
]);
COMMANDS.set("infty", "inf").set("times", "×").set("cdot", "×");
const ELLIPSIS = /^(?:[lcvd]?dots|dots[cbo])$/;

/** @param {Source} source @param {Cells} cells @returns {Read} */
export const readLatex = (source, cells) => new LatexReader(source, cells, ...body(source)).read();

/** Reads the matrix whose environment begins at `begin`; after: where the environment ends. @param {Source} source @param {Cells} cells @param {number} begin @returns {{ read: Read, after: number }} */
export function readMatrixAt(source, cells, begin) {
  const { start, end, after } = environment(source, begin);
  return { read: new LatexReader(source, cells, start, end).read(), after };
}

/** Returns where the rows begin and end. @param {Source} source @returns {[number, number]} */
function body(source) {
  const { plain } = source;
  const begin = plain.indexOf("\\begin");
  if (begin < 0) return source.trimmed(0, plain.length, /[\s$]/);
  checkAround(source, BEFORE, 0, begin);
  const { start, end, after } = environment(source, begin);
  checkAround(source, BEHIND, after, plain.length);
  return [start, end];
}

/** Returns where the rows of an environment begin and end, and where the environment itself ends. @param {Source} source @param {number} begin */
function environment(source, begin) {
  const { plain } = source;
  const named = /\\begin\s{0,9}\{([a-zA-Z]{1,20}\*?)\}\s{0,9}(?:\[[^\]]{0,20}\])?\s{0,9}/y;
  const [opening, name = ""] = source.match(named, begin) ?? [""];
  if (!ENVIRONMENTS.test(name)) throw source.errorAt("environment", begin, begin + 20);
  let start = begin + opening.length;
  if (/^(?:array|tabular)/.test(name) && plain[start] === "{") {
    // skips the {rr|r} of an array
    const open = start;
    start = plain.indexOf("}", open) + 1;
    if (start === 0) throw source.openBracket(open, "}");
  }
  const last = `\\end{${name}}`;
  const end = plain.indexOf(last, start);
  if (end < 0) throw source.errorAt("openEnvironment", begin, begin, { name: last });
  return { start, end, after: end + last.length };
}

/** Throws for text around a matrix that would change it, such as a factor. @param {Source} source @param {RegExp} allowed @param {number} start @param {number} end */
function checkAround(source, allowed, start, end) {
  const [first, last] = source.trimmed(start, end);
  if (last - first <= MOST_AROUND && allowed.test(source.plain.slice(first, last))) return;
  throw source.errorAt("aroundLatex", first, last);
}

class LatexReader {
  /** @param {Source} source @param {Cells} cells @param {number} start @param {number} end */
  constructor(source, cells, start, end) {
    this.source = source;
    this.cells = cells;
    this.tokens = new Tokens(source, "plain", start, end);
    this.rows = new Rows(source);
    this.cellStart = start;
    /** the cell so far, in plain characters */
    this.number = "";
    /** braces that are open in it */
    this.open = 0;
  }

  /** @returns {Read} */
  read() {
    const { tokens, rows } = this;
    while (!tokens.is("end")) {
      if (tokens.spaced) this.number += " ";
      if (tokens.is("\\")) this.command();
      else if (tokens.is("&")) this.endCell(tokens.end);
      else if (this.isComment()) tokens.goTo(this.source.lineEnd(tokens.start));
      else this.sign();
    }
    if (rows.begun || this.number.trim() !== "") this.endRow(tokens.end);
    return { shape: rows.finish(), notes: [], format: "latex" };
  }

  /** Whether a % begins a comment; directly after a digit it is part of the number. */
  isComment() {
    const { tokens, source } = this;
    return tokens.is("%") && /\s/.test(source.plain[tokens.start - 1] ?? " ");
  }

  /** Reads a token that is not a command. Braces are dropped, as {,} is a decimal comma. */
  sign() {
    const { tokens } = this;
    if (tokens.is("{")) this.open++;
    else if (tokens.is("}")) this.open--;
    else this.number += tokens.is("~") ? " " : tokens.word;
    if (this.open < 0) throw this.unknown(tokens.end);
    tokens.next();
  }

  /** Reads a command: a word or a character after a backslash. */
  command() {
    const { tokens, source, rows } = this;
    const { start } = tokens;
    const [written, name] = /** @type {RegExpExecArray} */ (source.match(/\\([a-zA-Z]+|[^]?)/y, start));
    const end = start + written.length;
    if (name === "\\" || name === "cr") return this.endRow(end);
    if (ELLIPSIS.test(name))
      throw source.errorInCell("abbreviated", rows.index, { found: source.quote(start, end) });
    const meaning = name === "," ? this.thinSpace(start, end) : COMMANDS.get(name);
    if (meaning === undefined) throw this.unknown(end);
    this.number += meaning;
    tokens.goTo(end);
  }

  /** Reads \, as a separator of thousands if exactly three digits follow it and one precedes it, as in 1\,000. @param {number} start @param {number} end */
  thinSpace(start, end) {
    const { plain } = this.source;
    return /\d/.test(plain[start - 1]) && /^\d{3}(?!\d)/.test(plain.slice(end, end + 4)) ? GROUP : " ";
  }

  /** @param {number} next where the next cell begins */
  endCell(next) {
    const { cells, source, tokens, rows } = this;
    rows.check();
    if (this.open !== 0) throw this.unknown(tokens.start + 1);
    const [start, end] = source.trimmed(this.cellStart, tokens.start);
    cells.read(start, end, rows.index, true, power(this.number.trim()));
    rows.cell();
    this.cellStart = next;
    this.number = "";
    tokens.goTo(next);
  }

  /** @param {number} next where the next row begins, perhaps with a vertical space such as [2pt] */
  endRow(next) {
    this.endCell(Math.max(next, this.source.endOf(/\*?\[[^\]]{0,20}\]/y, next)));
    this.rows.end();
  }

  /** Makes the error for a command that cannot be read. @param {number} end of the command */
  unknown(end) {
    const { source, tokens, rows } = this;
    return source.errorInCell("latexCommand", rows.index, { found: source.quote(tokens.start, end) });
  }
}

/** Rewrites 1.5×10^-3 as 1.5e-3. @param {string} number */
function power(number) {
  const form = /^([+-]? *)(?:([^× ]+) *× *)?10 *\^ *([+-]? *\d+)$/;
  const [, sign, factor = "1", exponent] = (number.length < 100 && form.exec(number)) || [];
  return exponent ? `${sign}${factor}e${exponent}`.replaceAll(" ", "") : number;
}
