/** A line with stops and a knob that shows or sets one of several sizes. A reader may drag the knob. */

import { textWidth } from "../text-metrics.js";
import { path, rect } from "./marks.js";
import { placeable } from "./place.js";
import { sketch } from "./sketch.js";
import { textMark } from "./text.js";

const KNOB = 9;

/**
 * @param {string} id
 * @param {{ width: number, stops: string[], label: string, texts?: string[], set?: number, name?: string, font?: number }} what
 *   stops: the words at each; label, texts: what screen readers read for it and for each stop; set: the stop of a setting, which is
 *   changed rather than moved to in time; name: stands before it
 */
export function slider(id, { width, stops, label, texts = stops, set, name, font = 12 }) {
  const item = sketch(id, { stop: set ?? 0 }, (get, model, item) => {
    const stop = get("stop");
    const nearest = Math.round(stop);
    const y = item.y + KNOB + 1;
    const [from, knob, to] = [at(item, 0), at(item, stop), at(item, stops.length - 1)];
    const line = (/** @type {string} */ name, /** @type {number} */ end, /** @type {string} */ stroke) =>
      path(`${id}/${name}`, `M${from} ${y}H${end}`, { stroke, strokeWidth: 5 });
    const dots = stops.map((_, k) => {
      const box = { x: at(item, k) - 2.5, y: y - 2.5, width: 5, height: 5 };
      return rect(`${id}/dot${k}`, box, { rx: 2.5, fill: k < stop ? "raised" : "past" });
    });
    const round = { x: knob - KNOB, y: y - KNOB, width: 2 * KNOB, height: 2 * KNOB };
    // a setting keeps its hit area small, since other controls are near it
    const reach = item.times ? 10 : 2;
    const box = { x: item.x, y: item.y - reach, width, height: item.height + 1.4 * reach };
    const control = { name: id, label, box, value: nearest, times: item.times, texts };
    const look = { rx: KNOB, fill: "ink", stroke: "panel", strokeWidth: 1.5 };
    const grip = { ...rect(`${id}/knob`, round, look), control };
    const named = { x: item.x - 8, y: y + 4.7, text: name, weight: 600, align: "end" };
    const before = name ? [textMark(`${id}/name`, named, { fill: "ink" })] : [];
    return {
      box: [line("track", to, "track"), line("past", knob, "ink"), ...dots, grip],
      label: [...before, ...labels(item, nearest)],
    };
  });
  /** When each stop is shown, in seconds: dragging the knob moves to that time. @type {number[] | undefined} */
  const times = set === undefined ? [] : undefined;
  return placeable({ ...item, worked: true, width, height: 24 + font, stops, font, times });
}

/** The x of a stop, px. @param {any} item @param {number} stop */
const at = ({ x, width, stops }, stop) => x + KNOB + ((width - 2 * KNOB) * stop) / (stops.length - 1);

/** The labels of the stops: as many as fit, and always that of the stop that is shown. @param {any} item @param {number} nearest */
function labels(item, nearest) {
  const { id, stops, width, font } = item;
  const widest = Math.max(...stops.map((/** @type {string} */ text) => textWidth(text, font, 650)));
  const every = Math.ceil((widest + 6) / ((width - 2 * KNOB) / (stops.length - 1)));
  const all = stops.map((/** @type {string} */ text, /** @type {number} */ k) => {
    const half = textWidth(text, font, 650) / 2;
    const x = Math.min(Math.max(at(item, k), item.x + half), item.x + item.width - half);
    return { k, text, half, x };
  });
  /** @type {{ k: number, text: string, half: number, x: number }[]} */
  const kept = [];
  // the labels at the ends stand farther in than their stops
  for (const label of [all[nearest], ...all])
    if ((label.k % every === 0 || label.k === nearest) && kept.every((other) => isApart(label, other)))
      kept.push(label);
  return kept
    .toSorted((a, b) => a.k - b.k)
    .map(({ k, text, x }) => {
      const shown = k === nearest;
      const what = { x, y: item.y + 22 + font, text, size: font, align: "middle", weight: shown ? 650 : 400 };
      return textMark(`${id}/label${k}`, what, { fill: shown ? "ink" : "muted", copy: true });
    });
}

/** @param {{ x: number, half: number }} a @param {{ x: number, half: number }} b */
const isApart = (a, b) => Math.abs(a.x - b.x) >= a.half + b.half + 3;
