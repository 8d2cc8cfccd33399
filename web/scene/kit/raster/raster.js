/**
 * A large attention map on the stage: a point for every weight or, where they are smaller than points, for the largest of
 * several. In an element a canvas shows it as finely as the screen can; the marks here say the same in 64 by 64 squares.
 */

import { shorten, textWidth } from "../../advance.js";
import { LAYERS } from "../layers.js";
import { edge, path, rect } from "../marks.js";
import { placeable } from "../place.js";
import { textMark } from "../text.js";
import { boxOf, within } from "./map.js";
import { FULL, NONE, sample } from "./pyramid.js";

/** @typedef {import("../draw.js").Mark} Mark */
/** @typedef {import("../place.js").Box} Box */
/** @typedef {import("./map.js").LargeMap} LargeMap */

const FONT = 12;
/** Squares along each side where there is no canvas, and shades of them. */
export const SQUARES = 64;
const SHADES = 8;
/** px that a name needs in a line of its own, and numbers side by side or one under the other. */
const [LINE, APART, BELOW] = [14, 40, 24];

/**
 * @param {string} id
 * @param {{ map: LargeMap, tensor: string, width: number, height: number, names: { rows: string[], columns: string[] }, asked: number,
 *   label: string, side: number, head: number, progress: (map: LargeMap) => string,
 *   actions: { stop: string, resume: string } }} what names: "" of who has none; asked: the query that is marked; label: for readers who
 *   listen; side, head: px for names at the left and above; progress: what is said until it is complete, and actions what can be done
 */
export const raster = (id, { width, height, side, head, ...what }) =>
  placeable(
    {
      ...{ id, kind: "raster", width, height, side, head, ...what },
      coarse: { key: "", marks: /** @type {Mark[]} */ ([]) },
      initial: { shown: 0, reveal: 0, asked: 0 },
    },
    { left: side, up: head },
  );
/** @typedef {ReturnType<typeof raster>} Raster */

/** px that names take beside a map and above it. @param {{ rows: string[], columns: string[] }} names @param {{ width: number, height: number }} cell @param {number} most */
export function edgesOf({ rows, columns }, cell, most) {
  const number = (/** @type {string[]} */ all) => textWidth(String(all.length), FONT);
  const longest = (/** @type {string[]} */ all) =>
    Math.max(number(all), ...all.map((one) => textWidth(one, FONT, 600)));
  const lines = cell.height >= LINE ? longest(rows) : number(rows);
  const stands = cell.width >= LINE && longest(columns) > cell.width - 4;
  return {
    side: Math.min(most, Math.ceil(lines)) + 14,
    head: stands && columns.some(Boolean) ? Math.min(most, Math.ceil(longest(columns))) + 8 : 18,
  };
}

/** @type {import("../draw.js").Draw} */
export function drawRaster(item, get) {
  const opacity = get("shown");
  if (opacity <= 0) return [];
  const { id, map, tensor, label } = item;
  const box = { x: item.x, y: item.y, width: item.width, height: item.height };
  // rows that are told and are there
  const rows = Math.min(map.filled, Math.round(get("reveal") * map.rows));
  const index = [map.batch, map.head];
  const whole = { type: "raster", id, ...box, opacity, map, rows, tensor, index, part: "map", label };
  return [
    [
      LAYERS.box,
      [...squares(item, box, rows, opacity), whole, edge(`${id}/edge`, box, { strokeWidth: 1, opacity })],
    ],
    [
      LAYERS.label,
      [
        ...rowTicks(item, box, opacity),
        ...columnTicks(item, box, opacity),
        ...askedMarks(item, box, get("asked") * opacity),
        ...progressMarks(item, box, opacity),
      ],
    ],
  ];
}

/* ---------------------------------------------------------------- squares */

