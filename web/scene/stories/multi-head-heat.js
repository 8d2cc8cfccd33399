/**
 * A matrix too small for numbers: the larger a number, the fuller its colour; a bar across it says that it is
 * below 0, a cross that it is none.
 */

/** @typedef {import("../parts.js").Mark} Mark */

const LEVELS = 6;
const SMALLEST_BAR = 7;

/**
 * @param {string} id @param {any} strip @param {{ numbers: number[], largest: number }} shown
 * @param {import("../grid.js").Grid | undefined} grid which cells the squares are; none for copies
 * @param {number} opacity @param {number} filled 0 to 1 as the colours come
 * @returns {Mark[]}
 */
export function heatMarks(id, strip, { numbers, largest }, grid, opacity, filled) {
  const { x, y, cellWidth, cellHeight, count, perRow, role } = strip;
  const width = Math.min(count, perRow) * cellWidth;
  const height = Math.ceil(count / perRow) * cellHeight;
  const colour = role.replace("-tint", "");
  /** @type {Mark[]} */
  const marks = [
    { type: "rect", id: id + "/fill", x, y, width, height, fill: "raised", opacity, part: "cell", grid },
  ];
  const paths = Array.from({ length: LEVELS + 1 }, () => "");
  let bars = "";
  numbers.forEach((number, k) => {
    const left = x + (k % perRow) * cellWidth;
    const top = y + Math.floor(k / perRow) * cellHeight;
    const level = Number.isFinite(number)
      ? largest
        ? Math.ceil((LEVELS * Math.abs(number)) / largest - 1e-6)
        : 0
      : 0;
    paths[level] += `M${left} ${top}h${cellWidth}v${cellHeight}h${-cellWidth}z`;
    if (cellWidth < SMALLEST_BAR) return;
    if (number < 0) bars += `M${left + cellWidth * 0.28} ${top + cellHeight / 2}h${cellWidth * 0.44}`;
    if (Number.isNaN(number))
      bars += `M${left + 2} ${top + 2}L${left + cellWidth - 2} ${top + cellHeight - 2}`;
  });
  paths.forEach((d, level) => {
    if (level && d && filled > 0)
      marks.push({
        type: "path",
        id: `${id}/level${level}`,
        d,
        fill: colour,
        opacity: opacity * filled * (0.15 + (0.85 * level) / LEVELS),
      });
  });
  const lines = rules(strip, width, height);
  if (lines && cellWidth >= 3)
    marks.push({
      type: "path",
      id: id + "/inner",
      d: lines,
      fill: "none",
      stroke: "outline",
      strokeWidth: 0.75,
      opacity: opacity * 0.35,
    });
  if (bars && filled > 0)
    marks.push({
      type: "path",
      id: id + "/bars",
      d: bars,
      fill: "none",
      stroke: "ink",
      strokeWidth: 1.25,
      opacity: opacity * filled,
    });
  marks.push({
    type: "rect",
    id: id + "/edge",
    x,
    y,
    width,
    height,
    fill: "none",
    stroke: "outline",
    strokeWidth: cellWidth < 6 ? 1 : 1.5,
    opacity,
  });
  return marks;
}

/** @param {any} strip @param {number} width @param {number} height */
function rules({ x, y, cellWidth, cellHeight, count, perRow }, width, height) {
  let d = "";
  for (let c = 1; c < Math.min(count, perRow); c++) d += `M${x + c * cellWidth} ${y}v${height}`;
  for (let r = 1; r < Math.ceil(count / perRow); r++) d += `M${x} ${y + r * cellHeight}h${width}`;
  return d;
}
