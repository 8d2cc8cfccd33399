/**
 * Where many heads stand: first all of them as one matrix each of queries, keys and values; then a map for every head and
 * one enlarged; below them, or after them where room is short, the results side by side and what becomes of them.
 */

import { arrow } from "../../kit/arrows.js";
import { sheetsReach } from "../../kit/matrix.js";
import { around } from "../../kit/place.js";
import { pageOf, pageSizes } from "./maps.js";
import { footOf, wordsPage } from "./side-by-side.js";

const GAP = 12;

/** @param {import("../../model.js").Model} model @param {import("../../scene.js").Room} room */
export function arrange(model, room) {
  const how = { narrow: room.width < 560, scale: room.width > 1300 ? 1.3 : 1 };
  const foot = footOf(model, room, how);
  // a line at the lower edge is drawn whole
  const below = foot ? foot.height + GAP + 1 : 0;
  const sizes = pageSizes(model, { ...room, height: room.height - below }, how);
  const paged = foot !== null && (sizes.large.cell.height < 20 || (sizes.slots?.cell.height ?? 99) < 8);
  const page = pageOf(model, paged ? pageSizes(model, room, how) : sizes, how);
  const height = paged ? Math.max(page.height, below) : page.height + below;
  foot?.put(room.width / 2, paged ? (height - foot.height) / 2 : page.height + GAP);
  const words = model.projected ? wordsPage(model, { width: room.width, height }, how) : null;
  const { results } = page.large;
  foot?.sources.forEach((one, h) => {
    const {
      x,
      y,
      width,
      height: high,
    } = page.slots[h] && h !== model.head ? page.slots[h].map.box : around(results);
    one.put(x + width / 2, y + high / 2);
  });
  const flow =
    foot && !paged ? flowOf(results[results.length - 1], foot.parts[model.head], page.height) : null;
  const items = [...(words?.items ?? []), ...page.items, ...(foot?.items ?? []), ...(flow ? [flow] : [])];
  return { height, paged, page, words, foot, flow, items };
}

/** The way from the enlarged result to its place among the others. @param {any} from @param {any} to @param {number} edge lower edge of the panels */
function flowOf(from, { x, y, width, height }, edge) {
  const end = { x, y: y - 20, width, height };
  const start = { at: from, side: /** @type {const} */ ("bottom"), shift: from.width / 2 - 7 };
  return arrow("flow", start, { at: end, side: "top" }, { level: () => edge + GAP / 2 });
}
