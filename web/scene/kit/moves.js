/** The moves all stories are made of, as lists of tweens: a box appears, an arrow or a bar grows, copies travel, numbers land. */

import { after, tween } from "../timeline.js";
import { flight } from "./flight.js";

/** @typedef {import("../timeline.js").Tween} Beat */
/** @typedef {{ id: string, stretch?: number, initial?: Record<string, number> }} Item stretch: how many times longer a series takes than one of its items */

const APPEAR = 0.18;
const DRAW = 0.32;
const MOVE = 0.52;
export const FADE = 0.24;
/** Seconds in which a copy appears, or disappears in what it makes; and in which a block appears under its copy. */
const MERGE = 0.12;
const SETTLE = 0.06;

/**
 * Collects the beats of the items that exist. A story makes thousands of beats: flatMap would be several times slower.
 * @template {Item} I @param {(I | null | undefined)[]} items @param {(beats: Beat[], item: I) => void} add @returns {Beat[]}
 */
function ofEach(items, add) {
  /** @type {Beat[]} */
  const beats = [];
  for (const item of items) if (item) add(beats, item);
  return beats;
}

/** Fades items in, and their placeholders out. @param {...(Item | null | undefined)} items */
export const fadeIn = (...items) =>
  ofEach(items, (beats, { id }) =>
    beats.push(tween(id, "opacity", 1, FADE), tween(id, "placeholder", 0, FADE)),
  );

/** Fades items out, with their placeholders and blanks. @param {...(Item | null | undefined)} items */
export const fadeOut = (...items) =>
  ofEach(items, (beats, { id, initial }) => {
    beats.push(tween(id, "opacity", 0, FADE), tween(id, "placeholder", 0, FADE));
    if (initial?.pale !== undefined) beats.push(tween(id, "pale", 0, FADE));
  });

/** Shows the placeholders of items: dashed outlines where they will stand. @param {...(Item | null | undefined)} items */
export const showPlaceholders = (...items) =>
  ofEach(items, (beats, { id }) => beats.push(tween(id, "placeholder", 1, FADE)));

/** Shows items as empty boxes. @param {...Item} items */
export const enterBox = (...items) =>
  ofEach(items, (beats, { id }) =>
    beats.push(tween(id, "placeholder", 0, APPEAR), tween(id, "opacity", 1, APPEAR, "land")),
  );

/** Lets the numbers of items land in their boxes. @param {...Item} items */
export const enterNumbers = (...items) =>
  ofEach(items, (beats, { id, stretch = 1 }) => beats.push(tween(id, "reveal", 1, FADE * stretch)));

/** Shows items as boxes with their numbers at once. @param {...Item} items */
export const enter = (...items) =>
  ofEach(items, (beats, item) => beats.push(...enterBox(item), ...enterNumbers(item)));

/** @param {number} seconds @returns {(...items: (Item | null | undefined)[]) => Beat[]} */
const growIn =
  (seconds) =>
  (...items) =>
    ofEach(items, (beats, { id, stretch = 1 }) =>
      beats.push(tween(id, "opacity", 1, 0), tween(id, "progress", 1, seconds * stretch, "move")),
    );

/** Grows arrows or streams from tail to head. */
export const grow = growIn(DRAW);

/** Grows bars from their feet. */
export const rise = growIn(MOVE);

/** Animates a property to a value. @param {Item} item @param {string} property @param {number} to @param {number} [seconds] @param {string} [ease] @returns {Beat[]} */
export const animate = ({ id }, property, to, seconds = FADE, ease = "move") => [
  tween(id, property, to, seconds, ease),
];

/**
 * Adds up in a close-up: its factors arrive, their products land one by one, a bracket gathers them, their sum falls into its cell.
 * @param {Item} card @param {{ products: number, with?: Beat[] }} how in seconds; with: what
 *   happens while the sum falls @returns {Beat[][]}
 */
export const addUp = (card, { products, with: besides = [] }) => [
  animate(card, "travel", 1, MOVE),
  animate(card, "products", 1, products, "linear"),
  animate(card, "gather", 1, 0.18),
  animate(card, "sum", 1, 0.18),
  [...animate(card, "fall", 1, 0.42), ...besides],
];

/** Dims items or restores them. @param {number} to 1: dimmed, 0: as before @param {...Item} items */
export const dim = (to, ...items) => ofEach(items, (beats, { id }) => beats.push(tween(id, "dim", to, FADE)));

/**
 * Sends a copy of a block, or of some of its cells, to another place; the copy is gone once it has landed.
 * @param {import("../script.js").Script} script @param {any} from a block or a map @param {import("./place.js").Box & { id?: string }} to
 * @param {{ seconds?: number, line?: any, merges?: boolean }} [how] as of a flight @returns {Beat[]}
 */
export function copyTo(script, from, to, { seconds = MOVE, line, merges = false } = {}) {
  const { id } = script.add(flight(from, to, { line, merges }));
  const beats = [
    tween(id, "opacity", 1, MERGE),
    tween(id, "move", 0, 0),
    tween(id, "move", 1, seconds, "move"),
  ];
  return merges ? [...beats, ...after(seconds - MERGE, [tween(id, "opacity", 0, MERGE)])] : beats;
}

/** Shows a block with its numbers at once, after a copy has landed on it. @param {Item} item @returns {Beat[]} */
export const enterAtOnce = ({ id }) => [tween(id, "opacity", 1, SETTLE), tween(id, "reveal", 1, SETTLE)];

/** Shows a block as copies land on it, so that it stands when they go. @param {Beat[]} flights @param {Item} item */
export const landing = (flights, item) => [
  ...flights,
  ...after(Math.max(...flights.map(({ duration }) => duration)) - SETTLE, enterAtOnce(item)),
];
