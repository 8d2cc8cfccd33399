/** A text that is being read: its plain signs, its places, and what is said about it. */
import { AttentionError } from "../../core/errors.js";
import { inputWords } from "../../words/input/index.js";
import { fill } from "../../words/sentence.js";
import { isTooLong, TEXT_BYTES } from "../limits.js";
import { grouped, quoted, SHOWN } from "../refusal.js";
import { plainSigns } from "./signs.js";

/** @typedef {{ where: string, said: string }} Place as `where` names it, and as the sentence does */

export class Source {
  /**
   * @param {unknown} text
   * @param {{ lang?: string } | undefined} options
   */
  constructor(text, options) {
    const lang = options?.lang;
    this.words = inputWords(typeof lang === "string" ? lang : undefined).text;
    if (typeof text !== "string") throw this.refusal("noText", { where: "text", said: "text" });
    this.text = text;
    this.checkSize();
    this.plain = plainSigns(text);
    /** the tensor that is being read, where there are several */
    this.owner = "";
    /** whether there are signs that were read as others */
    this.foreign = this.plain !== text;
  }

  checkSize() {
    if (!isTooLong(this.text)) return;
    const place = { where: `byte ${TEXT_BYTES + 1}`, said: "" };
    throw this.refusal("long", place, { limit: grouped(TEXT_BYTES) }, "limit");
  }

  /**
   * @param {string} name of the sentence
   * @param {Place} place
   * @param {Record<string, any>} [facts]
   * @param {"value" | "limit"} [code]
   */
  refusal(name, place, facts, code = "value") {
    return new AttentionError(
      code,
      place.where,
      fill(this.words.refused[name], { ...facts, place: place.said }),
    );
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
    return { where: `line ${line}, column ${column}`, said: fill(this.words.place.text, { line, column }) };
  }

  /** A cell of the matrix. @param {number[]} index from 0 @returns {Place} */
  cell(index) {
    const [column = 0, row = 0, matrix, block] = [...index].reverse();
    const facts = { column: column + 1, row: row + 1, matrix: (matrix ?? 0) + 1, block: (block ?? 0) + 1 };
    const { cell, matrixCell, blockCell } = this.words.place;
    let where = `row ${facts.row}, column ${facts.column}`;
    if (matrix !== undefined) where = `matrix ${facts.matrix}, ${where}`;
    if (block !== undefined) where = `block ${facts.block}, ${where}`;
    const said = fill(block !== undefined ? blockCell : matrix !== undefined ? matrixCell : cell, facts);
    return this.owner ? this.owned(where, said) : { where, said };
  }

  /** A cell of one of several tensors. @param {string} where @param {string} place @returns {Place} */
  owned(where, place) {
    const { owner: name } = this;
    return { where: `${name}, ${where}`, said: fill(this.words.place.owned, { name, place }) };
  }

  /** A part of the text as a sentence may repeat it: short, in quotes. @param {number} start @param {number} end */
  quote(start, end) {
    // one more than is shown tells that there is more
    return quoted(this.text.slice(start, Math.min(end, start + SHOWN + 1)));
  }
}

/** Characters of a key in `where`. */
const MOST_KEY = 40;

/** A key as `where` names it. @param {string} key */
export function shortKey(key) {
  if (key === "") return '""';
  return key.length > MOST_KEY ? `${key.slice(0, MOST_KEY)}…` : key;
}
