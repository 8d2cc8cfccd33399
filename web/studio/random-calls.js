/** Calls in a listing that make numbers of nothing, such as torch.randn(2, 3), and the numbers that may stand in their place. */
import { drawing } from "../edit/drawing.js";

const CALL =
  /(?:[A-Za-z_]\w*\.){0,3}(rand\w*|normal|uniform|zeros|ones)\(((?:[^()\n]|\([^()\n]*\)){0,200})\)(?:\.\w+\([^()\n]{0,60}\))*/g;
const MOST_NUMBERS = 4096;

/** The sizes that a call asks for; undefined where they are not numbers. @param {string} given its arguments */
function sizesOf(given) {
  const [, named] = /(?:size|shape)\s*=\s*[([]([^)\]]*)/.exec(given) ?? [];
  const list = named ?? /^\s*[([]?([\d,\s]*)/.exec(given)?.[1] ?? "";
  const sizes = (list.match(/\d+/g) ?? []).map(Number);
  const count = sizes.reduce((product, size) => product * size, 1);
  return sizes.length > 0 && sizes.length <= 4 && count > 0 && count <= MOST_NUMBERS ? sizes : undefined;
}

/** Nested lists as a listing has them. @param {number[]} sizes @param {() => number} next @returns {string} */
const listOf = ([size, ...rest], next) =>
  `[${Array.from({ length: size }, () => (rest.length > 0 ? listOf(rest, next) : next())).join(", ")}]`;

/** A listing with numbers in place of such calls: 0 and 1 as they say, else whole numbers from −2 to 2; null where there are none. @param {string} text @param {number} seed @returns {string | null} */
export function withDrawnCalls(text, seed) {
  const draw = drawing(seed);
  const next = (/** @type {string} */ name) => () =>
    name === "zeros" ? 0 : name === "ones" ? 1 : draw(5) - 2;
  const written = text.replace(CALL, (call, name, given) => {
    const sizes = /_like$/.test(name) ? undefined : sizesOf(given);
    return sizes ? listOf(sizes, next(name)) : call;
  });
  return written === text ? null : written;
}
