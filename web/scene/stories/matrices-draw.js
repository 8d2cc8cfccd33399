/** A matrix as marks: fills, dividers, outline, numbers; what is not looked at is dimmed, never deleted. */

import { textWidth } from "../advance.js";
import { inkOn } from "../parts.js";
import { part } from "./matrices-grid.js";
import { addresses, textsOf } from "./matrices-texts.js";

/** @typedef {import("../parts.js").Mark} Mark */
/** @typedef {import("../parts.js").Box} Box */
/** @typedef {import("./matrices-grid.js").Grid} Grid */

/** Roles that are faint already; they pale instead of taking their tint. */
const FAINT = /-tint$|^parameter$/;

/**
 * @param {string} id @param {{ grid: Grid, x: number, y: number }} at
 * @param {{ model: any, opacity: number, dim: number, lit: number, light?: { at: [number | null, number | null] }, landed: number, unit: number, copy: boolean }} how
 *   dim: 0 = all bright, 1 = all recede. lit: the part looked at stands out. landed: how many units of the product have a number.
 * @returns {Mark[]}
 */
export function drawGrid(id, at, how) {
  const { grid, x, y } = at;
  const { matrix, outlines } = grid;
  const lit = how.light && how.lit > 0 ? part(grid, how.light.at) : [];
  const shift = (/** @type {Box} */ box) => ({ ...box, x: box.x + x, y: box.y + y });
  // a dimmed fill is its tint, so that digits stay readable on light and dark ground
  const faint = FAINT.test(matrix.role);
  const base = faint ? how.opacity * (1 - 0.5 * how.dim) : how.opacity * (1 - how.dim);
  /** @type {Mark[]} */
  const marks = [];
  for (const [k, box] of outlines.entries()) {
    const tint = { fill: matrix.role + "-tint", opacity: how.opacity * Math.min(1, how.dim * 4) };
    if (!faint && how.dim > 0) marks.push(rect(`${id}/pale${k}`, shift(box), { ...tint, part: "cell" }));
    if (base > 0)
      marks.push(rect(`${id}/fill${k}`, shift(box), { fill: matrix.role, opacity: base, part: "cell" }));
  }
  for (const [k, box] of lit.entries()) {
    marks.push(rect(`${id}/lit${k}`, shift(box), { fill: matrix.role, opacity: how.opacity * how.lit }));
  }
  marks.push(...struck(id, at, how));
  const inner = dividers(at);
  // a divider is always dark on a pastel fill, and the colour of the text on a faint one
  const stroke = faint || how.dim >= 0.5 ? "outline" : "on-role";
  if (inner)
    marks.push({
      type: "path",
      id: id + "/inner",
      d: inner,
      fill: "none",
      stroke,
      strokeWidth: 1,
      opacity: how.opacity * 0.45,
    });
  outlines.forEach((box, k) =>
    marks.push(
      rect(`${id}/edge${k}`, shift(box), {
        fill: "none",
        stroke: "outline",
        strokeWidth: 1.5,
        opacity: how.opacity,
      }),
    ),
  );
  marks.push(...numbers(id, at, how));
  return marks;
}

/** @param {string} id @param {Box} box @param {any} look @returns {Mark} */
const rect = (id, { x, y, width, height }, look) => ({ type: "rect", id, x, y, width, height, ...look });

/** Lines between cells. @param {{ grid: Grid, x: number, y: number }} at */
function dividers({ grid: { matrix, rects }, x, y }) {
  let d = "";
  for (let k = 0; k < rects.length; k++) {
    const box = rects[k];
    const left = x + box.x;
    const top = y + box.y;
    const c = k % matrix.cols;
    if (box.x > 0 && (c === 0 || rects[k - 1].y === box.y)) d += `M${left} ${top}V${top + box.height}`;
    if (k >= matrix.cols) d += `M${left} ${top}H${left + box.width}`;
  }
  return d;
}

/** Whether entry k has its number by now. @param {number} k @param {{ landed: number, unit: number }} how */
const arrived = (k, { landed, unit }) => Math.min(1, Math.max(0, landed - Math.floor(k / unit)));

