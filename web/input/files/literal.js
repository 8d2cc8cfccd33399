/**
 * Headers of files: JSON, or the Python literal of .npy. Dictionaries become Maps, so that no name means anything; a key
 * that stands twice is refused. Numbers are whole and not negative, for no header has others.
 */

/** @typedef {(position: number, sentence: string, facts?: Record<string, any>) => Error} Fault */
/** @typedef {Map<string, any> | any[] | string | number | boolean | null} Literal */

/** @typedef {{ quotes: string, words: Map<string, any>, tuples: boolean, trailingComma: boolean }} Dialect */

/** @type {Record<"json" | "python", Dialect>} */
const dialects = {
  json: {
    quotes: '"',
    words: new Map([["true", true], ["false", false], ["null", null]]), // prettier-ignore
    tuples: false,
    trailingComma: false,
  },
  python: {
    quotes: "\"'",
    words: new Map([["True", true], ["False", false], ["None", null]]), // prettier-ignore
    tuples: true,
    trailingComma: true,
  },
};

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const MOST_LEVELS = 16;
/** Digits of a whole number that a double certainly holds. */
const MOST_DIGITS = 15;

/**
 * @param {Uint8Array} bytes
 * @param {"json" | "python"} language
 * @param {Fault} fault makes the error of a position
 * @returns {Literal}
 */
export function readLiteral(bytes, language, fault) {
  const dialect = dialects[language];
  // one character per byte, so that a position is a byte
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
    const sign = text[at];
    if (sign === "{") return dictionary(level + 1);
    if (sign === "[") return list("]", level + 1).items;
    if (sign === "(" && dialect.tuples) return tuple(level + 1);
    if (sign !== undefined && dialect.quotes.includes(sign)) return string(sign);
    if (sign >= "0" && sign <= "9") return number();
    return word();
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

  /** @param {number} level */
  function dictionary(level) {
    const map = new Map();
    at++;
    for (let first = true; !next("}"); first = false) {
      if (!first && !next(",")) throw unexpected();
      if (!first && dialect.trailingComma && next("}")) break;
      blanks();
      const start = at;
      if (at === text.length || !dialect.quotes.includes(text[at])) throw unexpected();
      const key = string(text[at]);
      if (map.has(key)) throw fault(start, "twice", { key });
      if (!next(":")) throw unexpected();
      map.set(key, any(level));
    }
    return map;
  }

  /** @param {string} end @param {number} level */
  function list(end, level) {
    /** @type {any[]} */
    const items = [];
    let comma = false;
    at++;
    for (; !next(end);) {
      if (items.length > 0) {
        comma = next(",");
        if (!comma) throw unexpected();
        if (dialect.trailingComma && next(end)) break;
        comma = false;
      }
      items.push(any(level));
    }
    return { items, comma };
  }

  /** Brackets around one value without a comma are no tuple. @param {number} level */
  function tuple(level) {
    const { items, comma } = list(")", level);
    return items.length === 1 && !comma ? items[0] : items;
  }

  /** @param {string} quote */
  function string(quote) {
    const start = at++;
    for (; text[at] !== quote; at++) {
      if (at >= text.length) throw fault(text.length, "headerEnds");
      if (text[at] === "\\") at++;
    }
    at++;
    const decoded = language === "json" ? jsonString(start, at) : pythonString(start, at);
    if (decoded === undefined) throw fault(start, "badString");
    return decoded;
  }

  /** @param {number} start @param {number} end */
  function jsonString(start, end) {
    try {
      return String(JSON.parse(utf8.decode(bytes.subarray(start, end))));
    } catch {
      return undefined;
    }
  }

  /** No key and no type of NumPy's has a backslash or a character beyond ASCII. @param {number} start @param {number} end */
  function pythonString(start, end) {
    const inside = text.slice(start + 1, end - 1);
    return /^[ -[\]-~]*$/.test(inside) ? inside : undefined;
  }

  function number() {
    const start = at;
    while (text[at] >= "0" && text[at] <= "9") at++;
    const digits = text.slice(start, at);
    if (digits.length > 1 && digits[0] === "0") throw fault(start, "unexpected", { character: "0" });
    if (digits.length > MOST_DIGITS) throw fault(start, "largeNumber");
    // Python 2 wrote its long numbers so
    if (language === "python" && text[at] === "L") at++;
    return Number(digits);
  }

  function word() {
    const [found] = /^[A-Za-z]{1,5}/.exec(text.slice(at, at + 5)) ?? [""];
    if (!dialect.words.has(found)) throw unexpected();
    at += found.length;
    return dialect.words.get(found);
  }
}
