/**
 * Items that share a place: the one at `stop` is shown, and between two stops the nearer one; with `blend`, its numbers are
 * interpolated between the two, for the look of it only.
 */

import { stack } from "./place.js";
import { around } from "./plot.js";
import { sketch } from "./sketch.js";

/** @typedef {import("../script.js").Item} Item */
/** @typedef {import("./place.js").Placeable} Placeable */

/**
 * @template {Item & Placeable} T
 * @param {string} id @param {T[]} items of one kind, one per stop @param {{ blend?: boolean }} [how]
 */
export function chosen(id, items, { blend = false } = {}) {
  const item = sketch(id, { stop: 0, ...items[0].initial }, (get, model) => {
    const stop = get("stop");
    const nearest = items[Math.min(items.length - 1, Math.max(0, Math.round(stop)))];
    const [k, next, by] = around(stop, items.length - 1);
    if (!blend || by === 0) return nearest.draw(nearest, get, model);
    const [a, b] = [items[k], items[next]];
    const value = (/** @type {string} */ _, /** @type {number[]} */ index) => {
      const from = model.value(a.tensor, index);
      return from + (model.value(b.tensor, index) - from) * by;
    };
    // between two stops numbers are not written: nobody could read them
    const between = (/** @type {string} */ property) => (property === "named" ? 0 : get(property));
    return nearest.draw(nearest, between, { ...model, value });
  });
  return { ...item, of: items[0].kind, items, ...stack(items) };
}
/** @typedef {ReturnType<typeof chosen>} Chosen */
