/** A whole problem out of pasted text: JSON, a dict of Python, or a listing. */
import { countOf, nested } from "../../core/shapes.js";
import { shortestDecimal } from "../../words/decimal.js";
import { quoted } from "../errors.js";
import { mostSpecific, readBrackets } from "./brackets.js";
import { outlineIn, restore } from "../code/outline.js";
import { isKnownCall, isScalarCall } from "./calls.js";
import { Cells, numberWord } from "./cells.js";
import { readDecimal } from "./decimal.js";
import { hasFormulas, readFormulas } from "./formulas.js";
import { readLines } from "./lines.js";
import { isListing, ListingReader } from "./listing.js";
import { isLayerWeight, keyOf, KEYS } from "./names.js";
import { shortKey, Source } from "./source.js";
import { Tokens } from "./tokens.js";

/** @typedef {import("./matrix.js").Format} Format */
/** @typedef {{ problem: import("../../core/types.js").Problem, notes: string[], format: Format }} PastedProblem
 *   problem: plain JSON as it was written; the core checks it */

/** Most levels of lists and objects: more than a tensor in a stage of a chain has. */
const MOST_LEVELS = 16;

/**
 * Reads a problem from text: an object as JSON or Python writes it, or a listing with assignments such as
 * `W_q = torch.tensor([[1, 0]])`, `heads = 2;` and `causal = True`, whose names are known by their usual spellings. Comments and
 * imports are skipped, lines that compute or print are left out with a note.
 * The core checks whether the values fit. Null for a text that is no problem, such as a lone matrix: readMatrix
 * reads that. Throws an AttentionError for what it cannot read.
 *
 * @param {string} text
 * @param {{ lang?: string }} [options] lang: the language of notes and errors
 * @returns {PastedProblem | null}
 */
export function readProblem(text, options) {
  return new ProblemReader(new Source(text, options)).read();
}

