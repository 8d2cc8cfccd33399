/**
 * Where many heads stand: first all of them as one matrix each of queries, keys and values; then a map for every head and
 * one enlarged; below them, or after them where room is short, the results side by side and what becomes of them.
 */

import { arrow } from "../../kit/arrows.js";
import { around, corner } from "../../kit/place.js";
import { pageOf } from "./maps.js";
import { footOf, wordsPage } from "./side-by-side.js";

const GAP = 12;

/** @param {import("../../model.js").Model} model @param {import("../../scene.js").Room} size */
export function arrange(model, size) {
  const room = { ...size, narrow: size.width < 560, scale: size.width > 1300 ? 1.3 : 1 };
  const foot = footOf(model, room);
  // so that a line at the lower edge is drawn whole
  const below = foot ? foot.height + GAP + 1 : 0;
  const both = pageOf(model, { ...room, height: room.height - below });
  const paged = foot !== null && both.tight;
  const page = paged ? pageOf(model, room) : both;
  const height = paged ? Math.max(page.height, below) : page.height + below;
  const top = paged ? (height - below) / 2 : page.height + GAP;
  if (foot) corner(foot.all, (room.width - foot.width) / 2, top);
  const words = model.projected ? wordsPage(model, { ...room, height }) : null;
  const { results } = page.large;
  // results as they will stand, where they come from
  const sources = (foot?.parts ?? []).map((part, h) => {
    const from = page.slots[h] && h !== model.head ? page.slots[h].map.box : around(results);
    const x = from.x + (from.width - part.width) / 2;
    return { ...part, id: `source.${h}`, x, y: from.y + (from.height - part.height) / 2 };
  });
  const flow = foot && !paged ? flowOf(results[model.q_len - 1], foot.parts[model.head], page.height) : null;
  const items = [...(words?.items ?? []), ...page.items, ...(foot?.items ?? []), ...(flow ? [flow] : [])];
  return { height, paged, page, words, foot, sources, flow, items };
}

/** The way from the enlarged result to its place among the others. @param {any} from @param {any} to @param {number} edge lower edge of the panels */
function flowOf(from, to, edge) {
  const start = { at: from, side: /** @type {const} */ ("bottom"), shift: from.width / 2 - 7 };
  const end = { at: { ...to, y: to.y - 20 }, side: /** @type {const} */ ("top") };
  return arrow("flow", start, end, { level: () => edge + GAP / 2 });
}
