/** A whole problem out of pasted text: JSON, a dict of Python, or assignments in Python, MATLAB or JavaScript. */
import { shortestDecimal } from "../../words/decimal.js";
import { quoted } from "../refusal.js";
import { isKnownCall, isScalarCall, readBrackets } from "./brackets.js";
import { Cells, numberWord } from "./cells.js";
import { readDecimal } from "./decimal.js";
import { readLines } from "./lines.js";
import { isLayerWeight, keyOf, KEYS } from "./names.js";
import { shortKey, Source } from "./source.js";
import { Tokens } from "./tokens.js";

/** @typedef {import("./brackets.js").Format} Format */
/** @typedef {{ problem: import("../../core/types.js").Problem, notes: string[], format: Format }} PastedProblem
 *   problem: plain JSON as it was written; whether it holds is for the core to say */

/** Levels of lists and objects: more than a tensor in a stage of a chain has. */
const MOST_LEVELS = 16;

/**
 * Reads a problem from text: an object as JSON or Python writes it, or assignments such as `W_q = torch.tensor([[1, 0]])`,
 * `heads = 2;` and `causal = True`, whose names are known by their usual spellings. Comments and imports are skipped.
 * Whether the values fit is for the core to say. Null for a text that is no problem, such as a lone matrix: readMatrix
 * reads that. Throws an AttentionError for what it cannot read.
 *
 * @param {string} text
 * @param {{ lang?: string }} [options] lang: the language of notes and errors
 * @returns {PastedProblem | null}
 */
export function readProblem(text, options) {
  return new ProblemReader(new Source(text, options)).read();
}