class ProblemReader {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    /** @type {Set<string>} */
    this.notes = new Set();
    /** @type {Record<string, any>} */
    this.problem = {};
    /** @type {Set<Format>} */
    this.formats = new Set();
    this.tokens = new Tokens(source, "program", source.plain.length);
    this.outline = outlineIn(source.text);
  }

  /** @returns {PastedProblem | null} */
  read() {
    const { plain } = this.source;
    const start = this.codeStart();
    if (plain[start] === "{" && /^\{\s*["'A-Za-z_]/.test(plain.slice(start, start + 1000)))
      return this.object();
    if (hasFormulas(plain)) return this.formulas();
    return this.outline || isListing(plain, start) ? this.listing() : null;
  }

  /** Matrices with names among formulas; null where no name means anything. @returns {PastedProblem | null} */
  formulas() {
    /** @type {Map<string, { value: any, sizes: number[] }>} */
    const literals = new Map();
    /** @type {typeof literals} */
    const commented = new Map();
    let results = 0;
    for (const { name, comment, matrices } of readFormulas(this.source)) {
      const values = matrices.map(({ read, cells }) => this.nested(read, cells));
      const literal = { value: values.length > 1 ? values : values[0], sizes: [] };
      if (name) literals.set(name, literal);
      else results++;
      for (const one of [name.replace(/\W/g, "_").replace(/^(?=\d)/, "s"), comment])
        commented.set(one, literal);
    }
    if (this.restore(commented)) return this.result("latex");
    if (![...literals.keys()].some(keyOf)) return null;
    this.tellLeftOut(results, this.assignAll(literals));
    return this.result("latex");
  }

  /** The problem of a program that says in its last line what else it came from. @param {Map<string, { value: any }>} literals @returns {boolean} whether it does */
  restore(literals) {
    const { outline } = this;
    if (!outline) return false;
    this.problem = restore(outline, literals);
    return true;
  }

  /** Where comments and imports have ended. */
  codeStart() {
    const { source } = this;
    for (let at = 0; ; at = source.lineEnd(at)) {
      at = source.spaceEnd(at);
      if (!/^(?:#|%|\/\/|import\s|from\s)/.test(source.plain.slice(at, at + 7))) return at;
    }
  }

  /** @returns {PastedProblem | null} */
  object() {
    this.tokens.goTo(0);
    const read = this.json(0, "");
    if (!this.tokens.is("end")) throw this.trailing();
    if (Object.hasOwn(read, "shape") && Object.hasOwn(read, "data")) return null;
    this.assignRecord(read);
    return this.result("json");
  }

  /** @param {Record<string, any>} record */
  assignRecord(record) {
    if (Object.hasOwn(record, "stages")) this.problem = record;
    else for (const [name, value] of Object.entries(record)) this.assign(name, value);
  }

  /** @returns {PastedProblem} */
  listing() {
    const { source, tokens } = this;
    const valueAt = (/** @type {number} */ start, /** @type {number} */ before) => {
      tokens.goTo(start);
      if (tokens.is("end")) throw tokens.error("noValue", { name: source.tensor });
      const value = this.value(before);
      return { value, end: tokens.last };
    };
    // what the names of a program of ours mean, its outline says
    const meaning = this.outline ? () => undefined : keyOf;
    const { literals, leftOut } = new ListingReader(source, valueAt, meaning).read();
    if (this.restore(literals)) return this.result("text");
    this.tellLeftOut(leftOut.length, this.assignAll(literals));
    if (this.problem.scale === undefined && isUnscaled(leftOut.join("\n"))) {
      this.problem.scale = 1;
      this.notes.add(source.note("unscaled"));
    }
    return this.result("text");
  }

  /** @param {number} lines that compute @param {string[]} unknown names */
  tellLeftOut(lines, unknown) {
    const { source } = this;
    if (lines > 0) this.notes.add(source.note("leftOut", { lines }));
    if (unknown.length === 0) return;
    const names = unknown.slice(0, 3).map(shortKey).join(", ") + (unknown.length > 3 ? ", …" : "");
    this.notes.add(source.note("unknown", { names, count: unknown.length }));
  }

  /** Puts what is assigned into the problem: rows with a number each make a matrix. @param {Map<string, { value: any, sizes: number[] }>} literals @returns {string[]} names that mean nothing here */
  assignAll(literals) {
    /** @type {Map<string, any[]>} */
    const rows = new Map();
    /** @type {string[]} */
    const unknown = [];
    for (const [name, { value, sizes }] of literals) {
      const [, letters] = /^([A-Za-z_]+?)[ _]?\d+$/.exec(name) ?? [];
      const isRow = !keyOf(name) && letters && /^(?:x|query|key|value)$/.test(keyOf(letters) ?? "");
      if (isRow && Array.isArray(value)) rows.set(letters, [...(rows.get(letters) ?? []), value]);
      else if (keyOf(name)) this.assign(name, shaped(value, sizes));
      else if (isProblem(value)) this.assignRecord(value);
      else unknown.push(name);
    }
    for (const [letters, list] of rows) this.assign(letters, list);
    if (Object.keys(this.problem).length === 0 && unknown.length > 0) throw this.unknownName(unknown[0]);
    return unknown;
  }

  /** @param {Format} format where no value has one @returns {PastedProblem} */
  result(format) {
    const { problem, notes, formats } = this;
    return { problem, notes: [...notes], format: mostSpecific(formats) ?? format };
  }

  /** An assigned value. @param {number} before the end of the equals sign @returns {any} */
  value(before) {
    const { tokens } = this;
    const word = tokens.is("atom") ? tokens.word : "";
    // Octave prints a matrix below its name
    if (/^[+-.\d]/.test(word) && /[\n\r]/.test(this.source.plain.slice(before, tokens.start)))
      return this.printed();
    const isBracket = tokens.is("[") || tokens.is("(");
    const isArray =
      tokens.is("{") &&
      /^\{\s*(?:[{\d.+-]|true\b|false\b|nan\b|inf)/i.test(
        this.source.plain.slice(tokens.start, tokens.start + 99),
      );
    const isTensor = isBracket
      ? !this.holdsTexts()
      : isArray || word === "new" || !/atom|string|{/.test(tokens.kind);
    return isTensor ? this.tensor() : this.json(0, "");
  }

  /** Lines of numbers up to the next name. */
  printed() {
    const { tokens, source } = this;
    const { plain } = source;
    const next = /[\n\r][ \t]*(?:[A-Za-z_][\w.]*[ \t]*=|[#%]|\/\/)/g;
    next.lastIndex = tokens.start;
    const end = next.exec(plain)?.index ?? plain.length;
    const cells = new Cells(source);
    const read = readLines(source, cells, source.lineStart(tokens.start), end);
    tokens.goTo(end);
    return this.nested(read, cells);
  }

  /** Whether a list begins with a text that is no number. */
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

  /** A tensor as nested arrays; keeps its notes and format. @param {import("./matrix.js").Read} read @param {Cells} cells */
  nested({ shape, notes, format }, cells) {
    for (const note of [...notes, ...cells.notes()]) this.notes.add(note);
    this.formats.add(format);
    const numbers = Array.from(cells.numbers(), (value) => plainNumber(Number(shortestDecimal(value))));
    return nested(numbers, shape);
  }

  /** Puts a value into the problem. @param {string} name as it was written @param {any} value */
  assign(name, value) {
    const { source } = this;
    const shown = shortKey(name);
    let key = keyOf(name);
    if (!key) throw this.unknownName(name);
    // None means absent
    if (value === null) return;
    if (key === "mask" && !isMask(value)) {
      key = "bias";
      this.notes.add(source.note("maskBias", { name: shown }));
    }
    if (key === "labels" && Array.isArray(value)) value = { x: value };
    if (Object.hasOwn(this.problem, key) && !isSame(this.problem[key], value))
      throw source.errorOfKey("givenTwice", name, { name: quoted(name), key });
    if (/^w_[qkvo]$/.test(key) && isLayerWeight(name))
      this.notes.add(source.note("layerWeight", { name: shown, key }));
    this.problem[key] = value;
  }

  /** @param {string} name */
  unknownName(name) {
    return this.source.errorOfKey("unknownName", name, { name: quoted(name), known: KEYS.join(", ") });
  }

  /** Any value of JSON, or of a dict of Python. @param {number} level @param {string} path of keys, for `where` @returns {any} */
  json(level, path) {
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
      if (key === "__proto__") throw this.unknownName(name);
      if (Object.hasOwn(made, key)) throw source.errorOfKey("twice", name);
      source.tensor = name;
      made[key] = this.json(level + 1, name);
      source.tensor = path;
    });
    return made;
  }

  /** A key and its colon. */
  key() {
    const { tokens } = this;
    const isText = tokens.is("string");
    if (!isText && !(tokens.is("atom") && /^[A-Za-z_]/.test(tokens.word))) throw tokens.error("noKey");
    const key = isText ? this.string() : tokens.word;
    if (!isText) tokens.next();
    if (!tokens.take(":")) throw tokens.error("noColon");
    return key;
  }

  /** Entries between brackets, separated by commas. @param {string} close @param {() => void} read reads an entry */
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

  trailing() {
    const { tokens, source } = this;
    return source.errorAt("afterValue", tokens.start, tokens.to);
  }
}

/** Whether lines that compute attention nowhere divide by a root. @param {string} code */
const isUnscaled = (code) =>
  /softmax|exp/i.test(code) &&
  !/sqrt|\*\*\s*-?\(?\s*(?:0?\.5|1\s*\/\s*2)|scaled_dot|MultiheadAttention|scale/i.test(code);

/** An object whose keys are all of a problem. @param {any} value */
const isProblem = (value) =>
  value !== null && typeof value === "object" && !Array.isArray(value) && Object.keys(value).every(keyOf);

/** @param {any} one @param {any} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** A list in the axes that its declaration gives: `float x[2][3] = {1, 2, 3, 4, 5, 6}`. @param {any} value @param {number[]} sizes */
function shaped(value, sizes) {
  const isFlat = Array.isArray(value) && sizes.length > 1 && !value.some(Array.isArray);
  return isFlat && value.length === countOf(sizes) ? nested(value, sizes) : value;
}

/** A quote in a text, as JSON writes it. @param {string} sign perhaps behind its backslash */
const asInJson = (sign) => ({ "\\'": "'", '"': '\\"' })[sign] ?? sign;

/** A number as JSON may hold it. @param {number} value */
const plainNumber = (value) => (Number.isFinite(value) ? value : String(value));

/** Whether all entries of what is called a mask are true or false, 1 or 0. @param {any} value @returns {boolean} */
function isMask(value) {
  if (Array.isArray(value)) return value.every(isMask);
  return typeof value === "object" || value === true || value === false || value === 0 || value === 1;
}
