/** Where the parts of a number line stand. */

import { through } from "../marks.js";

/** @typedef {import("../number-line.js").NumberLine} NumberLine */
/** @typedef {{ unit: number, grid: number }} Scale unit: px of a 1; grid: from tick to tick */
/** @typedef {"from" | "source" | "centred" | "made" | "output"} Phase */
/** @typedef {{ name: string, width: number, most: number, cells: Record<"source" | "output", string>, at: Record<Phase, number>, levels: Record<Phase, number> }} Dot
 *   width: px; most: px from 0, farther it is not drawn; at: px from 0, NaN where a number has no place; levels: how many dots lie under it, −1 where there is no room */
/**
 * @typedef {object} Look
 * @property {number} zero px: where 0 stands along the line @property {number} line px: where the line stands across
 * @property {number} half px of the line on either side of 0 @property {boolean} upright whether the line runs upwards
 * @property {number} above px free over the line
 * @property {number} radius px of a dot @property {number} levels of dots one on another
 * @property {Scale} given of the numbers as they come @property {Scale} made of normalized ones
 */

/** Px from the top of a dot to its arrow. */
export const ARROW = 6;

/** Between two places, and exactly at them. @param {number} a @param {number} b @param {number} t */
export const mix = (a, b, t) => (t <= 0 ? a : t >= 1 ? b : a + (b - a) * t);

/** What a dot has by now, where each phase has its own. @param {Record<Phase, number>} of @param {(property: string) => number} get */
export const now = (of, get) =>
  mix(
    mix(mix(mix(of.from, of.source, get("added")), of.centred, get("centred")), of.made, get("stretched")),
    of.output,
    get("learned"),
  );

/** A point of the stage. @param {NumberLine} item @param {number} along px from 0 @param {number} above px off the line @returns {[number, number]} */
export const pointAt = ({ upright, zero, line }, along, above = 0) =>
  upright ? [line + above, zero - along] : [zero + along, line - above];

/** How far the middle of a dot lies off the line, px. @param {NumberLine} item @param {Dot} dot @param {number} level */
export const heightAt = ({ upright, radius, dots }, { width }, level) =>
  upright
    ? 3 + width / 2 + Math.max(0, level) * Math.max(...dots.map((dot) => dot.width))
    : 2 + radius + Math.max(0, level) * 2 * radius;

/** A triangle whose tip touches the line from below. @param {NumberLine} item @param {number} along */
export function triangle(item, along) {
  const { radius } = item;
  return through([[0, -2], [-1.45 * radius, -2 - 2.2 * radius], [1.45 * radius, -2 - 2.2 * radius]].map(([a, h]) => pointAt(item, along + a, h)), true); // prettier-ignore
}
