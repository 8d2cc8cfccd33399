/** Names at the edges of a large map or, if those do not fit, positions counted from 1: as many as the part in view has room for. */

import { truncate, textWidth } from "../../text-metrics.js";
import { textMark } from "../text.js";
import { boxOf } from "./place.js";

/** @typedef {import("../draw.js").Mark} Mark */
/** @typedef {import("../place.js").Box} Box */

const FONT = 12;
/** px that a name needs for a line of its own, and that numbers need side by side and one under the other. */
const [LINE, APART, BELOW] = [14, 40, 24];

/** The width in px of the widest name; there may be many. @param {string[]} names */
const widestOf = (names) => names.reduce((most, name) => Math.max(most, textWidth(name, FONT, 600)), 0);

/** The px that names take beside a map and above it. @param {{ rows: string[], columns: string[] }} names @param {{ width: number, height: number }} cell @param {number} most */
export function edgesOf({ rows, columns }, cell, most) {
  const number = (/** @type {string[]} */ all) => textWidth(String(all.length), FONT);
  const longest = (/** @type {string[]} */ all) => Math.max(number(all), widestOf(all));
  const lines = cell.height >= LINE ? longest(rows) : number(rows);
  const stands = cell.width >= LINE && longest(columns) > cell.width - 4;
  return {
    side: Math.min(most, Math.ceil(lines)) + 14,
    head: stands && columns.some(Boolean) ? Math.min(most, Math.ceil(longest(columns))) + 8 : 18,
  };
}

/** The entries that are labelled: every n-th, so that each label fits. @param {number} count @param {number} cell px @param {number} room px that a label needs @param {[number, number]} seen the first and the last entry in view */
function ticks(count, cell, room, [first, last]) {
  let every = 1;
  for (let k = 0; every * cell < room; k++) every *= k % 3 === 1 ? 2.5 : 2;
  const all = [];
  for (let at = Math.ceil((first + 1) / every) * every; at <= Math.min(count, last + 1); at += every)
    all.push(at - 1);
  // label the first entry too, if the next label is far enough away
  if (first === 0 && every > 1 && (every - 1) * cell >= 0.8 * room) all.unshift(0);
  return all;
}

/** @param {any} item @param {Box} box @param {number} opacity @returns {Mark[]} */
export function rowTicks({ id, map, names, side }, box, opacity) {
  const cell = boxOf(map, box, { r: 0 }).height;
  const room = cell >= LINE ? cell : BELOW;
  const first = Math.floor(map.view.y * map.rows);
  const last = Math.ceil((map.view.y + 1 / map.view.zoom) * map.rows) - 1;
  return ticks(map.rows, cell, room, [first, last]).flatMap((r) => {
    const { y, height } = boxOf(map, box, { r });
    const middle = y + height / 2;
    if (middle < box.y + 4 || middle > box.y + box.height - 2) return [];
    const name = cell >= LINE ? names.rows[r] : "";
    const at = { x: box.x - 9, y: middle + 4.3, align: "end" };
    return [tick(`${id}/row${r}`, name, r, at, side - 14, opacity)];
  });
}

/** @param {any} item @param {Box} box @param {number} opacity @returns {Mark[]} */
export function columnTicks({ id, map, names, head }, box, opacity) {
  const cell = boxOf(map, box, { c: 0 }).width;
  const named = cell >= LINE && names.columns.some(Boolean);
  const first = Math.floor(map.view.x * map.columns);
  const last = Math.ceil((map.view.x + 1 / map.view.zoom) * map.columns) - 1;
  const widest = named ? widestOf(names.columns) : 0;
  const upright = named && widest > cell - 4;
  const room = named ? cell : Math.max(APART, cell);
  return ticks(map.columns, cell, room, [first, last]).flatMap((c) => {
    const { x, width } = boxOf(map, box, { c });
    const middle = x + width / 2;
    if (middle < box.x + 2 || middle > box.x + box.width - 2) return [];
    const name = named ? names.columns[c] : "";
    if (upright) {
      const at = { x: middle + 4.3, y: box.y - 5, align: "start" };
      return [{ ...tick(`${id}/column${c}`, name, c, at, head - 8, opacity), upright: true }];
    }
    const at = { x: middle, y: box.y - 6, align: "middle" };
    return [tick(`${id}/column${c}`, name, c, at, named ? cell - 4 : Infinity, opacity)];
  });
}

/** A label: a name, or a position counted from 1. @param {string} id @param {string} name @param {number} k @param {{ x: number, y: number, align: string }} at @param {number} most px @param {number} opacity */
function tick(id, name, k, at, most, opacity) {
  const text = name ? truncate(name, FONT, most, 600) : String(k + 1);
  const weight = name ? 600 : undefined;
  return textMark(id, { ...at, text, size: FONT, weight }, { opacity, fill: "muted", copy: true });
}
