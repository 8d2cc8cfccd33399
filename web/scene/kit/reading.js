/** A line of text that changes with the steps of a run. */

import { LAYERS } from "./layers.js";
import { placeable } from "./place.js";
import { textMark } from "./text.js";

/**
 * @param {string} id
 * @param {{ width: number, said: (step: number) => import("./text.js").Run[], align?: "start" | "end", size?: number, at?: number }} what at: the step to begin with
 */
export const reading = (id, { width, said, align = "start", size = 13, at = 0 }) =>
  placeable(
    {
      ...{ id, kind: "reading", draw: drawReading, width, height: size * 1.3, said, size, align },
      initial: { opacity: 0, at },
    },
    { align },
  );

/** @type {import("./draw.js").Draw} */
function drawReading(item, get) {
  const opacity = get("opacity");
  const { id, x, y, width, height, size, align, said } = item;
  const runs = said(Math.floor(get("at") + 1e-6));
  if (runs.length === 0) return [];
  const at = { x: align === "end" ? x + width : x, y: y + height / 2 + size * 0.36, runs, size, align };
  return [[LAYERS.label, [textMark(id, at, { opacity, fill: "text", copy: true })]]];
}
