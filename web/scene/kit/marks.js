/** Constructors of the marks that pictures consist of; render/ draws them. Colours are roles. */

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */

/** @param {string} id @param {Box} box @param {Mark} style @returns {Mark} */
export const rect = (id, { x, y, width, height }, style) => ({
  type: "rect",
  id,
  x,
  y,
  width,
  height,
  ...style,
});

/**
 * What moves with a box, drawn at the origin: from one frame to the next, only its group changes, and the page lays out and paints
 * nothing anew.
 * @param {string} id @param {Box} box @param {(box: Box) => Mark[]} draw @param {Mark} [style] @returns {Mark}
 */
export const moving = (id, { x, y, ...size }, draw, style) => ({
  ...{ type: "group", id, x, y, children: draw({ x: 0, y: 0, ...size }) },
  ...style,
});

/** @param {string} id @param {string} d @param {Mark} style @returns {Mark} */
export const path = (id, d, style) => ({ type: "path", id, d, ...style });

/** Rounds a length in a path to two decimals. @param {number} at */
export const px = (at) => Math.round(at * 100) / 100;

/** Path data of a line through points. @param {number[][]} points @param {boolean} [closed] */
export const through = (points, closed = false) =>
  points.map(([x, y], k) => `${k ? "L" : "M"}${px(x)} ${px(y)}`).join("") + (closed ? "z" : "");

/**
 * Path data of a disc, so that many discs can be one mark.
 * @param {number} x of its middle @param {number} y @param {number} r
 */
export const disc = (x, y, r) =>
  `M${px(x - r)} ${px(y)}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0z`;

/** The outline of a box. @param {string} id @param {Box} box @param {Mark} [style] @returns {Mark} */
export const edge = (id, box, style = {}) =>
  rect(id, box, { fill: "none", stroke: "outline", strokeWidth: 1.5, ...style });
