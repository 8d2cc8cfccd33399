/** In the end: the bars of all functions, one under the other, each with its weights, and bands that join what is one key's. */

import { truncate, textWidth } from "../../text-metrics.js";
import { bands, segmentsAsBars, stackedBar } from "../../kit/bars.js";
import { SIZES, cellOf } from "../../kit/block.js";
import { backdrop } from "../../kit/backdrop.js";
import { corner, grid, heightOf, loose, row, space } from "../../kit/place.js";
import { numbersOrColours } from "../../kit/slice.js";
import { text } from "../../kit/text.js";
import { pairs } from "../../facts.js";
import { ASKS, LINE, PAD, WIDE, keyNames } from "./lanes.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("./lanes.js").Lane} Lane */

/** Room over a bar for the names of its narrow parts, px. */
const OVER = 24;

/** @param {Lane[]} lanes @param {import("../../scene.js").Room} room */
export function endOf(lanes, { width, height }) {
  const count = lanes[0].view.kv_len;
  const beside = width >= WIDE;
  const sizes = [width < 1000 ? SIZES.column : SIZES.large, SIZES.phone, SIZES.small, SIZES.least];
  const wide = (/** @type {import("../../kit/block.js").Size} */ size) =>
    Math.max(...lanes.map(({ view }) => cellOf(view, "weights", size).width));
  const inner = width - 2 * PAD;
  const keys = keyNames(lanes[0].view);
  const most = beside ? inner * 0.36 : inner;
  const size = sizes.find((size) => wide(size) * count <= most) ?? SIZES.least;
  const named = Math.max(...keys.map((name) => textWidth(name, 13, 600) + 8));
  const cell = Math.min(Math.max(wide(size), Math.min(named, 72)), Math.floor(most / count));
  const longest = Math.max(...lanes.map(({ name }) => textWidth(name, 15, 650)));
  const side = beside ? Math.min(longest, inner * 0.2) : 0;
  const free = height / lanes.length - OVER - (beside ? 4 : LINE + size.height + 8);
  const bar = {
    width: beside ? inner - side - cell * count - 40 : inner,
    height: Math.round(Math.max(18, Math.min(34, free))),
  };
  const rows = lanes.map((lane, k) => rowOf(lane, k, { keys, size, cell, bar, side: side || inner }));
  const lines = beside
    ? rows.map(({ title, share, strip }) => [title, share, strip])
    : rows.flatMap(({ title, share, strip }) => [[loose(title)], [space(0, 0), share], [space(0, 0), strip]]);
  const how = beside ? { gapX: 20, height: height - 18 } : { gapY: 2 };
  const all = grid(lines, how);
  corner(all, PAD, Math.max(0, (height - heightOf(all)) / 2));
  const header = beside ? headerOf(keys, cell, rows[0].strip) : [];
  // where rows of weights lie between the bars, bands would run through them
  const joined = beside ? rows.slice(1).map(({ share }, k) => bands(`bands.${k}`, rows[k].share, share)) : [];
  const panel = backdrop("end.panel", { x: 0, y: 0, width, height }, { initial: { opacity: 0 } });
  return { rows, joined, names: header, panel };
}

/**
 * @param {Lane} lane @param {number} k
 * @param {{ keys: string[], size: import("../../kit/block.js").Size, cell: number, bar: { width: number, height: number }, side: number }} how
 *   keys: their names; side: px of the name
 */
function rowOf({ view, name, share }, k, { keys, size, cell, bar, side }) {
  const indices = pairs(view, ASKS);
  const data = { tensor: share.tensor, indices, names: keys, decimals: Math.max(2, size.decimals) };
  const how = { label: view.words.scene.shareBar(name) };
  const bars = () => segmentsAsBars(share, view);
  const strip = { id: `end.weights.${k}`, tensor: "weights", cells: [indices], size, width: cell };
  return {
    title: text(`end.title.${k}`, {
      text: truncate(name, 15, side, 650),
      ...{ size: 15, weight: 650, fill: "ink", align: "start" },
    }),
    share: stackedBar(`end.share.${k}`, { ...bar, ...data, ...how, bars, margin: { up: OVER } }),
    strip: numbersOrColours(view, { ...strip, style: "heat" }),
  };
}

/** The names of the keys over the columns of their weights. @param {string[]} keys @param {number} cell @param {import("../../kit/block.js").Block} strip */
function headerOf(keys, cell, strip) {
  const names = keys.map((key, j) => {
    const said = truncate(key, 13, cell - 4, 600);
    const margin = (cell - textWidth(said, 13, 600)) / 2;
    const around = { left: margin, right: margin };
    return text(`end.name.${j}`, { text: said, weight: 600, margin: around });
  });
  const line = row(names);
  line.put(strip.x + strip.width / 2, strip.y - heightOf(line) / 2 - 3);
  return names;
}
