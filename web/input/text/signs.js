/**
 * Signs that look like those of a number: full-width digits, the minus of typesetters, thin spaces between thousands.
 * Each becomes the plain sign in its place, so that a position in one text is the same position in the other.
 */

/** Groups digits by thousands: the one space that is part of a number. */
export const GROUP = "\u2009";
/** A comma that parts and is never decimal. */
export const LIST_COMMA = "、";

const GROUP_CODE = GROUP.charCodeAt(0);
const LIST_COMMA_CODE = LIST_COMMA.charCodeAt(0);
const [SPACE, NEWLINE, MINUS] = [0x20, 0x0a, 0x2d];

/** The minus sign, the en dash that word processors make of a minus, the small minus. */
const MINUSES = new Set([0x2212, 0x2013, 0xfe63]);
const SPACES = new Set([0xa0, 0x1680, 0x205f, 0x3000]);
const LINE_ENDS = new Set([0x85, 0x2028, 0x2029]);
const THIN = new Set([0x2009, 0x202f]);
const [WIDE_FIRST, WIDE_LAST, WIDE_COMMA, WIDE_SHIFT] = [0xff01, 0xff5e, 0xff0c, 0xfee0];

/** @param {number} code */
const isWide = (code) => code >= WIDE_FIRST && code <= WIDE_LAST;

/** @param {number} code of 0 to 9, full-width or not */
const isDigit = (code) => (code >= 48 && code <= 57) || (code >= 0xff10 && code <= 0xff19);

/** The same length, in plain signs. @param {string} text */
export function plainSigns(text) {
  // most texts are plain
  if (!/[^\0-\x7f]/.test(text)) return text;
  const units = new Uint16Array(text.length);
  for (let i = 0; i < units.length; i++) {
    const code = text.charCodeAt(i);
    units[i] = code < 0x80 ? code : plainSign(code, text, i);
  }
  let plain = "";
  const piece = 8192;
  for (let i = 0; i < units.length; i += piece) plain += String.fromCharCode(...units.subarray(i, i + piece));
  return plain;
}

/** @param {number} code @param {string} text @param {number} at */
function plainSign(code, text, at) {
  if (THIN.has(code)) return groups(text, at) ? GROUP_CODE : SPACE;
  if (SPACES.has(code) || (code >= 0x2000 && code <= 0x200a)) return SPACE;
  if (LINE_ENDS.has(code)) return NEWLINE;
  if (MINUSES.has(code)) return MINUS;
  if (code === WIDE_COMMA) return LIST_COMMA_CODE;
  if (isWide(code)) return code - WIDE_SHIFT;
  // a byte order mark
  return code === 0xfeff && at === 0 ? SPACE : code;
}

/** Whether a thin space stands between digits and exactly three follow. @param {string} text @param {number} at */
function groups(text, at) {
  const digit = (/** @type {number} */ i) => isDigit(text.charCodeAt(i));
  return digit(at - 1) && digit(at + 1) && digit(at + 2) && digit(at + 3) && !digit(at + 4);
}

/** @typedef {"minus" | "wide"} Kind */

/** What was read as something else between two places. @param {string} text @param {number} start @param {number} end @returns {Kind[]} */
export function readOtherwise(text, start, end) {
  /** @type {Kind[]} */
  const kinds = [];
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    if (isWide(code)) kinds.push("wide");
    else if (MINUSES.has(code)) kinds.push("minus");
  }
  return kinds;
}
