/**
 * Replaces characters that look like those of a number: full-width digits, typographic minus signs, thin spaces between
 * thousands. Each becomes one plain character, so that positions are the same in both texts.
 */

/** The thin space that groups digits by thousands, the only space within a number. */
export const GROUP = "\u2009";
/** The Chinese comma of lists, which is never a decimal comma. */
export const LIST_COMMA = "、";

/** The minus sign, the en dash that word processors make of a hyphen, the small hyphen. */
const MINUS = /[\u2212\u2013\ufe63]/;
const WIDE = /[\uff01-\uff5e]/;
const WIDE_SHIFT = 0xfee0;
const SPACE = /[\xa0\u1680\u2000-\u200a\u205f\u3000]/;
const FOREIGN =
  /[\x85\xa0\u1680\u2000-\u200a\u2013\u2028\u2029\u202f\u205f\u2212\u3000\ufe63\ufeff\uff01-\uff5e]/g;

/** Returns a text in plain characters, of the same length. @param {string} text */
export const plainSigns = (text) => text.replace(FOREIGN, (sign, at) => plainSign(sign, at, text));

/** @param {string} sign @param {number} at @param {string} text */
function plainSign(sign, at, text) {
  if (sign === "，") return LIST_COMMA;
  if (WIDE.test(sign)) return String.fromCharCode(sign.charCodeAt(0) - WIDE_SHIFT);
  if (MINUS.test(sign)) return "-";
  if (/[\u2009\u202f]/.test(sign)) return groups(text, at) ? GROUP : " ";
  if (SPACE.test(sign)) return " ";
  // a byte order mark
  if (sign === "\ufeff") return at === 0 ? " " : sign;
  return "\n";
}

/** Whether a thin space follows a digit and precedes exactly three. @param {string} text @param {number} at */
const groups = (text, at) =>
  at > 0 && /^[\d０-９].[\d０-９]{3}(?![\d０-９])/.test(text.slice(at - 1, at + 5));

/** @typedef {"minus" | "wide"} Kind */

/** Returns the kinds of characters that are read as others. @param {string} written @returns {Kind[]} */
export function replacedIn(written) {
  /** @type {Kind[]} */
  const kinds = [];
  if (MINUS.test(written)) kinds.push("minus");
  if (WIDE.test(written)) kinds.push("wide");
  return kinds;
}
