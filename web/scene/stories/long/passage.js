/** The text whose tokens are the queries, in lines beside the map: the query that is asked next and its largest key are underlined. */

import { textWidth } from "../../text-metrics.js";
import { text } from "../../kit/text.js";
import { placed } from "../../kit/place.js";
import { upTo } from "../../model.js";

/** Font sizes to try, px, and the height of a line in em. */
const SIZES = [20, 18, 17, 16, 15, 14, 13, 12];
const LINE = 1.5;
/** Signs with which no line begins, and words that stand close to the one before. */
const SIGN = /^[.,;:!?)\]}’”、。，；：！？）」』]/;
const CLOSE = new RegExp(`${SIGN.source}|^\\p{Script=Han}`, "u");

/**
 * Returns the lines: the whole text in the largest font in which it fits, else the last lines up to the query; none where a token
 * has no name.
 * @param {import("../../model.js").Model} model @param {import("./row.js").AskedRow} row @param {import("../../kit/place.js").Box} box
 */
export function passageOf(model, { i, top }, { x, y, width, height }) {
  const { kv_len, self } = model;
  const words = upTo(kv_len).map((j) => model.label("key", j));
  if (!self || !words.every(Boolean)) return [];
  const fits = (/** @type {number} */ size) => Math.floor(height / (LINE * size));
  const made = SIZES.map((size) => ({ size, lines: inLines(words, size, width) }));
  const { size, lines } =
    made.find((setting) => setting.lines.length <= fits(setting.size)) ?? made[made.length - 1];
  const last = lines.findIndex((line) => line.includes(i));
  const from = lines.length <= fits(size) ? 0 : Math.max(0, last + 1 - fits(size));
  /** @param {number} j @param {number} k */
  const run = (j, k) => {
    const role = j === i ? "query" : j === top[0] ? "key" : undefined;
    const before = k && !CLOSE.test(words[j]) ? [{ text: " " }] : [];
    return [...before, { text: words[j], ...(role && { underline: role, weight: 700, fill: "ink" }) }];
  };
  return lines.slice(from, from + fits(size)).map((line, n) => {
    const cut = from && !n ? [{ text: "… " }] : [];
    const item = text(`passage.${n}`, { runs: [...cut, ...line.flatMap(run)], size, align: "start" });
    return placed(item, x, y + (n + 0.5) * LINE * size);
  });
}

/** The positions of words, line by line. @param {string[]} words @param {number} size @param {number} width px */
function inLines(words, size, width) {
  const lines = /** @type {number[][]} */ ([[]]);
  let used = 0;
  for (const [j, word] of words.entries()) {
    const wide = textWidth(CLOSE.test(word) ? word : ` ${word}`, size);
    if (!SIGN.test(word) && used + wide > width - size) [lines[lines.length], used] = [[], 0];
    lines[lines.length - 1].push(j);
    used += wide;
  }
  return lines;
}
