/** The map, as large as fits, and the small maps of all heads. */

import { textWidth } from "../../text-metrics.js";
import { button } from "../../kit/button.js";
import { createMap, fillRows, mostZoom } from "../../kit/raster/map.js";
import { raster } from "../../kit/raster/raster.js";
import { SQUARES } from "../../kit/raster/squares.js";
import { thumbnail } from "../../kit/raster/thumbnail.js";
import { edgesOf } from "../../kit/raster/ticks.js";
import { textAt } from "../../kit/text.js";
import { upTo } from "../../model.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/raster/map.js").LargeMap} LargeMap */
/** @typedef {{ width: number, height: number }} Size px */

/** In px: the line above the map, the gap between small maps, and the most room for names at the edges. */
const [HEAD, GAP, NAMES] = [34, 10, 76];
/** The largest ratio between the sides of the map. */
const LONGEST = 1.6;
/** The least and the largest size of a small map, in px. */
const [SMALLEST, LARGEST] = [34, 72];
/** Width in px from which a small map shows its full name. */
const NAMED = 52;
/** The least magnification that is worth buttons. */
const ENLARGED = 1.05;

/**
 * Maps of runs that are held in full, by their weights: the part that a reader chose persists across scenes.
 * @type {WeakMap<object, Map<string, LargeMap>>}
 */
const known = new WeakMap();

/**
 * Returns the map of a head, whole or reduced.
 * @param {Model} model @param {{ head?: number, most?: number }} [how] most: rows or columns to which it is reduced
 * @returns {LargeMap}
 */
function mapOf(model, { head = model.head, most } = {}) {
  const { map, maps } = model.more;
  if (map) return most ? maps[head] : map;
  const { data } = /** @type {import("../../model.js").Tensor} */ (model.tensor("weights"));
  const { q_len: rows, kv_len: columns, heads, batch } = model;
  const all = known.get(data) ?? new Map();
  known.set(data, all);
  const name = [batch, head, most].join();
  const found = all.get(name) ?? createMap({ rows, columns, batch, head, most });
  all.set(name, found);
  const from = (batch * heads + head) * rows * columns;
  const weights = /** @type {Float32Array} */ (data).subarray(from, from + rows * columns);
  if (found.filled === 0) fillRows(found, weights);
  return found;
}

/**
 * Returns the map with its title and its buttons, in the upper left corner of the stage.
 * @param {Model} model @param {Size} room @param {number} asked the query to mark
 */
export function largeMap(model, room, asked) {
  const w = model.words.stories.long;
  const large = mapOf(model);
  const names = {
    rows: upTo(model.q_len).map((i) => model.label("query", i)),
    columns: upTo(model.kv_len).map((j) => model.label("key", j)),
  };
  const { side, head, cells } = sizesIn(room, large, names);
  const map = raster("map", {
    ...{ map: large, tensor: model.full("weights"), names, asked, side, head, ...cells },
    label: w.label(model),
    progress: (now) => w.progress(now),
    actions: { stop: w.stop, resume: w.resume },
  });
  const top = HEAD + head;
  map.put(side + cells.width / 2, top + cells.height / 2);
  const line = HEAD / 2;
  const zoom =
    mostZoom(large, cells) > ENLARGED
      ? ["zoom-out", "zoom-in"].map((id) => button(id, { label: w[id], text: id === "zoom-in" ? "+" : "−" }))
      : [];
  // beside a narrow map they start at the edge of the stage
  const right = Math.max(side + cells.width, zoom.length && 2 * zoom[0].width + 8);
  zoom.forEach((key, k) => key.put(right - (1 - k) * (key.width + 4), line));
  const most = Math.max(1, cells.width - (zoom.length ? 90 : 0));
  const look = /** @type {const} */ ({ size: 14, weight: 650, fill: "ink", align: "start" });
  const title = textAt("map.title", side, line, { text: w.titles.map, ...look, most });
  return {
    map,
    title,
    zoom,
    dense: cells.width < large.columns || cells.height < large.rows,
  };
}

/**
 * Returns a small map for each of several heads, as many as fit.
 * @param {Model} model @param {{ x: number, y: number, width: number }} at @param {number} ratio of height to width
 */
export function smallMaps(model, { x, y, width }, ratio) {
  if (model.heads === 1) return [];
  const w = model.words.stories.long;
  const count = Math.min(model.heads, Math.floor((width + GAP) / (SMALLEST + GAP)));
  const wide = Math.min(LARGEST / Math.max(1, ratio), (width - (count - 1) * GAP) / count);
  return upTo(count).map((head) => {
    const small = thumbnail(`head-${head}`, {
      map: mapOf(model, { head, most: SQUARES }),
      width: Math.floor(wide),
      height: Math.floor(wide * ratio),
      name: wide < NAMED ? String(head + 1) : w.head({ n: head + 1 }),
      label: w.head({ n: head + 1 }),
      chosen: head === model.head,
    });
    small.put(x + head * (wide + GAP) + wide / 2, y + small.height / 2);
    return small;
  });
}

/**
 * Returns the size of the map and of its edges in px, in a few passes: the cells depend on the room for names, and that room on
 * which names the cells leave legible.
 * @param {Size} room @param {LargeMap} map @param {{ rows: string[], columns: string[] }} names
 */
function sizesIn({ width, height }, { rows, columns }, names) {
  const ratio = Math.min(LONGEST, Math.max(1 / LONGEST, columns / rows));
  // half of the last number extends past the last column
  const past = Math.ceil(textWidth(String(columns), 12) / 2);
  let edges = { side: 40, head: 18 };
  for (let pass = 0; ; pass++) {
    const wide = Math.floor(Math.min(width - edges.side - past, (height - HEAD - edges.head) * ratio));
    const cells = { width: wide, height: Math.floor(wide / ratio) };
    if (pass === 2) return { ...edges, cells };
    edges = edgesOf(names, { width: wide / columns, height: cells.height / rows }, NAMES);
  }
}