/** The part that is looked at, in squares: made again only when it has changed. @param {any} item @param {Box} box @param {number} rows that are shown @param {number} opacity */
export function squares(item, box, rows, opacity) {
  const { id, map, kind } = item;
  // what a canvas draws better
  const part = kind === "raster" ? "coarse" : "small";
  const { x, y, zoom } = map.view;
  const [wide, high] = [map.columns, map.rows].map((count) =>
    Math.min(SQUARES, Math.max(1, Math.ceil(count / zoom))),
  );
  const seen = Math.min(high, Math.max(0, Math.round((rows / map.rows - y) * zoom * high)));
  const key = [x, y, zoom, seen, opacity, map.filled === map.rows ? "" : map.filled].join();
  if (item.coarse.key === key) return item.coarse.marks;
  const points = sample(map.shades, { x, y, width: 1 / zoom, height: 1 / zoom }, wide, high);
  /** @type {Map<number, string>} */
  const shapes = new Map();
  const [w, h] = [box.width / wide, box.height / high];
  for (let r = 0; r < seen; r++)
    for (let c = 0; c < wide;) {
      const shade = stepOf(points[r * wide + c]);
      let n = 1;
      while (c + n < wide && stepOf(points[r * wide + c + n]) === shade) n++;
      const d = `M${px(box.x + c * w)} ${px(box.y + r * h)}h${px(n * w)}v${px(h)}h${px(-n * w)}z`;
      if (shade) shapes.set(shade, (shapes.get(shade) ?? "") + d);
      c += n;
    }
  const look = (/** @type {number} */ shade) =>
    shade === NONE
      ? { fill: "on-role", opacity, part: `${part} odd` }
      : { fill: "score", opacity: opacity * strength((FULL * shade) / SHADES), part: `${part} shade` };
  const marks = [
    rect(`${id}/ground`, box, { fill: "paper", opacity, part: `${part} ground` }),
    ...[...shapes].map(([shade, d]) => path(`${id}/shade${shade}`, d, look(shade))),
  ];
  item.coarse = { key, marks };
  return marks;
}

/** @param {number} shade from 0 to 254, or 255 */
const stepOf = (shade) => (shade === NONE ? NONE : Math.ceil((SHADES * shade) / FULL));

/** How strong the blue of a shade is. @param {number} shade from 1 to 254 */
export const strength = (shade) => 0.06 + (0.84 * shade) / FULL;

/** @param {number} at */
const px = (at) => Math.round(at * 100) / 100;

/* ---------------------------------------------------------------- names, or numbers */

/** Which entries have their place written: every so many, so that each has room. @param {number} count @param {number} cell px @param {number} room px that one needs @param {[number, number]} seen the first and the last */
function ticks(count, cell, room, [first, last]) {
  let every = 1;
  for (const factor of cycle([2, 2.5, 2])) {
    if (every * cell >= room) break;
    every *= factor;
  }
  const all = [];
  for (let at = Math.ceil((first + 1) / every) * every; at <= Math.min(count, last + 1); at += every)
    all.push(at - 1);
  // the first, where the next is far enough away
  if (first === 0 && every > 1 && (every - 1) * cell >= 0.8 * room) all.unshift(0);
  return all;
}

/** Again and again. @template T @param {T[]} all */
function* cycle(all) {
  for (;;) yield* all;
}

/** @param {any} item @param {Box} box @param {number} opacity @returns {Mark[]} */
function rowTicks({ id, map, names, side }, box, opacity) {
  const cell = boxOf(map, box, { r: 0 }).height;
  const room = cell >= LINE ? cell : BELOW;
  const first = Math.floor(map.view.y * map.rows);
  const last = Math.ceil((map.view.y + 1 / map.view.zoom) * map.rows) - 1;
  return ticks(map.rows, cell, room, [first, last]).flatMap((r) => {
    const { y, height } = boxOf(map, box, { r });
    const middle = y + height / 2;
    if (middle < box.y + 4 || middle > box.y + box.height - 2) return [];
    const own = cell >= LINE ? names.rows[r] : "";
    return [
      tick(`${id}/row${r}`, own, r, { x: box.x - 9, y: middle + 4.3, align: "end" }, side - 14, opacity),
    ];
  });
}

