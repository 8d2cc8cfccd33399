/**
 * Sentences that differ in one word, as a batch: an ambiguous word has another sense in each. Then the same sentences with the sense
 * itself in place of the word. Words, vectors and parameters are those that `npm run learn` wrote.
 */

import chinese from "../build/presets/learned/meaning-chinese.js";
import english from "../build/presets/learned/meaning-english.js";

/**
 * @typedef {object} LearnedSenses
 * @property {string[]} words
 * @property {number[][]} vectors of its words
 * @property {number[][]} w_q @property {number[][]} w_k @property {number[][]} w_v
 * @property {{ source: string[], swapped: string[], means: string[] }} example swapped: what takes the place of the second word; means:
 *   the sense of the last word in the sentence, and in that with the first swap
 * @property {number} seed
 * @property {{ sentences: number, right: number, decided: number }} measured over held-out sentences: the share in which the moved word
 *   is nearest to its sense, and the share in which it looks most at a word that decides the sense
 */

/** @param {LearnedSenses} learned @returns {import("./index.js").Loaded} */
function loadedOf({ words, vectors, w_q, w_k, w_v, example, seed, measured }) {
  const { source, swapped, means } = example;
  const [who, , ...rest] = source;
  const sentences = [source, ...swapped.map((word) => [who, word, ...rest])];
  const meant = means.map((sense, k) => [...sentences[k].slice(0, -1), sense]);
  const all = [...sentences, ...meant];
  const vectorOf = (/** @type {string} */ word) => vectors[words.indexOf(word)];
  const x = all.map((sentence) => sentence.map(vectorOf));
  const right = Math.floor(100 * measured.right);
  return { problem: { x, w_q, w_k, w_v, labels: { x: all.flat() } }, facts: { seed, right } };
}

/** English, and its replacements in other languages. @type {import("./index.js").Loaded} */
export default { ...loadedOf(english), translated: { zh: loadedOf(chinese) } };
