/**
 * The one tokenizer of all text formats: a text cut into what stands by itself, that is brackets and signs, quoted texts, and
 * atoms, which are numbers and names. A format says which characters are which to it; its grammar reads the tokens.
 */
import { LIST_COMMA } from "./signs.js";

/** @typedef {import("./source.js").Source} Source */
/** @typedef {{ kinds: Uint8Array, isComment: (plain: string, at: number) => boolean }} Syntax isComment: whether what may begin a comment does */

const [SIGN, SPACE, LINE_END, ATOM, QUOTE, COMMENT] = [0, 1, 2, 3, 4, 5];

/**
 * @param {string} spaces
 * @param {string} quotes
 * @param {string} comments what may begin one
 * @param {Syntax["isComment"]} isComment
 * @returns {Syntax}
 */
function syntax(spaces, quotes, comments = "", isComment = () => true) {
  const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
    const character = String.fromCharCode(code);
    if (/[\n\r]/.test(character)) return LINE_END;
    if (spaces.includes(character)) return SPACE;
    if (quotes.includes(character)) return QUOTE;
    if (comments.includes(character)) return COMMENT;
    return /[\w.+-]/.test(character) ? ATOM : SIGN;
  });
  return { kinds, isComment };
}

const SPACES = " \t\v\f";
const QUOTES = "\"'";

const syntaxes = {
  brackets: syntax(SPACES, QUOTES),
  program: syntax(SPACES, QUOTES, "#%/", (plain, at) => plain[at] !== "/" || plain[at + 1] === "/"),
  latex: syntax(SPACES, "", "%", (plain, at) => /\s/.test(plain[at - 1] ?? " ")),
  plain: syntax(SPACES, ""),
  // a tab parts cells, which may be empty
  tabs: syntax(" \v\f", ""),
};

const LIST_COMMA_CODE = LIST_COMMA.charCodeAt(0);
const BACKSLASH = 92;

/** @param {Uint8Array} kinds @param {number} code */
const kindOf = (kinds, code) => (code < 128 ? kinds[code] : code === LIST_COMMA_CODE ? SIGN : ATOM);

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
    if (at >= this.to) {
      this.kind = "end";
      return;
    }
    const kind = kindOf(this.syntax.kinds, plain.charCodeAt(at));
    if (kind === ATOM) this.atom(plain);
    else if (kind === QUOTE) this.string(plain);
    else {
      this.kind = plain[at] === LIST_COMMA ? "," : plain[at];
      this.end = at + 1;
    }
  }

  /** @param {string} kind */
  is(kind) {
    return this.kind === kind;
  }

  /** Goes on if this is the next one. @param {string} kind */
  take(kind) {
    const found = this.kind === kind;
    if (found) this.next();
    return found;
  }

  /** Goes back to a place, or ahead. @param {number} position */
  goTo(position) {
    this.end = position;
    this.next();
  }

  /** Spaces, line ends and comments. @param {string} plain */
  skip(plain) {
    const { to } = this;
    const { kinds, isComment } = this.syntax;
    this.newline = false;
    let at = this.end;
    for (; at < to; at++) {
      const kind = kindOf(kinds, plain.charCodeAt(at));
      if (kind === LINE_END) this.newline = true;
      else if (kind !== SPACE) {
        if (kind !== COMMENT || !isComment(plain, at)) break;
        while (at + 1 < to && kindOf(kinds, plain.charCodeAt(at + 1)) !== LINE_END) at++;
      }
    }
    this.spaced = at > this.end;
    this.end = at;
  }

  /** @param {string} plain */
  atom(plain) {
    const { to } = this;
    const { kinds } = this.syntax;
    let at = this.end + 1;
    while (at < to && kindOf(kinds, plain.charCodeAt(at)) === ATOM) at++;
    this.kind = "atom";
    this.end = at;
  }

  /** A quoted text ends on its line. @param {string} plain */
  string(plain) {
    const quote = plain.charCodeAt(this.start);
    let at = this.start + 1;
    for (; at < this.to; at++) {
      const code = plain.charCodeAt(at);
      if (code === quote) break;
      if (code === BACKSLASH) at++;
      if (kindOf(this.syntax.kinds, code) === LINE_END) at = this.to;
    }
    if (at >= this.to) throw this.source.error("openQuote", this.source.at(this.start));
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

  /** A validation error about this token. @param {string} name of the sentence @param {Record<string, any>} [facts] */
  error(name, facts) {
    return this.source.errorAt(name, this.start, this.end, facts);
  }
}
