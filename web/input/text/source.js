/** A text that is being read: its plain signs, its places, its errors and notes. */
import { AttentionError } from "../../core/errors.js";
import { inputWords } from "../../words/input/index.js";
import { fill } from "../../words/sentence.js";
import { isTooLong, TEXT_BYTES } from "../limits.js";
import { grouped, listedName, quoted, SHOWN } from "../errors.js";
import { plainSigns } from "./signs.js";

/** @typedef {{ where: string, phrase: string }} Place for `error.where`, and for the sentence */

/** The axes of a matrix from the outermost, and the phrase for a place in it by its rank. */
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
    this.checkSize();
    this.plain = plainSigns(text);
    /** the name of the tensor that is being read, where there are several */
    this.tensor = "";
    /** whether any sign is read as another */
    this.foreign = this.plain !== text;
  }

  checkSize() {
    if (!isTooLong(this.text)) return;
    const place = { where: `byte ${TEXT_BYTES + 1}`, phrase: "" };
    throw this.error("long", place, { limit: grouped(TEXT_BYTES) }, "limit");
  }

  /**
   * A validation error.
   * @param {string} name of the sentence
   * @param {Place} place
   * @param {Record<string, any>} [facts]
   * @param {"value" | "limit"} [code]
   */
  error(name, place, facts, code = "value") {
    const sentence = fill(this.words.errors[name], { ...facts, place: place.phrase });
    return new AttentionError(code, place.where, sentence);
  }

  /** An error at a part of the text. @param {string} name @param {number} start @param {number} end @param {Record<string, any>} [facts] */
  errorAt(name, start, end, facts) {
    return this.error(name, this.at(start), { found: this.quote(start, end), ...facts });
  }

  /** An error in a cell of the matrix. @param {string} name @param {number[]} index @param {Record<string, any>} [facts] */
  errorInCell(name, index, facts) {
    return this.error(name, this.cell(index), facts);
  }

  /** An error of a key. @param {string} name @param {string} key @param {Record<string, any>} [facts] */
  errorOfKey(name, key, facts) {
    return this.error(name, { where: shortKey(key), phrase: "" }, { key: quoted(key), ...facts });
  }

  /** The error of a bracket that nothing closes. @param {number} start @param {string} close */
  openBracket(start, close) {
    return this.error("openBracket", this.at(start), { close });
  }

  /** @param {string} name of the sentence @param {Record<string, any>} [facts] */
  note(name, facts) {
    return fill(this.words.notes[name], facts);
  }

  /** A line and a column of the text, in characters from 1. @param {number} position @returns {Place} */
  at(position) {
    const lines = this.text.slice(0, position).split(/\r\n|[\n\r\x85\u2028\u2029]/);
    const line = lines.length;
    const column = [...(lines.at(-1) ?? "")].length + 1;
    return { where: `line ${line}, column ${column}`, phrase: fill(this.words.place.text, { line, column }) };
  }

  /** A cell of the matrix. @param {number[]} index from 0; a single one is a column @returns {Place} */
  cell(index) {
    const numbers = index.length === 1 ? [0, ...index] : index;
    const facts = AXES.slice(-numbers.length).map((axis, i) => /** @type {const} */ ([axis, numbers[i] + 1]));
    const where = facts.map((fact) => fact.join(" ")).join(", ");
    const phrase = fill(this.words.place[CELLS[numbers.length]], Object.fromEntries(facts));
    const name = listedName(this.tensor, SHOWN);
    if (!name) return { where, phrase };
    return { where: `${name}, ${where}`, phrase: fill(this.words.place.owned, { name, place: phrase }) };
  }

  /** A quotation of a part of the text. @param {number} start @param {number} end */
  quote(start, end) {
    // one character more than is shown makes an ellipsis
    return quoted(this.text.slice(start, Math.min(end, start + SHOWN + 1)));
  }

  /** What stands at a place. @param {RegExp} form sticky @param {number} at */
  match(form, at) {
    form.lastIndex = at;
    return form.exec(this.plain);
  }

  /** Where what stands at a place ends; −1 where it does not stand there. @param {RegExp} form sticky @param {number} at */
  endOf(form, at) {
    form.lastIndex = at;
    return form.test(this.plain) ? form.lastIndex : -1;
  }

  /** The first place from here that is no space. @param {number} at */
  spaceEnd(at) {
    return this.find(/\S/g, at);
  }

  /** Where the line of a place ends. @param {number} at */
  lineEnd(at) {
    return this.find(/[\n\r]/g, at);
  }

  /** The first match from here; else the end of the text. @param {RegExp} form @param {number} at */
  find(form, at) {
    form.lastIndex = at;
    return form.exec(this.plain)?.index ?? this.plain.length;
  }

  /** Where the line of a place begins. @param {number} at */
  lineStart(at) {
    while (at > 0 && !/[\n\r]/.test(this.plain[at - 1])) at--;
    return at;
  }

  /** A part without spaces at both ends. @param {number} start @param {number} end @param {RegExp} [spaces] @returns {[number, number]} */
  trimmed(start, end, spaces = /\s/) {
    while (start < end && spaces.test(this.plain[start])) start++;
    while (end > start && spaces.test(this.plain[end - 1])) end--;
    return [start, end];
  }
}

/** Most characters of a key in `where`. */
const MOST_KEY = 40;

/** A key as `where` names it. @param {string} key */
export function shortKey(key) {
  if (key === "") return '""';
  return key.length > MOST_KEY ? `${key.slice(0, MOST_KEY)}…` : key;
}
