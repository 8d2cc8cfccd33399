/**
 * Encodes and decodes links: the state of a player, in the part of an address after "#".
 *
 *     v1.<base64url of deflate-raw of the JSON, UTF-8, without padding>.<CRC-32 of the JSON, 8 lower-case hexadecimal digits>
 *
 * If a link cannot be read, `error.where` is "link" (not a text, empty, or too long), "version", "character 17" (counted from 1
 * after the "#"), "data" (cannot be decompressed, or is not JSON), "checksum", or the invalid key of the state.
 */
import { AttentionError } from "../../core/errors.js";
import { linkWords } from "../../words/input/link/index.js";
import { crc32 } from "./crc32.js";
import { jsonText } from "../json.js";
import { LINK_CHARACTERS, TEXT_BYTES } from "../limits.js";
import { checkState } from "./state.js";
import { grouped, quoted, errorsIn } from "../errors.js";

/** @typedef {import("../errors.js").Invalid} Invalid */
/** @typedef {import("./state.js").State} State */
/** @typedef {{ lang?: string }} LinkOptions lang: language of errors, English by default */

const START = "v1.";
const DIGITS = 8;
/** A link or the beginning of one. */
const FORM = /^v1\.[\w-]*(?:\.[0-9a-f]{0,8})?/;

/**
 * Encodes a state as a link. Throws an AttentionError for an invalid state, or one that is too long for a link.
 * @param {State} state
 * @param {LinkOptions} [options]
 * @returns {Promise<string>} without the "#"
 */
export async function encodeLink(state, options) {
  const words = linkWords(options?.lang);
  const invalid = errorsIn(words);
  try {
    checkState(state, invalid, words.kinds);
  } catch (error) {
    if (error instanceof AttentionError) throw error;
    // thrown by a getter or a proxy of the caller's
    throw Object.assign(invalid("value", "state", "unreadable", { where: "state" }), { cause: error });
  }
  const text = jsonText(state, { limit: TEXT_BYTES, invalid, name: "state" });
  const json = new TextEncoder().encode(text);
  if (json.length > TEXT_BYTES) throw invalid("limit", "state", "long", { limit: grouped(TEXT_BYTES) });
  const packed = await through(json, globalThis.CompressionStream, Infinity, invalid);
  const link = `${START}${toBase64url(packed)}.${crc32(json)}`;
  const sizes = { length: grouped(link.length), limit: grouped(LINK_CHARACTERS) };
  if (link.length > LINK_CHARACTERS) throw invalid("limit", "link", "wouldBeLong", sizes);
  return link;
}

/**
 * Decodes a link and checks its state. Throws an AttentionError for a link that cannot be read.
 * @param {string} text a link, with or without the leading "#"
 * @param {LinkOptions} [options]
 * @returns {Promise<State>} plain JSON
 */
export async function decodeLink(text, options) {
  const words = linkWords(options?.lang);
  const invalid = errorsIn(words);
  const { packed, checksum } = takeApart(text, invalid);
  const json = await through(packed, globalThis.DecompressionStream, TEXT_BYTES, invalid);
  if (crc32(json) !== checksum) throw invalid("value", "checksum", "checksum");
  const state = parsed(json, invalid);
  checkState(state, invalid, words.kinds);
  return state;
}

/** Returns the compressed bytes and the checksum of a link. Throws if it is malformed. @param {unknown} text @param {Invalid} invalid */
function takeApart(text, invalid) {
  if (typeof text !== "string") throw invalid("value", "link", "noText");
  const hash = text[0] === "#" ? 1 : 0;
  const length = text.length - hash;
  if (length > LINK_CHARACTERS)
    throw invalid("limit", "link", "tooLong", { length: grouped(length), limit: grouped(LINK_CHARACTERS) });
  const link = bare(text.slice(hash));
  checkVersion(link, invalid);
  const dot = checkForm(link, invalid);
  const payload = link.slice(START.length, dot);
  const packed = fromBase64url(payload);
  // the unused bits of the last character must be 0, so that a link has a single spelling
  if (!packed || toBase64url(packed) !== payload) throw invalid("value", `character ${dot}`, "cut");
  return { packed, checksum: link.slice(dot + 1) };
}

// punctuation that may follow an address in a sentence or an e-mail, plain or as a browser escapes it
const TAIL = /(?:[)\]}>.,;:!?'"’”»\s]|%(?:29|5D|7D|3E|2E|2C|3B|3A|21|3F|27|22))$/i;

/** Strips trailing punctuation from a link and unescapes its dots. @param {string} link */
function bare(link) {
  let end = link.length;
  for (;;) {
    const [found] = TAIL.exec(link.slice(Math.max(0, end - 3), end)) ?? [];
    if (!found) return link.slice(0, end).replace(/%2E/gi, ".");
    end -= found.length;
  }
}

/** Checks the form of a link and returns the index of the dot before the checksum. @param {string} link with the right version @param {Invalid} invalid */
function checkForm(link, invalid) {
  const [{ length }] = /** @type {RegExpExecArray} */ (FORM.exec(link));
  if (length < link.length) {
    const character = quoted(String.fromCodePoint(link.codePointAt(length) ?? 0));
    throw invalid("value", `character ${length + 1}`, "misplaced", { place: length + 1, character });
  }
  const dot = link.indexOf(".", START.length);
  if (dot <= START.length || length <= dot + DIGITS) throw invalid("value", `character ${length}`, "cut");
  return dot;
}

/** @param {string} link @param {Invalid} invalid */
function checkVersion(link, invalid) {
  if (link.startsWith(START)) return;
  const [, version] = /^v([1-9]\d{0,8})\./.exec(link) ?? [];
  if (version) throw invalid("value", "version", "newer", { version });
  throw invalid("value", link === "" ? "link" : "character 1", "noLink");
}

/** @param {Uint8Array} json @param {Invalid} invalid */
function parsed(json, invalid) {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(json));
  } catch (cause) {
    throw Object.assign(invalid("value", "data", "noJson"), { cause });
  }
}

/**
 * Passes bytes through a stream of the browser. Throws if the output exceeds the limit, in bytes.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {typeof CompressionStream | typeof DecompressionStream | undefined} Stream
 * @param {number} limit
 * @param {Invalid} invalid
 */
async function through(bytes, Stream, limit, invalid) {
  if (!Stream) throw invalid("unsupported", "link", "noCompression");
  const reader = new Blob([bytes]).stream().pipeThrough(new Stream("deflate-raw")).getReader();
  /** @type {Uint8Array<any>[]} */
  const pieces = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((cause) => {
      throw Object.assign(invalid("value", "data", "damaged"), { cause });
    });
    if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
    length += value.length;
    if (length > limit) {
      reader.cancel().catch(() => {});
      throw invalid("limit", "data", "inflated", { limit: grouped(limit) });
    }
    pieces.push(value);
  }
}

/** @param {Uint8Array} bytes */
function toBase64url(bytes) {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Decodes base64url; undefined for a length that no encoding has. @param {string} text */
function fromBase64url(text) {
  if (text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
