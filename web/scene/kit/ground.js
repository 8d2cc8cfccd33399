/** What other things stand on: the panel, a lane, a line of words round which room is kept. */

import { LAYERS } from "./layers.js";

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
export function drawGround({ id, x, y, width, height, fill, rx }, get) {
  const opacity = get("shown");
  if (opacity <= 0) return [];
  return [[LAYERS.ground, [{ type: "rect", id, x, y, width, height, rx, fill, opacity, part: fill }]]];
}

/** A frame round something the reader should look at. @param {string} id @param {import("./place.js").Box} box */
export const ring = (id, box) => ({ id, kind: "ring", ...box, initial: { shown: 0 } });

/** @type {import("./draw.js").Draw} */
export function drawRing({ id, x, y, width, height }, get) {
  const opacity = get("shown");
  const box = { x: x - 5, y: y - 5, width: width + 10, height: height + 10, rx: 4 };
  if (opacity <= 0) return [];
  return [
    [LAYERS.label, [{ type: "rect", id, ...box, fill: "none", stroke: "focus", strokeWidth: 3, opacity }]],
  ];
}
