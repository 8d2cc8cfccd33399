/** A picture that is cut into patches, and for each word of a caption a learned query that looks for it. */

import learned from "../build/presets/learned/regions.js";

const { x, w_k, covers, example, seed, measured } = learned;

/** Patches in a row. */
const COLUMNS = 12;

/** @param {number[]} order of the words, by their places in the English caption @param {string[]} words @param {string} patch @returns {import("./index.js").Loaded} */
const captioned = (order, words, patch) => {
  const patches = covers.map((_, k) => `${patch} ${(k % COLUMNS) + 1}, ${Math.floor(k / COLUMNS) + 1}`);
  const labels = { x: words, x_kv: patches };
  return {
    problem: { x: order.map((place) => x[place]), x_kv: covers, w_k, labels },
    facts: { seed, right: Math.floor(100 * measured.right) },
  };
};

/** English, and its replacements in other languages. @type {import("./index.js").Loaded} */
export default {
  ...captioned([...example.keys()], example, "patch"),
  translated: {
    zh: captioned([0, 1, 5, 7, 6, 2, 3, 4], "一只 狗 在 太阳 下 追 一个 球".split(" "), "图块"),
  },
};
