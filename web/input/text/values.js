/** Reads values of a problem as JSON, Python and listings write them: tensors, numbers, strings, lists and objects. */
import { nested } from "../../core/shapes.js";
import { shortestDecimal } from "../../words/decimal.js";
import { readBrackets } from "./brackets.js";
import { isKnownCall, isScalarCall } from "./calls.js";
import { Cells, numberWord } from "./cells.js";
import { readDecimal } from "./decimal.js";
import { readLines } from "./lines.js";
import { unknownName } from "./names.js";
import { shortKey } from "./source.js";
import { Tokens } from "./tokens.js";

/** @typedef {import("./matrix.js").Format} Format */

/** Maximum nesting of lists and objects: more than a tensor in a stage of a chain needs. */
const MOST_LEVELS = 16;

export class ValueReader {
  /** @type {Set<string>} */
  notes = new Set();
  /** @type {Set<Format>} */
  formats = new Set();

  /** @param {import("./source.js").Source} source */
  constructor(source) {
    this.source = source;
    this.tokens = new Tokens(source, "program", source.plain.length);
  }

  /** Reads an assigned value. @param {number} before the end of the equals sign @returns {any} */
  value(before) {
    const { tokens } = this;
    const word = tokens.is("atom") ? tokens.word : "";
    // Octave prints a matrix below its name
    if (/^[+-.\d]/.test(word) && /[\n\r]/.test(this.source.plain.slice(before, tokens.start)))
      return this.printed();
    if (tokens.is("[") || tokens.is("(")) return this.holdsTexts() ? this.json() : this.tensor();
    const isArray = this.source.match(/\{\s{0,99}(?:[{\d.+-]|true\b|false\b|nan\b|inf)/iy, tokens.start);
    const isTensor = isArray || word === "new" || !/atom|string|{/.test(tokens.kind);
    return isTensor ? this.tensor() : this.json();
  }

  /** Reads lines of numbers up to the next name. */
  printed() {
    const { tokens, source } = this;
    const end = source.find(/[\n\r][ \t]*(?:[A-Za-z_][\w.]*[ \t]*=|[#%]|\/\/)/g, tokens.start);
    const cells = new Cells(source);
    const read = readLines(source, cells, source.lineStart(tokens.start), end);
    tokens.goTo(end);
    return this.nested(read, cells);
  }

  /** Whether a list begins with a string that is not a number. */
  holdsTexts() {
    const { tokens } = this;
    const { start } = tokens;
    tokens.next();
    const holds = tokens.is("string") && numberWord(tokens.quotedText) === undefined;
    tokens.goTo(start);
    return holds;
  }

  tensor() {
    const cells = new Cells(this.source);
    return this.nested(readBrackets(this.tokens, cells), cells);
  }

  /** Returns a tensor as nested arrays, and records its notes and format. @param {import("./matrix.js").Read} read @param {Cells} cells */
  nested({ shape, notes, format }, cells) {
    for (const note of [...notes, ...cells.notes()]) this.notes.add(note);
    this.formats.add(format);
    const numbers = Array.from(cells.numbers(), (value) => plainNumber(Number(shortestDecimal(value))));
    return nested(numbers, shape);
  }

  /** Reads any value of JSON, or of a Python dict. @param {number} [level] @param {string} [path] of keys, for `where` @returns {any} */
  json(level = 0, path = "") {
    const { tokens, source } = this;
    const { start, end } = tokens;
    if (level > MOST_LEVELS) throw tokens.error("levels", { limit: MOST_LEVELS });
    if (tokens.is("{")) return this.record(level, path);
    if (tokens.is("[") || tokens.is("(")) return this.list(level, path);
    if (tokens.is("string")) return this.string();
    if (!tokens.is("atom")) throw tokens.error("noJson");
    const { word } = tokens;
    tokens.next();
    if (!tokens.is("(")) return this.atom(word, start, end);
    if (!isKnownCall(word)) throw source.errorAt("computed", start, tokens.end);
    tokens.goTo(start);
    const tensor = this.tensor();
    return isScalarCall(word) ? tensor[0][0] : tensor;
  }

  /** @param {string} word @param {number} start @param {number} end */
  atom(word, start, end) {
    if (/^(?:none|null|undefined)$/i.test(word)) return null;
    if (/^true$/i.test(word)) return true;
    if (/^false$/i.test(word)) return false;
    const named = numberWord(word);
    if (named !== undefined) return plainNumber(named);
    const { digits, value } = readDecimal(word);
    if (digits >= 0 && Number.isFinite(value)) return Number(word);
    const number = this.source.quote(start, end);
    throw this.source.errorAt(digits < 0 ? "noJson" : "large", start, end, { number });
  }

  /** @returns {string} */
  string() {
    const { tokens } = this;
    const { quotedText: text } = tokens;
    try {
      return text.includes("\\") ? JSON.parse(`"${text.replace(/\\.|"/g, asInJson)}"`) : text;
    } catch {
      throw tokens.error("badText");
    } finally {
      tokens.next();
    }
  }

  /** @param {number} level @param {string} path @returns {any[]} */
  list(level, path) {
    /** @type {any[]} */
    const made = [];
    const close = this.tokens.is("[") ? "]" : ")";
    this.entries(close, () => made.push(this.json(level + 1, path)));
    return made;
  }

  /** @param {number} level @param {string} path @returns {Record<string, any>} */
  record(level, path) {
    const { source } = this;
    /** @type {Record<string, any>} */
    const made = {};
    this.entries("}", () => {
      const key = this.key();
      const name = shortKey(path ? `${path}.${key}` : key);
      if (key === "__proto__") throw unknownName(source, name);
      if (Object.hasOwn(made, key)) throw source.errorOfKey("twice", name);
      source.tensor = name;
      made[key] = this.json(level + 1, name);
      source.tensor = path;
    });
    return made;
  }

  /** Reads a key and its colon. */
  key() {
    const { tokens } = this;
    const isText = tokens.is("string");
    if (!isText && !(tokens.is("atom") && /^[A-Za-z_]/.test(tokens.word))) throw tokens.error("noKey");
    const key = isText ? this.string() : tokens.word;
    if (!isText) tokens.next();
    if (!tokens.take(":")) throw tokens.error("noColon");
    return key;
  }

  /** Reads comma-separated entries up to the closing bracket. @param {string} close @param {() => void} read reads an entry */
  entries(close, read) {
    const { tokens } = this;
    const { start } = tokens;
    tokens.next();
    while (!tokens.take(close)) {
      if (!tokens.is("end")) read();
      if (tokens.is("end")) throw this.source.openBracket(start, close);
      if (!tokens.take(",") && !tokens.is(close)) throw tokens.error("noJson");
    }
  }
}

/** Returns a quotation mark in a string as JSON writes it. @param {string} sign perhaps after its backslash */
const asInJson = (sign) => ({ "\\'": "'", '"': '\\"' })[sign] ?? sign;

/** Returns a number as JSON can hold it: NaN and infinities by name. @param {number} value */
const plainNumber = (value) => (Number.isFinite(value) ? value : String(value));
