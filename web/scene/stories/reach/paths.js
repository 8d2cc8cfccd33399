/** The three paths from the first of some words to the last: through states, up layers of convolutions, and in one arc. */

import { dot, growing } from "../../kit/sketch.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../kit/sketch.js").Part} Part */
/** @typedef {import("./layers.js").Edge} Edge */
/**
 * @typedef {{ xs: number[], n: number, y: number, label: string }} Words xs: x of each word, px; n: how many the path spans; y:
 *   of the line on which it begins; label: for screen readers
 */

/** In px: the radius of a state and of a position, and how wide a slope and a weight of 1 are. */
const [STATE, PLACE, SLOPE, WEIGHT] = [11, 5.5, 53, 32];
const EDGE = { stroke: "ink", strokeWidth: 1.5 };
/** The looks of what depends on the first word, and on the last. */
const ENDS = ["input", "query"].map((fill) => ({ fill, ...EDGE }));
const [PAST, INPUT] = ["past", "input"].map((fill) => ({ fill }));
/** The looks of a state before and after it is reached. */
const [COMES, CAME] = [
  { fill: "none", stroke: "ghost", strokeWidth: 1.5 },
  { fill: "paper", ...EDGE },
];

/**
 * Draws states one after another, joined by a ribbon as wide as what is left of the first word.
 * @param {string} id @param {Words & { slopes: ArrayLike<number> }} what
 */
export function states(id, { xs, n, y, slopes, label }) {
  const left = (/** @type {number} */ k) => Math.min(1, Math.abs(slopes[k]) || 0);
  const half = (/** @type {number} */ k) => Math.max(0.5, left(k) * SLOPE * 0.5);
  const ribbon = upTo(n - 1).map((k) => ({
    ...{ at: k, look: INPUT },
    d(/** @type {number} */ by) {
      const x = xs[k] + (xs[k + 1] - xs[k]) * by;
      const [a, b] = [half(k), half(k) + (half(k + 1) - half(k)) * by];
      return `M${xs[k]} ${y - a}L${x} ${y - b}V${y + b}L${xs[k]} ${y + a}z`;
    },
  }));
  const discs = upTo(n).flatMap((k) => [
    dot(-1, COMES, xs[k], y, STATE),
    dot(k, CAME, xs[k], y, STATE),
    dot(k, { ...INPUT, opacity: Math.min(1, left(k) / (left(0) || 1)) }, xs[k], y, STATE - 1),
  ]);
  return growing(id, [...ribbon, ...discs], label);
}

/**
 * Draws layers of convolutions above the words, up to the position that depends on both ends.
 * @param {string} id @param {Words & { height: number, layers: import("./layers.js").Layers }} what
 */
export function layered(id, { xs, n, y, height, layers: { depth, top, edges, ways }, label }) {
  const high = (/** @type {number} */ layer) => y - (height * layer) / depth;
  /** @param {Edge[]} some @param {string} stroke @param {number} strokeWidth @returns {Part[]} */
  const lines = (some, stroke, strokeWidth, look = { stroke, strokeWidth }) =>
    some.map(({ layer, from, to }) => ({
      ...{ at: layer - 1, look },
      d(by) {
        const x = xs[from] + (xs[to] - xs[from]) * by;
        return `M${xs[from]} ${high(layer - 1)}L${x} ${high(layer - 1 + by)}`;
      },
    }));
  const place = (/** @type {number} */ k, /** @type {number} */ layer, look = PAST, r = PLACE) =>
    dot(layer || -1, look, xs[k], high(layer), r);
  const heard = ways.flatMap((way, w) => {
    const gone = way.slice(1).map((to, k) => ({ layer: k + 1, from: way[k], to }));
    return [...lines(gone, ENDS[w].fill, 4.5), ...way.map((k, layer) => place(k, layer, ENDS[w]))];
  });
  const half = `M${xs[top]} ${high(depth) - 8}a8 8 0 0 1 0 16z`;
  const both = [place(top, depth, { ...ENDS[0] }, 9), { at: depth, look: { fill: "query" }, d: () => half }];
  const places = [...upTo(n).map((k) => place(k, 0)), ...edges.map(({ to, layer }) => place(to, layer))];
  return growing(id, [...lines(edges, "past", 1.25), ...places, ...heard, ...both], label);
}

/**
 * Draws an arc from every word to the last, as wide as its weight; that of the first word is the message, and lies on top.
 * @param {string} id @param {Words & { height: number, weights: number[] }} what
 */
export function arcs(id, { xs, n, y, height, weights, label }) {
  const last = xs[n - 1];
  const drawn = upTo(n - 1).map((j) => {
    const strokeWidth = Math.max(1, Math.min(1, weights[j]) * WEIGHT);
    const look = j ? { stroke: "past", opacity: 0.6 } : { stroke: "full" };
    const high = (1.32 * height * (n - 1 - j)) / (n - 1);
    const d = (/** @type {number} */ by) =>
      `M${xs[j]} ${y}C${xs[j]} ${y - high * by} ${last} ${y - high * by} ${last} ${y}`;
    return { at: 0, look: { ...look, fill: "none", strokeWidth }, d };
  });
  const words = upTo(n - 1).slice(1);
  const ends = [0, n - 1].map((k, e) => dot(-1, ENDS[e], xs[k], y, STATE - 1));
  const seen = drawn.filter((_, j) => weights[j] > 0).toReversed();
  return growing(id, [...seen, ...words.map((k) => dot(-1, PAST, xs[k], y, PLACE)), ...ends], label);
}
