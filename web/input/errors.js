/** Validation errors in the reader's language, and how they quote what somebody else wrote. */
import { AttentionError } from "../core/errors.js";
import { fill } from "../words/sentence.js";

/** @typedef {import("../core/errors.js").ErrorCode} ErrorCode */
/** @typedef {(code: ErrorCode, where: string, sentence: string, facts?: Record<string, any>) => AttentionError} Invalid */

/** Most characters of a quotation. */
export const SHOWN = 40;

/** A quotation: short, on one line, in quotes, invisible characters by their numbers. @param {string} text */
export function quoted(text) {
  return JSON.stringify(pictured(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text));
}

/** A foreign name for a list: on one line, a long one by its beginning and its end. @param {string} name @param {number} most characters */
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

/** Makes the errors of one part of the words. @param {Record<string, any>} words @returns {Invalid} */
export const errorsIn = (words) => (code, where, sentence, facts) =>
  new AttentionError(code, where, fill(words[sentence], facts));
