/** Matrices of LaTeX: bmatrix and its kin, array, or nothing but & and \\. */
import { Rows } from "./rows.js";
import { GROUP } from "./signs.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./cells.js").Cells} Cells */
/** @typedef {import("./brackets.js").Read} Read */

const ENVIRONMENTS = /^(?:[bpvBV]?(?:small)?matrix|array|tabular)\*?$/;
/** What may stand before a matrix and behind it, whatever it is called. */
const BEFORE = /^(?:[^=]{0,60}=)?(?:\s|\$|\\\[|\\\(|\\displaystyle|\\left\s*(?:\\[{|]|[[(|.])|[[(])*$/;
const BEHIND = /^(?:\s|\$|\\\]|\\\)|\\right\s*(?:\\[}|]|[\])|.])|[\]).,;])*$/;
/** Characters of that. */
const MOST_AROUND = 120;
/** Room that numbers do not need. */
const ROOM = new Set(["quad", "qquad", "thinspace", "hfill", ";", ":", "!", " ", "\n", "\r", "\t"]);
const LINES = new Set(["hline", "toprule", "midrule", "bottomrule"]);
const ELLIPSES = new Set(["dots", "ldots", "cdots", "vdots", "ddots", "dotsc", "dotsb", "dotso"]);
const UPRIGHT = new Set([
  "text",
  "mathrm",
  "mathbf",
  "mathit",
  "textbf",
  "mathsf",
  "mathtt",
  "texttt",
  "operatorname",
]);

/** @param {Source} source @param {Cells} cells @returns {Read} */
export function readLatex(source, cells) {
  const [start, end] = body(source);
  const reader = new LatexReader(source, cells, start, end);
  return { shape: reader.read(), notes: [], format: "latex" };
}

/** Where the rows begin and end. @param {Source} source @returns {[number, number]} */
function body(source) {
  const { plain } = source;
  const begin = plain.indexOf("\\begin");
  if (begin < 0) return bare(source);
  around(source, BEFORE, 0, begin);
  const named = /\\begin\s{0,9}\{([a-zA-Z]{1,20}\*?)\}\s{0,9}(?:\[[^\]]{0,20}\])?\s{0,9}/y;
  named.lastIndex = begin;
  const [opening, name = ""] = named.exec(plain) ?? [""];
  if (!ENVIRONMENTS.test(name))
    throw source.refusal("environment", source.at(begin), { found: source.quote(begin, begin + 20) });
  let start = begin + opening.length;
  if (/^(?:array|tabular)/.test(name) && plain[start] === "{") start = columnsEnd(source, start);
  const end = plain.indexOf(`\\end{${name}}`, start);
  if (end < 0) throw source.refusal("openEnvironment", source.at(begin), { name: `\\end{${name}}` });
  around(source, BEHIND, end + name.length + 6, plain.length);
  return [start, end];
}

/** Behind the {rr|r} of an array. @param {Source} source @param {number} start */
function columnsEnd(source, start) {
  const end = source.plain.indexOf("}", start);
  if (end < 0) throw source.refusal("openBracket", source.at(start), { close: "}" });
  return end + 1;
}

/** Rows without an environment. @param {Source} source @returns {[number, number]} */
function bare({ plain }) {
  return withoutRoom(plain, 0, plain.length, /[\s$]/);
}

/** @param {string} plain @param {number} start @param {number} end @param {RegExp} [room] @returns {[number, number]} */
function withoutRoom(plain, start, end, room = /\s/) {
  while (start < end && room.test(plain[start])) start++;
  while (end > start && room.test(plain[end - 1])) end--;
  return [start, end];
}

/** Refuses what would change the matrix, such as a factor. @param {Source} source @param {RegExp} allowed @param {number} start @param {number} end */
function around(source, allowed, start, end) {
  const { plain } = source;
  const [first, last] = withoutRoom(plain, start, end);
  if (last - first <= MOST_AROUND && allowed.test(plain.slice(first, last))) return;
  throw source.refusal("aroundLatex", source.at(first), { found: source.quote(first, last) });
}