/** @param {any} item @param {Box} box @param {number} opacity @returns {Mark[]} */
function columnTicks({ id, map, names, head }, box, opacity) {
  const cell = boxOf(map, box, { c: 0 }).width;
  const named = cell >= LINE && names.columns.some(Boolean);
  const first = Math.floor(map.view.x * map.columns);
  const last = Math.ceil((map.view.x + 1 / map.view.zoom) * map.columns) - 1;
  const widest = Math.max(
    0,
    ...(named ? names.columns.map((/** @type {string} */ one) => textWidth(one, FONT, 600)) : []),
  );
  const upright = named && widest > cell - 4;
  const room = named ? cell : Math.max(APART, cell);
  return ticks(map.columns, cell, room, [first, last]).flatMap((c) => {
    const { x, width } = boxOf(map, box, { c });
    const middle = x + width / 2;
    if (middle < box.x + 2 || middle > box.x + box.width - 2) return [];
    const own = named ? names.columns[c] : "";
    if (upright) {
      const at = { x: middle + 4.3, y: box.y - 5, align: "start" };
      return [{ ...tick(`${id}/column${c}`, own, c, at, head - 8, opacity), upright: true }];
    }
    const at = { x: middle, y: box.y - 6, align: "middle" };
    return [tick(`${id}/column${c}`, own, c, at, named ? cell - 4 : Infinity, opacity)];
  });
}

/** A name, or a place counted from 1. @param {string} id @param {string} name @param {number} k @param {{ x: number, y: number, align: string }} at @param {number} most px @param {number} opacity */
function tick(id, name, k, at, most, opacity) {
  const text = name ? shorten(name, FONT, most, 600) : String(k + 1);
  const weight = name ? 600 : undefined;
  return textMark(id, { ...at, text, size: FONT, weight }, { opacity, fill: "muted", copy: true });
}

/* ---------------------------------------------------------------- who asks, and how far it is */

/** The row of the query that is told. @param {any} item @param {Box} box @param {number} opacity @returns {Mark[]} */
function askedMarks({ id, map, asked }, box, opacity) {
  const row = within(boxOf(map, box, { r: asked }), box);
  if (opacity <= 0 || !row) return [];
  const high = Math.max(row.height, 3);
  const y = row.y + row.height / 2;
  const line = { ...row, y: y - high / 2, height: high };
  return [
    rect(`${id}/asked`, line, { fill: "none", stroke: "focus", strokeWidth: 1.5, opacity, part: "ring" }),
    path(`${id}/asks`, `M${box.x - 1} ${y}l-6 -4v8z`, { fill: "focus", opacity }),
  ];
}

/** @param {any} item @param {Box} box @param {number} opacity @returns {Mark[]} */
function progressMarks({ id, map, progress, actions }, box, opacity) {
  if (map.filled === map.rows) return [];
  const text = progress(map);
  const name = map.stopped ? "resume" : "stop";
  const [said, asks] = [textWidth(text, 13), textWidth(actions[name], 13, 650)];
  const size = { width: said + asks + 46, height: 32 };
  const board = { x: box.x + (box.width - size.width) / 2, y: box.y + box.height - 44, ...size };
  const line = { y: board.y + 20.6, size: 13, align: "start" };
  const control = { name, label: `${text}. ${actions[name]}`, box: board };
  const look = { fill: "raised", stroke: "track", strokeWidth: 1.5, rx: 16, opacity };
  return [
    { ...rect(`${id}/board`, board, look), control },
    textMark(`${id}/progress`, { ...line, x: board.x + 16, text }, { opacity, fill: "text", copy: true }),
    textMark(
      `${id}/${name}`,
      { ...line, x: board.x + 30 + said, text: actions[name], weight: 650 },
      { opacity, fill: "ink" },
    ),
  ];
}
