/**
 * How items are drawn. An item holds the draw function of the part that made it, so that a part is only loaded with the first
 * story that shows it. What it looks up about the numbers on first drawing is kept as `seen` until they change.
 */

import { rect } from "./marks.js";

/**
 * @typedef {Record<string, any>} Mark what render/node.js draws: a rect, a path, a text, a group; colours are roles
 */
/** @typedef {"ground" | "past" | "stream" | "now" | "over" | "box" | "label" | "flight" | "card"} Layer */
/** @typedef {Partial<Record<Layer, Mark[]>>} Drawn marks by layer */
/** @typedef {(item: any, get: (property: string) => number, model: any) => Drawn} Draw the marks of an item in a given state */

/** The layers, from the bottom up. @type {Layer[]} */
const LAYERS = ["ground", "past", "stream", "now", "over", "box", "label", "flight", "card"];

/** The least opacity of dimmed items for readers who ask for more contrast. */
const LEAST = 0.6;

/**
 * Looks something up about the numbers and keeps it with the item until they change.
 * @template T @param {any} item @param {any} model @param {() => T} find @returns {T}
 */
export const lookUp = (item, model, find) => (item.seen ??= model.remember(find))();

/** The lines of placeholders. */
export const DASHED = { fill: "none", stroke: "ghost", strokeWidth: 1.25, dash: "4 4" };

/** The opacity below which the page shows through a ground so much that its ink is the clearer one. */
const PALE = 0.7;

/** The opacity of an item that may be dimmed. @param {(property: string) => number} get @param {any} model @param {number} least its opacity when dimmed */
export const strengthOf = (get, { options }, least) => {
  const dim = get("dim");
  return dim ? 1 - (1 - (options.contrast ? Math.max(least, LEAST) : least)) * dim : 1;
};

/** A placeholder: the dashed outline of an item that has yet to arrive. @param {any} item @param {number} opacity @returns {Mark} */
export const outlined = (item, opacity) =>
  rect(`${item.id}/ghost`, item, { ...DASHED, opacity, part: "ghost" });

/**
 * Draws an item with its opacity, or as a placeholder. Items with numbers that land, such as blocks, do so themselves.
 * @type {Draw}
 */
export function drawn(item, get, model) {
  const { initial = {} } = item;
  if (!("opacity" in initial) || "placeholder" in initial) return inked(item, get, model);
  const opacity = get("opacity");
  if (opacity <= 0) return get("placeholder") > 0 ? { ground: [outlined(item, get("placeholder"))] } : {};
  const marks = inked(item, get, model);
  return opacity === 1 || "reveal" in initial
    ? marks
    : changed(marks, (some) => some.map((mark) => faded(mark, opacity)));
}

/** Draws an item; of what is dimmed in it, the numbers take the page's ink. @type {Draw} */
function inked(item, get, model) {
  const marks = item.draw(item, get, model);
  if (!get("dim")) return marks;
  return changed(marks, (some) => some.map((mark) => ((mark.opacity ?? 1) < PALE ? onPale(mark) : mark)));
}

/** Gives a number the page's ink, since its ground is nearly that of the page. @param {Mark} mark @returns {Mark} */
export const onPale = (mark) =>
  mark.type === "text" && /^on-/.test(mark.fill) ? { ...mark, fill: "ink" } : mark;

/**
 * Multiplies the opacity of a mark; a group is faded as a whole if it has an opacity of its own.
 * @param {Mark} mark @param {number} opacity @returns {Mark}
 */
const faded = (mark, opacity) =>
  mark.children && mark.opacity === undefined
    ? { ...mark, children: mark.children.map((/** @type {Mark} */ child) => faded(child, opacity)) }
    : { ...mark, opacity: (mark.opacity ?? 1) * opacity };

/** Marks with the position of their layer in the stack. @param {Drawn} drawn @returns {[layer: number, marks: Mark[]][]} */
export const inLayers = (drawn) =>
  Object.entries(drawn).map(([name, marks]) => [LAYERS.indexOf(/** @type {Layer} */ (name)), marks]);

/** Merges what several items draw. @param {Drawn[]} all */
export function merged(all) {
  /** @type {Drawn} */
  const layers = {};
  for (const drawn of all)
    for (const layer of /** @type {Layer[]} */ (Object.keys(drawn)))
      (layers[layer] ??= []).push(...(drawn[layer] ?? []));
  return layers;
}

/**
 * Applies a change to the marks of every layer.
 * @param {Drawn} drawn @param {(marks: Mark[]) => Mark[]} change @returns {Drawn}
 */
export const changed = (drawn, change) =>
  Object.fromEntries(Object.entries(drawn).map(([layer, marks]) => [layer, change(marks)]));
