/** Finds places for words beside points of a picture: no word covers another, and few lie on a line. */

import { meet } from "../place.js";

/** @typedef {import("../place.js").Box} Box */
/** @typedef {import("./where.js").Point} Point */
/** @typedef {{ key: string, at: Point, width: number, height?: number, far?: number, towards?: Point, clear?: boolean }} Wanted a word at a point; far: px between them;
 *   towards: the preferred side, as a vector; clear: rather no word than one over a line or a point */
/** @typedef {Map<string, { x: number, y: number, align: string }>} Spots middle and baseline, by key; a word that does not fit has none */

/** Directions in which a word may stand from its point, best first, in turns away from the preferred one. */
export const ASIDE = [0, 0.125, -0.125, 0.25, -0.25, 0.375, -0.375, 0.5];

/** The cost of a line under a word; a less preferred direction costs less. */
const CROSSED = 25;

/** @param {number} x @param {number} y middle @param {number} width @param {number} height @returns {Box} */
export const boxAt = (x, y, width, height) => ({ x: x - width / 2, y: y - height / 2, width, height });

/** Whether a line passes through a box, judged by a few of its points. @param {Box} box @param {Point} from @param {Point} to */
export function passes(box, [x1, y1], [x2, y2]) {
  for (let t = 0.1; t <= 1; t += 0.1)
    if (meet(box, boxAt(x1 + (x2 - x1) * t, y1 + (y2 - y1) * t, 4, 4))) return true;
  return false;
}

/**
 * Finds a place for each word, in order.
 * @param {Wanted[]} wanted
 * @param {{ room: Box, taken?: Box[], dots?: Point[], lines?: [Point, Point][] }} around taken: what is covered already; the
 *   boxes of placed words are added
 * @returns {Spots}
 */
export function spotsOf(wanted, { room, taken = [], dots = [], lines = [] }) {
  /** @type {Spots} */
  const spots = new Map();
  const points = dots.map(([x, y]) => boxAt(x, y, 10, 10));
  for (const { key, at, width, height = 18, far = 7, towards = [0, -1], clear } of wanted) {
    const turn = Math.atan2(towards[1], towards[0]);
    const boxes = ASIDE.map((aside) => {
      const to = turn + aside * 2 * Math.PI;
      const [x, y] = [Math.cos(to), Math.sin(to)];
      const out = far + (Math.abs(x) * width + Math.abs(y) * height) / 2;
      return boxAt(at[0] + x * out, at[1] + y * out, width, height);
    });
    const costs = boxes.map((box, k) => {
      const out = box.x < room.x + 2 || box.x + box.width > room.x + room.width - 2;
      const off = box.y < room.y + 2 || box.y + box.height > room.y + room.height - 2;
      if (out || off || taken.some((other) => meet(other, box))) return Infinity;
      const covered = points.filter((dot) => meet(dot, box)).length;
      return k + 40 * covered + CROSSED * lines.filter(([from, to]) => passes(box, from, to)).length;
    });
    const least = Math.min(...costs);
    if (least === Infinity || (clear && least >= CROSSED)) continue;
    const box = boxes[costs.indexOf(least)];
    taken.push(box);
    spots.set(key, { x: box.x + width / 2, y: box.y + height / 2 + 5, align: "middle" });
  }
  return spots;
}
