/** The region in which a weighted sum of vectors can lie, spanned by their tips, and points that a sum passes through. */

import { disc, path, through } from "../marks.js";
import { moved } from "./arrow.js";
import { sketch } from "../sketch.js";
import { textMark } from "../text.js";
import { originOf, reachIn } from "./where.js";

/** @typedef {import("./where.js").Point} Point */
/** @typedef {{ whole: import("./chain.js").Row, name: string, spots: Record<string, import("./chain.js").Spot | undefined> }} Named a row, its name, and where the name stands */
/** @typedef {import("../place.js").Box & { unit: number, shift?: Point }} Ground */

/**
 * The region that the tips of some rows span, pale; over it, as dots, the positions that a sum of them has had.
 * @param {string} id @param {{ plane: Ground, rows: Named[], outputs?: { data: Float32Array } | null }} what outputs: pairs of numbers
 */
export const span = (id, { plane, rows, outputs }) =>
  sketch(id, {}, (_, model) => {
    const origin = originOf(plane);
    const tips = rows.flatMap(({ whole: { tensor, row } }) => {
      const reach = reachIn(model, plane, tensor, row);
      return reach ? [moved(origin, reach)] : [];
    });
    const data = outputs?.data ?? [];
    let dots = "";
    for (let k = 0; k < data.length; k += 2) {
      const [x, y] = [data[k] * plane.unit, -data[k + 1] * plane.unit];
      if (Number.isFinite(x + y)) dots += disc(origin[0] + x, Math.round((origin[1] + y) * 100) / 100, 1.4);
    }
    const named = { fill: "muted", copy: true };
    const names = rows.flatMap(({ name, spots }, k) =>
      spots.name ? [textMark(`${id}/name${k}`, { ...spots.name, text: name }, named)] : [],
    );
    const style = { fill: "value", stroke: "value", strokeWidth: 1, opacity: 0.22, part: "span" };
    const shape = path(id, through(outline(tips), true), style);
    return { label: names, past: [shape, path(`${id}/dots`, dots, { fill: "output", part: "outputs" })] };
  });

/** The corners of the convex hull of some points. @param {Point[]} points @returns {Point[]} */
function outline(points) {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const half = (/** @type {Point[]} */ all) => {
    /** @type {Point[]} */
    const corners = [];
    for (const c of all) {
      while (corners.length > 1 && !turnsLeft(corners[corners.length - 2], corners[corners.length - 1], c))
        corners.pop();
      corners.push(c);
    }
    return corners.slice(0, -1);
  };
  return sorted.length < 3 ? sorted : [...half(sorted), ...half(sorted.toReversed())];
}

/** @param {Point} a @param {Point} b @param {Point} c */
const turnsLeft = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
