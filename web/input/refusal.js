/** Refusals in the reader's language: one sentence, made from the words of one part of this room. */
import { AttentionError } from "../core/errors.js";
import { inputWords } from "../words/input/index.js";
import { fill } from "../words/sentence.js";

/** @typedef {import("../core/errors.js").ErrorCode} ErrorCode */
/** @typedef {(code: ErrorCode, where: string, sentence: string, facts?: Record<string, any>) => AttentionError} Refuse */

/** Characters of what somebody else wrote that a sentence repeats. */
export const SHOWN = 40;

/** What somebody else wrote: short, on one line, in quotes, every sign that has no picture by its number. @param {string} text */
export function quoted(text) {
  return JSON.stringify(pictured(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text));
}

/** A name that somebody else gave, for a list: on one line, what is long by its beginning and its end. @param {string} name @param {number} most characters */
export function listedName(name, most) {
  const all = name.length > most ? [...name] : [];
  const half = Math.floor(most / 2);
  return pictured(all.length > most ? `${all.slice(0, half).join("")}…${all.slice(-half).join("")}` : name);
}

/** @param {string} text */
const pictured = (text) => text.replace(/\s/g, " ").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, signNumber);

/** @param {string} sign */
const signNumber = (sign) => `U+${Number(sign.codePointAt(0)).toString(16).toUpperCase().padStart(4, "0")}`;

/** A count as people read it. @param {number | bigint} count */
export const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** @param {Record<string, any>} words of one part of this room @returns {Refuse} */
export const refusing = (words) => (code, where, sentence, facts) =>
  new AttentionError(code, where, fill(words[sentence], facts));

/** @param {string} part of the words: "files", "write" @param {string} [lang] */
export const refusals = (part, lang) => refusing(inputWords(lang)[part]);
