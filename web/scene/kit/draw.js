/**
 * How an item is drawn: by the part that made it. The item holds that function, so that a part comes with the first story that
 * shows it. What it finds of the numbers when it is first drawn it keeps as `seen`, which is forgotten when there are others.
 * @typedef {Record<string, any>} Mark what render/node.js draws: a rect, a path, a text, a group; colours are roles
 */
/** @typedef {(item: any, get: (property: string) => number, model: any) => [layer: number, marks: Mark[]][]} Draw its marks in a given
 *   state, each with the layer it lies in */

/** What is dimmed keeps so much of its strength, for readers who ask for more contrast. */
const LEAST = 0.6;

/** How strong an item is drawn. @param {(property: string) => number} get @param {any} model @param {number} least when it is dimmed */
export const strengthOf = (get, { options }, least) => {
  const dim = get("dim");
  return dim ? 1 - (1 - (options.contrast ? Math.max(least, LEAST) : least)) * dim : 1;
};

/** Draws an item that can be seen; a block decides that itself, for it may be a placeholder. @type {Draw} */
export function drawn(item, get, model) {
  const { initial = {} } = item;
  return "opacity" in initial && !("placeholder" in initial) && get("opacity") <= 0
    ? []
    : item.draw(item, get, model);
}
