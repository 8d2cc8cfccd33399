/** The three ways from the first of some words to the last: through states, up layers of convolutions, in one arc. */

import { formatNumber } from "../../format.js";
import { LAYERS } from "../../kit/layers.js";
import { path, rect } from "../../kit/marks.js";
import { placeable } from "../../kit/place.js";
import { textMark } from "../../kit/text.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../kit/draw.js").Mark} Mark */
/** @typedef {import("../../kit/draw.js").Draw} Draw */
/** @typedef {{ xs: number[], n: number }} Words xs: where they stand, px; n: how many are on the way */

/** px: half a state, half a place, a slope or weight of 1. */
const [STATE, PLACE] = [11, 5.5];
const [SLOPE, WEIGHT] = [53, 32];
/** Below so many px only some slopes are written. */
const WRITTEN = 46;

/** @param {string} id @param {number} x @param {number} y @param {number} r @param {Mark} style */
const dot = (id, x, y, r, style) =>
  rect(id, { x: x - r, y: y - r, width: 2 * r, height: 2 * r }, { rx: r, ...style });

/**
 * States one after another, joined by what is left of the first word.
 * @param {string} id @param {Words & { y: number, below: boolean, slopes: ArrayLike<number>, label: string }} what below: the numbers stand under the states
 */
export const states = (id, what) => ({ id, kind: "states", draw: drawStates, ...what, initial: { opacity: 0, at: 0 } }); // prettier-ignore

/** @type {Draw} */
function drawStates({ id, xs, n, y, below, slopes, label }, get) {
  const [opacity, at] = [get("opacity"), get("at")];
  const left = (/** @type {number} */ k) => Math.min(1, Math.abs(slopes[k]) || 0);
  const half = (/** @type {number} */ k) => Math.max(0.5, (left(k) * SLOPE) / 2);
  const end = Math.min(at, n - 1);
  const rest = end < n - 1 ? `M${xs[0] + (xs[1] - xs[0]) * end} ${y}H${xs[n - 1]}` : "";
  const marks = rest ? [path(`${id}/rest`, rest, { stroke: "ghost", strokeWidth: 1.5, dash: "4 3", opacity })] : []; // prettier-ignore
  for (let k = 0; k < end; k++) {
    const [x1, by] = [xs[k], Math.min(1, end - k)];
    const x2 = x1 + (xs[k + 1] - x1) * by;
    const [a, b] = [half(k), half(k) + (half(k + 1) - half(k)) * by];
    const d = `M${x1} ${y - a}L${x2} ${y - b}V${y + b}L${x1} ${y + a}z`;
    marks.push(path(`${id}/left${k}`, d, { fill: "input", opacity, part: "plot", ...(k ? {} : { label }) }));
  }
  /** @type {Mark[]} */
  const numbers = [];
  const few = xs[1] - xs[0] < WRITTEN;
  for (const k of upTo(n)) {
    const reached = k <= end + 1e-6;
    const ground = { fill: reached ? "paper" : "none", stroke: reached ? "ink" : "ghost", strokeWidth: 1.5 };
    marks.push(dot(`${id}/ground${k}`, xs[k], y, STATE, { ...ground, opacity }));
    if (!reached) continue;
    const strength = Math.min(1, left(k) / (left(0) || 1));
    marks.push(dot(`${id}/state${k}`, xs[k], y, STATE - 1, { fill: "input", opacity: opacity * strength }));
    if (few && k && k !== n - 1 && (n < 5 || k !== Math.floor(n / 2))) continue;
    const strong = k === 0 || k === n - 1;
    const place = { x: xs[k], y: y + (below ? STATE + 17 : -STATE - 8), size: 12.5, align: "middle" };
    const said = { text: formatNumber(slopes[k], 3), weight: strong ? 650 : 400 };
    numbers.push(textMark(`${id}/slope${k}`, { ...place, ...said }, { opacity, fill: strong ? "ink" : "muted", copy: true })); // prettier-ignore
  }
  return [
    [LAYERS.box, marks],
    [LAYERS.label, numbers],
  ];
}

/**
 * Layers of convolutions over the words, up to the place that has heard both ends.
 * @param {string} id @param {Words & { base: number, height: number, layers: import("./layers.js").Layers, label: string }} what base: y of the words
 */
export const stack = (id, what) => ({ id, kind: "layers", draw: drawStack, ...what, initial: { opacity: 0, at: 0 } }); // prettier-ignore

