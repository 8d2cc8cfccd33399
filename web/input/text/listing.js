/**
 * Reads listings as tutorials print them: assignments of matrices among lines that compute, print or comment. Nothing is
 * evaluated. A line that computes from the listing's matrices is left out; an input that would have to be computed is an error.
 */
import { holds, isKnownArgument, isKnownCall } from "./calls.js";
import { numberWord } from "./cells.js";
import { ROOT } from "./computing.js";
import * as forms from "./forms.js";
import { hidesLater } from "./masks.js";
import { keyOf, nameOfEntry } from "./names.js";

/** @typedef {import("./source.js").Source} Source */
/**
 * @typedef {object} Listing
 * @property {Map<string, Literal>} literals by the name that they are assigned to; the last assignment counts
 * @property {Set<string>} computed names of what is computed from them
 * @property {Set<string>} used names that lines left out read
 * @property {string[]} leftOut lines of code that were left out
 * @property {boolean} causal whether these lines hide later tokens
 */
/** @typedef {{ value: any, sizes: number[], isRow?: boolean }} Literal sizes: from the declaration; isRow: of another literal */
/** @typedef {{ name: string, also?: string[], sizes: number[], start: number, before: number }} Head also: further names, as in `q = k = …`; start: of the value; before: the end of the equals sign */

/** @param {any} value */
export const isMatrix = (value) => isNumbers(value) && isNumbers(value[0]) && !Array.isArray(value[0][0]);

/** @param {any[][]} rows */
export const transposed = (rows) => rows[0].map((_, column) => rows.map((row) => row[column]));

/** Returns the names in a line of code that refer to something computed or assigned. @param {string} code */
function namesIn(code) {
  const found =
    code
      .replace(forms.ASIDE, " ")
      .replace(forms.KEY, " ")
      .match(/(?<![\w.])[A-Za-z_][\w.]*/g) ?? [];
  const isKnown = (/** @type {string} */ name) =>
    isKnownCall(name) || isKnownArgument(name) || numberWord(name) !== undefined;
  return found.filter((name) => !isKnown(name) && !forms.TYPES.test(name) && !forms.NAMELESS.test(name));
}

/** Whether a text may be a listing: some line assigns an input, or the first one assigns anything. @param {Source} source @param {number} start where code begins */
export function isListing(source, start) {
  source.plain = forms.plainCode(source.plain);
  if ([forms.HEAD, forms.ROW].some((form) => source.match(form, start))) return true;
  for (const { index } of source.plain.matchAll(/^[ \t]*(?=[A-Za-z_])/gm)) {
    const at = source.endOf(/[ \t]{0,200}/y, index);
    const names = [source.match(forms.HEAD, at)?.[2], titleAt(source, at)?.name, ...severalAt(source, at)];
    if (names.some((name) => name && keyOf(name)) || source.match(forms.ROW, at)) return true;
  }
  return false;
}

/** Returns the names that a line assigns to, if there are several. @param {Source} source @param {number} at */
const severalAt = (source, at) => source.match(forms.SEVERAL, at)?.[1].split(/,[ \t]*/) ?? [];

/** Returns the name that a title gives to the matrix after it, if it is a key of a problem. @param {Source} source @param {number} at */
function titleAt(source, at) {
  const [, of, word] = source.match(forms.TITLE, at) ?? [];
  const name = of ? `w_${word}` : word;
  return word && keyOf(name) ? { name, end: forms.TITLE.lastIndex } : null;
}

/** Whether methods after a value, such as `.astype(int)`, change none of its numbers. @param {string} methods @param {any} value */
function holdsAfter(methods, value) {
  const type = forms.WHOLE.exec(methods)?.[0];
  return !type || holds(type.toLowerCase(), Float32Array.from([value].flat(Infinity)));
}

