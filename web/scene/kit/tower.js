/** A tower of boxes, one per stored number, over outlines for the numbers that will be stored. */

import { path } from "./marks.js";
import { textMark } from "./text.js";

/** Space for the name and the count below a tower, px. */
export const FOOT = 46;

/**
 * @param {string} id
 * @param {{ x: number, foot: number, wide: number, high: number, columns: number, rows: number, fill: string, name: string, note?: string, aside?: boolean }} how
 *   foot: y of its base; wide, high: px of a box; note: above its first row; aside: name and count stand at its right
 */
export const tower = (id, how) => ({
  ...{ id, kind: "tower", draw: drawTower, ...how },
  initial: { opacity: 0, full: 0 },
});

/** @type {import("./draw.js").Draw} */
function drawTower({ id, x, foot, wide, high, columns, rows, fill, name, note, aside }, get) {
  const stored = columns * Math.floor(get("full") + 1e-6);
  const gap = Math.min(2, wide / 4, high / 4);
  const boxAt = (/** @type {number} */ n) => {
    const [left, top] = [x + (n % columns) * wide, foot - (Math.floor(n / columns) + 1) * high + gap];
    return `M${left} ${top}h${wide - gap}v${high - gap}h${gap - wide}z`;
  };
  const boxes = Array.from({ length: rows * columns }, (_, n) => boxAt(n));
  const line = { strokeWidth: Math.min(1, wide / 6) };
  const [left, y] = aside ? [x + columns * wide + 8, foot - FOOT] : [x, foot];
  const base = { stroke: "ink", strokeWidth: 2 };
  const count = { x: left, y: y + 43, text: String(stored), size: 20, weight: 650 };
  const marks = [
    path(`${id}/open`, boxes.slice(stored).join(""), { ...line, fill: "none", stroke: "ghost" }),
    path(`${id}/full`, boxes.slice(0, stored).join(""), { ...line, fill, stroke: "outline" }),
    path(`${id}/base`, `M${x - 4} ${foot + 1}h${columns * wide + 8}`, base),
    textMark(`${id}/name`, { x: left, y: y + 20, text: name }),
    textMark(`${id}/count`, count, { fill: "ink", copy: true }),
  ];
  if (note) marks.push(textMark(`${id}/note`, { x, y: foot - high - 6, text: note }, { fill: "muted" }));
  return { box: marks };
}
