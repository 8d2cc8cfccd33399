/**
 * The pieces pictures are made of, as functions from numbers to marks. A mark's colour is a role, never a
 * colour; positions are px of the stage.
 */

import { textWidth } from "./advance.js";

/** @typedef {Record<string, any>} Mark */

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

/** @typedef {import("./strip.js").Box} Box */
/** @typedef {import("./strip.js").Strip} Strip */

export { cellBox, centre, ghostMarks, inkOn, stripBox, stripMarks } from "./strip.js";
