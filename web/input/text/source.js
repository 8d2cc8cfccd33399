/** A text being read: its plain characters, its places, its errors and notes. */
import { AttentionError } from "../../core/errors.js";
import { inputWords } from "../../words/input/index.js";
import { fill } from "../../words/sentence.js";
import { isTooLong, TEXT_BYTES } from "../limits.js";
import { grouped, listedName, quoted, SHOWN } from "../errors.js";
import { plainSigns } from "./signs.js";

/** @typedef {{ where: string, phrase: string }} Place where: for `error.where`; phrase: for the sentence */

/** The axes of a matrix, outermost first, and the phrase for a place in it, by rank. */
const AXES = ["block", "matrix", "row", "column"];
const CELLS = ["cell", "cell", "cell", "matrixCell", "blockCell"];

export class Source {
  /**
   * @param {unknown} text
   * @param {{ lang?: string } | undefined} options
   */
  constructor(text, options) {
    const lang = options?.lang;
    this.words = inputWords(typeof lang === "string" ? lang : undefined).text;
    if (typeof text !== "string") throw this.error("noText", { where: "text", phrase: "text" });
    this.text = text;
    const end = { where: `byte ${TEXT_BYTES + 1}`, phrase: "" };
    if (isTooLong(text)) throw this.error("long", end, { limit: grouped(TEXT_BYTES) }, "limit");
    this.plain = plainSigns(text);
    /** the name of the tensor being read, if there are several */
    this.tensor = "";
    /** whether any character is read as another */
    this.foreign = this.plain !== text;
  }

  /**
   * Makes a validation error.
   * @param {string} name of the sentence
   * @param {Place} place
   * @param {Record<string, any>} [facts]
   * @param {"value" | "limit"} [code]
   */
  error(name, place, facts, code = "value") {
    const sentence = fill(this.words.errors[name], { ...facts, place: place.phrase });
    return new AttentionError(code, place.where, sentence);
  }

  /** Makes an error at a part of the text. @param {string} name @param {number} start @param {number} end @param {Record<string, any>} [facts] */
  errorAt(name, start, end, facts) {
    return this.error(name, this.at(start), { found: this.quote(start, end), ...facts });
  }

  /** Makes an error in a cell of the matrix. @param {string} name @param {number[]} index @param {Record<string, any>} [facts] */
  errorInCell(name, index, facts) {
    return this.error(name, this.cell(index), facts);
  }

  /** Makes an error of a key. @param {string} name @param {string} key @param {Record<string, any>} [facts] */
  errorOfKey(name, key, facts) {
    return this.error(name, { where: shortKey(key), phrase: "" }, { key: quoted(key), ...facts });
  }

  /** Makes the error for a bracket that is never closed. @param {number} start @param {string} close */
  openBracket(start, close) {
    return this.error("openBracket", this.at(start), { close });
  }

  /** @param {string} name of the sentence @param {Record<string, any>} [facts] */
  note(name, facts) {
    return fill(this.words.notes[name], facts);
  }

  /** Returns the line and column of a position, in characters from 1. @param {number} position @returns {Place} */
  at(position) {
    const lines = this.text.slice(0, position).split(/\r\n|[\n\r\x85\u2028\u2029]/);
    const line = lines.length;
    const column = [...(lines.at(-1) ?? "")].length + 1;
    return { where: `line ${line}, column ${column}`, phrase: fill(this.words.place.text, { line, column }) };
  }

  /** Returns the place of a cell of the matrix. @param {number[]} index from 0; a single number is a column @returns {Place} */
  cell(index) {
    const numbers = index.length === 1 ? [0, ...index] : index;
    const facts = AXES.slice(-numbers.length).map((axis, i) => /** @type {const} */ ([axis, numbers[i] + 1]));
    const where = facts.map((fact) => fact.join(" ")).join(", ");
    const phrase = fill(this.words.place[CELLS[numbers.length]], Object.fromEntries(facts));
    const name = listedName(this.tensor, SHOWN);
    if (!name) return { where, phrase };
    return { where: `${name}, ${where}`, phrase: fill(this.words.place.owned, { name, place: phrase }) };
  }

  /** Quotes a part of the text. @param {number} start @param {number} end */
  quote(start, end) {
    // one character more than is shown, so that an ellipsis is added
    return quoted(this.text.slice(start, Math.min(end, start + SHOWN + 1)));
  }

  /** Returns the match at a position, or null. @param {RegExp} form sticky @param {number} at */
  match(form, at) {
    form.lastIndex = at;
    return form.exec(this.plain);
  }

  /** Returns where a match at a position ends, or −1 if there is none. @param {RegExp} form sticky @param {number} at */
  endOf(form, at) {
    form.lastIndex = at;
    return form.test(this.plain) ? form.lastIndex : -1;
  }

  /** Returns the first position from `at` on that is not a space. @param {number} at */
  spaceEnd(at) {
    return this.find(/\S/g, at);
  }

  /** Returns where the line of a position ends. @param {number} at */
  lineEnd(at) {
    return this.find(/[\n\r]/g, at);
  }

  /** Returns the first match from `at` on, or the end of the text. @param {RegExp} form @param {number} at */
  find(form, at) {
    form.lastIndex = at;
    return form.exec(this.plain)?.index ?? this.plain.length;
  }

  /** Returns where the line of a position begins. @param {number} at */
  lineStart(at) {
    while (at > 0 && !/[\n\r]/.test(this.plain[at - 1])) at--;
    return at;
  }

  /** Returns a part without the spaces at its ends. @param {number} start @param {number} end @param {RegExp} [spaces] @returns {[number, number]} */
  trimmed(start, end, spaces = /\s/) {
    while (start < end && spaces.test(this.plain[start])) start++;
    while (end > start && spaces.test(this.plain[end - 1])) end--;
    return [start, end];
  }
}

/** Maximum characters of a key in `where`. */
const MOST_KEY = 40;

/** Returns a key as `where` shows it. @param {string} key */
export function shortKey(key) {
  if (key === "") return '""';
  return key.length > MOST_KEY ? `${key.slice(0, MOST_KEY)}…` : key;
}
