/**
 * Where score functions stand side by side: the query and the keys once, at the bottom; above each key its score, in a lane
 * for every function; at the right, or above, the close-up. Where lanes have no room one under the other, one is shown at a
 * time.
 */

import { truncate } from "../../text-metrics.js";
import { pairs } from "../../facts.js";
import { bar, stackedBar } from "../../kit/bars.js";
import { SIZES, cellBox, cellOf } from "../../kit/block.js";
import { backdrop } from "../../kit/backdrop.js";
import { around, corner, grid, heightOf, loose, stack, space } from "../../kit/place.js";
import { numbersOrColours } from "../../kit/slice.js";
import { letterRuns, runsWidth, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { scoreWidth, stagesOf } from "../attention/items.js";
import { formulaRuns } from "./functions.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {ReturnType<typeof lanesIn>} Lanes */
/** @typedef {ReturnType<typeof laneOf>} Lane */

/** The query that is told: of several the first. */
export const ASKS = 0;

/** Room for a line of words, for a letter, and for bars over scores, px. */
export const LINE = 20;
export const LETTER = 20;
const BARS = [26, 48];
const GAP = 6;
/** Between lanes, and round what stands on the panel. */
const APART = 7;
export const PAD = 10;
/** From this width on things stand beside one another. */
export const WIDE = 560;

/** What keys are called in narrow places. @param {Model} first */
export const keyNames = (first) =>
  upTo(first.kv_len).map((j) => first.label("key", j) || first.short("key", j));

/** @param {Model[]} views the stages @param {string[]} names of their functions @param {Room} room */
export function lanesIn(views, names, room) {
  const [first] = views;
  const beside = room.width >= WIDE;
  const close = beside ? Math.max(250, Math.min(400, Math.round(room.width * 0.36))) : room.width;
  const left = (beside ? room.width - close - 24 : room.width) - 2 * PAD;
  const size = sizeFor(views, room, left);
  const cell = Math.min(cellWidth(views, size), Math.floor((left * 0.7) / first.kv_len) - GAP);
  const needs = (/** @type {number} */ count) => count * (LINE + BARS[0] + size.height + APART);
  const least = LETTER + LINE + Math.min(40, Math.max(first.d_k, first.d_q) * size.height);
  const paged = !beside || needs(views.length) + least > room.height;
  const count = paged ? 1 : views.length;
  // what is above the lanes on a narrow stage is the close-up's
  const tall = (beside ? room.height : Math.min(room.height * 0.46, 230)) - APART;
  const feet = feetOf(first, size, cell, tall - needs(count) - LETTER - LINE);
  const spare = (tall - needs(count) - heightOf(grid([feet.keys]))) / count;
  const high = Math.floor(Math.min(BARS[1], BARS[0] + Math.max(0, spare)));
  const share = { width: left - first.kv_len * (cell + GAP) - 8, height: size.height };
  const keys = keyNames(first);
  const lanes = views.map((view, k) => laneOf(view, names[k], { k, size, share, cell, high, keys }));
  const body = bodyOf(lanes, feet, paged);
  const top = beside ? (room.height - heightOf(body)) / 2 : room.height - heightOf(body);
  corner(body, PAD, Math.max(APART, top));
  const zone = beside
    ? { x: room.width - close, y: 0, width: close, height: room.height }
    : { x: 0, y: 0, width: close, height: top - APART - 6 };
  const boxes = lanes.flatMap((lane) => [lane.title, lane.stages[0].blocks[0], lane.share]);
  const { y, height } = around(boxes, APART);
  const panel = backdrop(
    "lanes.panel",
    { x: 0, y, width: left + 2 * PAD, height },
    { initial: { opacity: 0 } },
  );
  return { lanes, feet, paged, zone, size, panel };
}

/** The largest cells with which scores take no more than their part of a width. @param {Model[]} views @param {Room} room @param {number} left px */
function sizeFor(views, { width }, left) {
  const sizes = [SIZES.large, SIZES.column, SIZES.phone, SIZES.small, SIZES.least];
  const from = width < WIDE ? 2 : width < 1000 ? 1 : 0;
  const fits = (/** @type {Size} */ size) => views[0].kv_len * (cellWidth(views, size) + GAP) <= left * 0.66;
  return sizes.slice(from).find(fits) ?? SIZES.least;
}

/** Width of a score, and of a number of the key below it, px. @param {Model[]} views @param {Size} size */
const cellWidth = (views, size) =>
  Math.max(
    ...views.map((view) => scoreWidth(view, size)),
    ...["query", "key"].map((tensor) => cellOf(views[0], tensor, size).width),
  );

/** The query and the keys, each a column of numbers over its name. @param {Model} view @param {Size} size @param {number} width of a cell @param {number} room px */
function feetOf(view, size, width, room) {
  const { batch, head, kvHead, d_q, d_k, kv_len } = view;
  const height = Math.max(4, Math.min(size.height, Math.floor(room / Math.max(d_q, d_k))));
  const margin = { up: LETTER, down: LINE };
  /** @param {"query" | "key"} tensor @param {number} n @param {number} rows @param {number[]} lead */
  const vector = (tensor, n, rows, lead) => {
    const name = truncate(view.label(tensor, n), 13, width + GAP - 3, 600);
    /** @type {import("../../kit/block.js").Label[]} */
    const labels = [{ runs: letterRuns(tensor, n + 1), side: "above", align: "middle" }];
    if (name) labels.push({ text: name, side: "below", align: "middle", strong: true });
    const cells = upTo(rows).map((c) => [[...lead, c]]);
    const what = { id: `${tensor}.${n}`, tensor, cells, size, width, height, labels, margin };
    return numbersOrColours(view, what);
  };
  return {
    query: vector("query", ASKS, d_q, [batch, head, ASKS]),
    keys: upTo(kv_len).map((n) => vector("key", n, d_k, [batch, kvHead, n])),
  };
}

/**
 * What one function makes: its scores, what becomes of them, their bars and the bar of length 1.
 * @param {Model} view @param {string} name
 * @param {{ k: number, size: Size, share: { width: number, height: number }, cell: number, high: number, keys: string[] }} how
 *   high: px of the longest bar with its surroundings; keys: their names
 */
function laneOf(view, name, { k, size, share, cell, high, keys }) {
  const indices = pairs(view, ASKS);
  const stages = stagesOf({ ...view, open: false }).map((tensor) => ({
    tensor,
    blocks: indices.map((index, j) => {
      const what = { id: `${k}.${tensor}.${j}`, tensor, cells: [[index]], size, width: cell };
      return numbersOrColours(view, { ...what, margin: { up: high } });
    }),
  }));
  const bars = indices.map((index, j) => {
    const [{ blocks }] = stages;
    const what = { tensor: view.full("shifted_exp"), index, most: high - 8 };
    return bar(`${k}.bar.${j}`, { foot: blocks[j], ...what });
  });
  const data = { tensor: view.full("weights"), indices, names: keys, decimals: Math.max(2, size.decimals) };
  const label = view.words.scene.shareBar(name);
  const stacked = stackedBar(`${k}.share`, { ...share, ...data, label, bars: () => bars });
  const width = cell * view.kv_len + share.width;
  const runs = [{ text: name, weight: 650 }, { text: "\u2003" }, ...formulaRuns(view)];
  const short = [{ text: truncate(name, 14, width, 650), weight: 650 }];
  const fits = runsWidth(runs, 14) < width;
  const how = { size: 14, fill: "ink", align: /** @type {const} */ ("start") };
  const title = text(`${k}.title`, { runs: fits ? runs : short, ...how });
  return { view, name, title, stages, bars, share: stacked };
}

/** Lanes one under the other, or in one place, over the keys. @param {Lane[]} lanes @param {ReturnType<typeof feetOf>} feet @param {boolean} paged */
function bodyOf(lanes, feet, paged) {
  const edge = space(0, 0);
  const all = lanes.map(({ title, stages, share }) => [
    [loose(title)],
    [edge, ...feet.keys.map((_, j) => stack(stages.map(({ blocks }) => blocks[j]))), share],
  ]);
  const single = all[0].map((line, r) => line.map((_, c) => stack(all.map((lines) => lines[r][c]))));
  const rows = paged ? single : all.flat();
  const gapX = [0, ...feet.keys.slice(1).map(() => GAP), 16];
  const gapY = rows.map((_, r) => (r % 2 ? APART : 0));
  return grid([...rows, [edge, ...feet.keys, feet.query]], { gapX, gapY });
}

/** Where an operand stands on the stage: all stages have the same query and keys. @param {Lanes} stage @param {any[]} more blocks */
export function finder({ feet, lanes }, more) {
  const drawn = [feet.query, ...feet.keys, ...more];
  for (const { stages } of lanes) drawn.push(...stages.flatMap(({ blocks }) => blocks));
  const [query, key] = [feet.query.tensor, feet.keys[0].tensor];
  return (/** @type {import("../../model.js").Cell} */ { tensor, index }) => {
    const name = tensor.endsWith(".query") ? query : tensor.endsWith(".key") ? key : tensor;
    for (const item of drawn) {
      const at =
        item.tensor === name
          ? item.indices.findIndex((/** @type {number[]} */ at) => String(at) === String(index))
          : -1;
      if (at >= 0) return cellBox(item, at);
    }
  };
}
