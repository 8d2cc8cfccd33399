/**
 * Numbers in brackets: Python lists and tuples, prints of NumPy and PyTorch, MATLAB, arrays of JSON. One reader for all of
 * them, because a paste does not say what it is; what only one of them writes tells which it was.
 */
import { MOST_AXES } from "../limits.js";
import { numberWord } from "./cells.js";
import { Rows } from "./rows.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {import("./tokens.js").Tokens} Tokens */
/** @typedef {import("./cells.js").Cells} Cells */
/** @typedef {"python" | "numpy" | "pytorch" | "matlab" | "latex" | "csv" | "tsv" | "markdown" | "json" | "text"} Format */
/** @typedef {{ shape: number[], notes: string[], format: Format }} Read the numbers themselves are in the cells */

/** @type {Record<string, string>} */
const CLOSE = { "[": "]", "(": ")", "{": "}" };

/** What one format says more of than the next. @type {Format[]} */
const TELLING = ["pytorch", "numpy", "matlab", "json", "python", "text"];

/** The format that tells most of several. @param {Set<Format>} formats */
export const mostTelling = (formats) => TELLING.find((format) => formats.has(format));

const words = (/** @type {string} */ list) => new Set(list.split(" "));
/** Functions and classes that hand over the numbers in their first argument as they are. */
const TORCH = words(
  "tensor Tensor as_tensor from_numpy Parameter Variable FloatTensor DoubleTensor HalfTensor BFloat16Tensor " +
    "LongTensor IntTensor ShortTensor ByteTensor CharTensor BoolTensor",
);
const ARRAYS = words(
  "array asarray asanyarray ascontiguousarray matrix asmatrix Array DeviceArray constant convert_to_tensor Matrix " +
    "list tuple Float32Array Float64Array Int32Array Uint8Array",
);
/** Calls that make a single number. */
const SCALARS = words(
  "float int bool float16 float32 float64 longdouble bfloat16 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool_",
);
/** Arguments that change no number. */
const KNOWN_ARGUMENTS = words(
  "dtype device requires_grad grad_fn layout size shape copy order pin_memory weak_type fill_value subok",
);

/** The last part of a dotted name. @param {string} name */
const lastPart = (name) => name.slice(name.lastIndexOf(".") + 1);

/** @param {string} name */
const isWrapper = (name) => TORCH.has(lastPart(name)) || ARRAYS.has(lastPart(name));

/** Whether a call of this name makes one number. @param {string} name */
export const isScalarCall = (name) => SCALARS.has(lastPart(name));

/** Whether a call of this name may stand round a matrix or a number. @param {string} name */
export const isKnownCall = (name) => isWrapper(name) || isScalarCall(name);

/** @param {Tokens} tokens */
const isOpening = (tokens) => Object.hasOwn(CLOSE, tokens.kind);

/** @param {number} code of a character of ASCII */
const isLetter = (code) => (code | 32) >= 97 && (code | 32) <= 122;

/** A bracket, a number, or a text that may say one. @param {Tokens} tokens */
const isItem = (tokens) => tokens.is("atom") || tokens.is("string") || isOpening(tokens);

