/**
 * Text widths without a font. Layout is pure and cannot measure, so this table holds, for each kind of character, the widest
 * advance (in em) among the common faces of the font stack: what fits by the table fits on the page.
 */

const NARROW = /[.,:;'’|!ijlI·\u2009]/;
const THIN = /[()[\]{}ftr"“”\-‐\/]/;
const WIDE = /[mwMW%@—…∞]/;
const SIGN = /[+−=×÷<>≈√Σ]/;
const SMALL = /[\u2080-\u209c\u00b2\u00b3\u00b9\u1d62-\u1d6a\u2070-\u207f]/;

/**
 * The advance of one character in em.
 * @param {number} code code point
 */
function charAdvance(code) {
  if (code === 0x2068 || code === 0x2069) return 0;
  if (code >= 0x30 && code <= 0x39) return 0.64;
  if (code === 0x20 || code === 0xa0) return 0.33;
  if (code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f) || (code >= 0x300 && code <= 0x36f)) return 0;
  if (code >= 0x1f3fb && code <= 0x1f3ff) return 0;
  if (code >= 0x1f000 || (code >= 0x2600 && code <= 0x27bf)) return 1.4;
  if (code >= 0x1100 && !(code >= 0x2000 && code < 0x2e80) && !(code >= 0x1e00 && code < 0x2000)) return 1;
  const char = String.fromCodePoint(code);
  if (SMALL.test(char)) return 0.46;
  if (NARROW.test(char)) return 0.36;
  if (THIN.test(char)) return 0.48;
  if (WIDE.test(char)) return 1.02;
  if (SIGN.test(char)) return 0.84;
  if (char >= "A" && char <= "Z") return 0.78;
  return 0.64;
}

/**
 * The width of a text in px.
 * @param {string} text @param {number} size font size in px @param {number} [weight] 600 or more is bold
 */
export function textWidth(text, size, weight = 400) {
  return (known.get(text) ?? remember(text)) * size * (weight >= 600 ? 1.09 : 1);
}

/** The font size for names that share a width: 13 px, or 12 px if more of them then fit without being truncated. @param {string[]} names @param {number} width */
export function sizeFor(names, width) {
  const fitting = (/** @type {number} */ size) =>
    names.filter((name) => textWidth(name, size, 600) <= width).length;
  return fitting(13) === fitting(12) ? 13 : 12;
}

/** Widths of texts in em, cached: an edit mostly measures the words that the last one measured. @type {Map<string, number>} */
const known = new Map();

/** @param {string} text */
function remember(text) {
  const em = measure(text);
  if (known.size >= 1024) known.clear();
  if (text.length <= 64) known.set(text, em);
  return em;
}

/** @param {string} text */
function measure(text) {
  let em = 0;
  let joined = false;
  for (const char of text) {
    const code = /** @type {number} */ (char.codePointAt(0));
    // an emoji that a joiner ties to the one before takes no width of its own
    if (!joined) em += charAdvance(code);
    joined = code === 0x200d;
  }
  return em;
}

/** What is read as one sign: a letter with its accents, an emoji with what is joined to it, the two letters of a flag. */
const GLYPH = /\p{RI}{2}|.(?:[\p{M}\p{EMod}\u1160-\u11ff\u{e0020}-\u{e007f}]|\u200d.)*/gsu;

/** A letter of Arabic, Hebrew or another script from right to left. */
const LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * The text, with a direction of its own if it has letters from right to left: otherwise these would reorder the numbers around
 * them, and the dots would be before the word.
 * @param {string} text
 */
function directed(text) {
  if (!LEFTWARD.test(text) || text.includes("\u2068")) return text;
  return `\u2068${text}\u2069`;
}

/**
 * The text, or as much of it as fits, followed by …; "" if nothing fits. Never splits an emoji or an accented letter.
 * @param {string} text @param {number} size @param {number} width @param {number} [weight]
 */
export function truncate(text, size, width, weight = 400) {
  const whole = text.slice(0, 512);
  if (whole.length === text.length && textWidth(text, size, weight) <= width) return directed(text);
  let kept = "";
  for (const [glyph] of whole.replace(/[\u2068\u2069]/g, "").matchAll(GLYPH)) {
    if (textWidth(kept + glyph + "…", size, weight) > width) break;
    kept += glyph;
  }
  return kept ? directed(kept.trimEnd() + "…") : "";
}

/**
 * Breaks a text into lines that fit a width: at spaces, between CJK characters, and anywhere in a word that is too long.
 * @param {string} text @param {number} size @param {number} width @param {number} [weight]
 */
export function wrap(text, size, width, weight) {
  /** @type {string[]} */
  const lines = [];
  let line = "";
  const words = text.match(/[\u2e80-\uffef]|[^\s\u2e80-\uffef]+\s*|\s+/gu) ?? [];
  const long = (/** @type {string} */ word) => textWidth(word.trimEnd(), size, weight) > width;
  for (const piece of words.flatMap((word) => (long(word) ? (word.match(GLYPH) ?? []) : [word]))) {
    if (line && textWidth((line + piece).trimEnd(), size, weight) > width) {
      lines.push(line.trimEnd());
      line = "";
    }
    line += piece;
  }
  if (line.trim()) lines.push(line.trimEnd());
  return lines;
}
