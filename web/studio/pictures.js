/** The small pictures of the gallery, 100 × 50: what is peculiar to each story, in the colours of its roles. They show no numbers. */
import { times } from "./page.js";

/** @typedef {{ look: string, d: string, strength: number }} Shape look: its class; d: an SVG path; strength: of its hue, 1 at most */

/** @param {string} look @param {string} d @param {number} [strength] @returns {Shape} */
const path = (look, d, strength = 1) => ({ look, d, strength });
/** @param {number[]} at x, y, width and height */
const edge = ([x, y, width, height]) => `M${x} ${y}h${width}v${height}h${-width}z`;
/** @param {string} look @param {number[]} at x, y, width and height */
const box = (look, ...at) => path(look, edge(at));
/** Boxes side by side. @param {string} look @param {number} count @param {number} step @param {number[]} at of the first */
const boxes = (look, count, step, ...[x, ...at]) =>
  path(look, times(count, (k) => edge([x + k * step, ...at])).join("")); // prettier-ignore
/** Bars on a line. @param {string} look @param {number[]} at x and y of the line, how wide a bar is @param {number[]} heights */
const bars = (look, [x, y, width], ...heights) =>
  path(look, heights.map((high, k) => edge([x + k * (width + 2), y - high, width, high])).join(""));
/** A small attention map. @param {number} x @param {number} y @param {number} size of a cell @param {string} rows a digit for each cell: 9 is the strongest */
const map = (x, y, size, rows) =>
  rows.split(" ").flatMap((row, i) =>
    [...row].map((digit, j) => path("cell", edge([x + j * size, y + i * size, size, size]), Number(digit) / 9)),
  ); // prettier-ignore
/** @param {string} look @param {number[]} ends */
function arrow(look, ...[x, y, toX, toY]) {
  const turn = Math.atan2(toY - y, toX - x);
  const back = [turn + 2.6, turn - 2.6].map((at) => [toX + 6 * Math.cos(at), toY + 6 * Math.sin(at)]);
  const [a, b] = back.map((end) => end.map((at) => at.toFixed(1)).join(" "));
  return path(look, `M${x} ${y}L${toX} ${toY}M${a}L${toX} ${toY}L${b}`);
}
/** Streams from box to box, each between two x. @param {string} look @param {number} y @param {number} toY @param {number[]} ends */
const streams = (look, y, toY, ...ends) =>
  path(look, times(ends.length / 2, (k) => {
    const [x, toX, middle] = [ends[2 * k], ends[2 * k + 1], (y + toY) / 2];
    return `M${x} ${y}C${x} ${middle} ${toX} ${middle} ${toX} ${toY}`;
  }).join("")); // prettier-ignore

