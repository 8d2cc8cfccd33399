/** The marks that pictures are made of; render/ draws them. Colours are roles. */

/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */

/** @param {string} id @param {Box} box @param {Mark} look @returns {Mark} */
export const rect = (id, { x, y, width, height }, look) => ({
  type: "rect",
  id,
  x,
  y,
  width,
  height,
  ...look,
});

/** @param {string} id @param {string} d @param {Mark} look @returns {Mark} */
export const path = (id, d, look) => ({ type: "path", id, d, ...look });

/** The edge of a box. @param {string} id @param {Box} box @param {Mark} look @returns {Mark} */
export const edge = (id, box, look) =>
  rect(id, box, { fill: "none", stroke: "outline", strokeWidth: 1.5, ...look });
