/** Backdrops and frames: the panel, a lane, a line, and rings round what the reader should look at. */

import { between } from "./bars.js";
import { rect } from "./marks.js";
import { around } from "./place.js";

/** @param {string} id @param {import("./place.js").Box} box @param {{ fill?: string, rx?: number, to?: import("./place.js").Box, initial?: Record<string, number> }} [style] to: the box it has once it has moved */
export const backdrop = (id, box, { fill = "panel", rx = 10, to = box, initial } = {}) => ({
  ...{ id, kind: "ground", draw: drawGround, ...box, fill, rx, to },
  initial: { opacity: 1, moved: 0, ...initial },
});

/** The panel that fills a room, with optional lines across it. @param {{ width: number, height: number }} room @param {number[]} [lines] the y of each */
export const panelIn = ({ width, height }, lines = []) => [
  backdrop("panel", { x: 0, y: 0, width, height }),
  ...lines.map((y, k) =>
    backdrop(`line.${k}`, { x: 12, y, width: width - 24, height: 1 }, { fill: "track", rx: 0 }),
  ),
];

/** @type {import("./draw.js").Draw} */
function drawGround(item, get) {
  const { id, fill, rx, to } = item;
  const box = between(item, to, get("moved"));
  return { ground: [rect(id, box, { rx, fill, part: fill })] };
}

/** A frame on the edge of what the reader should look at. @param {string} id @param {import("./place.js").Box} box */
export const ring = (id, box) => ({
  ...{ id, kind: "ring", draw: drawRing, ...around([box]), initial: { opacity: 0 } },
});

/** @type {import("./draw.js").Draw} */
function drawRing(item) {
  const style = { rx: 4, fill: "none", stroke: "focus", strokeWidth: 3 };
  return { label: [rect(item.id, item, style)] };
}

/**
 * A frame that moves from box to box, or stands round each of them: cells that one operation takes together.
 * @param {string} id @param {import("./place.js").Box[]} boxes @param {{ stroke?: string }} [style] stroke: "ring-in" for cells
 */
export const sweep = (id, boxes, { stroke = "focus" } = {}) => ({
  ...{ id, kind: "sweep", draw: drawSweep, boxes, stroke, initial: { opacity: 0, at: 0, all: 0 } },
});

/** @type {import("./draw.js").Draw} */
function drawSweep(item, get) {
  const { id, boxes, stroke } = /** @type {ReturnType<typeof sweep>} */ (item);
  const [at, all] = [get("at"), get("all")];
  const [from, to] = [boxes[Math.floor(at)], boxes[Math.ceil(at)]];
  const now = [{ name: "now", box: between(from, to, at % 1), seen: 1 - all }];
  const each = boxes.map((box, k) => ({ name: String(k), box, seen: all }));
  const marks = [...now, ...each].flatMap(({ name, box, seen }) => {
    if (seen <= 0) return [];
    const line = { rx: 4, fill: "none", stroke, strokeWidth: 3, opacity: seen };
    const place = around([box], name === "now" ? 3 : 0);
    const band = { rx: 4, fill: stroke, opacity: 0.1 * seen };
    return [
      rect(`${id}/${name}/band`, place, band),
      rect(`${id}/${name}`, place, { ...line, part: "sweep" }),
    ];
  });
  return { label: marks };
}