/** @param {any} value @returns {boolean} */
const isNumbers = (value) =>
  Array.isArray(value) &&
  (typeof value[0] === "number" || numberWord(String(value[0])) !== undefined || isNumbers(value[0]));

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
  /** Where the last statement begins, and where its line begins and ends. */
  reached = 0;
  line = 0;
  lineEnd = 0;
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
    source.plain = forms.plainCode(source.plain);
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
    if (!source.match(forms.CALLS, at)) return;
    const head = source.plain.slice(at, at + forms.MOST_HEAD).replace(/[ \t]+/g, " ");
    const found = forms.FUNCTIONS.map((form) => form.exec(head));
    const isTyped = found[2]?.[1].split(",").every((parameter) => forms.TYPED.test(parameter));
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
    if (forms.COMMENT.test(plain.slice(at, at + 9))) return source.lineEnd(at);
    if (/[;,{})]/.test(plain[at])) return at + 1;
    this.enter(at);
    const several = severalAt(source, at);
    if (several.length > 0) return this.several(several, forms.SEVERAL.lastIndex);
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
    const further = source.match(forms.CHAINED, start)?.[0].match(/\w+/g) ?? [];
    if (further.some(isInput)) throw source.errorAt("computed", start, source.lineEnd(start));
    const isToFill =
      forms.EMPTY.test(source.plain.slice(start, end)) && !names.some((name) => this.isOwn(name));
    if (this.scope || isToFill || !names.some(isInput) || read.some((name) => this.isInput(name)))
      return this.skip(start, end, read);
    let place = start + Number(source.plain[start] === "(");
    names.forEach((name, k) => {
      const { value, end: after } = this.valueAt(place, place);
      const isLast = k === names.length - 1;
      if (!source.match(isLast ? forms.AFTER : forms.COMMA, after))
        throw source.errorAt("afterValue", after, source.lineEnd(after));
      this.set(name, { value, sizes: [] });
      place = isLast ? after : forms.COMMA.lastIndex;
    });
    return place;
  }

  /** @param {number} at @returns {Head | null} */
  head(at) {
    const { source } = this;
    const [, set = ""] = source.match(forms.SETTER, at) ?? [];
    const [, owner, entry = ""] = source.match(forms.ENTRY, at) ?? [];
    const name = entry ? nameOfEntry(owner, entry) : set;
    const title = keyOf(name)
      ? { name, end: (entry ? forms.ENTRY : forms.SETTER).lastIndex }
      : titleAt(source, at);
    if (title) return { name: title.name, sizes: [], start: this.valueStart(title.end), before: title.end };
    for (const form of [forms.HEAD, forms.ROW]) {
      const found = source.match(form, at);
      if (!found) continue;
      const before = form.lastIndex;
      const start = this.valueStart(before);
      if (form === forms.ROW) return { name: `${found[1]} ${found[2]}`, sizes: [], start, before };
      const [, declared, name, axes] = found;
      // x[0] = … modifies x; without an equals sign, the value follows a declaration
      if ((axes || /\w$/.test(found[0])) && !declared.trim()) continue;
      const [further = ""] = source.match(forms.CHAINED, start) ?? [];
      return {
        name,
        also: further.match(/\w+/g) ?? [],
        sizes: (axes.match(/\d+/g) ?? []).map(Number),
        start: further ? this.valueStart(forms.CHAINED.lastIndex) : start,
        before: further ? forms.CHAINED.lastIndex : before,
      };
    }
    return null;
  }

  /** Returns where a value begins, after anything that precedes the brackets of an array. @param {number} at */
  valueStart(at) {
    const start = this.source.spaceEnd(at);
    return Math.max(start, this.source.endOf(forms.BEFORE_ARRAY, start));
  }

  /** @param {Head} head */
  assignment({ name, sizes, start, before }) {
    const { source, literals } = this;
    const key = this.meaning(name);
    const end = this.codeEnd(start, /[{([]/.test(source.plain[start] ?? "") ? "([{" : "([");
    if (key && end < 0) throw source.openBracket(start, forms.CLOSE[source.plain[start]] ?? ")");
    const code = source.plain.slice(start, end < 0 ? source.lineEnd(start) : end);
    const names = namesIn(code);
    const alone = code.replace(forms.ASIDE, " ").trim();
    const copy = this.copyIn(alone, key);
    // x = torch.tensor(x) gives the same numbers
    if (copy) {
      // key = x has no matrix of its own
      if (literals.has(name) || !keyOf(copy.name) || keyOf(copy.name) === key) this.set(name, copy.literal);
      else this.computed.add(name);
      return Math.max(end, start);
    }
    if (key && !this.isOwn(name) && forms.EMPTY.test(alone)) {
      this.computed.add(name);
      return this.skip(start, end, []);
    }
    const rows = this.rowsIn(alone);
    if (rows) {
      this.set(name, { value: rows, sizes: [] });
      return Math.max(end, start);
    }
    const isDerived =
      !forms.MADE.test(code) && namesIn(code.replace(forms.SIZE_OF, "")).some((used) => this.isInput(used));
    const reads = names.some((used) => used === name || used.startsWith(`${name}.`));
    const changes = reads && literals.has(name) && !this.used.has(name);
    if (key && changes && !this.scope) throw source.errorAt("computed", start, end);
    if (isDerived || (key && forms.MADE.test(code) && this.isFilled(name, end))) {
      this.computed.add(name);
      if (isDerived && key && !this.scope && this.isChange(key, alone, names))
        this.pending.set(key, source.errorAt("computed", start, end));
    } else if (key ? key !== "scale" || !ROOT.test(code) : names.length === 0 && end >= 0)
      return this.literal({ name, sizes, start, before }, end, key, names);
    return this.skip(start, end, names);
  }

  /** Returns what a line copies: a literal by its name, perhaps transposed; undefined for other lines. @param {string} code @param {string | undefined} key */
  copyIn(code, key = "") {
    const [, call, name, methods, turn] = forms.COPY.exec(code) ?? [];
    const literal = this.literals.get(name);
    if (!literal || (call && !isKnownCall(call))) return undefined;
    if (!turn) return holdsAfter(methods, literal.value) ? { name, literal } : undefined;
    // keys may be transposed for their product alone
    const isWhole = forms.OWN.test(key) && isMatrix(literal.value);
    return isWhole ? { name, literal: { ...literal, value: transposed(literal.value) } } : undefined;
  }

  /** Returns the names of an input whose numbers are given. @param {string} key */
  namesOf(key) {
    return [...this.literals.keys()].filter((name) => this.meaning(name) === key);
  }

  /** Whether a name is that of an input which the core computes from no other. @param {string} name */
  isOwn(name) {
    return forms.OWN.test(this.meaning(name) ?? "");
  }

  /** Whether a line computes an input before it is used, so that the numbers given are not the ones meant. @param {string} key @param {string} code @param {string[]} names that it reads */
  isChange(key, code, names) {
    const own = this.namesOf(key);
    if (forms.OWN.test(key))
      return own.length === 0 || !(own.some((name) => this.used.has(name)) || forms.EACH.test(code));
    // queries, keys or values of a matrix whose name is not known
    const isForeign = (/** @type {string} */ name) => {
      const { value, isRow } = this.literals.get(name) ?? {};
      return isNumbers(value) && !isRow && !keyOf(name) && !/\d$/.test(name);
    };
    return own.length === 0 && /^(?:query|key|value)$/.test(key) && names.some(isForeign);
  }

  /** Returns the rows of a matrix that a line makes of rows with names; null for other lines. @param {string} code */
  rowsIn(code) {
    const [, call = "list", list = "", options = ""] = forms.ROWS.exec(code) ?? [];
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
    if (!key && this.missed > forms.MOST_FAILED) return this.skip(start, end, names);
    try {
      source.tensor = name;
      read = this.valueAt(start, before);
    } catch (error) {
      if (key && (names.length === 0 || ++this.failed > forms.MOST_FAILED)) throw error;
      if (key && !(this.scope && this.literals.has(name)))
        this.pending.set(key, /** @type {Error} */ (error));
      if (!key) this.missed++;
      return this.skip(start, end, []);
    } finally {
      source.tensor = "";
    }
    let at = Math.max(read.end, source.endOf(forms.HARMLESS, read.end));
    if (!holdsAfter(source.plain.slice(read.end, at), read.value)) at = read.end;
    if (isMatrix(read.value) && source.match(forms.TRANSPOSED, at)) {
      read.value = transposed(read.value);
      at = forms.TRANSPOSED.lastIndex;
    }
    if (!source.match(forms.AFTER, at)) {
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
    return [first, name].some(
      (operand) => this.computed.has(operand) || isNumbers(this.literals.get(operand)?.value),
    );
  }

  /** @param {number} at */
  leaveOut(at) {
    const { source } = this;
    if (at >= this.lineEnd) this.lineEnd = source.lineEnd(at);
    const line = source.plain.slice(at, this.lineEnd);
    if (!forms.CODE.test(line) || /^=[^=]/.test(line))
      throw source.errorAt("noAssignment", at, at + line.length);
    if (/^(?:import|from|using|package|require|library|#include)\b/.test(line)) return at + line.length;
    const end = this.codeEnd(at, "([");
    const code = source.plain.slice(at, end < 0 ? source.lineEnd(at) : end);
    const changed = this.changedInput(at, code);
    if (changed) this.pending.set(changed, source.errorAt("computed", at, at + code.length));
    return this.skip(at, end, namesIn(code));
  }

  /** Returns the input whose numbers a line changes, or gives in a form that is not read; undefined for other lines. @param {number} at @param {string} code */
  changedInput(at, code) {
    const [change] = this.source.match(forms.CHANGE, at) ?? [""];
    const [name] = /^[A-Za-z_][\w.]*?(?=\W|$|\.\w+\()/.exec(code) ?? [""];
    const key = this.meaning(name);
    if (!key || this.used.has(name) || !(change || forms.GIVES.test(code))) return undefined;
    if (this.literals.has(name)) return this.scope ? undefined : key;
    const others = namesIn(code.slice(change.length)).filter((used) => used !== name);
    return this.scope || others.some((used) => this.isInput(used)) ? undefined : key;
  }

  /** @param {number} start @param {number} end @param {string[]} names that the code reads */
  skip(start, end, names) {
    if (end < 0) end = this.source.lineEnd(start);
    const code = this.source.plain.slice(start, end);
    const used = names.length > 0 && !forms.PRINTS.test(code) ? namesIn(code.replace(forms.SIZE_OF, "")) : [];
    for (const name of used) this.used.add(name).add(name.split(".")[0]);
    this.leftOut.push(code);
    for (const { 0: found, 1: name, 2: other = "", index } of this.bare.matchAll(forms.ARGUMENT)) {
      const key = this.meaning(name);
      const at = start + index + found.length;
      const copy = this.literals.get(other);
      if (key && !other) this.set(name, { value: this.valueAt(at, at).value, sizes: [] });
      else if (key && copy && isNumbers(copy.value) && !keyOf(other) && this.namesOf(key).length === 0) {
        this.set(name, { ...copy });
        copy.isRow = true;
      }
    }
    if (forms.LAYER.test(code)) this.layer ??= [start, end];
    return Math.max(end, start + 1);
  }

  /** Returns where a comment or string over several lines ends; `at` if none begins there. @param {number} at */
  asideEnd(at) {
    const { plain } = this.source;
    const open = Object.keys(forms.ASIDES).find((sign) => plain.startsWith(sign, at));
    if (!open || this.endless.has(open)) return at;
    const end = plain.indexOf(forms.ASIDES[open], at + open.length);
    if (end >= 0) return end + forms.ASIDES[open].length;
    this.endless.add(open);
    return at;
  }

  /** Returns where a statement ends: with its line, or with that of its last bracket; −1 if a bracket is open at the end of the text. @param {number} at @param {string} opening brackets that may span lines */
  codeEnd(at, opening) {
    const { plain } = this.source;
    const closing = [...opening].map((sign) => forms.CLOSE[sign]).join("");
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
        ? Math.max(this.asideEnd(place), this.source.endOf(forms.STRING, place))
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