class LatexReader {
  /** @param {Source} source @param {Cells} cells @param {number} start @param {number} end */
  constructor(source, cells, start, end) {
    this.source = source;
    this.plain = source.plain;
    this.cells = cells;
    this.end = end;
    this.at = start;
    this.rows = new Rows(source);
    this.cellStart = start;
    /** the cell as a decimal is written @type {string[]} */
    this.pieces = [];
    /** braces that are open in it */
    this.open = 0;
  }

  beginCell() {
    this.cellStart = this.at;
    this.pieces = [];
    this.open = 0;
  }

  read() {
    const { plain, rows } = this;
    while (this.at < this.end) {
      const sign = plain[this.at];
      if (sign === "\\") this.command();
      else if (sign === "&") this.endCell(1);
      else if (sign === "%" && /\s/.test(plain[this.at - 1] ?? " ")) this.skipLine();
      else this.sign(sign);
    }
    if (rows.begun || this.atom !== "") this.endRow(0);
    if (rows.columns < 1) throw this.source.refusal("noNumbers", this.source.cell([0, 0]));
    return rows.shape;
  }

  /** What the cell says so far. */
  get atom() {
    return this.pieces.join("").trim();
  }

  skipLine() {
    while (this.at < this.end && this.plain[this.at] !== "\n" && this.plain[this.at] !== "\r") this.at++;
  }

  /** @param {string} sign */
  sign(sign) {
    if (sign === "{" || sign === "}") {
      this.open += sign === "{" ? 1 : -1;
      if (this.open < 0) throw this.unknown(1);
      // {,} is the comma of a decimal
    } else this.pieces.push(sign === "~" ? " " : sign);
    this.at++;
  }

  /** A word or a sign behind a backslash. */
  command() {
    const { plain, source } = this;
    let end = this.at + 1;
    while (end < this.end && /[a-zA-Z]/.test(plain[end])) end++;
    if (end === this.at + 1) end++;
    const name = plain.slice(this.at + 1, Math.min(end, this.at + 20));
    if (name === "\\" || name === "cr") return this.endRow(name.length + 1);
    if (name === ",") this.pieces.push(this.groups(end) ? GROUP : " ");
    else if (name === "infty") this.pieces.push("inf");
    else if (name === "times" || name === "cdot") this.pieces.push("×");
    else if (ROOM.has(name)) this.pieces.push(" ");
    else if (ELLIPSES.has(name))
      throw source.refusal("abbreviated", source.cell(this.rows.index), {
        found: source.quote(this.at, end),
      });
    else if (!UPRIGHT.has(name) && !LINES.has(name)) throw this.unknown(end - this.at);
    this.at = end;
  }

  /** 1\,000: whether exactly three digits follow on one. @param {number} next */
  groups(next) {
    return /\d/.test(this.plain[this.at - 1]) && /^\d{3}(?!\d)/.test(this.plain.slice(next, next + 4));
  }

  /** @param {number} signs that end it */
  endCell(signs) {
    const { rows, cells } = this;
    rows.check();
    if (this.open !== 0) throw this.unknown(1);
    const [start, end] = withoutRoom(this.plain, this.cellStart, this.at);
    cells.readAs(power(this.atom), start, end, rows.index, true);
    rows.cell();
    this.at += signs;
    this.beginCell();
  }

  /** @param {number} signs that end it */
  endRow(signs) {
    this.endCell(signs);
    this.rows.end();
    const room = /\*?\[[^\]]{0,20}\]/y;
    room.lastIndex = this.at;
    this.at += room.exec(this.plain)?.[0].length ?? 0;
    this.beginCell();
  }

  /** @param {number} length of what cannot be read */
  unknown(length) {
    const { source, at } = this;
    return source.refusal("latexCommand", source.cell(this.rows.index), {
      found: source.quote(at, at + length),
    });
  }
}

/** 1.5×10^-3 as 1.5e-3. @param {string} atom */
function power(atom) {
  const short = atom.length < 100 ? atom.replaceAll(" ", "") : atom;
  const [, factor, exponent] = /^([^×]*)×10\^([+-]?\d+)$/.exec(short) ?? [];
  if (exponent !== undefined) return `${factor}e${exponent}`;
  const [, sign, alone] = /^([+-]?)10\^([+-]?\d+)$/.exec(short) ?? [];
  return alone === undefined ? atom : `${sign}1e${alone}`;
}
