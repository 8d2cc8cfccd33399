/** The numbers of a matrix in the order in which they are read, and the notes on them. */
import { shortestDecimal } from "../../words/decimal.js";
import { losesDigits, readDecimal } from "./decimal.js";
import { quoted } from "../errors.js";
import { GROUP, replacedIn } from "./signs.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {"minus" | "wide" | "thousands"} Replaced characters that are read as others, by the key of their note */
/** @typedef {{ count: number, place: string, written: string, value: number }} Changed the count of changed numbers, and the first one */

/** @type {Record<string, number>} */
const WORDS = {
  nan: NaN,
  inf: Infinity,
  infinity: Infinity,
  "∞": Infinity,
  true: 1,
  false: 0,
  true_: 1,
  false_: 0,
};
/** Modules that define such words. */
const MODULES = new Set("np numpy torch math jnp tf mx cp Number".split(" "));
/** Maximum characters of a cell that are searched for a reason. */
const LONGEST = 24;

/** Returns the number that a word names, such as nan, inf or true; undefined for other words. @param {string} atom */
export function numberWord(atom) {
  const sign = atom[0] === "-" ? -1 : 1;
  const name = /^[+-]/.test(atom) ? atom.slice(1) : atom;
  const dot = name.indexOf(".");
  if (dot >= 0 && !MODULES.has(name.slice(0, dot))) return undefined;
  const word = name.slice(dot + 1).toLowerCase();
  const isTruth = /^[tf]/.test(word);
  if (!Object.hasOwn(WORDS, word) || (isTruth && name !== atom)) return undefined;
  return isTruth ? WORDS[word] : sign * WORDS[word];
}

export class Cells {
  /** @param {Source} source */
  constructor(source) {
    this.source = source;
    /** @type {number[]} float32 numbers */
    this.data = [];
    /** @type {Set<Replaced>} */
    this.replaced = new Set();
    this.decimalCommas = 0;
    /** numbers that lost digits, and those that became 0 @type {{ lost?: Changed, vanished?: Changed }} */
    this.changed = {};
  }

  get count() {
    return this.data.length;
  }

  /** Returns the numbers from index `first` on. @param {number} [first] */
  numbers(first = 0) {
    return Float32Array.from(first > 0 ? this.data.slice(first) : this.data);
  }

  /**
   * Reads the next number of the matrix.
   * @param {number} start @param {number} end of it in the text
   * @param {number[]} index in the matrix
   * @param {boolean} [decimalComma] whether a comma between digits is decimal
   * @param {string} [atom] the number in plain characters, if the text has commands instead
   */
  read(start, end, index, decimalComma = false, atom = this.source.plain.slice(start, end)) {
    this.noteReplaced(start, end);
    if (atom.includes(GROUP)) {
      this.replaced.add("thousands");
      atom = atom.replaceAll(GROUP, "");
    }
    if (this.decimal(atom, index)) return;
    const pointed = decimalComma ? withPoint(atom) : undefined;
    if (pointed !== undefined && this.decimal(pointed, index)) {
      this.decimalCommas++;
      return;
    }
    const word = numberWord(atom);
    if (word === undefined) throw this.noNumber(start, end, index);
    this.data.push(word);
  }

  /** Reads a decimal; false if it is none. @param {string} atom @param {number[]} index */
  decimal(atom, index) {
    const decimal = readDecimal(atom);
    const { value, digits } = decimal;
    if (digits < 0) return false;
    if (!Number.isFinite(value)) throw this.source.errorInCell("large", index, { number: quoted(atom) });
    if (digits > 0 && value === 0) this.change("vanished", atom, value, index);
    else if (digits > 0 && losesDigits(atom, decimal)) this.change("lost", atom, value, index);
    this.data.push(value);
    return true;
  }

  /** Notes the characters of a part that are read as others. @param {number} start @param {number} end */
  noteReplaced(start, end) {
    const { text, foreign } = this.source;
    if (foreign) for (const kind of replacedIn(text.slice(start, end))) this.replaced.add(kind);
  }

  /** @param {"lost" | "vanished"} how @param {string} atom @param {number} value @param {number[]} index */
  change(how, atom, value, index) {
    const written = quoted(atom).slice(1, -1);
    this.changed[how] ??= { count: 0, place: this.source.cell(index).phrase, written, value };
    this.changed[how].count++;
  }

  /** Makes the error for a cell that is not a number. @param {number} start @param {number} end @param {number[]} index */
  noNumber(start, end, index) {
    const { source } = this;
    const found = source.quote(start, end);
    return source.errorInCell(reason(source.plain.slice(start, end)), index, { found });
  }

  /** Returns the notes as sentences. */
  notes() {
    const { source, replaced, decimalCommas: count } = this;
    const { lost, vanished } = this.changed;
    const notes = [];
    if (count > 0) notes.push(source.note("decimalComma", { count }));
    for (const kind of REPLACED) if (replaced.has(kind)) notes.push(source.note(kind));
    if (lost) notes.push(source.note("lost", { ...lost, value: shortestDecimal(lost.value) }));
    if (vanished) notes.push(source.note("vanished", vanished));
    return notes;
  }
}

/** In the order of the notes. @type {Replaced[]} */
const REPLACED = ["minus", "wide", "thousands"];

/** Rewrites 0,5 as 0.5; undefined unless there is one comma, between digits, and no point. @param {string} atom */
const withPoint = (atom) => (/^[^,.]*\d,\d[^,.]*$/.test(atom) ? atom.replace(",", ".") : undefined);

/** Marks for omitted numbers. */
const ELLIPSIS = /\.{3}|[…⋯⋮⋱]/;

/** Reasons why a text is not a number; the first match counts. @type {[RegExp, string][]} */
const REASONS = [
  [/^\*$/, "factor"],
  [/^[+-]?0[xbo][\da-f]/i, "based"],
  [/^[+-]?\d+(_\d+)+/, "underscore"],
  [/^(null|none|na|n\/a|nil|undefined|<na>)$/i, "missing"],
  [/^[+-]?[\d.]+[\d.e+-]*[ij]$/i, "complex"],
  [/\d\s+[+-]?[\d.]/, "severalInCell"],
  [/\d[,、]\s*[+-]?\d/, "commaInCell"],
  [/^[\w.]+\(/, "computed"],
  [/^[+-]?(?!\d)\p{Nd}/u, "otherDigits"],
];

/** Returns the key of the sentence that says why a text is not a number. @param {string} atom */
function reason(atom) {
  if (atom === "") return "empty";
  if (ELLIPSIS.test(atom)) return "abbreviated";
  const begin = atom.slice(0, LONGEST);
  return REASONS.find(([form]) => form.test(begin))?.[1] ?? "noNumber";
}
