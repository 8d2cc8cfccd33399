/** The small pictures of the gallery, 100 × 50: what distinguishes each story, in the colours of its roles. They show no numbers. */
import { times } from "./page.js";

/** @typedef {{ look: string, d: string, strength: number }} Shape look: its classes; d: an SVG path; strength: of its hue, 1 at most */

/** @param {number} x @param {number} y @param {number} width @param {number} height */
const edge = (x, y, width, height) => `M${x} ${y}h${width}v${height}h${-width}z`;

/** Makes the path of each kind of shape. @type {Record<string, (...numbers: number[]) => string>} */
const KINDS = {
  box: edge,
  /** Boxes side by side: the first, how many, how far apart. */
  row: (x, y, width, height, count, step) =>
    times(count, (k) => edge(x + k * step, y, width, height)).join(""),
  /** Bars on a line: where it begins, how wide a bar is, how high each. */
  bars: (x, y, width, ...heights) =>
    heights.map((high, k) => edge(x + k * (width + 2), y - high, width, high)).join(""),
  /** From one point to another. */
  arrow(x, y, toX, toY) {
    const turn = Math.atan2(toY - y, toX - x);
    const tip = (/** @type {number} */ at) => `${toX + 6 * Math.cos(at)} ${toY + 6 * Math.sin(at)}`;
    return `M${x} ${y}L${toX} ${toY}M${tip(turn + 2.6)}L${toX} ${toY}L${tip(turn - 2.6)}`;
  },
  /** Streams from one height to another, each from x to x. */
  flow: (y, toY, ...ends) =>
    times(ends.length / 2, (k) => {
      const [x, toX, middle] = [ends[2 * k], ends[2 * k + 1], (y + toY) / 2];
      return `M${x} ${y}C${x} ${middle} ${toX} ${middle} ${toX} ${toY}`;
    }).join(""),
};

/** Returns the shapes of a picture. @param {string} picture @returns {Shape[]} */
export const shapesOf = (picture) =>
  picture.split("; ").flatMap((shape) => {
    const [classes, kind, ...rest] = shape.split(" ");
    const look = classes.replace(".", " ");
    if (kind === "path") return { look, d: rest[0], strength: 1 };
    if (kind !== "map") return { look, d: KINDS[kind](...rest.map(Number)), strength: 1 };
    const [x, y, size] = rest.map(Number);
    return rest.slice(3).flatMap((row, i) =>
      [...row].map((digit, j) => {
        const d = edge(x + j * size, y + i * size, size, size);
        return { look, d, strength: Number(digit) / 9 };
      }),
    );
  });

