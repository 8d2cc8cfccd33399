/**
 * Reads listings as tutorials print them: assignments of matrices among lines that compute, print or comment. Nothing is
 * evaluated. A line that computes from the listing's matrices is left out; an input that would have to be computed is an error.
 */
import { holds, isKnownArgument, isKnownCall } from "./calls.js";
import { numberWord } from "./cells.js";
import { ROOT } from "./computing.js";
import { hidesLater } from "./masks.js";
import { keyOf, nameOfEntry } from "./names.js";

/** @typedef {import("./source.js").Source} Source */
/**
 * @typedef {object} Listing
 * @property {Map<string, Literal>} literals by the name that they are assigned to; the last assignment counts
 * @property {string[]} leftOut lines of code that were left out
 * @property {boolean} causal whether these lines hide later tokens
 */
/** @typedef {{ value: any, sizes: number[], isRow?: boolean }} Literal sizes: from the declaration; isRow: of another literal */
/** @typedef {{ name: string, also?: string[], sizes: number[], start: number, before: number }} Head also: further names, as in `q = k = …`; start: of the value; before: the end of the equals sign */

const MODIFIERS = String.raw`(?:(?:export|const|constexpr|let|var|val|auto|static|final|public|private|mut)[ \t]+)*`;
const TYPE = String.raw`(?:[A-Za-z_]\w*(?:(?:\.|::)\w+)*(?:<[\w ,.:<>*]{0,60}>)?(?: {0,9}\[[\d, ]{0,9}\]| {0,9}[*&])*[ \t]+)?`;
const SIZES = String.raw`((?:\[ {0,9}\d{0,9} {0,9}\])*)`;
const ANNOTATION = String.raw`(?:[ \t]*:[ \t]*[\w.| ]{0,40}(?:\[[\w.[\],\s;"'|]{0,80}\])?)?`;
/** What precedes a value: `float[][] w_q =`, `x: list =`, `float x[3][4] =`, `x <-`, `x :=`, `X <<`, `vector<…> x{{`. */
const HEAD = new RegExp(
  String.raw`(${MODIFIERS}${TYPE})([A-Za-z_][\w.]*)${SIZES}${ANNOTATION}\s*(?::=|<-|<<(?=\s*[-+.\d])|=(?!=)|(?=\{\s{0,9}\{))`,
  "y",
);
/** Further names, as in `q = k = …`. */
const CHAINED = /(?:[A-Za-z_]\w*[ \t]*=(?!=)[ \t]*){1,9}/y;
/** `Input 1: [1, 0, 1, 0]`. */
const ROW = /([A-Za-z_]+|[\u4e00-\u9fff]{1,9})[ \t_#]*(\d{1,4})[ \t]*[:=]\s*(?=[[(])/y;
/** `Weights for key: [[0, 1]]`, and `X:` with its rows below. */
const TITLE = /((?:weights?|matrix)[ \t]+(?:for|of)[ \t]+)?([A-Za-z_]\w*)[ \t]*:\s*(?=[[(])/iy;
/** `layer.setWq(new double[][]{{1, 0}})` */
const SETTER = /[A-Za-z_]\w*\.set_?([A-Za-z_]\w*)\((?=\s*(?:new\b|[[({]))/y;
/** `weights["q"] = [[1, 0]]` */
const ENTRY = /([A-Za-z_]\w*)\[["']([A-Za-z_][\w.]*)["']\][ \t]*=(?!=)/y;
/** `batch, heads = 2, 4`, `Q, K = [[1, 2]], [[3, 4]]` */
const SEVERAL = /\(?([A-Za-z_]\w*(?:,[ \t]*[A-Za-z_]\w*)+)\)?[ \t]*=(?!=)[ \t]*/y;
/** What changes the numbers of a name: `x *= 2`, `x[0, 1] = 7`, `x.mul_(2)`, `x.append([1, 0])`. */
const CHANGE =
  /([A-Za-z_][\w.]*?)(?:(?:[ \t]{0,9}\[(?:[^\n[\]]|\[[^\n[\]]{0,99}\]){1,99}\]){0,4}[ \t]{0,9}(?:\*\*|\/\/|[-+*/@%&|^])?=(?!=)|\.(?:(?!requires_grad_)\w+_|append|extend|insert|pop|push|sort|reverse|fill)\()/y;
/** A line with brackets after an equals sign, such as `x * = [[1]]`. */
const GIVES = /^[^\n(=]{0,99}=\s*(?:[\w.]{1,40}\(\s*)?\[\s*[[\d.+-]/;
/** Lines that print or check. */
const PRINTS = /^(?:print|console|System\.|assert|fmt\.|disp\b|std::cout|cout)/;
/** An argument by name whose value is a matrix, or the name of one: `attend(x=[[1, 0]], attn_mask=m)`. */
const ARGUMENT =
  /\b([A-Za-z_]\w*) ?= ?(?:(?=(?:[\w.]{1,40}\(\s{0,9})?\[\s{0,9}\[)|([A-Za-z_]\w*)(?=\s?[,)]))/g;
/** Rows by their names: `np.stack([x_1, x_2])`. */
const ROWS = /^(?:([A-Za-z_][\w.]*)\(\s*)?[[(]([\w\s,]+)[\])]([\w\s.,=]*)\)?;?$/;
/** Inputs that the core computes from no other input. */
const OWN = /^(?:x|w_|b_|bias|mask|key_mask)/;
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
/** Number of unreadable values after which a listing is rejected, or no value but an input's is read: each costs a search for its line. */
const MOST_FAILED = 100;
/** What precedes the brackets of an array in Java, C#, Go, Julia and Ruby. */
const BEFORE_ARRAY =
  /new {1,9}\w{1,40}(?: {0,9}\[[\d, ]{0,9}\]){1,9}\s{0,99}(?=\{)|(?:\[\d{0,9}\]){1,9}\w{1,40}\s{0,9}(?=\{)|(?:Float\d\d|Matrix)(?=\[)/y;
/** Method calls after a value that change none of its numbers. */
const HARMLESS =
  /(?:\s*\.(?:float|double|half|clone|detach|contiguous|requires_grad_|to|astype|type|copy|numpy|cpu|cuda)\([\w.,\s="']{0,60}\))+/y;
/** A type of whole numbers among such calls. */
const WHOLE = /u?(?:int|long|short|byte|bool)/i;
/** What transposes a matrix. */
const TRANSPOSED = /\s*\.(?:T\b|t\(\)|transpose\(\))/y;
/** The value of another name, perhaps in a call that keeps its numbers. */
const COPY = /^(?:([A-Za-z_][\w.]*)\(\s*)?([A-Za-z_]\w*)\s*(?:,[\w\s.,="']*)?\)?;?$/;
/** What distinguishes a line of code from a sentence. */
const CODE =
  /^#|[()[\]{}=;<>*@]|:\s*$|^[\w.+-]+\s*$|^(?:import|from|using|package|require|library|del|assert|else|try|return|pass|break|end|finally)\b/;
/** @type {Record<string, string>} */
const CLOSE = { "(": ")", "[": "]", "{": "}" };
/** What encloses comments and strings over several lines. @type {Record<string, string>} */
const ASIDES = { "/*": "*/", '"""': '"""', "'''": "'''", "`": "`", "%{": "%}" };
const COMMENT = /^(?:#(?!include|define)|%|\/\/)/;
/** Strings and comments within a line of code. */
const ASIDE = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|(?:#|\/\/|%[^\d\w]).*$/gm;
/** Calls that generate numbers, or allocate space for them. */
const MADE =
  /\b(?:rand|normal|uniform|zeros|ones|eye|full|empty|arange|linspace|tril|triu|Embedding|Linear|new |malloc|calloc)/;
/** Properties of a tensor other than its numbers. */
const SIZE_OF = /\b[A-Za-z_]\w*\.(?:shape|size|ndim|length)\b|\blen\([^()]*\)/g;
const KEY = /\b[A-Za-z_]\w*\s*:(?![:=])/g;
const TYPES = /^(?:\w+\.)?(?:float|double|half|bfloat|int|long|uint|bool)\d*(?:_t)?$/;
/** Keywords of a language, and letters after digits. */
const NAMELESS = /^(?:none|null|undefined|new|f|e\d*)$/i;
/** What may follow a value: no further value, as in `x = [1, 0], [0, 1]`. */
const AFTER = /[ \t]*(?:[;})\r\n#%]|,(?!\s*[[({\d.+-])|\/\/|\/\*|--|$)/y;
const COMMA = /\s*,\s*/y;
const STRING = /"(?:\\[^\n]|[^"\\\n])*"|'(?:\\[^\n]|[^'\\\n])*'/y;

/** @param {any} value */
const isMatrix = (value) => isNumbers(value) && isNumbers(value[0]) && !Array.isArray(value[0][0]);

/** @param {any[][]} rows */
const transposed = (rows) => rows[0].map((_, column) => rows.map((row) => row[column]));

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
  source.plain = plainCode(source.plain);
  if ([HEAD, ROW].some((form) => source.match(form, start))) return true;
  for (const { index } of source.plain.matchAll(/^[ \t]*(?=[A-Za-z_])/gm)) {
    const at = source.endOf(/[ \t]{0,200}/y, index);
    const names = [source.match(HEAD, at)?.[2], titleAt(source, at)?.name, ...severalAt(source, at)];
    if (names.some((name) => name && keyOf(name)) || source.match(ROW, at)) return true;
  }
  return false;
}

/** Returns the names that a line assigns to, if there are several. @param {Source} source @param {number} at */
const severalAt = (source, at) => source.match(SEVERAL, at)?.[1].split(/,[ \t]*/) ?? [];

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

/** What is no part of the code, or written otherwise in one language, and what stands for it. @type {[RegExp, (word: string, part: string) => string][]} */
const PLAIN = [
  // what IPython and Python print before a line, fences of Markdown, signs of PHP, what continues a line in Python and MATLAB
  [
    /^[ \t]*(?:>>> ?|\.{3} (?![.\d])|In \[\d+\]:|Out\[\d+\]:|`{3}.*|\$(?=[a-z_]))|\\(?=\r?$)|\.{3}(?=[ \t]*$)(?<=;[ \t]*\.{3})/gim,
    () => "",
  ],
  [/(?<![\w.])((?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)[fFL](?![\w.])/gi, (_, number) => number],
  [/\b(?:vec|array)!(?=\s*\[)/g, () => ""],
  [
    /\b(?:Float|Double)\.(?:(NEGATIVE|POSITIVE)_INFINITY|NaN)\b/g,
    (_, sign) => (sign ? (sign === "NEGATIVE" ? "-inf" : "inf") : "nan"),
  ],
];

/** Rewrites the signs of one language in plain characters, without changing the length. @param {string} code */
const plainCode = (code) =>
  PLAIN.reduce(
    (text, [form, plain]) => text.replace(form, (word, part) => plain(word, part).padEnd(word.length)),
    code,
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
  /** What begins comments or strings that do not end. @type {Set<string>} */
  endless = new Set();
  /** The code of the last statement, with spaces in place of comments and strings. */
  bare = "";
  /** @type {string[]} */
  leftOut = [];
  /** The function being read: its indentation, and the words of its parameters. @type {{ indent: number, names: Set<string> } | null} */
  scope = null;
  /** Whether the lines left out hide later tokens. */
  causal = false;
  /** Where the last statement begins, and its line. */
  reached = 0;
  line = 0;
  /** Errors of inputs that would have to be computed, by key, unless a later line gives their numbers. @type {Map<string, Error>} */
  pending = new Map();
  /** The count of inputs, and of other values, that could not be read. */
  failed = 0;
  missed = 0;
  /** Where the first layer with random weights is made: an error if no line gives weights. @type {[number, number] | null} */
  layer = null;
  /** @param {Source} source @param {(start: number, before: number) => { value: any, end: number }} valueAt reads a value in the text @param {(name: string) => string | undefined} meaning the key of the input that a name means */
  constructor(source, valueAt, meaning) {
    this.source = source;
    source.plain = plainCode(source.plain);
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
    this.causal = hidesLater(source.plain);
    if (this.causal) for (const key of ["mask", "bias", "causal"]) this.pending.delete(key);
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
    const passed = source.plain.slice(this.reached, at);
    const last = Math.max(passed.lastIndexOf("\n"), passed.lastIndexOf("\r"));
    if (last >= 0) this.line = this.reached + last + 1;
    this.reached = at;
    const indent = at - this.line;
    if (this.scope && indent <= this.scope.indent) this.scope = null;
    if (!source.match(CALLS, at)) return;
    const head = source.plain.slice(at, at + MOST_HEAD).replace(/[ \t]+/g, " ");
    const found = FUNCTIONS.map((form) => form.exec(head));
    const isTyped = found[2]?.[1].split(",").every((parameter) => TYPED.test(parameter));
    const [start = "", list] = found[0] ?? found[1] ?? (isTyped ? found[2] : null) ?? [];
    const names = /\bmain ?\(/.test(start) ? null : list?.match(/[A-Za-z_]\w*/g);
    if (names) this.scope = { indent, names: new Set(names) };
  }

  /** @param {number} at @returns {number} where it ends */
  statement(at) {
    const { source } = this;
    const { plain } = source;
    const aside = this.asideEnd(at);
    if (aside > at) return aside;
    if (COMMENT.test(plain.slice(at, at + 9))) return source.lineEnd(at);
    if (/[;,{})]/.test(plain[at])) return at + 1;
    this.enter(at);
    const several = severalAt(source, at);
    if (several.length > 0) return this.several(several, SEVERAL.lastIndex);
    const head = this.head(at);
    if (!head) return this.leaveOut(at);
    for (const name of head.also ?? []) this.assignment({ ...head, name });
    return this.assignment(head);
  }

  /** Reads a value for each of several names, one of which is an input's. @param {string[]} names @param {number} start */
  several(names, start) {
    const { source } = this;
    const end = this.codeEnd(start, "([{");
    const read = namesIn(source.plain.slice(start, end < 0 ? undefined : end));
    for (const name of names) this.computed.add(name);
    const isInput = (/** @type {string} */ name) => this.meaning(name) !== undefined;
    if (this.scope || !names.some(isInput) || read.some((name) => this.isInput(name)))
      return this.skip(start, end, read);
    let place = start + Number(source.plain[start] === "(");
    names.forEach((name, k) => {
      const { value, end: after } = this.valueAt(place, place);
      const isLast = k === names.length - 1;
      if (!source.match(isLast ? AFTER : COMMA, after))
        throw source.errorAt("afterValue", after, source.lineEnd(after));
      this.set(name, { value, sizes: [] });
      place = isLast ? after : COMMA.lastIndex;
    });
    return place;
  }

  /** @param {number} at @returns {Head | null} */
  head(at) {
    const { source } = this;
    const [, set = ""] = source.match(SETTER, at) ?? [];
    const [, owner, entry = ""] = source.match(ENTRY, at) ?? [];
    const name = entry ? nameOfEntry(owner, entry) : set;
    const title = keyOf(name) ? { name, end: (entry ? ENTRY : SETTER).lastIndex } : titleAt(source, at);
    if (title) return { name: title.name, sizes: [], start: this.valueStart(title.end), before: title.end };
    for (const form of [HEAD, ROW]) {
      const found = source.match(form, at);
      if (!found) continue;
      const before = form.lastIndex;
      const start = this.valueStart(before);
      if (form === ROW) return { name: `${found[1]} ${found[2]}`, sizes: [], start, before };
      const [, declared, name, axes] = found;
      // x[0] = … modifies x; without an equals sign, the value follows a declaration
      if ((axes || /\w$/.test(found[0])) && !declared.trim()) continue;
      const [further = ""] = source.match(CHAINED, start) ?? [];
      return {
        name,
        also: further.match(/\w+/g) ?? [],
        sizes: (axes.match(/\d+/g) ?? []).map(Number),
        start: further ? this.valueStart(CHAINED.lastIndex) : start,
        before: further ? CHAINED.lastIndex : before,
      };
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
    const alone = code.replace(ASIDE, " ").trim();
    const [, call, copied] = COPY.exec(alone) ?? [];
    const copy = literals.get(copied);
    // x = torch.tensor(x) gives the same numbers
    if (copy && (!call || isKnownCall(call))) {
      // key = x has no matrix of its own
      if (literals.has(name) || !keyOf(copied) || keyOf(copied) === key) this.set(name, copy);
      else this.computed.add(name);
      return Math.max(end, start);
    }
    const rows = this.rowsIn(alone);
    if (rows) {
      this.set(name, { value: rows, sizes: [] });
      return Math.max(end, start);
    }
    const isDerived = !MADE.test(code) && namesIn(code.replace(SIZE_OF, "")).some((one) => this.isInput(one));
    const changes = names.includes(name) && literals.has(name) && !this.used.has(name);
    if (key && changes && !this.scope) throw source.errorAt("computed", start, end);
    if (isDerived || (key && MADE.test(code) && this.isFilled(name, end))) {
      this.computed.add(name);
      if (isDerived && key && OWN.test(key) && !this.scope && !this.has(key))
        this.pending.set(key, source.errorAt("computed", start, end));
    } else if (key ? key !== "scale" || !ROOT.test(code) : names.length === 0 && end >= 0)
      return this.literal({ name, sizes, start, before }, end, key, names);
    return this.skip(start, end, names);
  }

  /** Whether the numbers of an input are given. @param {string} key */
  has(key) {
    return [...this.literals.keys()].some((name) => this.meaning(name) === key);
  }

  /** Returns the rows of a matrix that a line makes of rows with names; null for other lines. @param {string} code */
  rowsIn(code) {
    const [, call = "list", list = "", options = ""] = ROWS.exec(code) ?? [];
    const isOther = !isKnownCall(call) && !/\bv?stack$/.test(call);
    if (isOther || /(?:dim|axis)\s*=\s*[^0\s]/.test(options)) return null;
    const names = list.match(/\w+/g) ?? [];
    const rows = names.flatMap((name) => this.literals.get(name) ?? []);
    const lengths = new Set(
      rows.map(({ value }) => isNumbers(value) && !isNumbers(value[0]) && value.length),
    );
    if (rows.length < names.length || lengths.size !== 1 || lengths.has(false)) return null;
    for (const row of rows) row.isRow = true;
    return rows.map(({ value }) => value);
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
    if (!key && this.missed > MOST_FAILED) return this.skip(start, end, names);
    try {
      source.tensor = name;
      read = this.valueAt(start, before);
    } catch (error) {
      if (key && (names.length === 0 || ++this.failed > MOST_FAILED)) throw error;
      if (key && !(this.scope && this.literals.has(name)))
        this.pending.set(key, /** @type {Error} */ (error));
      if (!key) this.missed++;
      return this.skip(start, end, []);
    } finally {
      source.tensor = "";
    }
    let at = Math.max(read.end, source.endOf(HARMLESS, read.end));
    const type = WHOLE.exec(source.plain.slice(read.end, at))?.[0];
    if (type && !holds(type.toLowerCase(), Float32Array.from([read.value].flat(Infinity)))) at = read.end;
    if (isMatrix(read.value) && source.match(TRANSPOSED, at)) {
      read.value = transposed(read.value);
      at = TRANSPOSED.lastIndex;
    }
    if (!source.match(AFTER, at)) {
      if (key) throw source.errorAt("afterValue", source.spaceEnd(at), source.lineEnd(at));
      return this.skip(start, Math.max(end, at), []);
    }
    const next = source.spaceEnd(at);
    if (key && isNumbers(read.value) && source.plain[next] === "[")
      throw source.errorAt("afterValue", next, source.lineEnd(next));
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
    if (/^(?:import|from|using|package|require|library|#include)\b/.test(line)) return at + line.length;
    const end = this.codeEnd(at, "([");
    const code = source.plain.slice(at, end < 0 ? undefined : end);
    const changed = this.changedInput(at, code);
    if (changed) this.pending.set(changed, source.errorAt("computed", at, at + code.length));
    return this.skip(at, end, namesIn(code));
  }

  /** Returns the input whose numbers a line changes, or gives in a form that is not read; undefined for other lines. @param {number} at @param {string} code */
  changedInput(at, code) {
    const [change] = this.source.match(CHANGE, at) ?? [""];
    const [name] = /^[A-Za-z_][\w.]*?(?=\W|$|\.\w+\()/.exec(code) ?? [""];
    const key = this.meaning(name);
    if (!key || this.used.has(name) || !(change || GIVES.test(code))) return undefined;
    if (this.literals.has(name)) return this.scope ? undefined : key;
    const others = namesIn(code.slice(change.length)).filter((one) => one !== name);
    return this.scope || others.some((one) => this.isInput(one)) ? undefined : key;
  }

  /** @param {number} start @param {number} end @param {string[]} names that the code reads */
  skip(start, end, names) {
    if (end < 0) end = this.source.lineEnd(start);
    const code = this.source.plain.slice(start, end);
    if (!PRINTS.test(code)) for (const name of names) this.used.add(name);
    this.leftOut.push(code);
    for (const { 0: found, 1: name, 2: other = "", index } of this.bare.matchAll(ARGUMENT)) {
      const key = this.meaning(name);
      const at = start + index + found.length;
      const copy = this.literals.get(other);
      if (key && !other) this.set(name, { value: this.valueAt(at, at).value, sizes: [] });
      else if (key && copy && isNumbers(copy.value) && !keyOf(other) && !this.has(key)) {
        this.set(name, { ...copy });
        copy.isRow = true;
      }
    }
    if (LAYER.test(code)) this.layer ??= [start, end];
    return Math.max(end, start + 1);
  }

  /** Returns where a comment or string over several lines ends; `at` if none begins there. @param {number} at */
  asideEnd(at) {
    const { plain } = this.source;
    const open = Object.keys(ASIDES).find((sign) => plain.startsWith(sign, at));
    if (!open || this.endless.has(open)) return at;
    const end = plain.indexOf(ASIDES[open], at + open.length);
    if (end >= 0) return end + ASIDES[open].length;
    this.endless.add(open);
    return at;
  }

  /** Returns where a statement ends: with its line, or with that of its last bracket; −1 if a bracket is open at the end of the text. @param {number} at @param {string} opening brackets that may span lines */
  codeEnd(at, opening) {
    const { plain } = this.source;
    const closing = [...opening].map((sign) => CLOSE[sign]).join("");
    let depth = 0;
    let [from, place] = [at, at];
    this.bare = "";
    const leaveOut = (/** @type {number} */ end) => {
      this.bare += plain.slice(from, place).padEnd(end - from);
      from = end;
      place = end - 1;
    };
    if (this.unclosed) return this.source.lineEnd(at);
    for (; place < plain.length; place++) {
      const sign = plain[place];
      // an apostrophe, or MATLAB's transpose, has no partner on its line
      const aside = /["'/`%]/.test(sign)
        ? Math.max(this.asideEnd(place), this.source.endOf(STRING, place))
        : 0;
      if (aside > place) leaveOut(aside);
      else if (sign === "#" || (sign === "/" && plain[place + 1] === "/"))
        leaveOut(this.source.lineEnd(place));
      else if (opening.includes(sign)) depth++;
      else if (closing.includes(sign)) depth--;
      else if (depth <= 0 && /[;\n\r]/.test(sign)) break;
    }
    this.bare += plain.slice(from, place);
    if (place < plain.length) return place;
    this.unclosed = depth > 0;
    return this.unclosed ? -1 : plain.length;
  }
}
