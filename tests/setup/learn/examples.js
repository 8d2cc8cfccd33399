// Splits sentences into those to learn from and those held out to measure with; no sentence is in both.
import { drawing } from "../../../web/edit/drawing.js";

/** @template {{ source: string[] }} Example @typedef {Map<number, Example[]>} ByLength by number of source words */

/** At most this share of the sentences of one length is held out. */
const MOST_HELD_OUT = 1 / 3;

/**
 * Splits sentences. The example that the story shows is held out. Lengths take turns, so each gives equally many held-out
 * sentences as far as its own number allows.
 * @template {{ source: string[] }} Example
 * @param {Example[]} all
 * @param {{ count: number, seed: number, example: string }} heldOut example: its words
 * @returns {{ heldOut: Example[], learned: Example[][] }} learned: one list per length
 */
export function split(all, { count, seed, example }) {
  const shown = (/** @type {Example} */ { source }) => Number(source.join(" ") === example);
  const lists = [...byLength(shuffled(all, seed).sort((a, b) => shown(b) - shown(a))).values()];
  const taken = lists.map(() => 0);
  /** @type {Example[]} */
  const heldOut = [];
  while (heldOut.length < count)
    lists.forEach((list, n) => {
      if (heldOut.length < count && taken[n] < Math.floor(list.length * MOST_HELD_OUT))
        heldOut.push(list[taken[n]++]);
    });
  return { heldOut, learned: lists.map((list, n) => list.slice(taken[n])) };
}

/**
 * Groups sentences by length.
 * @template {{ source: string[] }} Example
 * @param {Example[]} examples
 * @returns {ByLength<Example>} shortest first
 */
export function byLength(examples) {
  const lengths = [...new Set(examples.map(({ source }) => source.length))].sort((a, b) => a - b);
  return new Map(
    lengths.map((length) => [length, examples.filter(({ source }) => source.length === length)]),
  );
}

/** @template T @param {T[]} list @param {number} seed @returns {T[]} */
function shuffled(list, seed) {
  const draw = drawing(seed);
  const result = list.slice();
  for (let n = result.length - 1; n > 0; n--) {
    const other = draw(n + 1);
    [result[n], result[other]] = [result[other], result[n]];
  }
  return result;
}