/** The shapes of each item: look, kind, numbers. A map has its corner, the size of a cell, and a digit for each cell, 9 the strongest. @type {Record<string, string>} */
export const pictures = {
  "walk-through":
    "stream.wide flow 38 12 50 50 50 80; stream flow 38 12 80 20 50 20 80 80; " +
    "output row 9 4 22 8 3 30; input row 9 38 22 8 3 30",
  "two-words": "cell map 32 7 18 95 38",
  "one-query": "query box 10 34 16 10; key row 36 34 16 10 3 19; cell bars 36 30 17 3 24 14",
  matrices:
    "query box 6 10 14 28; key box 32 16 28 14; line path M26,23h.1M66,21h5M66,26h5; " +
    "cell map 77 10 9 93 39 61",
  meaning: "line path M50,46V6M14,44h72; stroke.value arrow 50 44 22 14; stroke.output arrow 50 44 80 18",
  classification:
    "input row 8 4 18 8 4 22; cell bars 8 32 20 3 16 2 7; output box 8 38 66 7; line box 8 38 84 7",
  "as-printed": "line box 27 3 46 44; line path M33,10h34M33,41h20; cell map 38 15 7 055 090 081",
  scaling: "cell bars 8 44 5 3 9 20 28 20 9 3; query bars 62 44 5 1 2 38 2 1; line path M4,44h92",
  scores:
    "line row 16 4 30 19 2 38; line row 16 27 30 19 2 38; " +
    "line path M31,13.5h.1M65,13.5h8M69,9h.1M69,18h.1M26,32l2.5,9,2.5-7,2.5,7,2.5-9M64,36.5h10M69,31.5v10",
  reach:
    "line path M8,38q6-9,12,0q6-9,12,0q6-9,12,0q6-9,12,0q6-9,12,0q6-9,12,0q6-9,12,0; " +
    "stroke.query path M8,36C20-4,80-4,92,36; input row 5 38 7 7 8 12",
  causal: "cell map 30 5 10 9 54 333 2322; never row 40 5 10 30 3 10; never box 50 15 20 10",
  geometry: "line path M40,33A16,16,0,0,0,36,28; stroke.query arrow 22 44 76 26; stroke.key arrow 22 44 52 8",
  starts: "cell map 6 13 8 158 933 274; cell map 38 13 8 716 328 941; cell map 70 13 8 492 617 338",
  compare: "cell map 6 9 11 333 343 334; line arrow 43 25 57 25; cell map 61 9 11 045 090 081",
  layer:
    "input box 28 39 34 7; cell box 28 21 34 9; output box 28 4 34 7; line arrow 45 38 45 31; " +
    "line arrow 45 20 45 12",
  heads:
    "cell map 5 15 7 900 090 009; cell map 28 15 7 900 900 090; cell map 51 15 7 900 900 900; " +
    "cell map 74 15 7 333 333 333",
  "eight-heads":
    "cell map 8 5 9 95 29; cell map 30 5 9 29 93; cell map 52 5 9 83 59; cell map 74 5 9 59 36; " +
    "cell map 8 27 9 92 27; cell map 30 27 9 38 92; cell map 52 27 9 55 84; cell map 74 27 9 72 29",
  batch: "sheet box 40 3 34 34; cell map 28 12 11 932 293 329",
  normalization:
    "input bars 3 44 8 38 12 27 20; line arrow 47 25 53 25; output bars 58 25 8 16 -14 5 -8; " +
    "line path M55,25h43",
  block:
    "input box 32 42 36 6; cell box 24 26 52 9; key box 24 10 52 9; output box 32 1 36 5; " +
    "line path M50,42v-7M50,26v-7M50,10V6M50,39h34V22H50M50,22h34V8H50",
  cross: "stream flow 34 14 18 62 30 74 42 62; query row 56 5 11 9 3 12; input row 12 34 11 9 3 12",
  "cross-learned":
    "line path M16,36L16,14M33,36L50,14M50,36L33,14M67,36L67,14M84,36L84,14; query row 9 6 14 8 5 17; " +
    "key row 9 36 14 8 5 17",
  seq2seq:
    "line arrow 18 34 24 34; line arrow 34 34 40 34; line arrow 50 34 56 34; line arrow 45 29 61 19; " +
    "line arrow 70 14 76 14; input row 8 29 10 10 3 16; output row 60 9 10 10 2 16; " +
    "value box 56 29 10 10",
  "english-french": "cell map 28 3 11 9000 0090 0900 0008",
  "chinese-english": "cell map 28 3 11 9000 0008 0090 0800",
  regions: "sheet box 30 4 56 42; cell map 44 11 14 36 49; query box 6 20 16 10; line arrow 23 25 42 25",
  "long-input": "shade path M28,4v42h44z; line box 28 4 44 42",
  "long-text": "shade path M28,4v8l34,34h10v-8l-34-34z; line box 28 4 44 42",
  fused:
    "never row 28 3 11 11 4 11; never row 28 14 11 11 4 11; never row 28 25 11 11 4 11; " +
    "never row 28 36 11 11 4 11; cell box 28 25 22 11",
  search:
    "line path M30,22a11,11,0,1,1-22,0a11,11,0,1,1,22,0zM28,31l10,11; cell box 46 6 46 9; " +
    "cell box 46 20 20 9; cell box 46 34 11 9",
  backward:
    "input box 6 12 18 12; cell box 41 12 18 12; output box 76 12 18 12; line arrow 25 18 39 18; " +
    "line arrow 60 18 74 18; stroke.query arrow 74 38 60 38; stroke.query arrow 39 38 25 38",
  training: "line path M14,4v40h76; stroke.query path M18,8C26,36,40,39,88,41",
  "learning-to-align": "cell map 6 5 10 2222 2222 2222 2222; cell map 54 5 10 9000 0090 0900 0009",
};
