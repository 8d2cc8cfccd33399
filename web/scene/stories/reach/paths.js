/** The three ways from the first of some words to the last: through states, up layers of convolutions, in one arc. */

import { formatNumber } from "../../format.js";
import { LAYERS } from "../../kit/layers.js";
import { disc, path } from "../../kit/marks.js";
import { placeable } from "../../kit/place.js";
import { textMark } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { textWidth } from "../../text-metrics.js";

/** @typedef {import("../../kit/draw.js").Mark} Mark */
/** @typedef {import("../../kit/draw.js").Draw} Draw */
/** @typedef {import("./layers.js").Layers} Layers */
/** @typedef {{ xs: number[], n: number, label: string }} Words xs: where they stand, px; n: how many are on the way; label: for readers who listen */

/** px: half a state, half a place; how wide a slope and a weight of 1 are. */
const [STATE, PLACE] = [11, 5.5];
const [SLOPE, WEIGHT] = [53, 32];
/** Between states that are nearer, px, only some slopes are written. */
const WRITTEN = 46;
/** The first word, the last. */
const ENDS = ["input", "query"];

/** Discs in one path; none where there are none. @param {string} id @param {string[]} discs @param {Mark} style */
const all = (id, discs, style) => (discs.length ? [path(id, discs.join(""), style)] : []);

/** States one after another, joined by what is left of the first word. @param {string} id @param {Words & { y: number, below: boolean, slopes: ArrayLike<number> }} what below: numbers stand under the states */
export const states = (id, what) => {
  const initial = { opacity: 0, at: 0 };
  return { id, kind: "states", draw: drawStates, ...what, initial };
};

/** @type {Draw} */
function drawStates({ id, xs, n, y, below, slopes, label }, get) {
  const opacity = get("opacity");
  const end = Math.min(get("at"), n - 1);
  const left = (/** @type {number} */ k) => Math.min(1, Math.abs(slopes[k]) || 0);
  const half = (/** @type {number} */ k) => Math.max(0.5, Math.round(left(k) * SLOPE * 50) / 100);
  const [came, comes] = [upTo(Math.floor(end + 1e-6) + 1), upTo(n).slice(Math.floor(end + 1e-6) + 1)];
  const ribbon = upTo(Math.ceil(end)).map((k) => {
    const by = Math.min(1, end - k);
    const x = xs[k] + (xs[k + 1] - xs[k]) * by;
    const [a, b] = [half(k), half(k) + (half(k + 1) - half(k)) * by];
    return `M${xs[k]} ${y - a}L${x} ${y - b}V${y + b}L${xs[k]} ${y + a}z`;
  });
  const at = (/** @type {number} */ k) => disc(xs[k], y, STATE);
  const rest = comes.length ? [`M${xs[0] + (xs[1] - xs[0]) * end} ${y}H${xs[n - 1]}`] : [];
  const faint = { fill: "none", stroke: "ghost", strokeWidth: 1.5, opacity };
  const marks = [
    ...all(`${id}/rest`, rest, { ...faint, dash: "4 3" }),
    ...all(`${id}/left`, ribbon, { fill: "input", opacity, part: "plot", label }),
    ...all(`${id}/comes`, comes.map(at), faint),
    ...all(`${id}/came`, came.map(at), { fill: "paper", stroke: "ink", strokeWidth: 1.5, opacity }),
    ...came.map((k) => {
      const strength = Math.min(1, left(k) / (left(0) || 1));
      return path(`${id}/state${k}`, disc(xs[k], y, STATE - 1), {
        fill: "input",
        opacity: opacity * strength,
      });
    }),
  ];
  const widest = Math.max(...came.map((k) => textWidth(formatNumber(slopes[k], 3), 12.5, 650)));
  const few = xs[1] - xs[0] < Math.max(WRITTEN, widest + 6);
  const isEnd = (/** @type {number} */ k) => k === 0 || k === n - 1;
  const written = came.filter((k) => !few || isEnd(k) || (n >= 5 && k === Math.floor(n / 2)));
  const numbers = written.map((k) => {
    const said = { text: formatNumber(slopes[k], 3), weight: isEnd(k) ? 650 : 400, size: 12.5 };
    const place = { x: xs[k], y: y + (below ? STATE + 17 : -STATE - 8), align: "middle" };
    const style = { opacity, fill: isEnd(k) ? "ink" : "muted", copy: true };
    return textMark(`${id}/slope${k}`, { ...place, ...said }, style);
  });
  return [
    [LAYERS.box, marks],
    [LAYERS.label, numbers],
  ];
}

/** Layers of convolutions over the words, up to the place that has heard both ends. @param {string} id @param {Words & { base: number, height: number, layers: Layers }} what base: y of the words */
export const stack = (id, what) => {
  const initial = { opacity: 0, at: 0 };
  return { id, kind: "layers", draw: drawStack, ...what, initial };
};

