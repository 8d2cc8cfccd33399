/** One kind of start: its scores as dots, row by row, and how evenly each row's weights are shared out; from a draw to the next. */

import { formatNumber } from "../../format.js";
import { LAYERS } from "../../kit/layers.js";
import { disc, path, rect } from "../../kit/marks.js";
import { textMark } from "../../kit/text.js";

/** @typedef {import("../../kit/draw.js").Mark} Mark */
/** @typedef {import("../../kit/draw.js").Draw} Draw */
/** @typedef {{ id: string, scores: { mean: number, variance: number }, entropy: ArrayLike<number>, mean: number }} Drawn one draw of a start */
/** @typedef {{ draws: [Drawn, Drawn], rows: number[], x: number, width: number, label: string }} Place rows: y of each, px */

const DOT = 5;

/** @param {number} a @param {number} b @param {number} by */
const mix = (a, b, by) => a + (b - a) * by;

/**
 * Numbers as dots, row by row, and rings where they were before the next draw; of scores a bar, one deviation to either side of
 * their mean.
 * @param {string} id @param {Place & { values: number[][][], half: number, bar?: number }} what values: of each draw, by row; half: of
 *   the axis; bar: its y
 */
export const scatter = (id, what) => {
  const initial = { opacity: 0, progress: 0, at: 0 };
  return { id, kind: "scatter", draw: drawScatter, ...what, initial };
};

/** @type {Draw} */
function drawScatter({ id, draws, values, rows, x, width, half, bar, label }, get) {
  const [opacity, shown, at] = [get("opacity"), get("progress") * rows.length, get("at")];
  const place = (/** @type {number} */ value) => x + (width * (value + half)) / (2 * half);
  let [rings, dots] = ["", ""];
  for (const [i, y] of rows.entries()) {
    if (i >= shown) break;
    for (const [j, first] of values[0][i].entries()) {
      const [was, now] = [place(first), place(values[1][i][j])];
      rings += disc(was, y, DOT);
      dots += disc(mix(was, now, at), y, DOT);
    }
  }
  const ring = { fill: "none", stroke: "past", strokeWidth: 1, opacity: opacity * at };
  const dot = { fill: "score", stroke: "panel", strokeWidth: 1, opacity, part: "plot", label };
  const marks = dots ? [path(`${id}/dots`, dots, dot)] : [];
  if (bar && shown >= rows.length) {
    const [from, to] = [-1, 1].map((side) => {
      const [was, now] = draws.map(
        (/** @type {Drawn} */ { scores: { mean, variance } }) => mean + side * Math.sqrt(variance),
      );
      return place(mix(was, now, at));
    });
    const box = { x: from, y: bar - 3, width: to - from, height: 6 };
    marks.push(rect(`${id}/bar`, box, { rx: 3, fill: "score", opacity }));
  }
  return [
    [LAYERS.past, rings && at > 0 ? [path(`${id}/rings`, rings, ring)] : []],
    [LAYERS.box, marks],
  ];
}

/** The entropy of every row as a bar; a dashed line at the mean of many draws. @param {string} id @param {Place & { most: number, usual: number, high: number }} what most: bits of an even row; high: px of a bar */
export const evenness = (id, what) => {
  const initial = { opacity: 0, progress: 0, at: 0, usual: 0 };
  return { id, kind: "evenness", draw: drawEvenness, ...what, initial };
};

/** @type {Draw} */
function drawEvenness({ id, draws, rows, x, width, most, usual, high, label }, get) {
  const [opacity, grown, at, lined] = [get("opacity"), get("progress"), get("at"), get("usual")];
  /** @type {Mark[][]} */
  const [bars, numbers] = [[], []];
  for (const [i, y] of rows.entries()) {
    const [was, now] = draws.map((/** @type {Drawn} */ { entropy }) => entropy[i]);
    const box = { x, y: y - high / 2, width, height: high };
    bars.push(
      rect(`${id}/all${i}`, box, { fill: "paper", opacity, part: "plot", label: i ? undefined : label }),
    );
    const long = { ...box, width: (grown * width * mix(was, now, at)) / most };
    bars.push(rect(`${id}/bar${i}`, long, { fill: "weight", opacity }));
    const said = { x: x + width + 6, y: y + 4.3, text: formatNumber(at < 0.5 ? was : now, 2), size: 12 };
    if (grown >= 1) numbers.push(textMark(`${id}/number${i}`, said, { opacity, fill: "muted", copy: true }));
  }
  const middle = x + (width * usual) / most;
  const d = `M${middle} ${rows[0] - high / 2 - 3}V${rows[rows.length - 1] + high / 2 + 3}`;
  const line = path(`${id}/usual`, d, {
    stroke: "focus",
    strokeWidth: 2,
    dash: "4 3",
    opacity: opacity * lined,
  });
  return [
    [LAYERS.box, lined > 0 ? [...bars, line] : bars],
    [LAYERS.label, numbers],
  ];
}

/** A number as it stands at a tick. @param {number} at */
export const tickText = (at) => String(Number(at.toPrecision(2))).replace("-", "−");

/** The numbers under the dots, with a line up from each. @param {string} id @param {{ x: number, width: number, half: number, lanes: { from: number, to: number }[], bottom: number, ticks: number[] }} what */
export const axis = (id, what) => ({ id, kind: "axis", draw: drawAxis, ...what, initial: { opacity: 0 } });

/** @type {Draw} */
function drawAxis({ id, x, width, half, lanes, bottom, ticks }, get) {
  const opacity = get("opacity");
  const place = (/** @type {number} */ at) => x + (width * (at + half)) / (2 * half);
  const rules = ticks.map((/** @type {number} */ at) => {
    const d = lanes.map((/** @type {any} */ { from, to }) => `M${place(at)} ${from}V${to}`).join("");
    return path(`${id}/rule${at}`, d, { stroke: at ? "track" : "past", strokeWidth: 1, opacity });
  });
  const numbers = ticks.map((/** @type {number} */ at) => {
    const what = { x: place(at), y: bottom + 15, text: tickText(at), size: 12, align: "middle" };
    return textMark(`${id}/tick${at}`, what, { opacity, fill: "muted", copy: true });
  });
  return [
    [LAYERS.ground, rules],
    [LAYERS.label, numbers],
  ];
}
