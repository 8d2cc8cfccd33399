/**
 * Arrows between the ports of blocks: elbow lines routed by where the blocks stand. Black while they are drawn, grey afterwards;
 * where one arrow crosses another, a gap keeps them apart.
 */

import { strengthOf } from "./draw.js";
import { path, through } from "./marks.js";

/** @typedef {import("./place.js").Box} Box */
/** @typedef {"top" | "bottom" | "left" | "right"} Side */
/** @typedef {{ at: Box, side: Side, shift?: number }} Port shift: px along the side, from its middle */

/** @param {Port} port @param {number} gap px off the side @returns {[number, number]} */
export function portOf({ at: { x, y, width, height }, side, shift = 0 }, gap = 0) {
  if (side === "top") return [x + width / 2 + shift, y - gap];
  if (side === "bottom") return [x + width / 2 + shift, y + height + gap];
  if (side === "left") return [x - gap, y + height / 2 + shift];
  return [x + width + gap, y + height / 2 + shift];
}

/** The ports of a block. @type {Record<"up" | "down" | "left" | "right", (at: Box) => Port>} */
export const ports = {
  up: (at) => ({ at, side: "top" }),
  down: (at) => ({ at, side: "bottom" }),
  left: (at) => ({ at, side: "left" }),
  right: (at) => ({ at, side: "right" }),
};

/**
 * @param {string} id
 * @param {Port} from @param {Port} to
 * @param {{ level?: () => number, out?: number, into?: number, head?: boolean, halo?: string, over?: boolean, gradient?: boolean }} [how]
 *   level: where the line crosses over, px: a height, for ports above and below and for a bus between sides; out, into: px that a
 *   bus keeps off its two ends; halo: the colour of the ground under it; over: it passes over all other lines; gradient: it
 *   carries a gradient
 */
export const arrow = (id, from, to, { out = 14, into = 20, head = true, ...how } = {}) => ({
  ...{ id, kind: "arrow", draw: drawArrow, from, to, out, into, head, ...how },
  points: /** @type {number[][] | null} */ (null),
  initial: { opacity: 0, progress: 0, active: 0 },
});

const upright = (/** @type {Side} */ side) => side === "top" || side === "bottom";

/** The corners of an arrow, once its blocks have been placed. @param {ReturnType<typeof arrow>} arrow */
export function route({ from, to, level, out, into, head }) {
  const [x1, y1] = portOf(from);
  const [x2, y2] = portOf(to, head ? 3 : 0);
  if (upright(from.side) && upright(to.side)) {
    if (Math.abs(x1 - x2) < 1) return [[x1, y1], [x1, y2]]; // prettier-ignore
    const y = level?.() ?? (y1 + y2) / 2;
    return [[x1, y1], [x1, y], [x2, y], [x2, y2]]; // prettier-ignore
  }
  if (!upright(from.side) && !upright(to.side)) {
    if (Math.abs(y1 - y2) < 1 && !level) return [[x1, y1], [x2, y2]]; // prettier-ignore
    const first = from.side === "right" ? x1 + out : x1 - out;
    const last = to.side === "left" ? x2 - into : x2 + into;
    if (!level) return [[x1, y1], [last, y1], [last, y2], [x2, y2]]; // prettier-ignore
    const y = level();
    return [[x1, y1], [first, y1], [first, y], [last, y], [last, y2], [x2, y2]]; // prettier-ignore
  }
  return upright(from.side) ? [[x1, y1], [x1, y2], [x2, y2]] : [[x1, y1], [x2, y1], [x2, y2]]; // prettier-ignore
}

/** @type {import("./draw.js").Draw} */
function drawArrow(item, get, model) {
  const opacity = strengthOf(get, model, 0.3);
  const grown = get("progress");
  if (grown <= 0) return {};
  const points = (item.points ??= route(item));
  const now = get("active") >= 0.5;
  const stroke = item.gradient ? "focus" : now ? "ink" : "past";
  const line = { stroke, strokeWidth: now ? 1.75 : 1.25, fill: "none" };
  const growing = grown < 1 ? { draw: grown, length: lengthOf(points) } : {};
  const style = { head: item.head && grown >= 1, halo: item.halo, opacity, part: "arrow" };
  const mark = path(item.id, through(points), { ...line, ...growing, ...style });
  return { [item.over ? "over" : now ? "now" : "past"]: [mark] };
}

/** @param {number[][]} points */
export const lengthOf = (points) =>
  points
    .slice(1)
    .reduce((sum, [x, y], k) => sum + Math.abs(x - points[k][0]) + Math.abs(y - points[k][1]), 0);
