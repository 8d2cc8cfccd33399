/** Backdrops and frames: the panel, a lane, a line, and rings round what the reader should look at. */

import { between } from "./bars.js";
import { rect } from "./marks.js";
import { around } from "./place.js";
import { sketch } from "./sketch.js";

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
export function ring(id, box) {
  const frame = rect(id, around([box]), { rx: 4, fill: "none", stroke: "focus", strokeWidth: 3 });
  return sketch(id, {}, () => ({ label: [frame] }));
}

/**
 * A frame that moves from box to box, or stands round each of them: cells that one operation takes together.
 * @param {string} id @param {import("./place.js").Box[]} boxes @param {{ stroke?: string }} [style] stroke: "ring-in" for cells
 */
export const sweep = (id, boxes, { stroke = "focus" } = {}) =>
  sketch(id, { at: 0, all: 0 }, (get) => {
    const [at, all] = [get("at"), get("all")];
    const moving = between(boxes[Math.floor(at)], boxes[Math.ceil(at)], at % 1);
    /** @param {string | number} name @param {import("./place.js").Box} place @param {number} opacity */
    const frame = (name, place, opacity) => {
      const line = { rx: 4, fill: "none", stroke, strokeWidth: 3, opacity, part: "sweep" };
      const band = { rx: 4, fill: stroke, opacity: 0.1 * opacity };
      return opacity > 0 ? [rect(`${id}/${name}/band`, place, band), rect(`${id}/${name}`, place, line)] : [];
    };
    return {
      label: [
        ...frame("now", around([moving], 3), 1 - all),
        ...boxes.flatMap((box, k) => frame(k, box, all)),
      ],
    };
  });
