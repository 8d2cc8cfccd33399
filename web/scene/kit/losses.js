/**
 * The loss of every step of a run, as a line that grows along an axis of steps, on a linear scale from 0 or on a logarithmic one.
 */

import { textWidth } from "../text-metrics.js";
import { inPowers } from "../format.js";
import { path, px, rect } from "./marks.js";
import { placeable } from "./place.js";
import { remember } from "./remember.js";
import { niceStep } from "./ruler.js";
import { sketch } from "./sketch.js";
import { textMark } from "./text.js";

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */

const FONT = 12;
/** Space for the numbers below and at the left, px. */
const [BELOW, LEFT] = [18, 38];

/**
 * @param {string} id
 * @param {{ width: number, height: number, loss: ArrayLike<number>, extent: number, log?: boolean, label?: string, first?: number, noted?: { step: number, text: string } | null }} what
 *   width, height: px, including the numbers; loss: of each step; extent: how many steps the axis has room for; label: for screen
 *   readers; first: the step of the first loss, 1 if none was measured before it; noted: a step to point out, with a word
 */
export function losses(id, { width, height, loss, extent, log = false, label, first = 1, noted = null }) {
  const tall = height - BELOW - 6;
  const scale = remember(() => scaleOf(loss, log, tall));
  const item = sketch(id, { at: 0, noted: 0 }, (get, _, place) => {
    const { ticks, place: heightAt } = scale();
    const left = Math.max(LEFT, ...ticks.map(({ text }) => textWidth(text, FONT) + 8));
    const right = Math.ceil(textWidth(String(extent), FONT) / 2) + 2;
    const box = { x: place.x + left, y: place.y + 6, width: width - left - right, height: tall };
    const at = Math.min(loss.length, get("at") + 1 - first);
    const x = (/** @type {number} */ step) => px(box.x + (box.width * step) / extent);
    const y = (/** @type {number} */ value) => px(box.y + box.height * (1 - heightAt(value)));
    const marks = axes(id, box, ticks, extent, x, y);
    if (noted && get("noted") > 0) marks.push(...noteMarks(id, noted, box, x, get("noted")));
    const count = Math.floor(at + 1e-6);
    if (count < 1) return { box: marks };
    // with more steps than pixels, some are skipped
    const every = Math.max(1, Math.floor(extent / (2 * box.width)));
    let d = "";
    for (let k = 0; k < count; k += every) d += `${d ? "L" : "M"}${x(k + first)} ${y(loss[k])}`;
    const last = loss[count - 1];
    const [after, by] = [loss[count], at - count];
    const head =
      by > 0 && after !== undefined
        ? [x(at - 1 + first), px(y(last) + (y(after) - y(last)) * by)]
        : [x(count - 1 + first), y(last)];
    d += `L${head[0]} ${head[1]}`;
    const line = { fill: "none", stroke: "score", strokeWidth: 2.5, part: "plot", label };
    const dot = { x: head[0] - 4.5, y: head[1] - 4.5, width: 9, height: 9 };
    marks.push(path(`${id}/line`, d, line), rect(`${id}/dot`, dot, { rx: 4.5, fill: "ink" }));
    return { box: marks };
  });
  return placeable({ ...item, width, height, first, noted });
}

/** @typedef {{ ticks: { at: number, text: string }[], place: (loss: number) => number }} Scale place: 0 at the bottom, 1 at the top */

/** @param {number} at the number at a tick */
const tickAt = (at) => ({
  at,
  text:
    at !== 0 && (at >= 1e4 || at < 1e-3)
      ? inPowers(at.toExponential(0)).replace(/^1 × /, "")
      : String(Number(at.toPrecision(3))),
});

/** @param {ArrayLike<number>} loss @param {boolean} log @param {number} height px @returns {Scale} */
function scaleOf(loss, log, height) {
  const all = Array.from(loss).filter((value) => Number.isFinite(value) && value >= 0);
  const parts = Math.max(1, Math.floor(height / 26));
  if (!log) {
    const high = 1.04 * Math.max(1e-30, ...all);
    const step = niceStep(high, parts + 1);
    const ticks = Array.from({ length: Math.floor(high / step) + 1 }, (_, k) => k * step);
    return { ticks: ticks.map(tickAt), place: (value) => Math.min(1, value / high) };
  }
  const positive = all.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(0.1, ...positive)));
  const high = Math.ceil(Math.log10(Math.max(1, ...positive)));
  const every = Math.max(1, Math.ceil((high - low) / parts));
  const powers = Array.from({ length: Math.floor((high - low) / every) + 1 }, (_, k) => low + k * every);
  return {
    ticks: powers.map((power) => tickAt(10 ** power)),
    place: (value) => (value > 0 ? Math.min(1, (Math.log10(value) - low) / (high - low)) : 0),
  };
}

/**
 * The axes with as many numbers as fit.
 * @param {string} id @param {Box} box @param {Scale["ticks"]} ticks @param {number} extent @param {(step: number) => number} x
 * @param {(loss: number) => number} y @returns {Mark[]}
 */
function axes(id, box, ticks, extent, x, y) {
  const base = box.y + box.height;
  const style = { fill: "muted", copy: true };
  const marks = [path(`${id}/axis`, `M${box.x} ${base}h${box.width}`, { stroke: "ink", strokeWidth: 1.5 })];
  for (const [k, { at, text }] of ticks.entries()) {
    const line = y(at);
    const rule = `M${box.x} ${line}h${box.width}`;
    if (at !== 0) marks.push(path(`${id}/rule${k}`, rule, { stroke: "track", strokeWidth: 1 }));
    const place = { x: box.x - 6, y: line + 0.36 * FONT, text, size: FONT, align: "end" };
    marks.push(textMark(`${id}/loss${k}`, place, style));
  }
  const room = textWidth(String(extent), FONT) + 14;
  const step = niceStep(extent, Math.max(1, Math.floor(box.width / room)));
  for (let at = 0; at <= extent; at += Math.max(1, step)) {
    const place = { x: x(at), y: base + 14, text: String(at), size: FONT, align: "middle" };
    marks.push(textMark(`${id}/step${at}`, place, style));
  }
  return marks;
}

/** The line and the word at the noted step. @param {string} id @param {{ step: number, text: string }} noted @param {Box} box @param {(step: number) => number} x @param {number} opacity @returns {Mark[]} */
function noteMarks(id, { step, text }, box, x, opacity) {
  const at = x(step);
  const wide = textWidth(text, FONT);
  const right = at + 6 + wide <= box.x + box.width;
  // a narrow plot shows the line only
  const fits = right || at - 6 - wide >= box.x;
  const [left, align] = right ? [at + 6, "start"] : [at - 6, "end"];
  const place = { x: left, y: box.y + 0.5 * box.height, text, size: FONT, align };
  const line = { stroke: "focus", strokeWidth: 1.5, dash: "4 3", opacity };
  return [
    path(`${id}/noted`, `M${at} ${box.y}v${box.height}`, line),
    ...(fits ? [textMark(`${id}/note`, place, { opacity, fill: "ink" })] : []),
  ];
}
