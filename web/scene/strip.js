/** Vectors as marks: a row of touching cells, its outline, its numbers, its ghost. */

import { textWidth } from "./advance.js";

/** @typedef {import("./parts.js").Mark} Mark */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */

/**
 * A vector: cells that touch, `perRow` to a line, lines under one another.
 * @typedef {{ x: number, y: number, cellWidth: number, cellHeight: number, count: number, perRow: number, role: string,
 *   size: number }} Strip
 */

/** @param {Strip} strip @returns {Box} */
export function stripBox({ x, y, cellWidth, cellHeight, count, perRow }) {
  const columns = Math.min(count, perRow);
  return { x, y, width: columns * cellWidth, height: Math.ceil(count / perRow) * cellHeight };
}

/** @param {Strip} strip @param {number} k @returns {Box} */
export function cellBox({ x, y, cellWidth, cellHeight, perRow }, k) {
  const row = Math.floor(k / perRow);
  return { x: x + (k % perRow) * cellWidth, y: y + row * cellHeight, width: cellWidth, height: cellHeight };
}

/** @param {Box} box */
export const centre = ({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 });

/** The outline of a strip; a last line that is not full makes a step. @param {Strip} strip */
function outline(strip) {
  const { x, y, width, height } = stripBox(strip);
  const { count, perRow, cellWidth, cellHeight } = strip;
  const last = count % perRow;
  if (count <= perRow || !last) return `M${x} ${y}h${width}v${height}h${-width}z`;
  const short = last * cellWidth;
  return `M${x} ${y}h${width}v${height - cellHeight}h${short - width}v${cellHeight}h${-short}z`;
}

/** Lines between the cells. @param {Strip} strip */
function dividers(strip) {
  const { count, perRow, cellWidth, cellHeight } = strip;
  let d = "";
  for (let k = 0; k < count; k++) {
    const { x, y } = cellBox(strip, k);
    if (k % perRow) d += `M${x} ${y}v${cellHeight}`;
    if (k >= perRow) d += `M${x} ${y}h${cellWidth}`;
  }
  return d;
}

/** What to write on a fill. @param {string} role */
export const inkOn = (role) =>
  role === "output" ? "on-output" : /-tint$|^parameter$/.test(role) ? "ink" : "on-role";

/**
 * A strip with its numbers. `numbers` runs from 0 to 1 as they land one after another.
 * @param {string} id @param {Strip} strip
 * @param {{ texts: string[], cells?: string[], values?: string[], marked?: boolean[], opacity?: number,
 *   numbers?: number, dim?: number }} shown
 * @returns {Mark[]}
 */
export function stripMarks(id, strip, { texts, cells, values, marked, opacity = 1, numbers = 1 }) {
  const { x, y, width, height } = stripBox(strip);
  const d = outline(strip);
  /** @type {Mark[]} */
  const marks = [
    strip.count % Math.min(strip.count, strip.perRow)
      ? { type: "path", id: id + "/fill", d, fill: strip.role, opacity, part: "cell" }
      : { type: "rect", id: id + "/fill", x, y, width, height, fill: strip.role, opacity, part: "cell" },
  ];
  const inner = dividers(strip);
  if (inner) {
    marks.push({
      type: "path",
      id: id + "/inner",
      d: inner,
      stroke: "on-role",
      strokeWidth: 1,
      opacity: opacity * 0.5,
    });
  }
  marks.push({
    type: "path",
    id: id + "/edge",
    d,
    fill: "none",
    stroke: "outline",
    strokeWidth: 1.5,
    opacity,
  });
  texts.forEach((text, k) => {
    const seen = opacity * Math.min(1, Math.max(0, numbers * (1 + 0.4 * (texts.length - 1)) - 0.4 * k));
    if (seen <= 0) return;
    if (marked?.[k]) marks.push(warning(id + "/mark" + k, cellBox(strip, k), seen));
    marks.push(
      number(id + "/n" + k, cellBox(strip, k), text, strip, seen, cells && cells[k], values && values[k]),
    );
  });
  return marks;
}

/** A cell whose number is none: a dashed frame inside it. @param {string} id @param {Box} box @param {number} opacity */
function warning(id, { x, y, width, height }, opacity) {
  const inset = { x: x + 3, y: y + 3, width: width - 6, height: height - 6 };
  return {
    type: "rect",
    id,
    ...inset,
    fill: "none",
    stroke: "on-role",
    strokeWidth: 1.5,
    dash: "2 2",
    opacity,
  };
}

/**
 * @param {string} id @param {Box} box @param {string} text @param {{ size: number, role: string }} style
 * @param {number} opacity @param {string} [cell] @param {string} [value]
 */
function number(id, box, text, { size, role }, opacity, cell, value) {
  const { x, y } = centre(box);
  const fit = Math.min(size, (size * (box.width - 3)) / textWidth(text, size, 600));
  const named = cell ? { cell, value, box } : { copy: true };
  const place = { x, y: y + fit * 0.36, size: fit, weight: 600, anchor: "middle" };
  return { type: "text", id, ...place, text, fill: inkOn(role), opacity, ...named };
}

/** What is to come, dashed, in its final place. @param {string} id @param {Strip} strip @param {number} opacity */
export function ghostMarks(id, strip, opacity) {
  const look = { type: "path", fill: "none", stroke: "ghost", strokeWidth: 1.25, dash: "4 4", opacity };
  const inner = dividers(strip);
  /** @type {Mark[]} */
  const marks = [{ ...look, id: id + "/ghost", d: outline(strip), part: "ghost" }];
  if (inner) marks.push({ ...look, id: id + "/ghost-inner", d: inner });
  return marks;
}
