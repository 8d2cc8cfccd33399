/** One kind of start: its numbers as dots, row by row, from one draw to the next; and a dashed line for its mean entropy. */

import { disc, path, rect } from "../../kit/marks.js";
import { sketch } from "../../kit/sketch.js";

/** @typedef {{ id: string, scores: { mean: number, variance: number }, entropy: ArrayLike<number>, mean: number }} Drawn one draw of a start */

const DOT = 5;

/** @param {number[]} draws the number in each draw @param {number} at from 0, the first draw, to 1, the second */
const mix = ([first, second], at) => first + (second - first) * at;

/**
 * Draws numbers as dots, row by row, and rings where they were in the first draw; for scores also a bar, one standard deviation to
 * either side of their mean.
 * @param {string} id @param {{ draws: Drawn[], rows: number[], values: number[][][], zero: number, unit: number, bar?: number, label: string }} what rows: y of each; values: of
 *   each draw, by row; zero: x of 0; unit: px of 1; bar: its y
 */
export const scatter = (id, { draws, values: [was, is], rows, zero, unit, bar, label }) =>
  sketch(id, { progress: 0, at: 0 }, (get) => {
    const at = get("at");
    const shown = get("progress") * rows.length;
    const discs = (/** @type {number} */ draw) =>
      was.flatMap((row, i) => {
        const xs = row.map((value, j) => zero + unit * mix([value, is[i][j]], draw));
        return i < shown ? xs.map((x) => disc(x, rows[i], DOT)) : [];
      });
    const dot = { fill: "score", stroke: "panel", strokeWidth: 1, part: "plot", label };
    const ring = { fill: "none", stroke: "past", strokeWidth: 1, opacity: at };
    const ends = (/** @type {number} */ side) =>
      draws.map(({ scores: { mean, variance } }) => mean + side * Math.sqrt(variance));
    const [from, to] = [-1, 1].map((side) => zero + unit * mix(ends(side), at));
    const box = { x: from, y: (bar ?? 0) - 3, width: to - from, height: 6 };
    const spread = bar && shown >= rows.length ? [rect(`${id}/bar`, box, { rx: 3, fill: "score" })] : [];
    return {
      past: [path(`${id}/rings`, at > 0 ? discs(0).join("") : "", ring)],
      box: [path(`${id}/dots`, discs(at).join(""), dot), ...spread],
    };
  });

/** Draws a dashed line down some rows. @param {string} id @param {number} x @param {number} from @param {number} to */
export const dashed = (id, x, from, to) =>
  sketch(id, {}, () => {
    const style = { stroke: "focus", strokeWidth: 2, dash: "4 3" };
    return { label: [path(id, `M${x} ${from}V${to}`, style)] };
  });
