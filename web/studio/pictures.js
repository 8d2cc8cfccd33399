/** The small pictures of the gallery, 100 × 50: what is peculiar to each story, in the colours of its roles. They show no numbers. */
import { times } from "./page.js";

/** @typedef {[look: string, d: string, strength?: number]} Shape look: its class; d: an SVG path; strength: of its hue, 1 at most */

/** @param {number} x @param {number} y @param {number} width @param {number} height */
const box = (x, y, width, height) => `M${x} ${y}h${width}v${height}h${-width}z`;

/** Boxes side by side. @param {number} count @param {number} step @param {Parameters<typeof box>} first */
const row = (count, step, [x, ...rest]) => times(count, (k) => box(x + k * step, ...rest)).join("");

/** Bars that stand on a line. @param {number} x @param {number} y of the line @param {number} width @param {number} step @param {number[]} heights */
const bars = (x, y, width, step, heights) =>
  heights.map((high, k) => box(x + k * step, y - high, width, high)).join("");

/** A small attention map. @param {number} x @param {number} y @param {number} size of a cell @param {string} rows a digit for each cell: 9 is the strongest @returns {Shape[]} */
const map = (x, y, size, rows) =>
  rows
    .split(" ")
    .flatMap((row, i) =>
      [...row].map((digit, j) => ["cell", box(x + j * size, y + i * size, size, size), Number(digit) / 9]),
    );

/** @param {number} x @param {number} y @param {number} toX @param {number} toY */
function arrow(x, y, toX, toY) {
  const turn = Math.atan2(toY - y, toX - x);
  const [a, b] = [turn + 2.6, turn - 2.6].map(
    (at) => `${(toX + 6 * Math.cos(at)).toFixed(1)} ${(toY + 6 * Math.sin(at)).toFixed(1)}`,
  );
  return `M${x} ${y}L${toX} ${toY}M${a}L${toX} ${toY}L${b}`;
}

/** Streams between boxes. @param {number} y @param {number} toY @param {[x: number, toX: number][]} ways */
const streams = (y, toY, ways) =>
  ways.map(([x, toX]) => `M${x} ${y}C${x} ${(y + toY) / 2} ${toX} ${(y + toY) / 2} ${toX} ${toY}`).join("");

