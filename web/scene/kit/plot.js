/**
 * Histograms: an axis of numbers, and bars that show how many numbers lie where. Only heights and positions on the screen are
 * computed here; the counts come from the run.
 */

import { mix } from "../ease.js";
import { textWidth } from "../text-metrics.js";
import { path, px } from "./marks.js";
import { animate, fadeIn } from "./moves.js";
import { placeable } from "./place.js";
import { sketch } from "./sketch.js";
import { textMark } from "./text.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */
/** @typedef {{ counts: ArrayLike<number>, half: number }} Spread counts: of equally wide bins from −half to half */

const FONT = 12;
/** Space for the axis and its numbers, px. */
const AXIS = 18;

/** The x of a number on an axis from −half to half. @param {Box} box @param {number} half @param {number} value */
const xOf = ({ x, width }, half, value) => x + (width * (value + half)) / (2 * half);

/**
 * The distribution of numbers at each of several stops; between two stops the picture is interpolated.
 * @param {string} id
 * @param {{ width: number, height: number, spreads: Spread[], highest: number, bracket?: { half: number, text: string }[], label?: string }} what
 *   height: px, including the axis; highest: the largest density drawn with it, which has full height; bracket: at each stop,
 *   above the bars from −half to half; label: for screen readers
 */
export function histogram(id, { width, height, spreads, highest, bracket, label }) {
  const item = sketch(id, { progress: 0, stop: 0 }, (get, _, { x, y }) => {
    const [k, next, by] = around(get("stop"), spreads.length - 1);
    const [a, b] = [spreads[k], spreads[next]];
    const half = a.half * (b.half / a.half) ** by;
    const box = { x, y, width, height: height - AXIS };
    const bars = barsOf(box, a, b, by, half, get("progress"), highest);
    return {
      box: [path(`${id}/bars`, bars, { fill: "score", stroke: "none", part: "plot", label })],
      label: [...axisMarks(id, box, half), ...bracketMarks(id, bracket, box, half, k, next, by)],
    };
  });
  const enters = () => [...fadeIn(item), ...animate(item, "progress", 1, 1.4)];
  return placeable({ ...item, enters, width, height });
}

/** The density of a spread at a position, per unit of the axis. @param {Spread} spread @param {number} at */
function densityAt({ counts, half }, at) {
  const bin = Math.floor(((at + half) / (2 * half)) * counts.length);
  return ((counts[bin] ?? 0) * counts.length) / (2 * half);
}

/** The largest density of a spread. @param {Spread} spread */
export const peakOf = ({ counts, half }) => (Math.max(...Array.from(counts)) * counts.length) / (2 * half);

/** The stops before and after a position, and how far it is from the one to the other, from 0 to 1. @param {number} stop @param {number} last @returns {[number, number, number]} */
export function around(stop, last) {
  const from = Math.min(last, Math.max(0, Math.floor(stop)));
  return [from, Math.min(last, from + 1), stop - from];
}

/**
 * The bars as path data. In true proportion a wide spread would be too low to see, so heights follow the fourth root of the
 * density: a peak of a sixteenth of the density is half as high.
 * @param {Box} box @param {Spread} a @param {Spread} b @param {number} by @param {number} half @param {number} grown @param {number} highest
 */
function barsOf({ x, y, width, height }, a, b, by, half, grown, highest) {
  const peak = mix(peakOf(a), peakOf(b), by);
  if (!(peak > 0) || grown <= 0) return "";
  const tall = (height * grown * (peak / highest) ** 0.25) / peak;
  const count = a.counts.length;
  const wide = width / count;
  const gap = wide > 3 ? 0.6 : 0;
  let d = "";
  for (let n = 0; n < count; n++) {
    const at = half * ((2 * n + 1) / count - 1);
    const high = tall * mix(densityAt(a, at), densityAt(b, at), by);
    if (high > 0) d += `M${px(x + n * wide)} ${y + height}v${-px(high)}h${px(wide - gap)}v${px(high)}z`;
  }
  return d;
}

/** The axis with as many numbers as fit. @param {string} id @param {Box} box @param {number} half @returns {Mark[]} */
function axisMarks(id, box, half) {
  const { x, y, width, height } = box;
  const base = y + height;
  const room = textWidth("−888", FONT) + 10;
  let step = 2 ** Math.ceil(Math.log2(half / 5));
  while ((step * width) / (2 * half) < room) step *= 2;
  const marks = [path(`${id}/axis`, `M${x} ${base}h${width}`, { stroke: "ink", strokeWidth: 1.5 })];
  for (let n = -Math.ceil(half / step) + 1; n * step < half; n++) {
    const at = xOf(box, half, n * step);
    const said = String(n * step).replace("-", "−");
    const wide = textWidth(said, FONT) / 2;
    if (at - wide < x || at + wide > x + width) continue;
    const tick = { x: at, y: base + 14, text: said, size: FONT, align: "middle" };
    marks.push(textMark(`${id}/tick${n * step}`, tick, { fill: "muted", copy: true }));
  }
  return marks;
}

/** The typical extent of the numbers: a line with two ends, and its words above it. @param {string} id @param {{ half: number, text: string }[] | undefined} list @param {Box} box @param {number} half of the axis @param {number} k @param {number} next @param {number} by @returns {Mark[]} */
function bracketMarks(id, list, box, half, k, next, by) {
  if (!list) return [];
  const reach = mix(list[k].half, list[next].half, by);
  const [from, to] = [xOf(box, half, -reach), xOf(box, half, reach)];
  const text = list[by < 0.5 ? k : next].text;
  const y = box.y - 6;
  const d = `M${from} ${y - 4}v8M${from} ${y}H${to}M${to} ${y - 4}v8`;
  const at = { x: (from + to) / 2, y: y - 7, text, size: 12.5, align: "middle" };
  return [
    path(`${id}/bracket`, d, { stroke: "ink", strokeWidth: 1.5 }),
    textMark(`${id}/bracket-text`, at, { fill: "ink", copy: true }),
  ];
}
