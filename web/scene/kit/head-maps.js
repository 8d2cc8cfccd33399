/** The maps of all heads, two side by side: words above each, and beside those at the left; one row of each has a frame. */

import { namesOf, pairs } from "../facts.js";
import { upTo } from "../model.js";
import { attentionMap, mapReach } from "./attention-map.js";
import { ring } from "./backdrop.js";

/** Px: words, at the left and upright; what stands between maps; a row, at most. */
const [NAMES, GAP, ROW] = [48, 10, 30];

/**
 * @param {import("../model.js").Model} model @param {import("./place.js").Box} box
 * @param {{ titles: string[], asks: number }} what titles: of each head; asks: the row with a frame
 */
export function headMaps(model, { x, y, width, height }, { titles, asks }) {
  const names = namesOf(model, "query");
  const across = Math.min(2, titles.length);
  const high = Math.floor(height / Math.ceil(titles.length / across)) - GAP;
  const edgesOf = (/** @type {boolean} */ first, /** @type {string} */ title, free = high) => ({
    cell: {
      width: Math.floor((width - NAMES - 22 - GAP) / (across * names.length)),
      height: Math.min(ROW, Math.floor(free / names.length)),
    },
    ...{ rows: first ? names : names.map(() => ""), columns: names, title, most: NAMES, upright: NAMES },
  });
  return titles.map((title, h) => {
    const first = h % across === 0;
    const { up, down } = mapReach(edgesOf(first, title));
    const edges = edgesOf(first, title, high - (up - down));
    const how = { id: `map.${h}`, hidden: true, points: true };
    const map = attentionMap(model, { ...how, ...edges, pairs: (i) => pairs(model, i, h) });
    map.put(first ? x : x + width - map.width, y + Math.floor(h / across) * (high + GAP));
    return [...map.items, ring(`map.${h}.ring`, map.rows[asks])];
  });
}
