/**
 * Reads listings as tutorials print them: assignments of matrices among lines that compute, print or comment. Nothing is
 * evaluated. A line that computes from the listing's matrices is left out; an input that would have to be computed is an error.
 */
import { isKnownArgument, isKnownCall } from "./calls.js";
import { numberWord } from "./cells.js";
import { keyOf } from "./names.js";

/** @typedef {import("./source.js").Source} Source */
/**
 * @typedef {object} Listing
 * @property {Map<string, Literal>} literals by the name that they are assigned to; the last assignment counts
 * @property {string[]} leftOut lines of code that were left out
 */
/** @typedef {{ value: any, sizes: number[] }} Literal sizes: from the declaration */
/** @typedef {{ name: string, sizes: number[], start: number, before: number }} Head start: of the value; before: the end of the equals sign */

const MODIFIERS = String.raw`(?:(?:export|const|constexpr|let|var|val|auto|static|final|public|private|mut)[ \t]+)*`;
const TYPE = String.raw`(?:[A-Za-z_][\w.:]*(?:<[\w ,.:<>*]{0,60}>)?(?: {0,9}\[ {0,9}\d{0,9} {0,9}\]| {0,9}[*&])*[ \t]+)?`;
const SIZES = String.raw`((?:\[ {0,9}\d{0,9} {0,9}\])*)`;
const ANNOTATION = String.raw`(?:[ \t]*:[ \t]*[A-Za-z_[][\w.[\], ]{0,60}?)?`;
/** What precedes a value: `float[][] w_q =`, `x: list =`, `float x[3][4] =`, `x <-`, `x :=`. */
const HEAD = new RegExp(
  String.raw`(${MODIFIERS}${TYPE})([A-Za-z_][\w.]*)${SIZES}${ANNOTATION}\s*(?::=|<-|=(?!=))`,
  "y",
);
/** `Input 1: [1, 0, 1, 0]`. */
const ROW = /([A-Za-z_]+)[ \t_#]*(\d{1,4})[ \t]*[:=]\s*(?=[[(])/y;
/** `Weights for key: [[0, 1]]`, and `X:` with its rows below. */
const TITLE = /((?:weights?|matrix)[ \t]+(?:for|of)[ \t]+)?([A-Za-z_]\w*)[ \t]*:\s*(?=[[(])/iy;
/** `layer.setWq(new double[][]{{1, 0}})` */
const SETTER = /[A-Za-z_]\w*\.set_?([A-Za-z_]\w*)\((?=\s*(?:new\b|[[({]))/y;
/** `batch, heads = 2, 4` */
const SEVERAL =
  /([A-Za-z_]\w*(?:,[ \t]*[A-Za-z_]\w*)+)[ \t]*=[ \t]*(\d[\d.]*(?:,[ \t]*\d[\d.]*)+)[ \t]*(?=[#;\r\n]|$)/y;
/** The head of a function with its parameters: in Python, in JavaScript, in Java and C. */
const FUNCTIONS = [
  /^(?:async )?(?:def|function|fn|func) \w+ ?\(([^()]*)\)/,
  /^(?:const|let) \w+ = \(([^()]*)\) =>/,
  /^[\w<>[\],*& ]*\b\w+ ?\(([^()]*)\)[^;{}()]*\{/,
];
/** A line with a parenthesis. */
const CALLS = /[^\n;(]{0,200}\(/y;
/** A parameter with its type, in Java and C. */
const TYPED = /^\s*[A-Za-z_][\w.]*[^,=!<>|]*(?:<[^,]*>)?[\s*&\]]\w+(?:\[\d*\])*\s*$/;
/** Maximum characters of the head of a function. */
const MOST_HEAD = 400;
/** Layers whose weights are drawn at random when they are made. */
const LAYER = /\b(?:Linear|MultiheadAttention|Dense)\(/;
/** Number of unreadable values after which a listing is rejected: each costs a search for its line. */
const MOST_FAILED = 100;
/** What precedes the brackets of an array in Java and Go. */
const BEFORE_ARRAY =
  /new {1,9}\w{1,40}(?: {0,9}\[ {0,9}\d{0,9} {0,9}\]){1,9}\s{0,99}(?=\{)|(?:\[\d{0,9}\]){1,9}\w{1,40}\s{0,9}(?=\{)/y;
/** Method calls after a value that change none of its numbers. */
const HARMLESS =
  /(?:\s*\.(?:float|double|half|clone|detach|contiguous|requires_grad_|to|astype|type|copy|numpy|cpu|cuda)\([\w.,\s="']{0,60}\))+/y;
/** The value of another name, perhaps in a call that keeps its numbers. */
const COPY = /^(?:([A-Za-z_][\w.]*)\(\s*)?([A-Za-z_]\w*)\s*(?:,[\w\s.,="']*)?\)?;?$/;
/** What distinguishes a line of code from a sentence. */
const CODE =
  /^#|[()[\]{}=;<>*@]|:\s*$|^(?:import|from|using|package|assert|else|try|return|pass|break|end|finally)\b/;
/** @type {Record<string, string>} */
const CLOSE = { "(": ")", "[": "]", "{": "}" };
const COMMENT = /^(?:#(?!include|define)|%|\/\/)/;
/** Strings and comments within a line of code. */
const ASIDE = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?:#|\/\/|%[^\d\w]).*$/gm;
/** Calls that generate numbers, or allocate space for them. */
const MADE =
  /\b(?:rand|normal|uniform|zeros|ones|eye|full|empty|arange|linspace|tril|triu|Embedding|Linear|new |malloc|calloc)/;
/** Properties of a tensor other than its numbers. */
const SIZE_OF = /[A-Za-z_]\w*\.(?:shape|size|ndim|length)\b|\blen\([^()]*\)/g;
const KEY = /[A-Za-z_]\w*\s*:(?![:=])/g;
const TYPES = /^(?:\w+\.)?(?:float|double|half|bfloat|int|long|uint|bool)\d*(?:_t)?$/;
/** Keywords of a language, and letters after digits. */
const NAMELESS = /^(?:none|null|undefined|new|f|e\d*)$/i;
/** What may follow a value. */
const AFTER = /[ \t]*(?:[;,})\r\n#%]|\/\/|\/\*|--|$)/y;
const STRING = /"(?:\\[^\n]|[^"\\\n])*"|'(?:\\[^\n]|[^'\\\n])*'/y;

/** Returns the names in a line of code that refer to something computed or assigned. @param {string} code */
function namesIn(code) {
  const found =
    code
      .replace(ASIDE, " ")
      .replace(KEY, " ")
      .match(/(?<![\w.])[A-Za-z_][\w.]*/g) ?? [];
  const isKnown = (/** @type {string} */ name) =>
    isKnownCall(name) || isKnownArgument(name) || numberWord(name) !== undefined;
  return found.filter((name) => !isKnown(name) && !TYPES.test(name) && !NAMELESS.test(name));
}

/** Whether a text may be a listing: some line assigns an input, or the first one assigns anything. @param {Source} source @param {number} start where code begins */
export function isListing(source, start) {
  if ([HEAD, ROW].some((form) => source.match(form, start))) return true;
  for (const { index } of source.plain.matchAll(/^[ \t]*(?=[A-Za-z_])/gm)) {
    const at = source.endOf(/[ \t]{0,200}/y, index);
    const name = source.match(HEAD, at)?.[2] ?? titleAt(source, at)?.name;
    if ((name && keyOf(name)) || source.match(ROW, at)) return true;
  }
  return false;
}

/** Returns the name that a title gives to the matrix after it, if it is a key of a problem. @param {Source} source @param {number} at */
function titleAt(source, at) {
  const [, of, word] = source.match(TITLE, at) ?? [];
  const name = of ? `w_${word}` : word;
  return word && keyOf(name) ? { name, end: TITLE.lastIndex } : null;
}

/** @param {any} value @returns {boolean} */
const isNumbers = (value) =>
  Array.isArray(value) &&
  (typeof value[0] === "number" || numberWord(String(value[0])) !== undefined || isNumbers(value[0]));

/** Rewrites numbers of C and Java and arrays of Rust in plain characters, without changing the length. @param {string} code */
const plainNumbers = (code) =>
  code
    .replace(/(?<![\w.])((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)[fFL](?![\w.])/gi, "$1 ")
    .replace(/\b(?:vec|array)!(?=\s*\[)/g, (word) => " ".repeat(word.length))
    .replace(/\b(?:Float|Double)\.(?:(NEGATIVE|POSITIVE)_INFINITY|NaN)\b/g, (word, sign) =>
      (sign ? (sign === "NEGATIVE" ? "-inf" : "inf") : "nan").padEnd(word.length),
    );

export class ListingReader {
  /** @type {Map<string, Literal>} */
  literals = new Map();
  /** Names of values computed from inputs. @type {Set<string>} */
  computed = new Set();
  /** Names that are read by lines left out. @type {Set<string>} */
  used = new Set();
  /** The position of the last assignment to entries of a name, or -1. @type {Map<string, number>} */
  filled = new Map();
  /** Whether a bracket is open to the end of the text; from then on, statements end with their line. */
  unclosed = false;
  /** @type {string[]} */
  leftOut = [];
  /** The function being read: its indentation, and the words of its parameters. @type {{ indent: number, names: Set<string> } | null} */
  scope = null;
  /** Errors of inputs that would have to be computed, by key, unless a later line gives their numbers. @type {Map<string, Error>} */
  pending = new Map();
  /** The count of values that could not be read. */
  failed = 0;
  /** Where the first layer with random weights is made: an error if no line gives weights. @type {[number, number] | null} */
  layer = null;
  /** @param {Source} source @param {(start: number, before: number) => { value: any, end: number }} valueAt reads a value in the text @param {(name: string) => string | undefined} meaning the key of the input that a name means */
  constructor(source, valueAt, meaning) {
    this.source = source;
    source.plain = plainNumbers(source.plain);
    this.valueAt = valueAt;
    this.meaning = meaning;
  }

  /** @returns {Listing} */
  read() {
    const { source } = this;
    for (let at = source.spaceEnd(0); at < source.plain.length; at = source.spaceEnd(at))
      at = this.statement(at);
    const given = [...this.literals.keys()].map((name) => this.meaning(name) ?? "");
    const hasWeights = given.some((key) => /^(?:w_[qkv]|query)$/.test(key));
    for (const error of this.pending.values()) throw error;
    if (this.layer && !hasWeights) throw source.errorAt("computed", ...this.layer);
    return this;
  }

  /** Assigns a value to a name. @param {string} name @param {Literal} literal */
  set(name, literal) {
    this.literals.set(name, literal);
    this.pending.delete(this.meaning(name) ?? "");
  }

  /** Notes where a function begins and where it ends. @param {number} at */
  enter(at) {
    const { source } = this;
    const indent = at - source.lineStart(at);
    if (this.scope && indent <= this.scope.indent) this.scope = null;
    if (!source.match(CALLS, at)) return;
    const head = source.plain.slice(at, at + MOST_HEAD).replace(/[ \t]+/g, " ");
    const lists = FUNCTIONS.map((form) => form.exec(head)?.[1]);
    const isTyped = lists[2]?.split(",").every((parameter) => TYPED.test(parameter));
    const list = lists[0] ?? lists[1] ?? (isTyped ? lists[2] : undefined);
    if (list !== undefined) this.scope = { indent, names: new Set(list.match(/[A-Za-z_]\w*/g)) };
  }

  /** @param {number} at @returns {number} where it ends */
  statement(at) {
    const { source } = this;
    const { plain } = source;
    if (COMMENT.test(plain.slice(at, at + 9))) return source.lineEnd(at);
    const asides = { "/*": "*/", '"""': '"""', "'''": "'''" };
    for (const [open, close] of Object.entries(asides)) {
      if (!plain.startsWith(open, at)) continue;
      const end = plain.indexOf(close, at + open.length);
      return end < 0 ? plain.length : end + close.length;
    }
    if (/[;{})]/.test(plain[at])) return at + 1;
    this.enter(at);
    const several = source.match(SEVERAL, at);
    if (several) {
      const numbers = several[2].split(",").map(Number);
      several[1].split(",").forEach((name, k) => this.set(name.trim(), { value: numbers[k], sizes: [] }));
      return SEVERAL.lastIndex;
    }
    const head = this.head(at);
    return head ? this.assignment(head) : this.leaveOut(at);
  }

  /** @param {number} at @returns {Head | null} */
  head(at) {
    const { source } = this;
    const [, set = ""] = source.match(SETTER, at) ?? [];
    const title = keyOf(set) ? { name: set, end: SETTER.lastIndex } : titleAt(source, at);
    if (title) return { name: title.name, sizes: [], start: this.valueStart(title.end), before: title.end };
    for (const form of [HEAD, ROW]) {
      const found = source.match(form, at);
      if (!found) continue;
      const before = form.lastIndex;
      const start = this.valueStart(before);
      if (form === ROW) return { name: `${found[1]} ${found[2]}`, sizes: [], start, before };
      const [, declared, name, axes] = found;
      // x[0] = … modifies x
      if (axes && !declared.trim()) continue;
      return { name, sizes: (axes.match(/\d+/g) ?? []).map(Number), start, before };
    }
    return null;
  }

  /** Returns where a value begins, after anything that precedes the brackets of an array. @param {number} at */
  valueStart(at) {
    const start = this.source.spaceEnd(at);
    return Math.max(start, this.source.endOf(BEFORE_ARRAY, start));
  }

  /** @param {Head} head */
  assignment({ name, sizes, start, before }) {
    const { source, literals } = this;
    const key = this.meaning(name);
    const end = this.codeEnd(start, /[{([]/.test(source.plain[start] ?? "") ? "([{" : "([");
    if (key && end < 0) throw source.openBracket(start, CLOSE[source.plain[start]] ?? ")");
    const code = source.plain.slice(start, end < 0 ? undefined : end);
    const names = namesIn(code);
    const [, call, copied] = COPY.exec(code.replace(ASIDE, " ").trim()) ?? [];
    const copy = literals.get(copied);
    // x = torch.tensor(x) gives the same numbers
    if (copy && (!call || isKnownCall(call))) {
      // key = x has no matrix of its own
      if (name === copied || !keyOf(copied) || keyOf(copied) === key) this.set(name, copy);
      else this.computed.add(name);
      return Math.max(end, start);
    }
    const isDerived = !MADE.test(code) && namesIn(code.replace(SIZE_OF, "")).some((one) => this.isInput(one));
    const changes = names.includes(name) && literals.has(name) && !this.used.has(name);
    if (key && changes && !this.scope) throw source.errorAt("computed", start, end);
    if (isDerived || (key && MADE.test(code) && this.isFilled(name, end))) this.computed.add(name);
    else if (key ? key !== "scale" || !/sqrt/.test(code) : names.length === 0 && end >= 0)
      return this.literal({ name, sizes, start, before }, end, key, names);
    return this.skip(start, end, names);
  }

  /** Whether a later line assigns to entries of an array that is made here: `query[i][c] +=`. @param {string} name @param {number} end */
  isFilled(name, end) {
    if (!this.filled.has(name)) {
      const start = `(?<![\\w.])${name.replace(/\./g, "\\.")}`;
      const entry = new RegExp(`${start}\\[[^=\\n]{1,99}\\][^=\\n]{0,9}=(?!=)`, "g");
      this.filled.set(name, [...this.source.plain.matchAll(entry)].at(-1)?.index ?? -1);
    }
    return /** @type {number} */ (this.filled.get(name)) > end;
  }

  /** Reads a literal value. That of a name which is no key may be anything, and is left out if it cannot be read. @param {Head} head @param {number} end of the statement @param {string | undefined} key @param {string[]} names that the code reads */
  literal({ name, sizes, start, before }, end, key, names) {
    const { source } = this;
    let read;
    try {
      source.tensor = name;
      read = this.valueAt(start, before);
    } catch (error) {
      if (key && (names.length === 0 || ++this.failed > MOST_FAILED)) throw error;
      if (key && !(this.scope && this.literals.has(name)))
        this.pending.set(key, /** @type {Error} */ (error));
      return this.skip(start, end, []);
    } finally {
      source.tensor = "";
    }
    const at = Math.max(read.end, source.endOf(HARMLESS, read.end));
    if (!source.match(AFTER, at)) {
      if (key) throw source.errorAt("afterValue", source.spaceEnd(at), source.lineEnd(at));
      return this.skip(start, Math.max(end, at), []);
    }
    this.set(name, { value: read.value, sizes });
    return at;
  }

  /** Whether a name refers to an input, or to a value computed from one. @param {string} name perhaps with a method */
  isInput(name) {
    const [first] = name.split(".");
    if (this.scope?.names.has(first)) return true;
    return [first, name].some((one) => this.computed.has(one) || isNumbers(this.literals.get(one)?.value));
  }

  /** @param {number} at */
  leaveOut(at) {
    const { source } = this;
    const line = source.plain.slice(at, source.lineEnd(at));
    if (!CODE.test(line)) throw source.errorAt("noAssignment", at, at + line.length);
    if (/^(?:import|from|using|package|#include)\b/.test(line)) return at + line.length;
    const end = this.codeEnd(at, "([");
    return this.skip(at, end, namesIn(source.plain.slice(at, end)));
  }

  /** @param {number} start @param {number} end @param {string[]} names that the code reads */
  skip(start, end, names) {
    if (end < 0) end = this.source.lineEnd(start);
    for (const name of names) this.used.add(name);
    const code = this.source.plain.slice(start, end);
    this.leftOut.push(code);
    if (LAYER.test(code)) this.layer ??= [start, end];
    return Math.max(end, start + 1);
  }

  /** Returns where a statement ends: with its line, or with that of its last bracket; −1 if a bracket is open at the end of the text. @param {number} at @param {string} opening brackets that may span lines */
  codeEnd(at, opening) {
    const { plain } = this.source;
    const closing = [...opening].map((sign) => CLOSE[sign]).join("");
    let depth = 0;
    if (this.unclosed) return this.source.lineEnd(at);
    for (let place = at; place < plain.length; place++) {
      const sign = plain[place];
      // an apostrophe, or MATLAB's transpose, has no partner on its line
      if (sign === '"' || sign === "'") place = Math.max(place, this.source.endOf(STRING, place) - 1);
      else if (sign === "#" || (sign === "/" && plain[place + 1] === "/"))
        place = this.source.lineEnd(place) - 1;
      else if (opening.includes(sign)) depth++;
      else if (closing.includes(sign)) depth--;
      else if (depth <= 0 && /[;\n\r]/.test(sign)) return place;
    }
    this.unclosed = depth > 0;
    return this.unclosed ? -1 : plain.length;
  }
}
