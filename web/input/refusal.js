/** Refusals in the reader's language: one sentence, made from the words of one part of this room. */
import { AttentionError } from "../core/errors.js";
import { inputWords } from "../words/input/index.js";
import { fill } from "../words/sentence.js";

/** @typedef {import("../core/errors.js").ErrorCode} ErrorCode */
/** @typedef {(code: ErrorCode, where: string, sentence: string, facts?: Record<string, any>) => AttentionError} Refuse */

const SHOWN = 60;

/** What somebody else wrote, short and on one line. @param {string} text */
export const quoted = (text) =>
  JSON.stringify(text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}…`).replace(
    /[\u007f-\u009f\u2028\u2029]/g,
    " ",
  );

/** A count as people read it. @param {number | bigint} count */
export const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/**
 * @param {string} part of the words: "files", "link", "write"
 * @param {string} [lang]
 * @returns {Refuse}
 */
export function refusals(part, lang) {
  const words = inputWords(lang)[part];
  return (code, where, sentence, facts) => new AttentionError(code, where, fill(words[sentence], facts));
}
