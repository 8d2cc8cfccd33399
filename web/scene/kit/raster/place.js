/** Positions of rows, columns and cells of a large map, part of which is in view. */

/** @typedef {import("../place.js").Box} Box */
/** @typedef {import("./map.js").LargeMap} LargeMap */

/** The box of a row, a column or a cell, which may be out of view. @param {LargeMap} map @param {Box} box @param {{ r?: number, c?: number }} at an absent one means all of them @returns {Box} */
export function boxOf({ rows, columns, view }, { x, y, width, height }, { r, c }) {
  const [wide, high] = [width * view.zoom, height * view.zoom];
  const [left, top] = [x - view.x * wide, y - view.y * high];
  return {
    x: left + ((c ?? 0) * wide) / columns,
    y: top + ((r ?? 0) * high) / rows,
    width: c === undefined ? wide : wide / columns,
    height: r === undefined ? high : high / rows,
  };
}

/**
 * The part of a box that lies within another; null if there is none.
 * @param {Box} box @param {Box} frame @returns {Box | null}
 */
export function within(box, frame) {
  const x = Math.max(box.x, frame.x);
  const y = Math.max(box.y, frame.y);
  const width = Math.min(box.x + box.width, frame.x + frame.width) - x;
  const height = Math.min(box.y + box.height, frame.y + frame.height) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : null;
}
