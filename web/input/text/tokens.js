/** A text cut into what stands by itself: brackets and signs, quoted texts, and atoms, which are numbers and names. */
import { LIST_COMMA } from "./signs.js";

/** @typedef {import("./source.js").Source} Source */

const [OTHER, SPACE, NEWLINE, ATOM] = [0, 1, 2, 3];
const kinds = new Uint8Array(128);
for (const sign of " \t\v\f") kinds[sign.charCodeAt(0)] = SPACE;
for (const sign of "\n\r") kinds[sign.charCodeAt(0)] = NEWLINE;
for (const sign of "+-._") kinds[sign.charCodeAt(0)] = ATOM;
for (let code = 0; code < 128; code++) if (/[0-9A-Za-z]/.test(String.fromCharCode(code))) kinds[code] = ATOM;

const LIST_COMMA_CODE = LIST_COMMA.charCodeAt(0);

/** @param {number} code */
const kindOf = (code) => (code < 128 ? kinds[code] : code === LIST_COMMA_CODE ? OTHER : ATOM);

export class Tokens {
  /**
   * @param {Source} source
   * @param {number} [from]
   * @param {{ comments?: boolean }} [options] comments: #, % and // begin one
   */
  constructor(source, from = 0, { comments = false } = {}) {
    this.source = source;
    this.comments = comments;
    /** @type {string} "atom", "string", "end" or the sign itself; every comma is "," */
    this.kind = "";
    this.start = from;
    this.end = from;
    /** whether a space, or a line's end, stands before it */
    this.spaced = false;
    this.newline = false;
    this.next();
  }

  /** Goes on to the next one. */
  next() {
    const { plain } = this.source;
    this.skip(plain);
    const at = this.end;
    this.start = at;
    if (at >= plain.length) {
      this.kind = "end";
      return;
    }
    const code = plain.charCodeAt(at);
    if (kindOf(code) === ATOM) this.atom(plain);
    else if (code === 34 || code === 39) this.string(plain, code);
    else {
      this.kind = code === LIST_COMMA_CODE ? "," : plain[at];
      this.end = at + 1;
    }
  }

  /** @param {string} kind */
  is(kind) {
    return this.kind === kind;
  }

  /** Goes back to a place, or ahead. @param {number} position */
  goTo(position) {
    this.end = position;
    this.next();
  }

  /** @param {string} plain */
  skip(plain) {
    this.newline = false;
    let at = this.end;
    for (; at < plain.length; at++) {
      const kind = kindOf(plain.charCodeAt(at));
      if (kind === NEWLINE) this.newline = true;
      else if (kind !== SPACE) {
        if (!this.comments || !beginsComment(plain, at)) break;
        while (at + 1 < plain.length && kindOf(plain.charCodeAt(at + 1)) !== NEWLINE) at++;
      }
    }
    this.spaced = at > this.end;
    this.end = at;
  }

  /** @param {string} plain */
  atom(plain) {
    let at = this.end + 1;
    while (at < plain.length && kindOf(plain.charCodeAt(at)) === ATOM) at++;
    this.kind = "atom";
    this.end = at;
  }

  /** A quoted text ends on its line. @param {string} plain @param {number} quote */
  string(plain, quote) {
    let at = this.end + 1;
    for (; at < plain.length; at++) {
      const code = plain.charCodeAt(at);
      if (code === quote) break;
      if (code === 92) at++;
      if (kindOf(code) === NEWLINE) at = plain.length;
    }
    if (at >= plain.length) throw this.source.refusal("openQuote", this.source.at(this.start));
    this.kind = "string";
    this.end = at + 1;
  }

  /** The text of an atom, in plain signs. */
  get word() {
    return this.source.plain.slice(this.start, this.end);
  }

  /** What a quoted text says, as it was written but for its quotes. */
  get quotedText() {
    return this.source.text.slice(this.start + 1, this.end - 1);
  }
}

/** @param {string} plain @param {number} at */
const beginsComment = (plain, at) =>
  plain[at] === "#" || plain[at] === "%" || (plain[at] === "/" && plain[at + 1] === "/");
