/** Validation errors in the reader's language, and the quoting of foreign text in them. */
import { AttentionError } from "../core/errors.js";
import { fill } from "../words/sentence.js";

/** @typedef {import("../core/errors.js").ErrorCode} ErrorCode */
/** @typedef {(code: ErrorCode, where: string, sentence: string, facts?: Record<string, any>) => AttentionError} Invalid */

/** Maximum characters of a quotation. */
export const SHOWN = 40;

/** Quotes foreign text: shortened, on one line, in quotation marks, with invisible characters as code points (U+200B). @param {string} text */
export function quoted(text) {
  return JSON.stringify(pictured(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text));
}

/** Writes a foreign name for a list: on one line; a long name keeps its beginning and its end. @param {string} name @param {number} most characters */
export function listedName(name, most) {
  const all = name.length > most ? [...name] : [];
  const half = Math.floor(most / 2);
  return pictured(all.length > most ? `${all.slice(0, half).join("")}…${all.slice(-half).join("")}` : name);
}

/** @param {string} text */
const pictured = (text) => text.replace(/\s/g, " ").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, signNumber);

/** @param {string} sign */
const signNumber = (sign) => `U+${Number(sign.codePointAt(0)).toString(16).toUpperCase().padStart(4, "0")}`;

/** Writes a count with commas between thousands. @param {number | bigint} count */
export const grouped = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");

/** Returns a function that makes validation errors from one part of the words. @param {Record<string, any>} words @returns {Invalid} */
export const errorsIn = (words) => (code, where, sentence, facts) =>
  new AttentionError(code, where, fill(words[sentence], facts));
