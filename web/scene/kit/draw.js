/**
 * How an item is drawn: by the part that made it. The item holds that function, so that a part comes with the first story that
 * shows it. What it finds of the numbers when it is first drawn it keeps as `seen`, which is forgotten when there are others.
 * @typedef {Record<string, any>} Mark what render/node.js draws: a rect, a path, a text, a group; colours are roles
 */
/** @typedef {"ground" | "past" | "stream" | "now" | "over" | "box" | "label" | "flight" | "card"} Layer */
/** @typedef {Partial<Record<Layer, Mark[]>>} Drawn marks by the layer in which they lie */
/** @typedef {(item: any, get: (property: string) => number, model: any) => Drawn} Draw its marks in a given state */

/** What lies over what, from the ground up. @type {Layer[]} */
const LAYERS = ["ground", "past", "stream", "now", "over", "box", "label", "flight", "card"];

/** What is dimmed keeps so much of its strength, for readers who ask for more contrast. */
const LEAST = 0.6;

/** How strong an item is drawn. @param {(property: string) => number} get @param {any} model @param {number} least when it is dimmed */
export const strengthOf = (get, { options }, least) => {
  const dim = get("dim");
  return dim ? 1 - (1 - (options.contrast ? Math.max(least, LEAST) : least)) * dim : 1;
};

/**
 * Draws an item, as strong as its opacity says. What holds numbers that land, such as a block, sees to that itself: it may be a
 * placeholder. @type {Draw}
 */
export function drawn(item, get, model) {
  const { initial = {} } = item;
  if (!("opacity" in initial) || "placeholder" in initial) return item.draw(item, get, model);
  const opacity = get("opacity");
  if (opacity <= 0) return {};
  const marks = item.draw(item, get, model);
  return opacity === 1 || "reveal" in initial
    ? marks
    : changed(marks, (some) => some.map((mark) => faded(mark, opacity)));
}

/** A mark, fainter; a group as a whole, where it has an opacity of its own. @param {Mark} mark @param {number} opacity @returns {Mark} */
const faded = (mark, opacity) =>
  mark.children && mark.opacity === undefined
    ? { ...mark, children: mark.children.map((/** @type {Mark} */ one) => faded(one, opacity)) }
    : { ...mark, opacity: (mark.opacity ?? 1) * opacity };

/** Marks with the height of their layer. @param {Drawn} drawn @returns {[layer: number, marks: Mark[]][]} */
export const inLayers = (drawn) =>
  Object.entries(drawn).map(([name, marks]) => [LAYERS.indexOf(/** @type {Layer} */ (name)), marks]);

/** What several items draw as one. @param {Drawn[]} all */
export function merged(all) {
  /** @type {Drawn} */
  const one = {};
  for (const drawn of all)
    for (const layer of /** @type {Layer[]} */ (Object.keys(drawn)))
      (one[layer] ??= []).push(...(drawn[layer] ?? []));
  return one;
}

/** The same marks, changed. @param {Drawn} drawn @param {(marks: Mark[]) => Mark[]} change @returns {Drawn} */
export const changed = (drawn, change) =>
  Object.fromEntries(Object.entries(drawn).map(([layer, marks]) => [layer, change(marks)]));
