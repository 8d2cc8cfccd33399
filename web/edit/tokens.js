/** Makes tokens of a sentence: its words, with vectors from a learned table if it has them, else drawn with a seed. */
import { drawing } from "./drawing.js";
import { follow, replaced } from "./resize.js";
import { entriesOf, givenIn } from "./tensors.js";

/** @typedef {import("./tensors.js").Problem} Problem */
/** @typedef {Map<string, number[]>} Table vectors of one width by word, in lower case */
/**
 * @typedef {object} Worded
 * @property {Problem} problem
 * @property {string[]} known words found in the table
 * @property {string[]} drawn all others
 * @property {ReturnType<typeof follow>} changed the parameters that change size if the vectors have another width
 */

const MOST_TOKENS = 64;
const MOST_CHARACTERS = 256;

/** Returns the words of a sentence; of unseparated Chinese, its characters. @param {string} text */
export function wordsOf(text) {
  const parts = text
    .trim()
    .split(/[\s,.;:!?，。；：！？、"“”()（）]+/u)
    .filter(Boolean);
  const isUnparted = parts.length === 1 && /\p{Script=Han}/u.test(parts[0]);
  const words = isUnparted ? [...parts[0]] : parts;
  return words.slice(0, MOST_TOKENS).map((word) => [...word].slice(0, MOST_CHARACTERS).join(""));
}

/** Draws a vector of integers if the present tokens are integers, else of hundredths; the same for the same word and seed. @param {string} word @param {number} width @param {boolean} whole @param {number} seed */
function vectorOf(word, width, whole, seed) {
  const hash = [...word].reduce((sum, sign) => Math.imul(31, sum) + (sign.codePointAt(0) ?? 0), seed);
  const draw = drawing(hash);
  return Array.from({ length: width }, () => (whole ? draw(5) - 2 : (draw(401) - 200) / 100));
}

/**
 * Returns the problem with other tokens: x and its labels are replaced. If the vectors are as wide as before, all else stays.
 * @param {Problem} problem with x @param {string[]} words @param {Table} table @param {{ seed: number, width?: number }} how
 * @returns {Worded}
 */
export function withWords(problem, words, table, { seed, width = widthOf(problem) }) {
  const given = givenIn(problem).find(({ key, stage }) => key === "x" && stage < 0);
  if (!given || words.length === 0) return { problem, known: [], drawn: [], changed: [] };
  const whole = Array.from(entriesOf(problem.x).data, Number).every(Number.isInteger);
  const vectors = words.map((word) => table.get(word.toLowerCase()) ?? vectorOf(word, width, whole, seed));
  const matrix = { shape: [words.length, width], data: vectors.flat() };
  const followers = width === widthOf(problem) ? [] : follow(problem, given, matrix);
  const next = replaced(problem, given, matrix);
  const isKnown = (/** @type {string} */ word) => table.has(word.toLowerCase());
  return {
    problem: { ...next, labels: { ...next.labels, x: words } },
    known: [...new Set(words.filter(isKnown))],
    drawn: [...new Set(words.filter((word) => !isKnown(word)))],
    changed: followers.filter(({ tensor }) => /^[wb]_/.test(tensor)),
  };
}

/** Returns the length of each token's vector; 0 if there are no tokens. @param {Problem} problem */
export const widthOf = ({ x }) => (x ? (entriesOf(x).shape.at(-1) ?? 0) : 0);
