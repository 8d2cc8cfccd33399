/**
 * The pieces pictures are made of, as functions from numbers to marks. A mark's colour is a role, never a
 * colour; positions are px of the stage.
 */

import { textWidth } from "./advance.js";

/** @typedef {Record<string, any>} Mark */
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

/**
 * Pieces of a label: role letter, index, word.
 * @param {string} letter @param {string} index @param {string} [word] @param {number} [size]
 */
export function labelRuns(letter, index, word = "", size = 13) {
  /** @type {any[]} */
  const runs = [{ text: letter, family: "letter", italic: true, weight: 600, size: Math.round(size * 1.25) }];
  if (index) runs.push({ text: index, size: Math.round(size * 0.8), dy: 4, weight: 600 });
  if (word) runs.push({ text: " " + word, size, dy: 0 });
  return runs;
}

/**
 * Text in which W_K is set as a letter with an index. @param {string} text @param {number} size @param {number} [weight]
 * @returns {any[] | undefined} undefined where there is nothing to set
 */
export function richRuns(text, size, weight) {
  if (!/W_[QKVO]/.test(text)) return undefined;
  return text.split(/(W_[QKVO])/).flatMap((piece) => {
    if (!/^W_[QKVO]$/.test(piece)) return piece ? [{ text: piece, size, weight, dy: 0 }] : [];
    return [
      { text: "W", size: size * 1.1, family: "letter", italic: true, weight: 600, dy: 0 },
      { text: piece[2], size: size * 0.7, dy: 3, weight },
    ];
  });
}

/** @param {any[]} runs @param {number} size */
export function runsWidth(runs, size) {
  // letters are set in a serif italic, which is narrower
  const narrow = (/** @type {any} */ run) => (run.family === "letter" ? 0.85 : 1);
  return runs.reduce(
    (sum, run) => sum + narrow(run) * textWidth(run.text, run.size ?? size, run.weight ?? 400),
    0,
  );
}

/**
 * Text made of runs, or plain.
 * @param {string} id @param {any} text @param {{ opacity?: number, fill?: string }} [look]
 */
export function textMark(
  id,
  { x, y, text, runs, size = 13, anchor = "start", weight, family, italic },
  look = {},
) {
  const plain = runs ? runs.map((/** @type {any} */ run) => run.text).join("") : text;
  const face = { size, anchor, weight, family, italic, runs };
  return {
    type: "text",
    id,
    x,
    y,
    text: plain,
    fill: look.fill ?? "text",
    opacity: look.opacity ?? 1,
    ...face,
  };
}

/** @param {number[][]} points @param {number} [from] index of the first point wanted */
export const pathOf = (points, from = 0) =>
  points
    .slice(from)
    .map(([x, y], i) => (i ? "L" : "M") + x + " " + y)
    .join("");

/** @param {number[][]} points */
export function pathLength(points) {
  let sum = 0;
  for (let i = 1; i < points.length; i++) {
    sum += Math.abs(points[i][0] - points[i - 1][0]) + Math.abs(points[i][1] - points[i - 1][1]);
  }
  return sum;
}

/**
 * An elbow arrow; ink if it belongs to the present beat, else grey.
 * @param {string} id @param {{ points: number[][], head?: boolean }} arrow
 * @param {{ now: boolean, draw?: number, opacity?: number }} look
 */
export function arrowMark(id, { points, head = true }, { now, draw = 1, opacity = 1 }) {
  const line = { stroke: now ? "ink" : "past", strokeWidth: now ? 1.75 : 1.25, fill: "none" };
  const grown = draw < 1 ? { draw, length: pathLength(points) } : {};
  return {
    type: "path",
    id,
    d: pathOf(points),
    ...line,
    head: head && draw >= 1,
    opacity,
    part: "arrow",
    ...grown,
  };
}

/** Where one line passes over another, the ground shows: a short piece in the colour of the ground. */
export function haloMark(
  /** @type {string} */ id,
  /** @type {number[]} */ [x, y],
  ground = "panel",
  upright = true,
) {
  const d = upright ? `M${x} ${y - 6}V${y + 6}` : `M${x - 6} ${y}H${x + 6}`;
  return { type: "path", id, d, stroke: ground, strokeWidth: 7, fill: "none" };
}

/** A rounded box with a word in it. @param {string} id @param {any} pill @param {{ dashed?: boolean, opacity?: number }} look */
export function pillMarks(id, { x, y, width, height, text, size = 11 }, { dashed = false, opacity = 1 }) {
  const line = { stroke: dashed ? "past" : "outline", strokeWidth: 1.25, dash: dashed ? "4 3" : undefined };
  const label = { x: x + width / 2, y: y + height / 2 + size * 0.36, text, size, anchor: "middle" };
  return [
    { type: "rect", id: id + "/box", x, y, width, height, rx: height / 2, fill: "panel", ...line, opacity },
    textMark(id + "/text", label, { fill: dashed ? "muted" : "ink", opacity }),
  ];
}

/** A bracket under a row: from x1 to x2, its ends pointing up. @param {string} id @param {number} x1 @param {number} x2 @param {number} y @param {number} opacity */
export function bracketMark(id, x1, x2, y, opacity) {
  const d = `M${x1} ${y}v8H${x2}v-8`;
  return { type: "path", id, d, stroke: "ink", strokeWidth: 1.75, fill: "none", opacity };
}
