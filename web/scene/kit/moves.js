/** The moves all stories are made of, as beats: a box appears, an arrow grows, copies travel, numbers land, bars grow. */

import { tween } from "../timeline.js";
import { flight } from "./flight.js";

/** @typedef {import("../timeline.js").Tween} Beat */
/** @typedef {{ id: string, stretch?: number, initial?: Record<string, number> }} Item stretch: how many times longer a series takes than one of it */

const APPEAR = 0.18;
const DRAW = 0.32;
const MOVE = 0.52;
export const FADE = 0.24;

/**
 * The beats of those items that are there. A story makes thousands: flatMap would be several times slower.
 * @template {Item} I @param {(I | null | undefined)[]} items @param {(beats: Beat[], item: I) => void} add @returns {Beat[]}
 */
function ofEach(items, add) {
  /** @type {Beat[]} */
  const beats = [];
  for (const item of items) if (item) add(beats, item);
  return beats;
}

/** Something fades in. @param {...(Item | null | undefined)} items */
export const fadeIn = (...items) =>
  ofEach(items, (beats, { id }) => beats.push(tween(id, "opacity", 1, FADE)));

/** Something fades away, placeholders and blanks too. @param {...(Item | null | undefined)} items */
export const fadeOut = (...items) =>
  ofEach(items, (beats, { id, initial }) => {
    beats.push(tween(id, "opacity", 0, FADE), tween(id, "placeholder", 0, FADE));
    if (initial?.pale !== undefined) beats.push(tween(id, "pale", 0, FADE));
  });

/** A placeholder appears: dashed, in its place. @param {...(Item | null | undefined)} items */
export const showPlaceholders = (...items) =>
  ofEach(items, (beats, { id }) => beats.push(tween(id, "placeholder", 1, FADE)));

/** An empty box. @param {...Item} items */
export const enterBox = (...items) =>
  ofEach(items, (beats, { id }) =>
    beats.push(tween(id, "placeholder", 0, APPEAR), tween(id, "opacity", 1, APPEAR, "land")),
  );

/** Numbers land in their box. @param {...Item} items */
export const enterNumbers = (...items) =>
  ofEach(items, (beats, { id, stretch = 1 }) => beats.push(tween(id, "reveal", 1, FADE * stretch)));

/** A box with its numbers, at once. @param {...Item} items */
export const enter = (...items) =>
  ofEach(items, (beats, item) => beats.push(...enterBox(item), ...enterNumbers(item)));

/** An arrow or a stream grows from tail to head. @param {...(Item | null | undefined)} items */
export const grow = (...items) =>
  ofEach(items, (beats, { id, stretch = 1 }) =>
    beats.push(tween(id, "opacity", 1, 0), tween(id, "progress", 1, DRAW * stretch, "move")),
  );

/** A bar grows from its foot. @param {...Item} items */
export const rise = (...items) =>
  ofEach(items, (beats, { id, stretch = 1 }) =>
    beats.push(tween(id, "opacity", 1, 0), tween(id, "progress", 1, MOVE * stretch, "move")),
  );

/** A property goes to a value. @param {Item} item @param {string} property @param {number} to @param {number} [seconds] @param {string} [ease] @returns {Beat[]} */
export const animate = ({ id }, property, to, seconds = FADE, ease = "move") => [
  tween(id, property, to, seconds, ease),
];

/**
 * A close-up adds up: its numbers come, their products land one by one, a bracket gathers them, the sum falls into its cell.
 * @param {Item} card @param {{ travel?: number, products: number, fall?: number, with?: Beat[] }} how seconds; with: what happens
 *   as the sum falls @returns {Beat[][]}
 */
export const addUp = (card, { travel = MOVE, products, fall = 0.42, with: besides = [] }) => [
  animate(card, "travel", 1, travel),
  animate(card, "products", 1, products, "linear"),
  animate(card, "gather", 1, 0.18),
  animate(card, "sum", 1, 0.18),
  [...animate(card, "fall", 1, fall), ...besides],
];

/** Fainter, or as before. @param {number} to 1: faint @param {...Item} items */
export const dim = (to, ...items) => ofEach(items, (beats, { id }) => beats.push(tween(id, "dim", to, FADE)));

/**
 * A copy of a block, or of some of its cells, travels to another place and is gone when it has landed.
 * @param {import("../script.js").Script} script @param {any} from a block or a map @param {import("./place.js").Box & { id?: string }} to
 * @param {{ seconds?: number }} [how] @returns {Beat[]}
 */
export function copyTo(script, from, to, { seconds = MOVE } = {}) {
  const { id } = script.add(flight(from, to));
  return [tween(id, "move", 0, 0), tween(id, "move", 1, seconds, "move")];
}

/** A copy has just landed: its block stands there at once, with its numbers. @param {Item} item @returns {Beat[]} */
export const enterAtOnce = ({ id }) => [tween(id, "opacity", 1, 0.06), tween(id, "reveal", 1, 0.06)];