/** @type {Draw} */
function drawStack({ id, xs, base, height, layers, label }, get) {
  const [opacity, at] = [get("opacity"), get("at")];
  const { depth, top, places, edges, ways } = /** @type {Layers} */ (layers);
  const y = (/** @type {number} */ layer) => base - (height * layer) / depth;
  const line = (/** @type {import("./layers.js").Edge} */ { layer, from, to }) => {
    const by = Math.min(1, at - layer + 1);
    return `M${xs[from]} ${y(layer - 1)}L${xs[from] + (xs[to] - xs[from]) * by} ${y(layer - 1 + by)}`;
  };
  const begun = edges.filter(({ layer }) => at > layer - 1);
  const there = places.flatMap((row, layer) => row.map((place) => ({ place, layer })));
  const reached = there.filter(({ layer }) => layer <= at + 1e-6);
  const marks = [
    ...all(`${id}/edges`, begun.map(line), {
      stroke: "past",
      strokeWidth: 1.25,
      opacity,
      part: "plot",
      label,
    }),
    ...all(
      `${id}/places`,
      reached.map(({ place, layer }) => disc(xs[place], y(layer), PLACE)),
      { fill: "past", opacity },
    ),
    ...ways.flatMap((way, w) => {
      const own = begun.filter(({ layer, from, to }) => way[layer - 1] === from && way[layer] === to);
      const discs = way
        .filter((_, layer) => layer <= at + 1e-6)
        .map((place, layer) => disc(xs[place], y(layer), PLACE));
      return [
        ...all(`${id}/way${w}`, own.map(line), { stroke: ENDS[w], strokeWidth: 4.5, opacity }),
        ...all(`${id}/heard${w}`, discs, { fill: ENDS[w], stroke: "ink", strokeWidth: 1.5, opacity }),
      ];
    }),
  ];
  if (at >= depth - 1e-6)
    marks.push(
      path(`${id}/top`, disc(xs[top], y(depth), 9), {
        fill: ENDS[0],
        stroke: "ink",
        strokeWidth: 1.5,
        opacity,
      }),
      path(`${id}/both`, `M${xs[top]} ${y(depth) - 8}a8 8 0 0 1 0 16z`, { fill: ENDS[1], opacity }),
    );
  return [[LAYERS.box, marks]];
}

/** What is computed, a square each. @param {string} id @param {{ rows: number, columns: number, label: string }} what */
export const tally = (id, what) => {
  const size = { width: 5 * what.columns, height: 5 * what.rows };
  return placeable({ id, kind: "tally", draw: drawTally, ...what, ...size, initial: { opacity: 0 } });
};

/** @type {Draw} */
function drawTally({ id, x, y, rows, columns, label }, get) {
  const at = (/** @type {number} */ k) =>
    `M${x + 5 * (k % columns)} ${y + 5 * Math.floor(k / columns)}h4v4h-4z`;
  const style = { fill: "full", opacity: get("opacity"), part: "plot", label };
  return [[LAYERS.box, all(id, upTo(rows * columns).map(at), style)]];
}

/** An arc from every word to the last, as wide as its weight; that of the first is the message. @param {string} id @param {Words & { base: number, height: number, cells: number[][], tensor: string }} what cells: of the weights */
export const arcs = (id, what) => {
  const initial = { opacity: 0, at: 0 };
  return { id, kind: "arcs", draw: drawArcs, ...what, initial };
};

/** @type {Draw} */
function drawArcs({ id, xs, n, base, height, cells, tensor, label }, get, model) {
  const [opacity, at] = [get("opacity"), get("at")];
  const last = xs[n - 1];
  const drawn = upTo(n - 1).flatMap((j) => {
    const weight = model.value(tensor, cells[j]);
    if (!(weight > 0)) return [];
    const y = base - (1.32 * height * (n - 1 - j)) / (n - 1);
    const d = `M${xs[j]} ${base}C${xs[j]} ${y} ${last} ${y} ${last} ${base}`;
    const strokeWidth = Math.max(1, Math.min(1, weight) * WEIGHT);
    const look = j
      ? { stroke: "past", opacity: 0.6 * opacity * at }
      : { stroke: "full", opacity: opacity * at, label };
    return path(`${id}/arc${j}`, d, { fill: "none", strokeWidth, part: "plot", ...look });
  });
  const between = upTo(n - 1).slice(1);
  const ends = [0, n - 1].map((k, e) =>
    path(`${id}/end${e}`, disc(xs[k], base, STATE - 1), {
      fill: ENDS[e],
      stroke: "ink",
      strokeWidth: 1.5,
      opacity,
    }),
  );
  const words = all(
    `${id}/words`,
    between.map((k) => disc(xs[k], base, PLACE)),
    { fill: "past", opacity },
  );
  // the message lies over the others
  return [[LAYERS.box, [...drawn.toReversed(), ...words, ...ends]]];
}
