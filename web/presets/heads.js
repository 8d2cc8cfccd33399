/**
 * A sentence in which each word is trained to name four others: the one before it, its adjective or noun, its verb or noun, and the
 * first. The roles of the heads were found by training, and measured. Words, vectors and parameters come from `npm run learn`.
 */

import learned from "../build/presets/learned/heads.js";

/** How many of twenty seeds end with four heads in four roles: `npm run learn -- heads --seeds 20`. */
const PARTED = { parted: 11, seeds: 20 };

const { words, vectors, positions, w_q, w_k, w_v, w_o, heads: count, example, seed, measured } = learned;

/** The vector of each word plus that of its position. */
const x = example.map((word, i) =>
  vectors[words.indexOf(word)].map((number, c) => Number((number + positions[i][c]).toFixed(3))),
);

/** @type {import("./index.js").Loaded} */
export default {
  problem: { x, w_q, w_k, w_v, w_o, heads: count },
  figures: /** @type {any} */ (measured),
  facts: { seed, ...PARTED },
};
