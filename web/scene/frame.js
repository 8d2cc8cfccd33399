/**
 * The picture at one moment. A pure function: the same scene and time give the same marks, whatever was looked at before.
 */

import { drawn, inLayers } from "./kit/draw.js";
import { litAt, paled, ringsOf } from "./kit/focus.js";
import { valueAt } from "./timeline.js";

/** @typedef {import("./kit/draw.js").Mark} Mark */
/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {[layer: number, marks: Mark[]][]} Layers */
/** @typedef {{ from: number, until: number, layers: Layers, paled?: { as: string, layers: Layers } }} Still an item's marks, and the span of time in which they stay the same;
 *   paled: the same marks while something is lit */

/** Items as they were last drawn: most of a picture stands still, and need not be drawn again. @type {WeakMap<Timeline, Map<any, Still>>} */
const pictures = new WeakMap();

/**
 * @param {any} scene @param {Timeline} timeline @param {number} time seconds @param {import("./captions.js").Target | null} [target] what a reader points at
 * @returns {{ width: number, height: number, marks: Mark[] }} marks of what stands still are the same objects as before
 */
export function frame(scene, timeline, time, target = null) {
  const picture = pictures.get(timeline) ?? new Map();
  pictures.set(timeline, picture);
  const lit = litAt({ items: scene.items, timeline }, time, target);
  const as = lit ? JSON.stringify([lit.focus.id, lit.group, lit.strength]) : "";
  /** @type {Mark[][]} */
  const layers = [];
  for (const item of scene.items) {
    let still = picture.get(item);
    if (!still || time < still.from || time >= still.until) {
      still = draw(item, scene.model, timeline, time);
      // a large map is filled and turned while nothing else happens
      if (!item.map) picture.set(item, still);
    }
    for (const [layer, marks] of lit ? paledIn(still, lit, as, item) : still.layers)
      (layers[layer] ??= []).push(...marks);
  }
  if (lit) for (const [layer, rings] of inLayers(ringsOf(lit))) (layers[layer] ??= []).push(...rings);
  return {
    width: scene.width,
    height: scene.height + (scene.corner?.height ?? 0),
    marks: once(layers.flat()),
  };
}

/** An item's marks beside what is lit: the same objects, as long as that is. @param {Still} still @param {import("./kit/focus.js").Lit} lit @param {string} as all that is lit @param {any} item @returns {Layers} */
function paledIn(still, lit, as, item) {
  if (still.paled?.as !== as)
    still.paled = { as, layers: still.layers.map(([layer, marks]) => [layer, paled(lit, item, marks)]) };
  return still.paled.layers;
}

/** An item alone. @param {any} item @param {import("./model.js").Model} model @param {Timeline} timeline @param {number} time @returns {Still} */
export function draw(item, model, timeline, time) {
  const tracks = timeline.tracks.get(item.id);
  const span = { from: -Infinity, until: Infinity };
  const get = (/** @type {string} */ property) =>
    valueAt(tracks?.get(property), time, item.initial?.[property] ?? 0, span);
  const layers = inLayers(drawn(item, get, model));
  return { ...span, layers };
}

/** What a mark is as a copy: the same object for the same mark. @type {WeakMap<Mark, Mark>} */
const copies = new WeakMap();

/** @param {Mark} mark */
function copyOf(mark) {
  const copy = copies.get(mark) ?? { ...mark, copy: true };
  copies.set(mark, copy);
  return copy;
}

/** A cell that is shown in several places is named once, and the others are copies. @param {Mark[]} marks */
function once(marks) {
  const seen = new Set();
  return marks.map((mark) => {
    if (!mark.cell || mark.copy) return mark;
    if (seen.has(mark.cell)) return copyOf(mark);
    seen.add(mark.cell);
    return mark;
  });
}
