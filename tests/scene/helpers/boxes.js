/** Boxes of the marks of a frame, for the tests that nothing overlaps. Text by the table of advances. */

import { textWidth } from "../../../web/scene/text-metrics.js";

/** @typedef {{ id: string, kind: string, x: number, y: number, width: number, height: number, text?: string }} Box */

/** @param {any} mark @returns {Box} */
function textBox({ id, x, y, size, weight, anchor, upright, cell, text, runs = [{ text }] }) {
  const width = runs.reduce(
    (sum, run) =>
      sum +
      textWidth(run.text, run.size ?? size, run.weight ?? weight) * (run.family === "letter" ? 0.85 : 1),
    0,
  );
  const high = size * 0.74;
  if (upright) return { id, kind: "text", x: x - high, y: y - width, width: high, height: width, text };
  const left = x - (anchor === "middle" ? width / 2 : anchor === "end" ? width : 0);
  return { id, kind: cell ? "number" : "text", x: left, y: y - high, width, height: high, text };
}

/** Corners of a path made of M L H V h v z. @param {string} d */
export function corners(d) {
  const points = [];
  let [x, y] = [0, 0];
  for (const [, command, rest] of d.matchAll(/([MLHVhvz])([^MLHVhvz]*)/g)) {
    const [a, b] = rest
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    if (command === "M" || command === "L") [x, y] = [a, b];
    if (command === "H") x = a;
    if (command === "V") y = a;
    if (command === "h") x += a;
    if (command === "v") y += a;
    if (command !== "z") points.push([x, y]);
  }
  return points;
}

/** @param {string} id @param {string} kind @param {number[][]} points @returns {Box} */
function boxRound(id, kind, points) {
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { id, kind, x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/** Overlays, which may cover the rest: close-ups, copies under way. */
const OVERLAY = /^(card\.|copy\.)/;

/** Texts, cells and ghosts, and the straight pieces of arrows. @param {any[]} marks */
function boxesOf(marks) {
  /** @type {Box[]} */
  const texts = [];
  /** @type {Box[]} */
  const boxes = [];
  /** @type {Box[]} */
  const lines = [];
  for (const mark of marks) {
    if ((mark.opacity ?? 1) < 0.02 || OVERLAY.test(mark.id)) continue;
    if (mark.type === "text") texts.push(textBox(mark));
    else if (mark.part === "cell" || mark.part === "ghost")
      boxes.push(mark.type === "rect" ? { ...mark, kind: "box" } : boxRound(mark.id, "box", corners(mark.d)));
    else if (mark.part === "arrow") lines.push(...pieces(mark));
  }
  return { texts, boxes, lines };
}

/** The straight strokes of a line. @param {any} mark */
function pieces({ id, d }) {
  const points = corners(d);
  return points.slice(1).map((to, k) => boxRound(id, "line", [points[k], to]));
}

/** By how much two boxes overlap, in px; 0 or less is none. @param {Box} a @param {Box} b */
export function overlap(a, b) {
  const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.min(w, h);
}

/** @param {Box} a @param {Box} b */
export const contains = (a, b) =>
  b.x >= a.x - 0.5 &&
  b.y >= a.y - 0.5 &&
  b.x + b.width <= a.x + a.width + 0.5 &&
  b.y + b.height <= a.y + a.height + 0.5;

/**
 * Everything that is wrong with a frame: overlaps, and what leaves the stage.
 * @param {{ width: number, height: number, marks: any[] }} picture @returns {string[]}
 */
export function faults({ width, height, marks }) {
  const { texts, boxes, lines } = boxesOf(marks);
  const stage = { id: "stage", kind: "box", x: 0, y: 0, width, height };
  const found = [];
  for (const one of [...texts, ...boxes, ...lines])
    if (!contains(stage, one)) found.push(`${one.id}${one.text ? ` “${one.text}”` : ""} leaves the stage`);
  const clash = (a, b) => overlap(a, b) > 0.5;
  for (const [k, a] of texts.entries()) {
    for (const b of texts.slice(k + 1))
      if (clash(a, b)) found.push(`texts ${a.id} “${a.text}” and ${b.id} “${b.text}” overlap`);
    for (const b of boxes)
      if (clash(a, b) && !contains(b, a)) found.push(`text ${a.id} “${a.text}” lies across ${b.id}`);
    for (const b of lines) if (crosses(b, a)) found.push(`arrow ${b.id} crosses text ${a.id} “${a.text}”`);
  }
  for (const [k, a] of boxes.entries()) {
    for (const b of boxes.slice(k + 1))
      if (clash(a, b) && !contains(a, b) && !contains(b, a)) found.push(`boxes ${a.id} and ${b.id} overlap`);
    for (const b of lines) if (crosses(b, a)) found.push(`arrow ${b.id} crosses ${a.id}`);
  }
  return found;
}

/** The share of the stage that the box round all texts and boxes takes; a panel as large as the stage does not count. @param {{ width: number, height: number, marks: any[] }} picture */
export function taken({ width, height, marks }) {
  const seen = marks.filter(({ opacity = 1 }) => opacity >= 0.1);
  const whole = (/** @type {any} */ box) => box.width > 0.97 * width && box.height > 0.97 * height;
  const all = [
    ...seen.filter(({ type }) => type === "text").map(textBox),
    ...seen.filter((mark) => mark.type === "rect" && !whole(mark)),
  ];
  const corners = all.flatMap((box) => [
    [box.x, box.y],
    [box.x + box.width, box.y + box.height],
  ]);
  const round = boxRound("", "", corners);
  return (round.width * round.height) / (width * height);
}

/** Does a thin line run through a box, more than touching its edge? @param {Box} line @param {Box} box */
function crosses(line, box) {
  const w = Math.min(line.x + line.width, box.x + box.width) - Math.max(line.x, box.x);
  const h = Math.min(line.y + line.height, box.y + box.height) - Math.max(line.y, box.y);
  return line.width >= line.height
    ? w > 1 && line.y > box.y + 0.5 && line.y < box.y + box.height - 0.5
    : h > 1 && line.x > box.x + 0.5 && line.x < box.x + box.width - 0.5;
}