/** Cells the mask took away: grey, with a stroke through them. @param {string} id @param {{ grid: Grid, x: number, y: number }} at @param {any} how @returns {Mark[]} */
function struck(id, { grid: { matrix, rects, decimals }, x, y }, how) {
  const { texts } = textsOf(how.model, matrix, decimals);
  const marks = [];
  for (let k = 0; k < rects.length; k++) {
    const gone = matrix.pattern
      ? matrix.pattern(how.model, Math.floor(k / matrix.cols), k % matrix.cols)
      : matrix.role === "score" && texts[k] === "−∞";
    if (!gone) continue;
    const seen = arrived(k, how) * how.opacity;
    if (seen <= 0) continue;
    const { x: dx, y: dy, width, height } = rects[k];
    const box = { x: x + dx, y: y + dy, width, height };
    marks.push(rect(`${id}/gone${k}`, box, { fill: "track", opacity: seen }));
    const line = { x1: box.x + 5, y1: box.y + height - 5, x2: box.x + width - 5, y2: box.y + 5 };
    marks.push({
      type: "line",
      id: `${id}/strike${k}`,
      ...line,
      stroke: matrix.pattern ? "text" : "past",
      strokeWidth: matrix.pattern ? 1.75 : 1.25,
      opacity: seen,
    });
  }
  return marks;
}

/** @param {string} id @param {{ grid: Grid, x: number, y: number }} at @param {any} how @returns {Mark[]} */
function numbers(id, { grid, x, y }, how) {
  const { matrix, rects, decimals, size } = grid;
  const held = textsOf(how.model, matrix, decimals);
  const { texts } = held;
  const named = addresses(how.model, matrix, held);
  const [row, col] = how.light?.at ?? [-1, -1];
  const marks = [];
  for (let k = 0; k < rects.length; k++) {
    const seen = arrived(k, how);
    if (!texts[k] || seen <= 0) continue;
    const r = Math.floor(k / matrix.cols);
    const c = k % matrix.cols;
    const bright = how.light && (row === null || row === r) && (col === null || col === c);
    const opacity = how.opacity * seen * (bright ? 1 : 1 - 0.42 * how.dim);
    const { x: dx, y: dy, width, height } = rects[k];
    const box = { x: x + dx, y: y + dy, width, height };
    const called = (!how.copy && named[k]) || { copy: true };
    const gone = matrix.role === "score" && texts[k] === "−∞";
    const fill = gone || (how.dim >= 0.5 && !bright) ? "ink" : inkOn(matrix.role);
    if (!gone && /^(NaN|−?∞)$/.test(texts[k]))
      marks.push(warning(`${id}/odd${k}`, box, opacity, matrix.role));
    marks.push(numberMark(`${id}/n${k}`, box, texts[k], size, fill, opacity, called));
  }
  return marks;
}

/**
 * @param {string} id @param {Box} box @param {string} text @param {number} size @param {string} fill @param {number} opacity
 * @param {Record<string, any>} named @returns {Mark}
 */
export function numberMark(id, box, text, size, fill, opacity, named) {
  const fit = Math.min(size, (size * (box.width - 2)) / textWidth(text, size, 600));
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 + fit * 0.36 };
  return {
    type: "text",
    id,
    ...place,
    text,
    size: fit,
    weight: 600,
    anchor: "middle",
    fill,
    opacity,
    box,
    ...named,
  };
}

/** A cell whose number is none. @param {string} id @param {Box} box @param {number} opacity @param {string} role @returns {Mark} */
function warning(id, { x, y, width, height }, opacity, role) {
  return rect(
    id,
    { x: x + 3, y: y + 3, width: width - 6, height: height - 6 },
    { fill: "none", stroke: inkOn(role), strokeWidth: 1.5, dash: "2 2", opacity },
  );
}

/** A ring inside the edge of a part, so that its neighbours stay clear. @param {string} id @param {{ grid: Grid, x: number, y: number }} at @param {Box} box @param {number} opacity @returns {Mark} */
export function ring(id, { grid, x, y }, box, opacity) {
  const stroke = FAINT.test(grid.matrix.role) ? "focus" : "ring-in";
  const inset = { x: x + box.x + 0.5, y: y + box.y + 0.5, width: box.width - 1, height: box.height - 1 };
  return rect(id, inset, { fill: "none", stroke, strokeWidth: 3, rx: 1, opacity });
}
