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
    this.isTorch = false;
    this.isArray = false;
    this.isJson = false;
    this.isMatlab = false;
    this.braces = false;
  }

  /** @returns {Read} */
  read() {
    const shape = this.value(0);
    return { shape, notes: this.notes, format: this.format(shape) };
  }

  /** @param {number[]} shape @returns {Format} */
  format(shape) {
    if (this.isTorch) return "pytorch";
    if (this.isArray) return "numpy";
    if (this.isMatlab) return "matlab";
    if (this.isJson) return "json";
    if (this.braces) return "text";
    const spaced = this.parted.numbers === " " || this.parted.brackets === " ";
    return spaced && shape.length > 0 ? "numpy" : "python";
  }

  /** A bracket, a call round one, or a single number. @param {number} calls that stand round it @returns {number[]} */
  value(calls) {
    const { tokens } = this;
    if (isOpening(tokens)) return this.outermost();
    if (tokens.is("atom")) {
      const { start, end, word } = tokens;
      if (word === "new" && calls === 0) {
        tokens.next();
        return this.value(1);
      }
      tokens.next();
      if (tokens.is("(") && isWrapper(word)) return this.call(word, start, end, calls);
      tokens.goTo(start);
    }
    this.number([0, 0]);
    return [1, 1];
  }

  /** The arguments of a call round a matrix. @param {string} name @param {number} start @param {number} end @param {number} calls @returns {number[]} */
  call(name, start, end, calls) {
    const { tokens, source } = this;
    if (calls > MOST_AXES) throw source.refusal("manyCalls", source.at(start));
    if (TORCH.has(lastPart(name))) this.isTorch = true;
    else this.isArray = true;
    tokens.next();
    if (this.isLength()) return this.value(calls + 1);
    this.refuseNamedFirst(start, end);
    const first = this.cells.count;
    const shape = this.value(calls + 1);
    while (tokens.is(",")) {
      tokens.next();
      if (tokens.is(")")) break;
      this.argument(first);
    }
    if (!tokens.is(")")) throw this.unexpected(")");
    tokens.next();
    return shape;
  }

  /** Node prints the length before the numbers: Float32Array(2) [ 1, 2 ]. */
  isLength() {
    const { tokens } = this;
    const { start } = tokens;
    if (tokens.is("atom") && /^\d{1,9}$/.test(tokens.word.slice(0, 10))) {
      tokens.next();
      if (tokens.is(")")) {
        tokens.next();
        if (tokens.is("[")) return true;
      }
    }
    tokens.goTo(start);
    return false;
  }

  /** A print whose first argument has a name is that of a sparse or masked array. @param {number} start @param {number} end */
  refuseNamedFirst(start, end) {
    const { tokens, source } = this;
    if (!tokens.is("atom")) return;
    const place = tokens.start;
    tokens.next();
    if (tokens.is("=")) throw source.refusal("sparse", source.at(start), { call: source.quote(start, end) });
    tokens.goTo(place);
  }

  /** An argument behind the numbers, which says how they are kept. @param {number} first of these numbers */
  argument(first) {
    const { tokens, source } = this;
    const { start, end } = tokens;
    const refusal = () =>
      source.refusal("argument", source.at(start), { found: source.quote(start, tokens.end) });
    const isName = tokens.is("atom") && /^[A-Za-z_]/.test(tokens.word.slice(0, 1));
    if (!isName) throw refusal();
    const name = source.plain.slice(start, end);
    tokens.next();
    // a type may stand there without its name
    if (tokens.is(",") || tokens.is(")")) {
      if (!this.mayBeType(name, first)) throw refusal();
      return;
    }
    if (!tokens.is("=") || !KNOWN_ARGUMENTS.has(name))
      throw source.refusal("argument", source.at(start), { found: source.quote(start, end) });
    tokens.next();
    // a type of several fields is a list
    const isTyped =
      name !== "dtype" || ((tokens.is("atom") || tokens.is("string")) && this.mayBeType(tokens.word, first));
    if (!isTyped) throw refusal();
    this.skipArgument();
  }

  /** Whether the numbers stay what they are as that type: whole ones in a type of whole numbers, 0 and 1 in one of truths. @param {string} type @param {number} first */
  mayBeType(type, first) {
    const numbers = this.cells.data.subarray(first, this.cells.count);
    const name = lastPart(type.replace(/^["']|["']$/g, ""));
    if (/^[<>|=]?u?(int|long|short|i\d|char|byte)/.test(name)) return numbers.every(Number.isInteger);
    if (/^bool/.test(name)) return numbers.every((one) => one === 0 || one === 1);
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
    throw source.refusal("openBracket", source.at(start), { close: ")" });
  }

  /** @returns {number[]} */
  outermost() {
    const { tokens } = this;
    const rows = tokens.is("[") && this.isMatlabRows();
    if (rows) return this.matlab();
    const first = this.cells.count;
    const transparent = this.list(1);
    const rank = /** @type {number} */ (this.rank);
    const sizes = /** @type {number[]} */ (this.sizes.slice(1, rank + 1));
    // in Python (5) is 5, and ([1, 2]) is [1, 2]
    if (transparent) return sizes.length === 1 ? [1, 1] : sizes.slice(1);
    if (rank === 1 && this.breaks.length > 0) return this.wrapped(this.cells.count - first);
    return sizes;
  }

  /** Whether a bracket holds no other one, and a semicolon. */
  isMatlabRows() {
    const { tokens } = this;
    const { start } = tokens;
    do tokens.next();
    while (!tokens.is("end") && !tokens.is(";") && !tokens.is("[") && !tokens.is("]"));
    const found = tokens.is(";");
    tokens.goTo(start);
    return found;
  }

  /** [1 2; 3 4]: semicolons and line ends part rows. @returns {number[]} */
  matlab() {
    const { tokens, source } = this;
    const { start } = tokens;
    const rows = new Rows(source);
    this.isMatlab = true;
    tokens.next();
    for (let parted = true; !tokens.is("]");) {
      if (tokens.is("end")) throw source.refusal("openBracket", source.at(start), { close: "]" });
      if (tokens.is(";")) {
        if (!rows.begun) throw source.refusal("empty", source.cell(rows.index));
        rows.end();
        tokens.next();
        parted = true;
        continue;
      }
      if (tokens.newline && rows.begun) {
        rows.end();
        parted = true;
      }
      if (tokens.is(",")) throw source.refusal("empty", source.cell(rows.index));
      rows.check();
      if (!parted && !tokens.spaced) throw this.unexpected("]");
      this.number(rows.index);
      rows.cell();
      parted = this.matlabComma();
    }
    if (rows.begun) rows.end();
    if (rows.columns < 1) throw source.refusal("noNumbers", source.cell([0, 0]));
    tokens.next();
    return rows.shape;
  }

  /** What stands between two numbers of a row. @returns {boolean} whether it was a comma */
  matlabComma() {
    const { tokens } = this;
    if (tokens.is(",")) {
      this.style("numbers", ",");
      tokens.next();
      return true;
    }
    if (!tokens.is(";") && !tokens.is("]") && !tokens.newline) this.style("numbers", " ");
    return false;
  }

  /**
   * A bracket and all that is in it.
   * @param {number} depth from 1
   * @returns {boolean} whether it is the outermost, round, and holds one thing without a comma
   */
  list(depth) {
    const { tokens, source, index } = this;
    const { start, kind } = tokens;
    if (depth > MOST_AXES) throw source.refusal("deep", source.at(start), { limit: MOST_AXES });
    const close = CLOSE[kind];
    if (kind === "{") this.braces = true;
    this.cells.noticed(start, tokens.end);
    tokens.next();
    let count = 0;
    let comma = false;
    index.length = depth;
    for (; !tokens.is(close); count++) {
      index[depth - 1] = count;
      this.item(depth, start, close);
      index.length = depth;
      index[depth - 1] = count + 1;
      comma = this.separator(depth, close, start) || comma;
    }
    if (count === 0) {
      index[depth - 1] = 0;
      throw source.refusal("noNumbers", source.cell(index));
    }
    const single = kind === "(" && count === 1 && !comma;
    if (single && depth > 1) throw source.refusal("roundNumber", source.at(start));
    const size = this.sizes[depth];
    if (size !== undefined && size !== count) throw this.ragged(depth, count, size);
    this.sizes[depth] = count;
    tokens.next();
    return single;
  }

  /** A number or a bracket in a bracket. @param {number} depth @param {number} start of the bracket @param {string} close */
  item(depth, start, close) {
    const { tokens, source, index } = this;
    const size = this.sizes[depth];
    const opening = isOpening(tokens);
    const isItem = opening || tokens.is("atom") || tokens.is("string");
    if (tokens.is("end")) throw source.refusal("openBracket", source.at(start), { close });
    if (tokens.is(",")) throw source.refusal("empty", source.cell(index));
    if (!isItem) throw this.unexpected(close);
    if (opening) {
      if (this.rank !== undefined && this.rank <= depth)
        throw source.refusal("bracketForNumber", source.cell(index));
      if (size !== undefined && index[depth - 1] >= size)
        throw this.ragged(depth, index[depth - 1] + 1, size);
      this.list(depth + 1);
      return;
    }
    this.rank ??= depth;
    if (this.rank !== depth) {
      const wanted = [...index, ...new Array(this.rank - depth).fill(0)];
      if (isEllipsis(tokens)) throw this.cells.refusal(tokens.start, tokens.end, wanted);
      throw source.refusal("numberForBracket", source.cell(wanted), {
        found: source.quote(tokens.start, tokens.end),
      });
    }
    if (size !== undefined && index[depth - 1] >= size) throw this.ragged(depth, index[depth - 1] + 1, size);
    this.number(index);
  }

  /** What stands behind an item: a comma, or room. @param {number} depth @param {string} close @param {number} start of the bracket @returns {boolean} whether it was a comma */
  separator(depth, close, start) {
    const { tokens, source } = this;
    const what = this.rank === depth ? "numbers" : "brackets";
    if (tokens.is(",")) {
      this.style(what, ",");
      this.cells.noticed(tokens.start, tokens.end);
      tokens.next();
      return true;
    }
    if (tokens.is(close)) return false;
    if (tokens.is(";") && depth === 1 && what === "brackets") {
      this.style(what, ";");
      this.isMatlab = true;
      tokens.next();
      return false;
    }
    if (tokens.is("end")) throw source.refusal("openBracket", source.at(start), { close });
    const isItem = isOpening(tokens) || tokens.is("atom") || tokens.is("string");
    if (!isItem || !tokens.spaced) throw this.unexpected(close);
    if (tokens.newline && depth === 1 && what === "numbers") this.breaks.push(this.cells.count);
    else this.style(what, " ");
    // side by side on a line they would be one row to MATLAB
    if (what === "brackets" && this.parted.numbers === "," && !tokens.newline)
      throw source.refusal("mixed", source.at(tokens.start));
    return false;
  }

  /** Commas or spaces, but not both: a comma that was forgotten is no space. @param {"numbers" | "brackets"} what @param {"," | " " | ";"} sign */
  style(what, sign) {
    const { tokens, source } = this;
    this.parted[what] ??= sign;
    if (this.parted[what] !== sign) throw source.refusal("mixed", source.at(tokens.start));
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
    const columns = breaks[0] - before;
    const ends = [...breaks, this.cells.count];
    ends.forEach((end, row) => {
      const length = end - (row === 0 ? before : ends[row - 1]);
      if (length !== columns) {
        this.index = [row, Math.min(length, columns)];
        throw this.ragged(2, length, columns);
      }
    });
    this.isMatlab = true;
    this.notes.push(source.note("lineRows", { rows: ends.length }));
    return [ends.length, columns];
  }

  /** A row, or a list of rows, of another length than the one before. @param {number} depth @param {number} count @param {number} size */
  ragged(depth, count, size) {
    const index = this.index.slice(0, depth);
    index[depth - 1] = Math.min(count, size);
    while (this.rank !== undefined && index.length < this.rank) index.push(0);
    const name = count > size ? "tooMany" : "tooFew";
    return this.source.refusal(name, this.source.cell(index), { count, size });
  }

  /** A number at a place of the matrix, or its name, or a call that makes it. @param {number[]} index */
  number(index) {
    const { tokens, source, cells } = this;
    const { start, end } = tokens;
    if (tokens.is("string")) {
      this.named(tokens.quotedText, start, end, index);
      this.isJson = true;
      tokens.next();
      return;
    }
    if (!tokens.is("atom")) throw this.unexpected(")");
    const first = source.plain.charCodeAt(start) | 32;
    if (first >= 97 && first <= 122) {
      const { word } = tokens;
      if (word === "true" || word === "false") this.isJson = true;
      tokens.next();
      if (tokens.is("(")) return this.scalar(word, start, index);
      cells.read(start, end, index);
      return;
    }
    cells.read(start, end, index);
    tokens.next();
  }

  /** nan and inf, which JSON has as texts alone. @param {string} text @param {number} start @param {number} end @param {number[]} index */
  named(text, start, end, index) {
    const value = numberWord(text);
    if (value === undefined || Number.isFinite(value))
      throw this.source.refusal("quoted", this.source.cell(index), { found: this.source.quote(start, end) });
    this.cells.put(value);
  }

  /** np.float32(0.5), float("inf"). @param {string} name @param {number} start @param {number[]} index */
  scalar(name, start, index) {
    const { tokens, source } = this;
    if (!isScalarCall(name))
      throw source.refusal("computed", source.cell(index), { found: source.quote(start, tokens.start) });
    tokens.next();
    if (tokens.is("string")) this.named(tokens.quotedText, tokens.start, tokens.end, index);
    else if (tokens.is("atom")) this.cells.read(tokens.start, tokens.end, index);
    else throw this.unexpected(")");
    tokens.next();
    if (!tokens.is(")")) throw this.unexpected(")");
    tokens.next();
  }

  /** What may not stand where it does. @param {string} close the bracket that may */
  unexpected(close) {
    const { tokens, source } = this;
    const place = source.at(tokens.start);
    if (tokens.is("end")) return source.refusal("openBracket", place, { close });
    return source.refusal("unexpected", place, { found: source.quote(tokens.start, tokens.end) });
  }
}

/** @param {Tokens} tokens */
const isEllipsis = (tokens) => tokens.is("atom") && /^(\.{3}|…)$/.test(tokens.word.slice(0, 4));