/** @type {Record<string, Shape[]>} */
export const pictures = {
  "walk-through": [
    ["stream wide", streams(38, 12, [[50, 50], [50, 80]])], // prettier-ignore
    ["stream", streams(38, 12, [[80, 20], [50, 20], [80, 80]])], // prettier-ignore
    ["output", row(3, 30, [9, 4, 22, 8])],
    ["input", row(3, 30, [9, 38, 22, 8])],
  ],
  "two-words": map(32, 7, 18, "95 38"),
  "one-query": [
    ["query", box(10, 34, 16, 10)],
    ["key", row(3, 19, [36, 34, 16, 10])],
    ["cell", bars(36, 30, 16, 19, [3, 24, 14]), 0.8],
  ],
  matrices: [
    ["query", box(6, 10, 14, 28)],
    ["key", box(32, 16, 28, 14)],
    ["line", "M26 23h.1M66 21h5M66 26h5"],
    ...map(77, 10, 9, "93 39 61"),
  ],
  meaning: [
    ["line", "M50 46V6M14 44h72"],
    ["stroke value", arrow(50, 44, 22, 14)],
    ["stroke output", arrow(50, 44, 80, 18)],
  ],
  classification: [
    ["input", row(4, 22, [8, 4, 18, 8])],
    ["cell", bars(8, 32, 18, 22, [3, 16, 2, 7]), 0.8],
    ["output", box(8, 38, 66, 7)],
    ["line", box(8, 38, 84, 7)],
  ],
  "as-printed": [["line", `${box(27, 3, 46, 44)}M33 10h34M33 41h20`], ...map(38, 15, 7, "055 090 081")],
  scaling: [
    ["cell", bars(8, 44, 6, 7, [3, 9, 20, 28, 20, 9, 3]), 0.7],
    ["query", bars(62, 44, 6, 7, [1, 2, 38, 2, 1])],
    ["line", "M4 44h92"],
  ],
  scores: [
    ["line", `${row(2, 38, [16, 4, 30, 19])}${row(2, 38, [16, 27, 30, 19])}`],
    ["line", "M31 13.5h.1M65 13.5h8M69 9h.1M69 18h.1M26 32l2.5 9 2.5-7 2.5 7 2.5-9M64 36.5h10M69 31.5v10"],
  ],
  reach: [
    ["line", "M8 38q6-9 12 0q6-9 12 0q6-9 12 0q6-9 12 0q6-9 12 0q6-9 12 0q6-9 12 0"],
    ["stroke query", "M8 36C20-4 80-4 92 36"],
    ["input", row(8, 12, [5, 38, 7, 7])],
  ],
  causal: [...map(30, 5, 10, "9 54 333 2322"), ["never", row(3, 10, [40, 5, 10, 10]) + row(2, 10, [50, 15, 10, 10]) + box(60, 25, 10, 10)]], // prettier-ignore
  geometry: [
    ["line", "M40 33A16 16 0 0 0 36 28"],
    ["stroke query", arrow(22, 44, 76, 26)],
    ["stroke key", arrow(22, 44, 52, 8)],
  ],
  starts: [
    ...map(6, 13, 8, "158 933 274"),
    ...map(38, 13, 8, "716 328 941"),
    ...map(70, 13, 8, "492 617 338"),
  ],
  compare: [
    ...map(6, 9, 11, "333 343 334"),
    ["line", arrow(43, 25, 57, 25)],
    ...map(61, 9, 11, "045 090 081"),
  ],
  layer: [
    ["input", box(28, 39, 34, 7)],
    ["cell", box(28, 21, 34, 9), 0.6],
    ["output", box(28, 4, 34, 7)],
    ["line", `${arrow(45, 38, 45, 31)}${arrow(45, 20, 45, 12)}`],
  ],
  heads: [
    ...map(5, 15, 7, "900 090 009"),
    ...map(28, 15, 7, "900 900 090"),
    ...map(51, 15, 7, "900 900 900"),
    ...map(74, 15, 7, "333 333 333"),
  ],
  "eight-heads": ["95 29", "29 93", "83 59", "59 36", "92 27", "38 92", "55 84", "72 29"].flatMap((rows, h) =>
    map(8 + (h % 4) * 22, 5 + Math.floor(h / 4) * 22, 9, rows),
  ),
  batch: [["sheet", box(40, 3, 34, 34)], ...map(28, 12, 11, "932 293 329")],
  normalization: [
    ["input", bars(3, 44, 8, 10, [38, 12, 27, 20])],
    ["output", box(58, 9, 8, 16) + box(68, 25, 8, 14) + box(78, 20, 8, 5) + box(88, 25, 8, 8)],
    ["line", `M55 25h43${arrow(47, 25, 53, 25)}`],
  ],
  block: [
    ["input", box(32, 42, 36, 6)],
    ["cell", box(24, 26, 52, 9), 0.5],
    ["key", box(24, 10, 52, 9)],
    ["output", box(32, 1, 36, 5)],
    ["line", "M50 42v-7M50 26v-7M50 10V6M50 39h34V22H50M84 22h.1M50 22h34V8H50"],
  ],
  cross: [
    ["stream", streams(34, 14, [[18, 62], [30, 74], [42, 62]])], // prettier-ignore
    ["query", row(3, 12, [56, 5, 11, 9])],
    ["input", row(3, 12, [12, 34, 11, 9])],
  ],
  "cross-learned": [
    ["line", "M16 36L16 14M33 36L50 14M50 36L33 14M67 36L67 14M84 36L84 14"],
    ["query", row(5, 17, [9, 6, 14, 8])],
    ["key", row(5, 17, [9, 36, 14, 8])],
  ],
  seq2seq: [
    ["line", `${arrow(18, 34, 24, 34)}${arrow(34, 34, 40, 34)}${arrow(50, 34, 56, 34)}`],
    ["line", `${arrow(45, 29, 61, 19)}${arrow(70, 14, 76, 14)}`],
    ["input", row(3, 16, [8, 29, 10, 10])],
    ["output", row(2, 16, [60, 9, 10, 10])],
    ["value", box(56, 29, 10, 10)],
  ],
  "english-french": map(28, 3, 11, "9000 0090 0900 0008"),
  "chinese-english": map(28, 3, 11, "9000 0008 0090 0800"),
  regions: [
    ["sheet", box(30, 4, 56, 42)],
    ...map(44, 11, 14, "36 49"),
    ["query", box(6, 20, 16, 10)],
    ["line", arrow(23, 25, 42, 25)],
  ],
  "long-input": [["shade", "M28 4v42h44z", 0.5], ["line", box(28, 4, 44, 42)]], // prettier-ignore
  "long-text": [["shade", "M28 4v8l34 34h10v-8l-34-34z", 0.8], ["line", box(28, 4, 44, 42)]], // prettier-ignore
  fused: [
    ["never", row(4, 11, [28, 3, 11, 11]) + row(4, 11, [28, 14, 11, 11]) + row(4, 11, [28, 36, 11, 11])],
    ["never", row(4, 11, [28, 25, 11, 11])],
    ["cell", box(28, 25, 22, 11), 0.8],
  ],
  search: [
    ["line", "M30 22a11 11 0 1 1-22 0a11 11 0 1 1 22 0zM28 31l10 11"],
    ["cell", `${box(46, 6, 46, 9)}${box(46, 20, 20, 9)}${box(46, 34, 11, 9)}`, 0.8],
  ],
  backward: [
    ["input", box(6, 12, 18, 12)],
    ["cell", box(41, 12, 18, 12), 0.6],
    ["output", box(76, 12, 18, 12)],
    ["line", `${arrow(25, 18, 39, 18)}${arrow(60, 18, 74, 18)}`],
    ["stroke query", `${arrow(74, 38, 60, 38)}${arrow(39, 38, 25, 38)}`],
  ],
  training: [
    ["line", "M14 4v40h76"],
    ["stroke query", "M18 8C26 36 40 39 88 41"],
  ],
  "learning-to-align": [...map(6, 5, 10, "2222 2222 2222 2222"), ...map(54, 5, 10, "9000 0090 0900 0009")],
};