/**
 * Reads one value, from the token that begins it to the first behind it.
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
    /** where we are, from 0 @type {number[]} */
    this.index = [];
    /** entries of a bracket at each depth, once one has ended @type {(number | undefined)[]} */
    this.sizes = [];
    /** the depth at which numbers stand, once there was one @type {number | undefined} */
    this.rank = undefined;
    /** what parts numbers, and what parts brackets: "," or " " @type {{ numbers?: string, brackets?: string }} */
    this.parted = {};
    /** how many numbers stand before each line's end without a comma, in a single bracket @type {number[]} */
    this.breaks = [];
    /** formats of which something was seen @type {Set<Format>} */
    this.formats = new Set();
  }

  /** @returns {Read} */
  read() {
    const shape = this.value(0);
    const spaced = this.parted.numbers === " " || this.parted.brackets === " ";
    const format = mostTelling(this.formats) ?? (spaced && shape.length > 0 ? "numpy" : "python");
    return { shape, notes: this.notes, format };
  }

  /** A bracket, a call round one, or a single number. @param {number} calls that stand round it @returns {number[]} */
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

  /** The arguments of a call round a matrix. @param {string} name @param {number} start @param {number} end @param {number} calls @returns {number[]} */
  call(name, start, end, calls) {
    const { tokens, source } = this;
    if (calls > MOST_AXES) throw source.errorAt("manyCalls", start, end);
    this.formats.add(TORCH.has(lastPart(name)) ? "pytorch" : "numpy");
    tokens.next();
    if (this.skipLength()) return this.value(calls + 1);
    this.checkUnnamed(start, end);
    const first = this.cells.count;
    const shape = this.value(calls + 1);
    while (tokens.take(",") && !tokens.is(")")) this.argument(first);
    this.close();
    return shape;
  }

  /** The bracket that ends a call. */
  close() {
    if (!this.tokens.take(")")) throw this.unexpected(")");
  }

  /** Node prints the length before the numbers: Float32Array(2) [ 1, 2 ]. */
  skipLength() {
    const { tokens, source } = this;
    const length = /\d{1,9}[ \t-\r]*\)[ \t-\r]*(?=\[)/y;
    length.lastIndex = tokens.start;
    const found = length.test(source.plain);
    if (found) tokens.goTo(length.lastIndex);
    return found;
  }

  /** A print whose first argument has a name is that of a sparse or masked array. @param {number} start @param {number} end */
  checkUnnamed(start, end) {
    const { tokens, source } = this;
    const place = tokens.start;
    if (!tokens.take("atom")) return;
    if (tokens.is("=")) throw source.errorAt("sparse", start, end, { call: source.quote(start, end) });
    tokens.goTo(place);
  }

  /** An argument behind the numbers, which says how they are kept. @param {number} first of these numbers */
  argument(first) {
    const { tokens, source } = this;
    const { start, end } = tokens;
    const name = tokens.is("atom") ? tokens.word : "";
    if (!/^[A-Za-z_]/.test(name)) throw tokens.error("argument");
    tokens.next();
    // a type may stand there without its name
    const isType = tokens.is(",") || tokens.is(")");
    if (isType && this.mayBeType(name, first)) return;
    if (isType) throw source.errorAt("argument", start, tokens.end);
    if (!tokens.is("=") || !KNOWN_ARGUMENTS.has(name)) throw source.errorAt("argument", start, end);
    tokens.next();
    // a type of several fields is a list
    const isTyped = tokens.is("atom") || tokens.is("string");
    if (name === "dtype" && !(isTyped && this.mayBeType(tokens.word, first)))
      throw source.errorAt("argument", start, tokens.end);
    this.skipArgument();
  }

  /** Whether the numbers stay what they are as that type: whole ones in a type of whole numbers, 0 and 1 in one of truths. @param {string} type @param {number} first */
  mayBeType(type, first) {
    const numbers = this.cells.numbers(first);
    const name = lastPart(type.replace(/^["']|["']$/g, ""));
    if (/^[<>|=]?u?(int|long|short|i\d|char|byte)/.test(name)) return numbers.every(Number.isInteger);
    if (/^bool/.test(name)) return numbers.every((number) => number === 0 || number === 1);
    return true;
  }

  /** Up to the comma or the bracket that ends it. */
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

  /** Whether a square bracket holds no other one, and a semicolon. */
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

  /** [1 2; 3 4]: semicolons and line ends part rows. @returns {number[]} */
  matlab() {
    const { tokens, source } = this;
    const { start } = tokens;
    const rows = new Rows(source);
    this.formats.add("matlab");
    tokens.next();
    for (let parted = true; !tokens.is("]");) {
      if (tokens.is("end")) throw source.openBracket(start, "]");
      const ends = tokens.is(";");
      if (rows.begun && (ends || tokens.newline)) {
        rows.end();
        parted = true;
      } else if (ends) throw source.errorInCell("empty", rows.index);
      if (tokens.take(";")) continue;
      if (tokens.is(",")) throw source.errorInCell("empty", rows.index);
      rows.check();
      if (!parted && !tokens.spaced) throw this.unexpected("]");
      this.number(rows.index);
      rows.cell();
      parted = tokens.is(",");
      if (parted) this.style("numbers", ",");
      else if (!tokens.is(";") && !tokens.is("]") && !tokens.newline) this.style("numbers", " ");
      tokens.take(",");
    }
    tokens.next();
    return rows.finish();
  }

  /**
   * A bracket and all that is in it.
   * @param {number} depth from 1
   * @returns {boolean} whether it is the outermost, round, and holds one thing without a comma
   */
  list(depth) {
    const { tokens, source, index } = this;
    const { start, kind } = tokens;
    if (depth > MOST_AXES) throw tokens.error("deep", { limit: MOST_AXES });
    const close = CLOSE[kind];
    if (kind === "{") this.formats.add("text");
    this.cells.noticed(start, tokens.end);
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

  /** A number or a bracket in a bracket. @param {number} depth @param {number} start of the bracket @param {string} close */
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

  /** All numbers stand at the same depth. @param {number} depth */
  checkRank(depth) {
    const { tokens, source, index } = this;
    this.rank ??= depth;
    if (this.rank === depth) return;
    const { start, end } = tokens;
    const wanted = this.toRank(index);
    if (/^(\.{3}|…)$/.test(tokens.word.slice(0, 4))) throw this.cells.noNumber(start, end, wanted);
    throw source.errorInCell("numberForBracket", wanted, { found: source.quote(start, end) });
  }

  /** A place as long as that of a number. @param {number[]} index */
  toRank(index) {
    return [...index, ...new Array(Math.max((this.rank ?? 0) - index.length, 0)).fill(0)];
  }

  /** What stands behind an item: a comma, or room. @param {number} depth @param {string} close @param {number} start of the bracket @returns {boolean} whether it was a comma */
  separator(depth, close, start) {
    const { tokens, source } = this;
    const what = this.rank === depth ? "numbers" : "brackets";
    if (tokens.is(close)) return false;
    if (tokens.is(",")) {
      this.style(what, ",");
      this.cells.noticed(tokens.start, tokens.end);
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
    // side by side on a line they would be one row to MATLAB
    if (what === "brackets" && this.parted.numbers === "," && !tokens.newline) throw tokens.error("mixed");
    return false;
  }

  /** Commas or spaces, but not both: a comma that was forgotten is no space. @param {"numbers" | "brackets"} what @param {"," | " " | ";"} sign */
  style(what, sign) {
    this.parted[what] ??= sign;
    if (this.parted[what] !== sign) throw this.tokens.error("mixed");
  }

  /** One bracket over several lines. @param {number} count of numbers @returns {number[]} */
  wrapped(count) {
    const { source, breaks } = this;
    if (this.parted.numbers !== ",") {
      this.parted.numbers = " ";
      this.notes.push(source.note("wrapped", { count }));
      return [count];
    }
    // with commas, a line's end without one parts rows, as in MATLAB
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

  /** A row, or a list of rows, of another length than the one before. @param {number} depth @param {number} count @param {number} size */
  ragged(depth, count, size) {
    const index = this.toRank([...this.index.slice(0, depth - 1), Math.min(count, size)]);
    return this.source.errorInCell(count > size ? "tooMany" : "tooFew", index, { count, size });
  }

  /** A number at a place of the matrix, or its name, or a call that makes it. @param {number[]} index */
  number(index) {
    const { tokens, source, cells } = this;
    const { start, end } = tokens;
    if (tokens.is("string")) this.formats.add("json");
    if (!tokens.is("atom") || !isLetter(source.plain.charCodeAt(start))) return this.literal(index);
    const { word } = tokens;
    if (word === "true" || word === "false") this.formats.add("json");
    tokens.next();
    if (tokens.is("(")) this.scalar(word, start, index);
    else cells.read(start, end, index);
  }

  /** A decimal, or a name that JSON has as a text alone, such as "NaN". @param {number[]} index */
  literal(index) {
    const { tokens, source, cells } = this;
    const { start, end } = tokens;
    if (tokens.is("atom")) cells.read(start, end, index);
    else if (!tokens.is("string")) throw this.unexpected(")");
    else {
      const value = numberWord(tokens.quotedText);
      if (value === undefined || Number.isFinite(value))
        throw source.errorInCell("quoted", index, { found: source.quote(start, end) });
      cells.put(value);
    }
    tokens.next();
  }

  /** np.float32(0.5), float("inf"). @param {string} name @param {number} start @param {number[]} index */
  scalar(name, start, index) {
    const { tokens, source } = this;
    if (!isScalarCall(name))
      throw source.errorInCell("computed", index, { found: source.quote(start, tokens.start) });
    tokens.next();
    this.literal(index);
    this.close();
  }

  /** What may not stand where it does. @param {string} close the bracket that may */
  unexpected(close) {
    const { tokens } = this;
    return tokens.error(tokens.is("end") ? "openBracket" : "unexpected", { close });
  }
}
