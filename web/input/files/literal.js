/**
 * Parses the headers of files: JSON, or the Python literal of .npy. Dictionaries become Maps, so that no name is special; a
 * repeated key is an error. Only non-negative integers are read, as headers have no other numbers.
 */
import { grouped, quoted } from "../errors.js";

/** @typedef {import("../errors.js").Invalid} Invalid */
/** @typedef {(position: number, sentence: string, facts?: Record<string, any>) => Error} Fault makes the error at a position */
/** @typedef {Map<string, any> | any[] | string | number | boolean | null} Literal */

/** The keywords of each language. @type {Record<"json" | "python", Record<string, boolean | null>>} */
const words = {
  json: { true: true, false: false, null: null },
  python: { True: true, False: false, None: null },
};

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const MOST_LEVELS = 16;
/** Maximum digits of an integer; a double holds all of these exactly. */
const MOST_DIGITS = 15;

/**
 * @param {Uint8Array} bytes
 * @param {"json" | "python"} language
 * @param {Fault} fault
 * @returns {Literal}
 */
export function readLiteral(bytes, language, fault) {
  const isPython = language === "python";
  // one character per byte, so that positions count bytes
  const text = new TextDecoder("latin1").decode(bytes);
  let at = 0;
  const value = any(0);
  blanks();
  if (at < text.length) throw unexpected();
  return value;

  /** @param {number} level @returns {any} */
  function any(level) {
    blanks();
    if (level > MOST_LEVELS) throw fault(at, "deep", { limit: MOST_LEVELS });
    const sign = text[at] ?? "";
    if (sign === "{") return dictionary(level + 1);
    if (sign === "[") return list("]", level + 1);
    if (sign === "(" && isPython) return list(")", level + 1);
    if (isQuote(sign)) return string(sign);
    return /\d/.test(sign) ? number() : word();
  }

  /** @param {string} sign */
  function isQuote(sign) {
    return sign === '"' || (sign === "'" && isPython);
  }

  function blanks() {
    while (at < text.length && " \t\r\n".includes(text[at])) at++;
  }

  function unexpected() {
    return at < text.length ? fault(at, "unexpected", { character: text[at] }) : fault(at, "headerEnds");
  }

  /** @param {string} sign */
  function next(sign) {
    blanks();
    if (text[at] !== sign) return false;
    at++;
    return true;
  }

  /** Reads comma-separated entries up to a closing sign. @param {string} end @param {() => void} read @returns {boolean} whether a comma precedes the end */
  function entries(end, read) {
    at++;
    if (next(end)) return false;
    for (;;) {
      read();
      if (next(end)) return false;
      if (!next(",")) throw unexpected();
      if (isPython && next(end)) return true;
    }
  }

  /** @param {number} level */
  function dictionary(level) {
    const map = new Map();
    entries("}", () => {
      blanks();
      const start = at;
      if (!isQuote(text[at])) throw unexpected();
      const key = string(text[at]);
      if (map.has(key)) throw fault(start, "twice", { key });
      if (!next(":")) throw unexpected();
      map.set(key, any(level));
    });
    return map;
  }

  /** @param {string} end @param {number} level */
  function list(end, level) {
    /** @type {any[]} */
    const items = [];
    const comma = entries(end, () => items.push(any(level)));
    // parentheses around a single value without a comma are no tuple
    return end === ")" && items.length === 1 && !comma ? items[0] : items;
  }

  /** @param {string} quote */
  function string(quote) {
    const start = at++;
    for (; text[at] !== quote; at++) {
      if (at >= text.length) throw fault(text.length, "headerEnds");
      if (text[at] === "\\") at++;
    }
    at++;
    const decoded = isPython ? plainText(text.slice(start + 1, at - 1)) : jsonText(bytes.subarray(start, at));
    if (decoded === undefined) throw fault(start, "badString");
    return decoded;
  }

  function number() {
    const start = at;
    while (text[at] >= "0" && text[at] <= "9") at++;
    const digits = text.slice(start, at);
    if (digits.length > 1 && digits[0] === "0") throw fault(start, "unexpected", { character: "0" });
    if (digits.length > MOST_DIGITS) throw fault(start, "largeNumber");
    // Python 2 wrote long integers with an L
    if (isPython && text[at] === "L") at++;
    return Number(digits);
  }

  function word() {
    const [found] = /^[A-Za-z]{1,5}/.exec(text.slice(at, at + 5)) ?? [""];
    if (!Object.hasOwn(words[language], found)) throw unexpected();
    at += found.length;
    return words[language][found];
  }
}

/** Returns a function that makes the errors of a header beginning at byte `start`. @param {number} start @param {Invalid} invalid @returns {Fault} */
export const faultAt = (start, invalid) => (position, sentence, facts) => {
  const byte = start + position;
  /** @type {Record<string, any>} */
  const shown = { ...facts, byte: grouped(byte) };
  for (const name in facts) if (typeof facts[name] === "string") shown[name] = quoted(facts[name]);
  return invalid("value", `byte ${byte}`, sentence, shown);
};

/** Decodes a JSON string; undefined if it is invalid. @param {Uint8Array} bytes */
function jsonText(bytes) {
  try {
    return String(JSON.parse(utf8.decode(bytes)));
  } catch {
    return undefined;
  }
}

/** Returns a plain ASCII string; undefined if it has backslashes or other characters, as no key or type of NumPy has. @param {string} text */
const plainText = (text) => (/^[ -[\]-~]*$/.test(text) ? text : undefined);
