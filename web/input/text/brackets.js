/**
 * Reads numbers in brackets: Python lists and tuples, output of NumPy and PyTorch, MATLAB, JSON arrays. They share a reader,
 * because pasted text does not say which it is; features that only one format has reveal it.
 */
import { MOST_AXES } from "../limits.js";
import { formatOfCall, holds, isKnownArgument, isScalarCall, isWrapper } from "./calls.js";
import { numberWord } from "./cells.js";
import { Rows } from "./rows.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./tokens.js").Tokens} Tokens */
/** @typedef {import("./cells.js").Cells} Cells */
/** @typedef {import("./matrix.js").Format} Format */
/** @typedef {import("./matrix.js").Read} Read */

/** @type {Record<string, string>} */
const CLOSE = { "[": "]", "(": ")", "{": "}" };

/** From the most to the least specific. @type {Format[]} */
const FORMATS = ["pytorch", "numpy", "matlab", "json", "python", "text"];

/** Returns the most specific of several formats; undefined if there are none. @param {Set<Format>} formats */
export const mostSpecific = (formats) => FORMATS.find((format) => formats.has(format));

/** @param {Tokens} tokens */
const isOpening = (tokens) => Object.hasOwn(CLOSE, tokens.kind);

/** Whether the token begins a bracket, or is a number or a string that may be one. @param {Tokens} tokens */
const isItem = (tokens) => tokens.is("atom") || tokens.is("string") || isOpening(tokens);

/**
 * Reads a value, and moves to the token after it.
 * @param {Tokens} tokens
 * @param {Cells} cells
 * @returns {Read}
 */
export function readBrackets(tokens, cells) {
  return new BracketReader(tokens, cells).read();
}

class BracketReader {
  /** @param {Tokens} tokens @param {Cells} cells */
  constructor(tokens, cells) {
    this.tokens = tokens;
    this.cells = cells;
    this.source = tokens.source;
    /** @type {string[]} */
    this.notes = [];
    /** the index of the next item @type {number[]} */
    this.index = [];
    /** the length of brackets at each depth, once it is known @type {(number | undefined)[]} */
    this.sizes = [];
    /** the depth of numbers, once it is known @type {number | undefined} */
    this.rank = undefined;
    /** what separates numbers, and what separates brackets @type {{ numbers?: string, brackets?: string }} */
    this.separators = {};
    /** the count of numbers before each line break without a comma, in a single bracket @type {number[]} */
    this.breaks = [];
    /** formats whose features the text shows @type {Set<Format>} */
    this.formats = new Set();
  }

  /** @returns {Read} */
  read() {
    const shape = this.value(0);
    const spaced = this.separators.numbers === " " || this.separators.brackets === " ";
    const format = mostSpecific(this.formats) ?? (spaced && shape.length > 0 ? "numpy" : "python");
    return { shape, notes: this.notes, format };
  }

  /** Reads a bracket, a call around one, or a single number, and returns its shape. @param {number} calls around it @returns {number[]} */
  value(calls) {
    const { tokens } = this;
    if (isOpening(tokens)) return this.outermost();
    if (tokens.is("atom")) {
      const { start, end, word } = tokens;
      tokens.next();
      if (word === "new" && calls === 0) return this.value(1);
      if (tokens.is("(") && isWrapper(word)) return this.call(word, start, end, calls);
      tokens.goTo(start);
    }
    this.number([0, 0]);
    return [1, 1];
  }

  /** Reads the arguments of a call around a matrix. @param {string} name @param {number} start @param {number} end @param {number} calls @returns {number[]} */
  call(name, start, end, calls) {
    const { tokens, source } = this;
    if (calls > MOST_AXES) throw source.errorAt("manyCalls", start, end);
    this.formats.add(formatOfCall(name));
    tokens.next();
    if (this.skipLength()) return this.value(calls + 1);
    this.checkUnnamed(start, end);
    const first = this.cells.count;
    const shape = this.value(calls + 1);
    while (tokens.take(",") && !tokens.is(")")) this.argument(first);
    this.close();
    return shape;
  }

