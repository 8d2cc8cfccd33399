/** The numbers of a matrix, one after another as they are read, and what has to be told about them. */
import { shortestDecimal } from "../../words/decimal.js";
import { losesDigits, readDecimal } from "./decimal.js";
import { quoted } from "../refusal.js";
import { GROUP, readOtherwise } from "./signs.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {{ count: number, place: string, written: string, value: number }} Told how often it happened, and the first time */

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
/** Modules that have some of these words. */
const MODULES = new Set("np numpy torch math jnp tf mx cp Number".split(" "));
/** Signs of a cell that tell why it is no number. */
const LONGEST = 24;

/** nan, inf, true and what else is a number by name; undefined for other words. @param {string} atom */
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
    this.count = 0;
    this.data = new Float32Array(64);
    /** @type {Set<string>} */
    this.otherwise = new Set();
    this.decimalCommas = 0;
    /** @type {Told | undefined} */
    this.lost = undefined;
    /** @type {Told | undefined} */
    this.vanished = undefined;
  }

  /**
   * The next number of the matrix.
   * @param {number} start @param {number} end of it in the text
   * @param {number[]} index its place in the matrix
   * @param {boolean} [decimalComma] whether a comma between digits is decimal
   */
  read(start, end, index, decimalComma = false) {
    this.readAs(this.source.plain.slice(start, end), start, end, index, decimalComma);
  }

  /**
   * The same, of a number that the text writes in a way of its own.
   * @param {string} atom the number in plain signs
   * @param {number} start @param {number} end @param {number[]} index @param {boolean} decimalComma
   */
  readAs(atom, start, end, index, decimalComma) {
    this.noticed(start, end);
    if (atom.includes(GROUP)) {
      this.otherwise.add("thousands");
      atom = atom.replaceAll(GROUP, "");
    }
    const decimal = readDecimal(atom);
    if (decimal.digits >= 0) return this.put(this.checked(decimal, atom, index));
    if (decimalComma) {
      const pointed = withPoint(atom);
      const again = pointed === undefined ? decimal : readDecimal(pointed);
      if (pointed !== undefined && again.digits >= 0) {
        this.decimalCommas++;
        return this.put(this.checked(again, pointed, index));
      }
    }
    const word = numberWord(atom);
    if (word === undefined) throw this.refusal(start, end, index);
    this.put(word);
  }

  /** @param {number} value */
  put(value) {
    if (this.count === this.data.length) {
      const wider = new Float32Array(2 * this.count);
      wider.set(this.data);
      this.data = wider;
    }
    this.data[this.count++] = value;
  }

  /** Signs that were read as others. @param {number} start @param {number} end */
  noticed(start, end) {
    const { text, foreign } = this.source;
    if (foreign) for (const kind of readOtherwise(text, start, end)) this.otherwise.add(kind);
  }

  /** @param {import("./decimal.js").Decimal} decimal @param {string} atom @param {number[]} index */
  checked(decimal, atom, index) {
    const { value, digits } = decimal;
    if (digits === 0) return value;
    if (!Number.isFinite(value))
      throw this.source.refusal("large", this.source.cell(index), { number: quoted(atom) });
    if (value === 0) this.vanished = this.told(this.vanished, atom, value, index);
    else if (losesDigits(atom, decimal)) this.lost = this.told(this.lost, atom, value, index);
    return value;
  }

  /** @param {Told | undefined} told @param {string} atom @param {number} value @param {number[]} index @returns {Told} */
  told(told, atom, value, index) {
    if (told) {
      told.count++;
      return told;
    }
    return { count: 1, place: this.source.cell(index).said, written: quoted(atom).slice(1, -1), value };
  }

  /** Why something is no number. @param {number} start @param {number} end @param {number[]} index */
  refusal(start, end, index) {
    return this.source.refusal(reason(this.source.plain.slice(start, end)), this.source.cell(index), {
      found: this.source.quote(start, end),
    });
  }

  /** What is worth telling, in sentences. */
  notes() {
    const { source, otherwise, decimalCommas, lost, vanished } = this;
    const notes = [];
    if (decimalCommas > 0) notes.push(source.note("decimalComma", { count: decimalCommas }));
    for (const kind of ["minus", "wide", "thousands"]) if (otherwise.has(kind)) notes.push(source.note(kind));
    if (lost) notes.push(source.note("lost", { ...lost, value: shortestDecimal(lost.value) }));
    if (vanished) notes.push(source.note("vanished", vanished));
    return notes;
  }
}

/** 0,5 as 0.5: one comma between digits, and no point. @param {string} atom */
function withPoint(atom) {
  const comma = atom.indexOf(",");
  if (comma < 0 || comma !== atom.lastIndexOf(",") || atom.includes(".")) return undefined;
  if (!/^\d,\d$/.test(atom.slice(comma - 1, comma + 2))) return undefined;
  return `${atom.slice(0, comma)}.${atom.slice(comma + 1)}`;
}

/** Signs for numbers that are left out. */
export const ELLIPSIS = /\.{3}|[…⋯⋮⋱]/;

/** The sentence that says why something is no number. @param {string} atom */
function reason(atom) {
  const begin = atom.slice(0, LONGEST);
  if (atom === "") return "empty";
  if (ELLIPSIS.test(atom)) return "abbreviated";
  if (atom === "*") return "factor";
  if (/^[+-]?0[xbo][\da-f]/i.test(begin)) return "based";
  if (/^[+-]?\d+(_\d+)+/.test(begin)) return "underscore";
  if (/^(null|none|na|n\/a|nil|undefined|<na>)$/i.test(begin)) return "missing";
  if (/^[+-]?[\d.]+[\d.e+-]*[ij]$/i.test(begin)) return "complex";
  if (/\d\s+[+-]?[\d.]/.test(begin)) return "severalInCell";
  if (/\d[,、]\s*[+-]?\d/.test(begin)) return "commaInCell";
  if (/^[\w.]+\(/.test(begin)) return "computed";
  if (/^[+-]?(?!\d)\p{Nd}/u.test(begin)) return "otherDigits";
  return "noNumber";
}