/** @type {Record<string, Shape[]>} */
export const pictures = {
  "walk-through": [
    streams("stream wide", 38, 12, 50, 50, 50, 80),
    streams("stream", 38, 12, 80, 20, 50, 20, 80, 80),
    boxes("output", 3, 30, 9, 4, 22, 8),
    boxes("input", 3, 30, 9, 38, 22, 8),
  ],
  "two-words": map(32, 7, 18, "95 38"),
  "one-query": [
    box("query", 10, 34, 16, 10),
    boxes("key", 3, 19, 36, 34, 16, 10),
    bars("cell", [36, 30, 17], 3, 24, 14),
  ],
  matrices: [
    box("query", 6, 10, 14, 28),
    box("key", 32, 16, 28, 14),
    path("line", "M26 23h.1M66 21h5M66 26h5"),
    ...map(77, 10, 9, "93 39 61"),
  ],
  meaning: [
    path("line", "M50 46V6M14 44h72"),
    arrow("stroke value", 50, 44, 22, 14),
    arrow("stroke output", 50, 44, 80, 18),
  ],
  classification: [
    boxes("input", 4, 22, 8, 4, 18, 8),
    bars("cell", [8, 32, 20], 3, 16, 2, 7),
    box("output", 8, 38, 66, 7),
    box("line", 8, 38, 84, 7),
  ],
  "as-printed": [
    box("line", 27, 3, 46, 44),
    path("line", "M33 10h34M33 41h20"),
    ...map(38, 15, 7, "055 090 081"),
  ],
  scaling: [
    bars("cell", [8, 44, 5], 3, 9, 20, 28, 20, 9, 3),
    bars("query", [62, 44, 5], 1, 2, 38, 2, 1),
    path("line", "M4 44h92"),
  ],
  scores: [
    boxes("line", 2, 38, 16, 4, 30, 19),
    boxes("line", 2, 38, 16, 27, 30, 19),
    path(
      "line",
      "M31 13.5h.1M65 13.5h8M69 9h.1M69 18h.1M26 32l2.5 9 2.5-7 2.5 7 2.5-9M64 36.5h10M69 31.5v10",
    ),
  ],
  reach: [
    path("line", "M8 38q6-9 12 0q6-9 12 0q6-9 12 0q6-9 12 0q6-9 12 0q6-9 12 0q6-9 12 0"),
    path("stroke query", "M8 36C20-4 80-4 92 36"),
    boxes("input", 8, 12, 5, 38, 7, 7),
  ],
  causal: [
    ...map(30, 5, 10, "9 54 333 2322"),
    boxes("never", 3, 10, 40, 5, 10, 30),
    box("never", 50, 15, 20, 10),
  ],
  geometry: [
    path("line", "M40 33A16 16 0 0 0 36 28"),
    arrow("stroke query", 22, 44, 76, 26),
    arrow("stroke key", 22, 44, 52, 8),
  ],
  starts: ["158 933 274", "716 328 941", "492 617 338"].flatMap((rows, k) => map(6 + k * 32, 13, 8, rows)),
  compare: [...map(6, 9, 11, "333 343 334"), arrow("line", 43, 25, 57, 25), ...map(61, 9, 11, "045 090 081")],
  layer: [
    box("input", 28, 39, 34, 7),
    box("cell", 28, 21, 34, 9),
    box("output", 28, 4, 34, 7),
    arrow("line", 45, 38, 45, 31),
    arrow("line", 45, 20, 45, 12),
  ],
  heads: ["900 090 009", "900 900 090", "900 900 900", "333 333 333"].flatMap((rows, h) =>
    map(5 + h * 23, 15, 7, rows),
  ),
  "eight-heads": ["95 29", "29 93", "83 59", "59 36", "92 27", "38 92", "55 84", "72 29"].flatMap((rows, h) =>
    map(8 + (h % 4) * 22, 5 + Math.floor(h / 4) * 22, 9, rows),
  ),
  batch: [box("sheet", 40, 3, 34, 34), ...map(28, 12, 11, "932 293 329")],
  normalization: [
    bars("input", [3, 44, 8], 38, 12, 27, 20),
    arrow("line", 47, 25, 53, 25),
    bars("output", [58, 25, 8], 16, -14, 5, -8),
    path("line", "M55 25h43"),
  ],
  block: [
    box("input", 32, 42, 36, 6),
    box("cell", 24, 26, 52, 9),
    box("key", 24, 10, 52, 9),
    box("output", 32, 1, 36, 5),
    path("line", "M50 42v-7M50 26v-7M50 10V6M50 39h34V22H50M50 22h34V8H50"),
  ],
  cross: [
    streams("stream", 34, 14, 18, 62, 30, 74, 42, 62),
    boxes("query", 3, 12, 56, 5, 11, 9),
    boxes("input", 3, 12, 12, 34, 11, 9),
  ],
  "cross-learned": [
    path("line", "M16 36L16 14M33 36L50 14M50 36L33 14M67 36L67 14M84 36L84 14"),
    boxes("query", 5, 17, 9, 6, 14, 8),
    boxes("key", 5, 17, 9, 36, 14, 8),
  ],
  seq2seq: [
    ...[18, 34, 50].map((x) => arrow("line", x, 34, x + 6, 34)),
    arrow("line", 45, 29, 61, 19),
    arrow("line", 70, 14, 76, 14),
    boxes("input", 3, 16, 8, 29, 10, 10),
    boxes("output", 2, 16, 60, 9, 10, 10),
    box("value", 56, 29, 10, 10),
  ],
  "english-french": map(28, 3, 11, "9000 0090 0900 0008"),
  "chinese-english": map(28, 3, 11, "9000 0008 0090 0800"),
  regions: [
    box("sheet", 30, 4, 56, 42),
    ...map(44, 11, 14, "36 49"),
    box("query", 6, 20, 16, 10),
    arrow("line", 23, 25, 42, 25),
  ],
  "long-input": [path("shade", "M28 4v42h44z", 0.5), box("line", 28, 4, 44, 42)],
  "long-text": [path("shade", "M28 4v8l34 34h10v-8l-34-34z", 0.8), box("line", 28, 4, 44, 42)],
  fused: [...[3, 14, 25, 36].map((y) => boxes("never", 4, 11, 28, y, 11, 11)), box("cell", 28, 25, 22, 11)],
  search: [
    path("line", "M30 22a11 11 0 1 1-22 0a11 11 0 1 1 22 0zM28 31l10 11"),
    ...[46, 20, 11].map((wide, k) => box("cell", 46, 6 + k * 14, wide, 9)),
  ],
  backward: [
    box("input", 6, 12, 18, 12),
    box("cell", 41, 12, 18, 12),
    box("output", 76, 12, 18, 12),
    ...[25, 60].map((x) => arrow("line", x, 18, x + 14, 18)),
    ...[74, 39].map((x) => arrow("stroke query", x, 38, x - 14, 38)),
  ],
  training: [path("line", "M14 4v40h76"), path("stroke query", "M18 8C26 36 40 39 88 41")],
  "learning-to-align": [...map(6, 5, 10, "2222 2222 2222 2222"), ...map(54, 5, 10, "9000 0090 0900 0009")],
};