  /** Takes the bracket that ends a call. */
  close() {
    if (!this.tokens.take(")")) throw this.unexpected(")");
  }

  /** Skips the length that Node prints before the numbers: Float32Array(2) [ 1, 2 ]. */
  skipLength() {
    const { tokens, source } = this;
    const end = source.endOf(/\d{1,9}[ \t-\r]*\)[ \t-\r]*(?=\[)/y, tokens.start);
    if (end >= 0) tokens.goTo(end);
    return end >= 0;
  }

  /** Rejects a named first argument, as printed sparse and masked arrays have. @param {number} start @param {number} end */
  checkUnnamed(start, end) {
    const { tokens, source } = this;
    const place = tokens.start;
    if (!tokens.take("atom")) return;
    if (tokens.is("=")) throw source.errorAt("sparse", start, end, { call: source.quote(start, end) });
    tokens.goTo(place);
  }

  /** Reads an argument after the numbers, such as their type. @param {number} first index of the first of these numbers */
  argument(first) {
    const { tokens, source } = this;
    const { start, end } = tokens;
    const name = tokens.is("atom") ? tokens.word : "";
    if (!/^[A-Za-z_]/.test(name)) throw tokens.error("argument");
    tokens.next();
    // a type may be positional
    const isType = tokens.is(",") || tokens.is(")");
    if (isType && holds(name, this.cells.numbers(first))) return;
    if (isType) throw source.errorAt("argument", start, tokens.end);
    if (!tokens.is("=") || !isKnownArgument(name)) throw source.errorAt("argument", start, end);
    tokens.next();
    // the type of a structured array is a list
    const isTyped = tokens.is("atom") || tokens.is("string");
    if (name === "dtype" && !(isTyped && holds(tokens.word, this.cells.numbers(first))))
      throw source.errorAt("argument", start, tokens.end);
    this.skipArgument();
  }