/** What one format says more of than the next. @type {Format[]} */
const TELLING = ["pytorch", "numpy", "matlab", "json", "python", "text"];

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
    this.tokens = new Tokens(source, source.plain.length);
  }

  /** @returns {PastedProblem | null} */
  read() {
    const { plain } = this.source;
    const start = codeStart(plain);
    if (plain[start] === "{" && /^\{\s*["'A-Za-z_]/.test(plain.slice(start, start + 1000)))
      return this.object();
    const named = /(?:(?:export|const|let|var)[ \t]+)*[A-Za-z_][\w.]*[ \t]*=(?!=)/y;
    named.lastIndex = start;
    return named.test(plain) ? this.assignments() : null;
  }

  /** @returns {PastedProblem | null} */
  object() {
    const { source } = this;
    this.tokens = new Tokens(source, 0, { comments: true });
    const read = this.json(0, "");
    if (!this.tokens.is("end")) throw this.trailing();
    if (Object.hasOwn(read, "shape") && Object.hasOwn(read, "data")) return null;
    if (Object.hasOwn(read, "stages")) this.problem = read;
    else for (const [name, value] of Object.entries(read)) this.give(name, value);
    return this.result("json");
  }

  /** @returns {PastedProblem} */
  assignments() {
    const { source } = this;
    this.tokens = new Tokens(source, 0, { comments: true });
    const { tokens } = this;
    while (!tokens.is("end")) {
      if (tokens.is(";")) tokens.next();
      else if (tokens.is("atom") && isImport(tokens.word)) this.skipLine();
      else this.assignment();
    }
    return this.result("text");
  }

  /** @param {Format} format where no value has one @returns {PastedProblem} */
  result(format) {
    const told = TELLING.find((one) => this.formats.has(one)) ?? format;
    return { problem: this.problem, notes: [...this.notes], format: told };
  }

  skipLine() {
    const { tokens, source } = this;
    tokens.goTo(lineEnd(source.plain, tokens.start));
  }

  /** name = value, and the end of the line or a semicolon. */
  assignment() {
    const { tokens, source } = this;
    while (tokens.is("atom") && /^(?:export|const|let|var)$/.test(tokens.word)) tokens.next();
    const { start, end } = tokens;
    const name = tokens.is("atom") ? source.plain.slice(start, Math.min(end, start + 200)) : "";
    if (/^[A-Za-z_][\w.]*$/.test(name)) tokens.next();
    if (!name || !tokens.is("="))
      throw source.refusal("noAssignment", source.at(start), { found: source.quote(start, end) });
    tokens.next();
    if (tokens.is("end")) throw source.refusal("noValue", source.at(tokens.start), { name: shortKey(name) });
    source.owner = shortKey(name);
    const value = this.value(end);
    source.owner = "";
    if (!tokens.is(";") && !tokens.is("end") && !tokens.newline) throw this.trailing();
    this.give(name, value);
  }

  /** What a name is given. @param {number} before where the name ends @returns {any} */
  value(before) {
    const { tokens } = this;
    const isWord = tokens.is("atom") || tokens.is("string");
    if (tokens.is("atom") && /^[+-.\d]/.test(tokens.word[0]) && this.breaksLine(before))
      return this.printed();
    if (tokens.is("atom") && tokens.word === "new") return this.tensor();
    if (tokens.is("{") || isWord || this.holdsTexts()) return this.json(0, "");
    return this.tensor();
  }

  /** Octave prints a matrix below its name. @param {number} before */
  breaksLine(before) {
    return /[\n\r]/.test(this.source.plain.slice(before, this.tokens.start));
  }

  /** Lines of numbers up to the next name. */
  printed() {
    const { tokens, source } = this;
    const { plain } = source;
    const next = /[\n\r][ \t]*(?:[A-Za-z_][\w.]*[ \t]*=|[#%]|\/\/)/g;
    next.lastIndex = tokens.start;
    const end = next.exec(plain)?.index ?? plain.length;
    let start = tokens.start;
    while (plain[start - 1] === " " || plain[start - 1] === "\t") start--;
    const cells = new Cells(source);
    const read = readLines(source, cells, start, end);
    tokens.goTo(end);
    return this.nested(read, cells);
  }

  /** Whether a list begins with a text that is no number. */
  holdsTexts() {
    const { tokens } = this;
    const { start } = tokens;
    if (!tokens.is("[") && !tokens.is("(")) return false;
    tokens.next();
    const holds = tokens.is("string") && numberWord(tokens.quotedText) === undefined;
    tokens.goTo(start);
    return holds;
  }

  tensor() {
    const cells = new Cells(this.source);
    return this.nested(readBrackets(this.tokens, cells), cells);
  }

  /** A tensor as nested arrays, and what was told of it. @param {import("./brackets.js").Read} read @param {Cells} cells */
  nested({ shape, notes, format }, cells) {
    for (const note of [...notes, ...cells.notes()]) this.notes.add(note);
    this.formats.add(format);
    let at = 0;
    /** @param {number} axis @returns {any} */
    const rows = (axis) =>
      axis === shape.length
        ? plainNumber(Number(shortestDecimal(cells.data[at++])))
        : Array.from({ length: shape[axis] }, () => rows(axis + 1));
    return rows(0);
  }

  /** Takes a value by its name. @param {string} name as it was written @param {any} value */
  give(name, value) {
    const { source } = this;
    const shown = shortKey(name);
    const place = { where: shown, said: "" };
    const facts = { name: quoted(name), known: KEYS.join(", ") };
    let key = keyOf(name);
    if (!key) throw source.refusal("unknownName", place, facts);
    // None stands for what is absent
    if (value === null) return;
    if (key === "mask" && !isMask(value)) {
      key = "bias";
      this.notes.add(source.note("maskBias", { name: shown }));
    }
    if (key === "labels" && Array.isArray(value)) value = { x: value };
    if (Object.hasOwn(this.problem, key)) throw source.refusal("givenTwice", place, { ...facts, key });
    if (/^w_[qkvo]$/.test(key) && isLayerWeight(name))
      this.notes.add(source.note("layerWeight", { name: shown, key }));
    this.problem[key] = value;
  }

  /** Any value of JSON, or of a dict of Python. @param {number} level @param {string} path of keys, for `where` @returns {any} */
  json(level, path) {
    const { tokens, source } = this;
    const { start, end } = tokens;
    if (level > MOST_LEVELS) throw source.refusal("levels", source.at(start), { limit: MOST_LEVELS });
    if (tokens.is("{")) return this.record(level, path);
    if (tokens.is("[") || tokens.is("(")) return this.list(level, path);
    if (tokens.is("string")) return this.string();
    if (!tokens.is("atom"))
      throw source.refusal("noJson", source.at(start), { found: source.quote(start, end) });
    const word = source.plain.slice(start, end);
    tokens.next();
    if (!tokens.is("(")) return this.atom(word, start, end);
    if (!isKnownCall(word))
      throw source.refusal("computed", source.at(start), { found: source.quote(start, tokens.end) });
    tokens.goTo(start);
    const tensor = this.tensor();
    return isScalarCall(word) ? tensor[0][0] : tensor;
  }

  /** @param {string} word @param {number} start @param {number} end */
  atom(word, start, end) {
    const { source } = this;
    if (/^(?:none|null|undefined)$/i.test(word.slice(0, 10))) return null;
    if (/^true$/i.test(word.slice(0, 5))) return true;
    if (/^false$/i.test(word.slice(0, 6))) return false;
    const named = numberWord(word);
    if (named !== undefined) return plainNumber(named);
    const { digits, value } = readDecimal(word);
    if (digits >= 0 && Number.isFinite(value)) return Number(word);
    const found = source.quote(start, end);
    throw source.refusal(digits < 0 ? "noJson" : "large", source.at(start), { found, number: found });
  }

  /** @returns {string} */
  string() {
    const { tokens, source } = this;
    const { start, end } = tokens;
    const inside = source.text.slice(start + 1, end - 1);
    tokens.next();
    if (!inside.includes("\\")) return inside;
    try {
      return JSON.parse(`"${inside.replace(/\\.|"/g, asInJson)}"`);
    } catch {
      throw source.refusal("badText", source.at(start), { found: source.quote(start, end) });
    }
  }

  /** @param {number} level @param {string} path @returns {any[]} */
  list(level, path) {
    const { tokens, source } = this;
    const { start } = tokens;
    const close = tokens.is("[") ? "]" : ")";
    /** @type {any[]} */
    const made = [];
    for (tokens.next(); !tokens.is(close);) {
      if (tokens.is("end")) throw source.refusal("openBracket", source.at(start), { close });
      made.push(this.json(level + 1, path));
      if (tokens.is(",")) tokens.next();
      else if (!tokens.is(close)) throw this.noComma(start, close);
    }
    tokens.next();
    return made;
  }

  /** @param {number} level @param {string} path @returns {Record<string, any>} */
  record(level, path) {
    const { tokens, source } = this;
    const { start } = tokens;
    /** @type {Record<string, any>} */
    const made = {};
    for (tokens.next(); !tokens.is("}");) {
      const at = tokens.start;
      if (tokens.is("end")) throw source.refusal("openBracket", source.at(start), { close: "}" });
      if (!tokens.is("string") && !(tokens.is("atom") && /^[A-Za-z_]/.test(tokens.word)))
        throw source.refusal("noKey", source.at(at), { found: source.quote(at, tokens.end) });
      const key = tokens.is("string") ? this.string() : tokens.word;
      if (tokens.start === at) tokens.next();
      if (!tokens.is(":")) throw source.refusal("noColon", source.at(tokens.start));
      tokens.next();
      const name = shortKey(path ? `${path}.${key}` : key);
      if (key === "__proto__" || Object.hasOwn(made, key))
        throw source.refusal(
          key === "__proto__" ? "unknownName" : "twice",
          { where: name, said: "" },
          { name: quoted(name), key: quoted(name), known: KEYS.join(", ") },
        );
      source.owner = name;
      made[key] = this.json(level + 1, name);
      source.owner = path;
      if (tokens.is(",")) tokens.next();
      else if (!tokens.is("}")) throw this.noComma(start, "}");
    }
    tokens.next();
    return made;
  }

  /** @param {number} start of the list or object @param {string} close */
  noComma(start, close) {
    const { tokens, source } = this;
    if (tokens.is("end")) return source.refusal("openBracket", source.at(start), { close });
    return source.refusal("noJson", source.at(tokens.start), {
      found: source.quote(tokens.start, tokens.end),
    });
  }

  trailing() {
    const { tokens, source } = this;
    const found = source.quote(tokens.start, source.plain.length);
    return source.refusal("afterValue", source.at(tokens.start), { found });
  }
}

/** @param {string} plain @param {number} at */
function lineEnd(plain, at) {
  while (at < plain.length && plain[at] !== "\n" && plain[at] !== "\r") at++;
  return at;
}

/** @param {string} word */
const isImport = (word) => /^(?:import|from)$/.test(word);

/** Where comments and imports have ended. @param {string} plain */
function codeStart(plain) {
  for (let at = 0; ; at = lineEnd(plain, at)) {
    while (at < plain.length && /\s/.test(plain[at])) at++;
    if (!/^(?:#|%|\/\/|import\s|from\s)/.test(plain.slice(at, at + 7))) return at;
  }
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