/** @type {Draw} */
function drawStack({ id, xs, base, height, layers, label }, get) {
  const [opacity, at] = [get("opacity"), get("at")];
  const { depth, top, places, edges, ways } = /** @type {import("./layers.js").Layers} */ (layers);
  const y = (/** @type {number} */ layer) => base - (height * layer) / depth;
  const line = (/** @type {number} */ layer, /** @type {number} */ from, /** @type {number} */ to) => {
    const by = Math.min(1, at - layer + 1);
    return `M${xs[from]} ${y(layer - 1)}L${xs[from] + (xs[to] - xs[from]) * by} ${y(layer - 1 + by)}`;
  };
  const begun = (/** @type {number} */ layer) => layer <= depth && at > layer - 1;
  const plain = edges.filter(({ layer }) => begun(layer)).map(({ layer, from, to }) => line(layer, from, to)); // prettier-ignore
  const marks = [path(`${id}/edges`, plain.join("") || "M0 0", { stroke: "past", strokeWidth: 1.25, opacity, part: "plot", label })]; // prettier-ignore
  const fills = ["input", "query"];
  for (const [w, way] of ways.entries()) {
    const d = upTo(depth).filter((k) => begun(k + 1)).map((k) => line(k + 1, way[k], way[k + 1])).join(""); // prettier-ignore
    if (d) marks.push(path(`${id}/way${w}`, d, { stroke: fills[w], strokeWidth: 4.5, opacity }));
  }
  for (const [layer, row] of places.entries()) {
    if (layer > at + 1e-6) break;
    for (const place of row) {
      const way = ways.findIndex((one) => one[layer] === place);
      const [x, both] = [xs[place], layer === depth && place === top];
      const style = way < 0 ? { fill: "past" } : { fill: fills[way], stroke: "ink", strokeWidth: 1.5 };
      marks.push(dot(`${id}/place${layer}.${place}`, x, y(layer), both ? 9 : PLACE, { ...style, opacity }));
      if (!both) continue;
      const d = `M${x} ${y(layer) - 8}a8 8 0 0 1 0 16z`;
      marks.push(path(`${id}/both`, d, { fill: fills[1], opacity }));
    }
  }
  return [[LAYERS.box, marks]];
}

/** What is computed, a square each. @param {string} id @param {{ rows: number, columns: number, label: string }} what */
export const tally = (id, what) =>
  placeable({ id, kind: "tally", draw: drawTally, ...what, width: 5 * what.columns, height: 5 * what.rows, initial: { opacity: 0 } }); // prettier-ignore

/** @type {Draw} */
function drawTally({ id, x, y, rows, columns, label }, get) {
  const d = upTo(rows * columns).map(
    (k) => `M${x + 5 * (k % columns)} ${y + 5 * Math.floor(k / columns)}h4v4h-4z`,
  );
  return [
    [LAYERS.box, [path(id, d.join(""), { fill: "full", opacity: get("opacity"), part: "plot", label })]],
  ];
}

/**
 * An arc from every word to the last, as wide as its weight; that of the first is the message.
 * @param {string} id @param {Words & { base: number, height: number, cells: number[][], tensor: string, label: string }} what cells: of the weights
 */
export const arcs = (id, what) => ({
  id,
  kind: "arcs",
  draw: drawArcs,
  ...what,
  initial: { opacity: 0, at: 0 },
});

/** @type {Draw} */
function drawArcs({ id, xs, n, base, height, cells, tensor, label }, get, model) {
  const [opacity, at] = [get("opacity"), get("at")];
  /** @type {Mark[]} */
  const marks = [];
  for (const j of upTo(n - 1).toReversed()) {
    const weight = model.value(tensor, cells[j]);
    const wide = Number.isFinite(weight) ? Math.min(1, Math.max(0, weight)) * WEIGHT : 0;
    if (wide <= 0) continue;
    const high = (height * (n - 1 - j)) / (n - 1);
    const [x1, x2, y] = [xs[j], xs[n - 1], base - high * 1.32];
    const d = `M${x1} ${base}C${x1} ${y} ${x2} ${y} ${x2} ${base}`;
    const style = j
      ? { stroke: "past", opacity: 0.6 * opacity * at }
      : { stroke: "full", opacity: opacity * at };
    marks.push(path(`${id}/arc${j}`, d, { fill: "none", strokeWidth: Math.max(1, wide), ...style, part: "plot", ...(j ? {} : { label }) })); // prettier-ignore
  }
  for (const k of upTo(n)) {
    const end = k === 0 ? "input" : k === n - 1 ? "query" : "";
    const style = end ? { fill: end, stroke: "ink", strokeWidth: 1.5 } : { fill: "past" };
    marks.push(dot(`${id}/word${k}`, xs[k], base, end ? STATE - 1 : PLACE, { ...style, opacity }));
  }
  return [[LAYERS.box, marks]];
}
