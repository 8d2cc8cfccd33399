/** What other things stand on: the panel, a lane, a line of words round which room is kept. */

import { LAYERS } from "./layers.js";
import { rect } from "./marks.js";
import { around } from "./place.js";

/** @param {string} id @param {import("./place.js").Box} box @param {{ fill?: string, rx?: number, initial?: Record<string, number> }} [look] */
export const ground = (id, box, { fill = "panel", rx = 10, initial } = {}) => ({
  id,
  kind: "ground",
  ...box,
  fill,
  rx,
  initial: { shown: 1, ...initial },
});

/** @type {import("./draw.js").Draw} */
export function drawGround(item, get) {
  const { id, fill, rx } = item;
  const opacity = get("shown");
  return opacity > 0 ? [[LAYERS.ground, [rect(id, item, { rx, fill, opacity, part: fill })]]] : [];
}

/** The box for a ring whose line is to lie on the edge of a box. @param {import("./place.js").Box} box @returns {import("./place.js").Box} */
export const rim = ({ x, y, width, height }) => ({
  x: x + 5,
  y: y + 5,
  width: width - 10,
  height: height - 10,
});

/** A frame round something the reader should look at. @param {string} id @param {import("./place.js").Box} box */
export const ring = (id, box) => ({ id, kind: "ring", ...box, initial: { shown: 0 } });

/** @type {import("./draw.js").Draw} */
export function drawRing(item, get) {
  const opacity = get("shown");
  const look = { rx: 4, fill: "none", stroke: "focus", strokeWidth: 3, opacity };
  return opacity > 0 ? [[LAYERS.label, [rect(item.id, around([item], 5), look)]]] : [];
}
