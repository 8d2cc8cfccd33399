/**
 * A large attention map on the stage: a point for every weight or, if weights are smaller than points, for the largest of
 * several. In an element, a canvas shows it as finely as the screen can; the marks here show the same in 64 by 64 squares.
 */

import { textWidth } from "../../text-metrics.js";
import { edge, path, rect } from "../marks.js";
import { placeable } from "../place.js";
import { textMark } from "../text.js";
import { boxOf, within } from "./place.js";
import { squares, undrawn } from "./squares.js";
import { columnTicks, rowTicks } from "./ticks.js";

/** @typedef {import("../draw.js").Mark} Mark */
/** @typedef {import("../place.js").Box} Box */
/** @typedef {import("./map.js").LargeMap} LargeMap */

/**
 * @param {string} id
 * @param {{ map: LargeMap, tensor: string, width: number, height: number, names: { rows: string[], columns: string[] }, asked: number,
 *   label: string, side: number, head: number, progress: (map: LargeMap) => string,
 *   actions: { stop: string, resume: string } }} what names: "" for one without a name; asked: the query that is marked; label:
 *   for screen readers; side, head: px for names at the left and above; progress: the text shown until the map is complete;
 *   actions: the words of its button
 */
export const raster = (id, { width, height, side, head, ...what }) =>
  placeable(
    {
      ...{ id, kind: "raster", draw: drawRaster, worked: true, width, height, side, head, ...what },
      drawn: undrawn(),
      initial: { opacity: 0, reveal: 0, asked: 0 },
    },
    { left: side, up: head },
  );
/** @typedef {ReturnType<typeof raster>} Raster */

/** @type {import("../draw.js").Draw} */
function drawRaster(item, get) {
  const opacity = get("opacity");
  const { id, map, tensor, label } = item;
  const box = { x: item.x, y: item.y, width: item.width, height: item.height };
  // rows that have arrived and been revealed
  const rows = Math.min(map.filled, Math.round(get("reveal") * map.rows));
  const index = [map.batch, map.head];
  const whole = { type: "raster", id, ...box, opacity, map, rows, tensor, index, part: "map", label };
  return {
    box: [...squares(item, box, rows, opacity), whole, edge(`${id}/edge`, box, { strokeWidth: 1, opacity })],
    label: [
      ...rowTicks(item, box, opacity),
      ...columnTicks(item, box, opacity),
      ...askedMarks(item, box, get("asked") * opacity),
      ...progressMarks(item, box, opacity),
    ],
  };
}

/** The marked row of the query that was asked. @param {any} item @param {Box} box @param {number} opacity @returns {Mark[]} */
function askedMarks({ id, map, asked }, box, opacity) {
  const row = within(boxOf(map, box, { r: asked }), box);
  if (opacity <= 0 || !row) return [];
  const high = Math.max(row.height, 3);
  const y = row.y + row.height / 2;
  const line = { ...row, y: y - high / 2, height: high };
  return [
    rect(`${id}/asked`, line, { fill: "none", stroke: "focus", strokeWidth: 1.5, opacity, part: "ring" }),
    path(`${id}/asks`, `M${box.x - 1} ${y}l-6 -4v8z`, { fill: "focus", opacity }),
  ];
}

/** @param {any} item @param {Box} box @param {number} opacity @returns {Mark[]} */
function progressMarks({ id, map, progress, actions }, box, opacity) {
  if (map.filled === map.rows) return [];
  const text = progress(map);
  const name = map.stopped ? "resume" : "stop";
  const [said, actionWidth] = [textWidth(text, 13), textWidth(actions[name], 13, 650)];
  const size = { width: said + actionWidth + 46, height: 32 };
  const board = { x: box.x + (box.width - size.width) / 2, y: box.y + box.height - 44, ...size };
  const line = { y: board.y + 20.6, size: 13, align: "start" };
  const control = { name, label: `${text}. ${actions[name]}`, box: board };
  const style = { fill: "raised", stroke: "track", strokeWidth: 1.5, rx: 16, opacity };
  const action = { ...line, x: board.x + 30 + said, text: actions[name], weight: 650 };
  return [
    { ...rect(`${id}/board`, board, style), control },
    textMark(`${id}/progress`, { ...line, x: board.x + 16, text }, { opacity, fill: "text", copy: true }),
    textMark(`${id}/${name}`, action, { opacity, fill: "ink" }),
  ];
}
