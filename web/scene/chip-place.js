/** Free ground for a chip near its cell. */

import { textWidth } from "./advance.js";

/** @typedef {import("./parts.js").Mark} Mark */
/** @typedef {import("./strip.js").Box} Box */

/** Free ground near the cell: beside it, above, below, further up; where nothing is free, where least is covered. @param {any} picture @param {Box} home @param {{ width: number, height: number }} size @param {Mark[]} ringed @returns {Box} */
export function place({ marks, width, height }, home, size, ringed) {
  const middle = {
    x: home.x + home.width / 2 - size.width / 2,
    y: home.y + home.height / 2 - size.height / 2,
  };
  const right = home.x + home.width + 9;
  const left = home.x - size.width - 9;
  const spots = [
    [right, middle.y],
    [middle.x, home.y - size.height - 9],
    [left, middle.y],
    [middle.x, home.y + home.height + 9],
  ];
  for (const dy of [44, 60, 80, 110, 150]) {
    spots.push(
      [middle.x, home.y - size.height - dy],
      [right, middle.y - dy],
      [left, middle.y - dy],
      [middle.x, home.y + home.height + dy],
      [right, middle.y + dy],
      [left, middle.y + dy],
    );
  }
  // the chip may take the place of the cell's own label
  const own = String(marks.find((/** @type {Mark} */ { box }) => box === home)?.id).replace(
    /\/n\d+$/,
    "/label",
  );
  const obstacles = [...marks.filter((/** @type {Mark} */ { id }) => !id.startsWith(own)), ...ringed].flatMap(
    obstacle,
  );
  let best = { cost: Infinity, box: { x: 0, y: 0, ...size } };
  for (const [k, [x, y]] of spots.entries()) {
    const box = {
      x: Math.min(Math.max(2, x), width - size.width - 2),
      y: Math.min(Math.max(2, y), height - size.height - 2),
      ...size,
    };
    const cost = obstacles.reduce((sum, other) => sum + overlap(box, other.box) * other.weight, 0) + k * 6;
    if (cost < best.cost) best = { cost, box };
  }
  return best.box;
}

/** What a chip should not cover, and how much it matters. @param {Mark} mark @returns {{ box: Box, weight: number }[]} */
function obstacle(mark) {
  if (mark.part === "ring")
    return [{ box: mark, weight: 4 }].map(({ box, weight }) => ({
      box: /** @type {Box} */ (/** @type {unknown} */ (box)),
      weight,
    }));
  if (mark.box) return [{ box: mark.box, weight: 10 }];
  if (mark.part === "arrow" && mark.stroke === "ink")
    return segments(mark.d).map((box) => ({ box, weight: 8 }));
  if (mark.type === "text") {
    const width = textWidth(mark.text, mark.size, mark.weight);
    const x = mark.anchor === "end" ? mark.x - width : mark.anchor === "middle" ? mark.x - width / 2 : mark.x;
    return [{ box: { x, y: mark.y - mark.size, width, height: mark.size * 1.3 }, weight: 0.3 }];
  }
  return [];
}

/** The straight pieces of an elbow path, as thin boxes. @param {string} d @returns {Box[]} */
function segments(d) {
  const points = (d.match(/-?[\d.]+ -?[\d.]+/g) ?? []).map((pair) => pair.split(" ").map(Number));
  return points.slice(1).map(([x, y], k) => {
    const [px, py] = points[k];
    return {
      x: Math.min(x, px) - 3,
      y: Math.min(y, py) - 3,
      width: Math.abs(x - px) + 6,
      height: Math.abs(y - py) + 6,
    };
  });
}

/** @param {Box} a @param {Box} b */
function overlap(a, b) {
  const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}
