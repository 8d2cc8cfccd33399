/** Replaces calls in a listing that generate numbers, such as torch.randn(2, 3) and nn.Linear(4, 4), with numbers. */
import { drawing } from "../edit/drawing.js";

const CALL =
  /(?:[A-Za-z_]\w*\.){0,3}(rand\w*|normal|uniform|zeros|ones)\(((?:[^()\n]|\([^()\n]*\)){0,200})\)(?:\.\w+\([^()\n]{0,60}\))*/g;
/** A layer whose name says what it makes. */
const LAYER = /^([ \t]*)(?:self\.)?(\w+)[ \t]*=[ \t]*(?:\w+\.){0,3}Linear\(([^()\n]{0,200})\)[ \t]*$/gm;
const MOST_NUMBERS = 4096;

/** Returns the sizes that a call asks for; undefined if they are not numbers, or too large. @param {string} given its arguments */
function sizesOf(given) {
  const [, named] = /(?:size|shape)\s*=\s*[([]([^)\]]*)/.exec(given) ?? [];
  const list = named ?? /^\s*[([]?([\d,\s]*)/.exec(given)?.[1] ?? "";
  const sizes = (list.match(/\d+/g) ?? []).map(Number);
  const count = sizes.reduce((product, size) => product * size, 1);
  return sizes.length > 0 && sizes.length <= 4 && count > 0 && count <= MOST_NUMBERS ? sizes : undefined;
}

/** Returns the integers that a listing assigns to names: `d_model = 4`, `batch, heads = 2, 4`. @param {string} text @returns {Map<string, string>} */
function namedSizes(text) {
  const found = new Map();
  const sizes = /^[ \t]*(\w+(?:, ?\w+)*) *= *(\d+(?:, ?\d+)*)[ \t]*(?:#.*)?$/gm;
  for (const [, names, numbers] of text.matchAll(sizes))
    names.split(/, ?/).forEach((name, k) => found.set(name, numbers.split(/, ?/)[k] ?? numbers));
  return found;
}

/** Returns the letter of what a layer makes: q, k, v or o; undefined for others. @param {string} name */
function letterOf(name) {
  const [, letter] = /(?:^|_)(q|k|v|o)/.exec(name.replace(/^w_?/i, "").toLowerCase()) ?? [];
  return letter ?? (/^fc/.test(name) ? "o" : undefined);
}

/** Writes nested lists as a listing has them. @param {number[]} sizes @param {() => number} next @returns {string} */
const listOf = ([size, ...rest], next) =>
  `[${Array.from({ length: size }, () => (rest.length > 0 ? listOf(rest, next) : next())).join(", ")}]`;

/** Returns a listing with numbers in place of such calls: 0 for zeros, 1 for ones, else integers from −2 to 2; null if there are no such calls. @param {string} text @param {number} seed @returns {string | null} */
export function withDrawnCalls(text, seed) {
  const draw = drawing(seed);
  const next = (/** @type {string} */ name) => () =>
    name === "zeros" ? 0 : name === "ones" ? 1 : draw(5) - 2;
  const sizes = namedSizes(text);
  const known = (/** @type {string} */ given) =>
    given.replace(/\b[A-Za-z_]\w*\b(?! *=)/g, (name) => sizes.get(name) ?? name);
  const whole = next("");
  const written = text
    .replace(LAYER, (layer, pad, name, given) => {
      const letter = letterOf(name);
      const shape = letter && sizesOf(known(given));
      if (!shape || shape.length !== 2) return layer;
      const bias = /bias *= *False/.test(given) ? "" : `; b_${letter} = ${listOf([shape[1]], whole)}`;
      return `${pad}w_${letter} = ${listOf(shape, whole)}${bias}`;
    })
    .replace(CALL, (call, name, given) => {
      const shape = /_like$/.test(name) ? undefined : sizesOf(known(given));
      return shape ? listOf(shape, next(name)) : call;
    });
  return written === text ? null : written;
}