  /** Skips to the comma or bracket that ends an argument. */
  skipArgument() {
    const { tokens, source } = this;
    const { start } = tokens;
    let open = 0;
    for (; !tokens.is("end"); tokens.next()) {
      if (open === 0 && (tokens.is(",") || tokens.is(")"))) return;
      if (isOpening(tokens) || tokens.is("<")) open++;
      if (/[\])}>]/.test(tokens.kind)) open--;
    }
    throw source.openBracket(start, ")");
  }

  /** @returns {number[]} */
  outermost() {
    if (this.isMatlab()) return this.matlab();
    const first = this.cells.count;
    const transparent = this.list(1);
    const rank = /** @type {number} */ (this.rank);
    const sizes = /** @type {number[]} */ (this.sizes.slice(1, rank + 1));
    // in Python (5) is 5, and ([1, 2]) is [1, 2]
    if (transparent) return sizes.length === 1 ? [1, 1] : sizes.slice(1);
    if (rank === 1 && this.breaks.length > 0) return this.wrapped(this.cells.count - first);
    return sizes;
  }

  /** Whether a square bracket holds a semicolon and no other bracket. */
  isMatlab() {
    const { tokens } = this;
    const { start } = tokens;
    if (!tokens.is("[")) return false;
    do tokens.next();
    while (!tokens.is("end") && !/[;[\]]/.test(tokens.kind));
    const found = tokens.is(";");
    tokens.goTo(start);
    return found;
  }

  /** Reads [1 2; 3 4], in which semicolons and line breaks separate rows. @returns {number[]} */
  matlab() {
    const { tokens, source } = this;
    const { start } = tokens;
    const rows = new Rows(source);
    this.formats.add("matlab");
    tokens.next();
    for (let separated = true; !tokens.is("]");) {
      if (tokens.is("end")) throw source.openBracket(start, "]");
      const ends = tokens.is(";");
      if (rows.begun && (ends || tokens.newline)) {
        rows.end();
        separated = true;
      } else if (ends) throw source.errorInCell("empty", rows.index);
      if (tokens.take(";")) continue;
      if (tokens.is(",")) throw source.errorInCell("empty", rows.index);
      rows.check();
      if (!separated && !tokens.spaced) throw this.unexpected("]");
      this.number(rows.index);
      rows.cell();
      separated = tokens.is(",");
      if (separated) this.style("numbers", ",");
      else if (!tokens.is(";") && !tokens.is("]") && !tokens.newline) this.style("numbers", " ");
      tokens.take(",");
    }
    tokens.next();
    return rows.finish();
  }

  /**
   * Reads a bracket and everything in it.
   * @param {number} depth from 1
   * @returns {boolean} whether it is the outermost bracket, round, and holds a single item without a comma
   */
  list(depth) {
    const { tokens, source, index } = this;
    const { start, kind } = tokens;
    if (depth > MOST_AXES) throw tokens.error("deep", { limit: MOST_AXES });
    const close = CLOSE[kind];
    if (kind === "{") this.formats.add("text");
    this.cells.noteReplaced(start, tokens.end);
    tokens.next();
    let count = 0;
    let comma = false;
    index.length = depth;
    index[depth - 1] = 0;
    while (!tokens.is(close)) {
      this.item(depth, start, close);
      index.length = depth;
      index[depth - 1] = ++count;
      comma = this.separator(depth, close, start) || comma;
    }
    if (count === 0) throw source.errorInCell("noNumbers", index);
    const single = kind === "(" && count === 1 && !comma;
    if (single && depth > 1) throw source.errorAt("roundNumber", start, start);
    const size = (this.sizes[depth] ??= count);
    if (size !== count) throw this.ragged(depth, count, size);
    tokens.next();
    return single;
  }

  /** Reads a number or a bracket within a bracket. @param {number} depth @param {number} start of the bracket @param {string} close */
  item(depth, start, close) {
    const { tokens, source, index } = this;
    const opening = isOpening(tokens);
    if (tokens.is("end")) throw source.openBracket(start, close);
    if (tokens.is(",")) throw source.errorInCell("empty", index);
    if (!isItem(tokens)) throw tokens.error("unexpected");
    if (!opening) this.checkRank(depth);
    else if (this.rank !== undefined && this.rank <= depth)
      throw source.errorInCell("bracketForNumber", index);
    const size = this.sizes[depth];
    const count = index[depth - 1] + 1;
    if (size !== undefined && count > size) throw this.ragged(depth, count, size);
    if (opening) this.list(depth + 1);
    else this.number(index);
  }

  /** Checks that all numbers have the same depth. @param {number} depth */
  checkRank(depth) {
    const { tokens, source, index } = this;
    this.rank ??= depth;
    if (this.rank === depth) return;
    const { start, end } = tokens;
    const wanted = this.toRank(index);
    if (/^(\.{3}|…)$/.test(tokens.word.slice(0, 4))) throw this.cells.noNumber(start, end, wanted);
    throw source.errorInCell("numberForBracket", wanted, { found: source.quote(start, end) });
  }

  /** Extends an index to the rank of the numbers. @param {number[]} index */
  toRank(index) {
    return [...index, ...new Array(Math.max((this.rank ?? 0) - index.length, 0)).fill(0)];
  }

  /** Takes what separates an item from the next: a comma, a semicolon or space. @param {number} depth @param {string} close @param {number} start of the bracket @returns {boolean} whether it was a comma */
  separator(depth, close, start) {
    const { tokens, source } = this;
    const what = this.rank === depth ? "numbers" : "brackets";
    if (tokens.is(close)) return false;
    if (tokens.is(",")) {
      this.style(what, ",");
      this.cells.noteReplaced(tokens.start, tokens.end);
      return tokens.take(",");
    }
    if (tokens.is(";") && depth === 1 && what === "brackets") {
      this.style(what, ";");
      this.formats.add("matlab");
      tokens.next();
      return false;
    }
    if (tokens.is("end")) throw source.openBracket(start, close);
    if (!isItem(tokens) || !tokens.spaced) throw tokens.error("unexpected");
    if (tokens.newline && depth === 1 && what === "numbers") this.breaks.push(this.cells.count);
    else this.style(what, " ");
    // MATLAB reads brackets side by side on a line as one row
    if (what === "brackets" && this.separators.numbers === "," && !tokens.newline)
      throw tokens.error("mixed");
    return false;
  }

  /** Rejects a mix of commas and spaces, in which a comma may have been forgotten. @param {"numbers" | "brackets"} what @param {"," | " " | ";"} sign */
  style(what, sign) {
    this.separators[what] ??= sign;
    if (this.separators[what] !== sign) throw this.tokens.error("mixed");
  }

  /** Returns the shape of a single bracket over several lines. @param {number} count of numbers @returns {number[]} */
  wrapped(count) {
    const { source, breaks } = this;
    if (this.separators.numbers !== ",") {
      this.separators.numbers = " ";
      this.notes.push(source.note("wrapped", { count }));
      return [count];
    }
    // among commas, a line break without one separates rows, as in MATLAB
    const before = this.cells.count - count;
    const ends = [before, ...breaks, this.cells.count];
    const lengths = ends.slice(1).map((end, row) => end - ends[row]);
    const [columns] = lengths;
    const row = lengths.findIndex((length) => length !== columns);
    if (row > 0) {
      this.index = [row, 0];
      throw this.ragged(2, lengths[row], columns);
    }
    this.formats.add("matlab");
    this.notes.push(source.note("lineRows", { rows: lengths.length }));
    return [lengths.length, columns];
  }

  /** Makes the error for a bracket whose length differs from those before it. @param {number} depth @param {number} count @param {number} size */
  ragged(depth, count, size) {
    const index = this.toRank([...this.index.slice(0, depth - 1), Math.min(count, size)]);
    return this.source.errorInCell(count > size ? "tooMany" : "tooFew", index, { count, size });
  }

  /** Reads a number, its name, or a call that makes it. @param {number[]} index */
  number(index) {
    const { tokens, source, cells } = this;
    const { start, end } = tokens;
    if (tokens.is("string")) this.formats.add("json");
    if (!tokens.is("atom") || !/[a-z]/i.test(source.plain[start])) return this.literal(index);
    const { word } = tokens;
    if (word === "true" || word === "false") this.formats.add("json");
    tokens.next();
    if (tokens.is("(")) this.scalar(word, start, index);
    else cells.read(start, end, index);
  }

  /** Reads a decimal, or a name that JSON can only write as a string, such as "NaN". @param {number[]} index */
  literal(index) {
    const { tokens, source, cells } = this;
    const { start, end } = tokens;
    if (tokens.is("atom")) cells.read(start, end, index);
    else if (!tokens.is("string")) throw this.unexpected(")");
    else {
      const value = numberWord(tokens.quotedText);
      if (value === undefined || Number.isFinite(value))
        throw source.errorInCell("quoted", index, { found: source.quote(start, end) });
      cells.data.push(value);
    }
    tokens.next();
  }

  /** Reads a call that makes a number, such as np.float32(0.5) or float("inf"). @param {string} name @param {number} start @param {number[]} index */
  scalar(name, start, index) {
    const { tokens, source } = this;
    if (!isScalarCall(name))
      throw source.errorInCell("computed", index, { found: source.quote(start, tokens.start) });
    tokens.next();
    this.literal(index);
    this.close();
  }

  /** Makes the error for a token in place of the bracket that must follow. @param {string} close */
  unexpected(close) {
    const { tokens } = this;
    return tokens.error(tokens.is("end") ? "openBracket" : "unexpected", { close });
  }
}
