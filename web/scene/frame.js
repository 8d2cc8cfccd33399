/**
 * The picture at one moment. A pure function: the same scene and time give the same marks, whatever was looked at before.
 */

import { valueAt } from "./timeline.js";

/** @typedef {import("./kit/draw.js").Mark} Mark */

/**
 * @param {any} scene @param {import("./timeline.js").Timeline} timeline @param {number} time seconds
 * @returns {{ width: number, height: number, marks: Mark[] }}
 */
export function frame(scene, timeline, time) {
  /** @type {Mark[][]} */
  const layers = [];
  for (const item of scene.items) {
    const own = timeline.tracks.get(item.id);
    const get = (/** @type {string} */ property) =>
      valueAt(own?.get(property), time, item.initial?.[property] ?? 0);
    for (const [layer, marks] of item.draw(item, get, scene.model)) (layers[layer] ??= []).push(...marks);
  }
  return { width: scene.width, height: scene.height, marks: once(layers.flat()) };
}

/** A cell that is shown in several places is named once, and the others are copies. @param {Mark[]} marks */
function once(marks) {
  const seen = new Set();
  return marks.map((mark) => {
    if (!mark.cell || mark.copy) return mark;
    if (seen.has(mark.cell)) return { ...mark, copy: true };
    seen.add(mark.cell);
    return mark;
  });
}
