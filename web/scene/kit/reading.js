/** A line of text that changes with the steps of a run. */

import { placeable } from "./place.js";
import { textMark } from "./text.js";

/**
 * @param {string} id
 * @param {{ width: number, said: (step: number) => import("./text.js").Run[], size?: number }} what
 */
export const reading = (id, { width, said, size = 13 }) =>
  placeable(
    {
      ...{ id, kind: "reading", draw: drawReading, width, height: size * 1.3, said, size },
      initial: { opacity: 0, at: 0 },
    },
    { align: "start" },
  );

/** @type {import("./draw.js").Draw} */
function drawReading(item, get) {
  const { id, x, y, height, size, said } = item;
  const runs = said(Math.floor(get("at") + 1e-6));
  if (runs.length === 0) return {};
  const at = { x, y: y + height / 2 + size * 0.36, runs, size, align: "start" };
  return { label: [textMark(id, at, { fill: "text", copy: true })] };
}
