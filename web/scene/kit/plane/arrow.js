/** Shapes of the arrows of a plane. */

import { lengthOf } from "./where.js";

/** @typedef {import("./where.js").Point} Point */

/** Half the width of an arrow's shaft; half the width and the length of its head; px. */
const SHAFT = 2.5;
const HEAD = { half: 7, length: 14 };

/** @param {Point} from @param {Point} by @param {number} [times] @returns {Point} */
export const moved = ([x, y], [dx, dy], times = 1) => [x + dx * times, y + dy * times];

/**
 * The corners of an arrow; a short one is all head.
 * @param {Point} origin @param {Point} reach @param {number} long px @returns {Point[]}
 */
export function arrowPoints(origin, reach, long) {
  const size = lengthOf(reach);
  /** @type {Point} */
  const along = [reach[0] / size, reach[1] / size];
  const head = Math.min(HEAD.length, long);
  const half = (HEAD.half * head) / HEAD.length;
  const at = (/** @type {number} */ far, /** @type {number} */ aside) =>
    moved(moved(origin, along, far), [-along[1], along[0]], aside);
  const neck = long - head;
  const shaft = neck > 0 ? [at(0, -SHAFT), at(neck, -SHAFT)] : [];
  const back = neck > 0 ? [at(neck, SHAFT), at(0, SHAFT)] : [];
  return [...shaft, at(neck, -half), at(long, 0), at(neck, half), ...back];
}

/** The corners of a polygon that looks round. @param {Point} middle @param {number} radius @returns {Point[]} */
export const ring = (middle, radius) =>
  Array.from({ length: 12 }, (_, k) => moved(middle, direction((k * Math.PI) / 6), radius));

/** @param {number} turn @returns {Point} */
export const direction = (turn) => [Math.cos(turn), Math.sin(turn)];
