/** The region in which a weighted sum of vectors can lie, spanned by their tips, and points that a sum passes through. */

import { disc, path, through } from "../marks.js";
import { moved } from "./arrow.js";
import { textMark } from "../text.js";
import { originOf, reachIn } from "./where.js";

/** @typedef {import("./where.js").Point} Point */
/** @typedef {{ whole: import("./chain.js").Row, name: string, spots: Record<string, import("./chain.js").Spot | undefined> }} Named a row, its name, and where the name stands */
/** @typedef {import("../place.js").Box & { unit: number, shift?: Point }} Ground */

/**
 * The region that the tips of some rows span, pale; over it, as dots, the positions that a sum of them has had.
 * @param {string} id @param {{ plane: Ground, rows: Named[], outputs?: { data: Float32Array } | null }} what outputs: pairs of numbers
 */
export const span = (id, what) => ({
  ...{ id, kind: "span", draw: drawSpan, ...what },
  initial: { opacity: 0 },
});

/** @type {import("../draw.js").Draw} */
function drawSpan({ id, plane, rows, outputs }, get, model) {
  const origin = originOf(plane);
  const tips = rows.flatMap((/** @type {Named} */ { whole: { tensor, row } }) => {
    const reach = reachIn(model, plane, tensor, row);
    return reach ? [moved(origin, reach)] : [];
  });
  const shape = through(outline(tips), true);
  let dots = "";
  for (let k = 0; k < (outputs?.data.length ?? 0); k += 2) {
    const [x, y] = [outputs.data[k] * plane.unit, -outputs.data[k + 1] * plane.unit];
    if (Number.isFinite(x + y)) dots += disc(origin[0] + x, Math.round((origin[1] + y) * 100) / 100, 1.4);
  }
  const names = rows.flatMap((/** @type {Named} */ { name, spots }, /** @type {number} */ k) =>
    spots.name
      ? [textMark(`${id}/name${k}`, { ...spots.name, text: name }, { fill: "muted", copy: true })]
      : [],
  );
  return {
    label: names,
    past: [
      path(id, shape, {
        fill: "value",
        stroke: "value",
        strokeWidth: 1,
        opacity: 0.22,
        part: "span",
      }),
      ...(dots ? [path(`${id}/dots`, dots, { fill: "output", part: "outputs" })] : []),
    ],
  };
}

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
