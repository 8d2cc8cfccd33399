/** Positions of the parts of a number line. */

import { mix } from "../../ease.js";
import { through } from "../marks.js";

/** @typedef {import("../number-line.js").NumberLine} NumberLine */
/** @typedef {{ unit: number, grid: number }} Scale unit: px of a 1; grid: from tick to tick */
/** @typedef {"from" | "source" | "centred" | "made" | "output"} Phase */
/** @typedef {{ name: string, width: number, most: number, cells: Record<"source" | "output", string>, at: Record<Phase, number>, levels: Record<Phase, number> }} Dot
 *   width: px; most: px from 0 beyond which it is not drawn; at: px from 0, NaN for a number without a position; levels: how many dots lie below it, −1 if there is no room */
/**
 * @typedef {object} Look
 * @property {number} zero px: where 0 stands along the line @property {number} line px: where the line stands across
 * @property {number} half px of the line on either side of 0 @property {boolean} upright whether the line runs upwards
 * @property {number} above px free above the line
 * @property {number} radius px of a dot @property {number} levels how many dots may be piled up
 * @property {Scale} given of the numbers as given @property {Scale} made of the normalized numbers
 */

/** Px between the top of a dot and its arrow. */
export const ARROW = 6;

/** Interpolates a value of a dot between its phases. @param {Record<Phase, number>} of @param {(property: string) => number} get */
export const now = (of, get) =>
  mix(
    mix(mix(mix(of.from, of.source, get("added")), of.centred, get("centred")), of.made, get("stretched")),
    of.output,
    get("learned"),
  );

/**
 * The point of the stage at a position on or off the line.
 * @param {NumberLine} item @param {number} along px from 0 @param {number} above px off the line @returns {[number, number]}
 */
export const pointAt = ({ upright, zero, line }, along, above = 0) =>
  upright ? [line + above, zero - along] : [zero + along, line - above];

/** How far the middle of a dot is from the line, px. @param {NumberLine} item @param {Dot} dot @param {number} level */
export const heightAt = ({ upright, radius, dots }, { width }, level) =>
  upright
    ? 3 + width / 2 + Math.max(0, level) * Math.max(...dots.map((dot) => dot.width))
    : 2 + radius + Math.max(0, level) * 2 * radius;

/** A triangle whose tip touches the line from below. @param {NumberLine} item @param {number} along */
export function triangle(item, along) {
  const { radius } = item;
  return through([[0, -2], [-1.45 * radius, -2 - 2.2 * radius], [1.45 * radius, -2 - 2.2 * radius]].map(([a, h]) => pointAt(item, along + a, h)), true); // prettier-ignore
}
