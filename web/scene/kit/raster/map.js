/**
 * A large attention map: its shades, how many of its rows are filled, and which part of it is in view. The reader changes the
 * view, and blocks of rows arrive over time: it is the one thing on the stage that changes by itself.
 */

import { pyramid, putRows } from "./pyramid.js";

/** @typedef {import("../place.js").Box} Box */
/** @typedef {{ x: number, y: number, zoom: number }} View x, y: its upper left corner in the map, which is 1 wide and 1 high */
/**
 * @typedef {object} LargeMap
 * @property {number} rows queries @property {number} columns keys
 * @property {number} batch @property {number} head the batch item and head it belongs to
 * @property {import("./pyramid.js").Pyramid} shades
 * @property {number} filled how many rows have arrived
 * @property {View} view
 * @property {boolean} [stopped] by the reader, before the map was complete
 */

/** @param {{ rows: number, columns: number, batch?: number, head?: number, most?: number }} what most: the most rows or columns that are kept @returns {LargeMap} */
export const createMap = ({ rows, columns, batch = 0, head = 0, most }) => ({
  ...{ rows, columns, batch, head, filled: 0, view: { x: 0, y: 0, zoom: 1 } },
  shades: pyramid(rows, columns, most),
});

/** Fills in the next rows. @param {LargeMap} map @param {ArrayLike<number>} weights */
export function fillRows(map, weights) {
  putRows(map.shades, map.filled, weights);
  map.filled += weights.length / map.columns;
}

/** The px to which a cell can be enlarged. */
const LARGEST = 36;

/** The largest zoom of a map in a box. @param {LargeMap} map @param {{ width: number, height: number }} box */
export const mostZoom = ({ rows, columns }, { width, height }) =>
  Math.max(1, LARGEST / Math.max(width / columns, height / rows));

/** @param {number} at @param {number} zoom */
const inside = (at, zoom) => Math.min(Math.max(0, at), 1 - 1 / zoom);

/** Zooms in or out and keeps what is under a point in place. @param {LargeMap} map @param {number} by factor @param {{ x: number, y: number }} at point of the box, which is 1 wide and 1 high @param {number} most */
export function zoomMap(map, by, at, most) {
  const { x, y, zoom } = map.view;
  const next = Math.min(most, Math.max(1, zoom * by));
  const moved = (/** @type {number} */ from, /** @type {number} */ point) =>
    inside(from + point / zoom - point / next, next);
  map.view = { x: moved(x, at.x), y: moved(y, at.y), zoom: next };
}

/** Moves the part in view. @param {LargeMap} map @param {number} right share of the box @param {number} down */
export function moveMap(map, right, down) {
  const { x, y, zoom } = map.view;
  map.view = { x: inside(x + right / zoom, zoom), y: inside(y + down / zoom, zoom), zoom };
}

/** Brings a cell into view. @param {LargeMap} map @param {number} r @param {number} c */
export function revealCell(map, r, c) {
  const { x, y, zoom } = map.view;
  const into = (/** @type {number} */ from, /** @type {number} */ at, /** @type {number} */ count) =>
    inside(Math.min(Math.max(from, (at + 1) / count - 1 / zoom), at / count), zoom);
  map.view = { x: into(x, c, map.columns), y: into(y, r, map.rows), zoom };
}

/** The cell at a point of the box. @param {LargeMap} map @param {number} x from 0 to 1 @param {number} y @returns {[r: number, c: number]} */
export const cellUnder = ({ rows, columns, view }, x, y) => [
  Math.min(rows - 1, Math.floor((view.y + y / view.zoom) * rows)),
  Math.min(columns - 1, Math.floor((view.x + x / view.zoom) * columns)),
];
