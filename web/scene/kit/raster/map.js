/**
 * A large attention map: its shades, how many of its rows are filled, and which part of it is in view. A reader turns the
 * part, and blocks of rows come one after another: this is the one thing on the stage that changes by itself.
 */

import { pyramid, putRows } from "./pyramid.js";

/** @typedef {import("../place.js").Box} Box */
/** @typedef {{ x: number, y: number, zoom: number }} View x, y: its corner in the whole, which is 1 wide and high */
/**
 * @typedef {object} LargeMap
 * @property {number} rows queries @property {number} columns keys
 * @property {number} batch @property {number} head which it is of
 * @property {import("./pyramid.js").Pyramid} shades
 * @property {number} filled rows that are there
 * @property {View} view
 * @property {boolean} [stopped] by the reader, before it was complete
 */

/** @param {{ rows: number, columns: number, batch?: number, head?: number, most?: number }} what most: rows or columns it is kept at @returns {LargeMap} */
export const createMap = ({ rows, columns, batch = 0, head = 0, most }) => ({
  ...{ rows, columns, batch, head, filled: 0, view: { x: 0, y: 0, zoom: 1 } },
  shades: pyramid(rows, columns, most),
});

/** The next rows. @param {LargeMap} map @param {ArrayLike<number>} weights */
export function fillRows(map, weights) {
  putRows(map.shades, map.filled, weights);
  map.filled += weights.length / map.columns;
}

/** px of a cell up to which it is enlarged. */
const LARGEST = 36;

/** How far a map can be enlarged in a box. @param {LargeMap} map @param {{ width: number, height: number }} box */
export const mostZoom = ({ rows, columns }, { width, height }) =>
  Math.max(1, LARGEST / Math.max(width / columns, height / rows));

/** @param {number} at @param {number} zoom */
const inside = (at, zoom) => Math.min(Math.max(0, at), 1 - 1 / zoom);

/** Enlarges it, or the other way; what is under a point stays there. @param {LargeMap} map @param {number} by @param {{ x: number, y: number }} at of the box, which is 1 wide and high @param {number} most */
export function zoomMap(map, by, at, most) {
  const { x, y, zoom } = map.view;
  const next = Math.min(most, Math.max(1, zoom * by));
  const moved = (/** @type {number} */ from, /** @type {number} */ point) =>
    inside(from + point / zoom - point / next, next);
  map.view = { x: moved(x, at.x), y: moved(y, at.y), zoom: next };
}

/** Moves the part that is looked at. @param {LargeMap} map @param {number} right of the box @param {number} down */
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
