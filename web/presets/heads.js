/**
 * A sentence of which each word is to say four others: the one before it, its adjective or noun, its verb or noun, and the first. What each
 * head does for that was found by training, and measured. Words, vectors and parameters are those that `npm run learn` wrote.
 */

import learned from "../build/presets/learned/heads.js";

/** Of twenty seeds so many end with four heads in four roles: `npm run learn -- heads --seeds 20`. */
const PARTED = { parted: 11, seeds: 20 };

const { words, vectors, positions, w_q, w_k, w_v, w_o, heads: count, example, seed, measured } = learned;

/** A word's vector, and that of its place. */
const x = example.map((word, i) =>
  vectors[words.indexOf(word)].map((number, c) => Number((number + positions[i][c]).toFixed(3))),
);

/** @type {import("./index.js").Loaded} */
export const heads = {
  problem: { x, w_q, w_k, w_v, w_o, heads: count },
  figures: /** @type {any} */ (measured),
  facts: { seed, ...PARTED },
};
