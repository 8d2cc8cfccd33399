/**
 * The tokenizer of all text formats. Tokens are brackets and other signs, quoted strings, and atoms, which are numbers and names.
 * Each format chooses a syntax, and its grammar reads the tokens.
 */
import { LIST_COMMA } from "./signs.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {{ quotes?: boolean, comments?: boolean, tabs?: boolean }} Syntax whether there are quoted strings and comments, and whether tabs are signs */

/** @type {Record<"brackets" | "program" | "plain" | "tabs", Syntax>} */
const syntaxes = {
  brackets: { quotes: true },
  program: { quotes: true, comments: true },
  plain: {},
  // cells between tabs may be empty
  tabs: { tabs: true },
};

const [SIGN, SPACE, ATOM] = [0, 1, 2];
const [TAB, NEWLINE, RETURN] = [9, 10, 13];
/** The kind of a character by its code; beyond ASCII, all but the list comma belong to atoms. */
const kinds = new Uint8Array(65536).fill(ATOM);
for (let code = 0; code < 128; code++) {
  const sign = String.fromCharCode(code);
  kinds[code] = /[\w.+-]/.test(sign) ? ATOM : /[ \t-\r]/.test(sign) ? SPACE : SIGN;
}
kinds[LIST_COMMA.charCodeAt(0)] = SIGN;

// never backtracks, so no text makes it slow
const STRING = /"(?:[^"\\\n\r]|\\[^])*"|'(?:[^'\\\n\r]|\\[^])*'/y;

/** @param {string} plain @param {number} at */
const beginsComment = (plain, at) =>
  plain[at] === "#" || plain[at] === "%" || (plain[at] === "/" && plain[at + 1] === "/");

export class Tokens {
  /**
   * @param {Source} source
   * @param {keyof typeof syntaxes} syntax
   * @param {number} [from]
   * @param {number} [to]
   */
  constructor(source, syntax, from = 0, to = source.plain.length) {
    this.source = source;
    this.syntax = syntaxes[syntax];
    this.to = to;
    /** @type {string} "atom", "string", "end" or the sign itself; every comma is "," */
    this.kind = "";
    this.start = from;
    this.end = from;
    /** where the previous token ends */
    this.last = from;
    /** whether a space, and whether a line break, precedes the token */
    this.spaced = false;
    this.newline = false;
    this.next();
  }

  /** Advances to the next token. */
  next() {
    const { plain } = this.source;
    this.last = this.end;
    this.skip(plain);
    const { start, to, syntax } = this;
    let at = start;
    while (at < to && kinds[plain.charCodeAt(at)] === ATOM) at++;
    this.end = at;
    if (start >= to) this.kind = "end";
    else if (at > start) this.kind = "atom";
    else if (syntax.quotes && (plain[at] === '"' || plain[at] === "'")) this.string();
    else {
      this.kind = plain[at] === LIST_COMMA ? "," : plain[at];
      this.end = at + 1;
    }
  }

  /** Skips spaces, line breaks and comments. @param {string} plain */
  skip(plain) {
    const { to, end } = this;
    const { comments, tabs } = this.syntax;
    this.newline = false;
    let at = end;
    for (; at < to; at++) {
      const code = plain.charCodeAt(at);
      if (code === NEWLINE || code === RETURN) this.newline = true;
      else if (code === TAB && tabs) break;
      else if (kinds[code] === SPACE) continue;
      else if (comments && beginsComment(plain, at)) at = this.source.lineEnd(at) - 1;
      else break;
    }
    this.spaced = at > end;
    this.start = at;
  }

  /** Reads a quoted string, which must end on its line. */
  string() {
    this.kind = "string";
    this.end = this.source.endOf(STRING, this.start);
    if (this.end < 0) throw this.source.error("openQuote", this.source.at(this.start));
  }

  /** @param {string} kind */
  is(kind) {
    return this.kind === kind;
  }

  /** Advances past a token of this kind; returns whether there was one. @param {string} kind */
  take(kind) {
    const found = this.kind === kind;
    if (found) this.next();
    return found;
  }

  /** Moves to the token at a position, backward or forward. @param {number} position */
  goTo(position) {
    this.end = Math.min(position, this.to);
    this.next();
  }

  /** The text of an atom, in plain characters. */
  get word() {
    return this.source.plain.slice(this.start, this.end);
  }

  /** A quoted string as written, without its quotes. */
  get quotedText() {
    return this.source.text.slice(this.start + 1, this.end - 1);
  }

  /** Makes a validation error about this token. @param {string} name of the sentence @param {Record<string, any>} [facts] */
  error(name, facts) {
    return this.source.errorAt(name, this.start, this.end, facts);
  }
}
