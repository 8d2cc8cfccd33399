/**
 * The picture at one moment. A pure function: the same scene and time give the same marks, whatever was drawn before.
 */

import { drawn, inLayers } from "./kit/draw.js";
import { litAt, paled, ringsOf } from "./kit/focus.js";
import { narrow, valueAt } from "./timeline.js";

/** @typedef {import("./kit/draw.js").Mark} Mark */
/** @typedef {import("./timeline.js").Timeline} Timeline */
/** @typedef {import("./timeline.js").Span} Span */
/** @typedef {[layer: number, marks: Mark[]][]} Layers */
/** @typedef {Span & { item: any, made: import("./basis.js").Made<Layers>, layers: Layers, paled?: { as: string, layers: Layers }, filled?: number, view?: object, stopped?: boolean }} Still the marks of an item, and the time span in which they stay the same;
 *   paled: the same marks while something is lit; filled, view, stopped: the state of its large map */

/** @typedef {{ items: any[], maps: Still[], target: import("./captions.js").Target | null, marks: Mark[] } & Span} Whole a picture, and the time span in which it stays the same */
/** The items as last drawn, each and together: most of a picture stands still and need not be redrawn. @type {WeakMap<Timeline, { stills: Map<any, Still>, last: Whole | null }>} */
const pictures = new WeakMap();

/**
 * @param {any} scene @param {Timeline} timeline @param {number} time seconds
 * @param {import("./captions.js").Target | null} [target] what the reader points at
 * @returns {{ width: number, height: number, marks: Mark[] }} an item that stands still keeps its mark objects, and a still picture its array
 */
export function frame(scene, timeline, time, target = null) {
  const { items } = scene;
  const picture = pictures.get(timeline) ?? { stills: new Map(), last: null };
  pictures.set(timeline, picture);
  const { last } = picture;
  const same = last && last.items === items && last.target === target && holds(last, time);
  const now = same ? last : { items, target, ...whole(scene, timeline, time, picture.stills, target) };
  picture.last = now;
  return { width: scene.width, height: scene.height + (scene.corner?.height ?? 0), marks: now.marks };
}

/** Whether a picture is still the same. @param {Whole} picture @param {number} time */
const holds = ({ from, until, maps }, time) => from <= time && time < until && !maps.some(hasTurned);

/** The state of an item's large map, which may be filled or turned while nothing else happens. @param {any} item @returns {Partial<Still>} */
function stateOf({ map }) {
  const { filled, view, stopped } = map?.map ?? map ?? {};
  return { filled, view, stopped };
}

/** @param {Still} still */
function hasTurned({ item, filled, view, stopped }) {
  const now = stateOf(item);
  return now.filled !== filled || now.view !== view || now.stopped !== stopped;
}

/** Whether an item still looks as it was drawn. @param {Still} still @param {import("./model.js").Model} model @param {number} time */
const isSame = (still, model, time) =>
  still.from <= time &&
  time < still.until &&
  !(still.item.map && hasTurned(still)) &&
  model.holds(still.made);

/** Draws all items. @param {any} scene @param {Timeline} timeline @param {number} time @param {Map<any, Still>} stills @param {import("./captions.js").Target | null} target */
function whole({ items, model }, timeline, time, stills, target) {
  const lit = litAt({ items, timeline }, time, target);
  const as = lit ? JSON.stringify([lit.focus.id, lit.group, lit.strength]) : "";
  const span = { from: -Infinity, until: Infinity };
  /** @type {Mark[][]} */
  const layers = [];
  /** @type {Still[]} */
  const maps = [];
  for (const item of items) {
    let still = stills.get(item);
    if (!still || !isSame(still, model, time)) {
      still = draw(item, model, timeline, time);
      stills.set(item, still);
    }
    if (still.view) maps.push(still);
    narrow(span, still.from, still.until);
    // the same objects as long as the same is lit
    if (still.paled?.as !== as) still.paled = { as, layers: litLayers(still.layers, lit, item) };
    for (const [layer, marks] of still.paled.layers) (layers[layer] ??= []).push(...marks);
  }
  return { ...span, maps, marks: once(layers.flat()) };
}

/** The marks of an item, paled while something else is lit; the focus draws the rings. @param {Layers} layers @param {import("./kit/focus.js").Lit | null} lit @param {any} item @returns {Layers} */
function litLayers(layers, lit, item) {
  if (!lit) return layers.map(([layer, marks]) => [layer, marks.filter(({ only }) => !only)]);
  if (item === lit.focus) return inLayers(ringsOf(lit));
  return layers.map(([layer, marks]) => [layer, paled(lit, item, marks)]);
}

/** The marks of one item of a picture at a moment. @param {any} scene @param {any} item @param {number} time */
export const layersAt = (scene, item, time) =>
  litLayers(draw(item, scene.model, scene.timeline, time).layers, litAt(scene, time), item);

/** Draws one item. @param {any} item @param {import("./model.js").Model} model @param {Timeline} timeline @param {number} time @returns {Still} */
function draw(item, model, timeline, time) {
  const tracks = timeline.tracks.get(item.id);
  const span = { from: -Infinity, until: Infinity };
  const get = (/** @type {string} */ property) =>
    valueAt(tracks?.get(property), time, item.initial?.[property] ?? 0, span);
  const made = model.made(() => inLayers(drawn(item, get, model)));
  return { ...span, ...stateOf(item), item, made, layers: made.found };
}

/** The copy of each mark: always the same object for the same mark. @type {WeakMap<Mark, Mark>} */
const copies = new WeakMap();

/** @param {Mark} mark */
function copyOf(mark) {
  const copy = copies.get(mark) ?? { ...mark, copy: true };
  copies.set(mark, copy);
  return copy;
}

/** Keeps the cell name of the first mark that shows a cell and turns the others into copies. @param {Mark[]} marks */
function once(marks) {
  const seen = new Set();
  return marks.map((mark) => {
    if (!mark.cell || mark.copy) return mark;
    if (seen.has(mark.cell)) return copyOf(mark);
    seen.add(mark.cell);
    return mark;
  });
}
