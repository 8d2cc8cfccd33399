/**
 * The picture at one moment. A pure function: the same scene and time give the same marks, whatever was
 * looked at before.
 */

import { draw } from "./draw.js";
import { valueAt } from "./timeline.js";

/** @typedef {import("./parts.js").Mark} Mark */

/**
 * @param {any} scene @param {import("./timeline.js").Timeline} timeline @param {number} time seconds
 * @returns {{ width: number, height: number, marks: Mark[] }}
 */
export function frame(scene, timeline, time) {
  /** @type {Mark[][]} */
  const layers = [];
  for (const item of scene.items) {
    const get = state(item, timeline, time);
    for (const [layer, marks] of draw(item, get, scene.model)) {
      (layers[layer] ??= []).push(...marks);
    }
  }
  return { width: scene.width, height: scene.height, marks: layers.flat() };
}

/**
 * The properties of an item at a moment.
 * @param {any} item @param {import("./timeline.js").Timeline} timeline @param {number} time
 * @returns {(property: string) => number}
 */
export function state(item, timeline, time) {
  const own = timeline.tracks.get(item.id);
  return (property) => valueAt(own?.get(property), time, item.initial?.[property] ?? 0);
}
