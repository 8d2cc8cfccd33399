/**
 * Many items of one kind that move as one, since nobody could follow each of them: the script has a single entry for all. They
 * appear together; what grows or lands in them does so one after another.
 */

import { drawn, merged } from "./draw.js";

/** @typedef {import("../script.js").Item} Item */

/** When the next item begins, as a share of the time each takes. */
const LAG = 0.4;

const ONE_BY_ONE = /^(reveal|progress)$/;

/**
 * @param {string} id
 * @param {{ of: string, count: number, make: () => Item[], tensor: string, indices: number[][] }} what of: their kind; count: how
 *   many come one after another; make: called on first drawing, returns one item or one group of items for each; tensor, indices:
 *   whose numbers they show
 */
export const series = (id, { count, ...what }) => ({
  id,
  kind: "series",
  draw: drawSeries,
  count,
  ...what,
  items: /** @type {Item[] | null} */ (null),
  /** How many times longer all of them take than one. */
  stretch: 1 + LAG * (count - 1),
});

/** Replaces each series in a list by its items, and makes those that have not been drawn yet. @param {any[]} list @returns {any[]} */
export const membersOf = (list) =>
  list.flatMap((item) => (item.kind === "series" ? (item.items ??= item.make()) : item));

/** @type {import("./draw.js").Draw} */
function drawSeries(item, get, model) {
  if (get("opacity") <= 0 && get("placeholder") <= 0) return {};
  item.items ??= item.make();
  const each = item.items.length / item.count;
  const all = item.items.map((/** @type {Item} */ inner, /** @type {number} */ k) => {
    const staggered = (/** @type {string} */ property) =>
      ONE_BY_ONE.test(property)
        ? Math.min(1, Math.max(0, get(property) * item.stretch - LAG * Math.floor(k / each)))
        : get(property);
    return drawn(inner, staggered, model);
  });
  return merged(all);
}
