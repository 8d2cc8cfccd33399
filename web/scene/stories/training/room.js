/** The areas of the stage: the map, what stands beside it, the parameters, the readings, the controls. */

/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {"wide" | "column" | "phone"} Kind */
/**
 * @typedef {object} Areas
 * @property {Kind} kind
 * @property {{ x: number, y: number, cell: number, title: number }} map its cells; title: px from the edge for one, or 0
 * @property {Box} beside the sequence, the gradients, the loss
 * @property {Box} parameters
 * @property {{ x: number, y: number, width: number, lines: number, count: number }} readings y: the middle of their first line
 * @property {Box} controls
 * @property {number} height of everything, px
 */

/** Widths in px from which the map stands beside the loss and the parameters, and beside the controls too. */
const [BESIDE, WIDE] = [600, 900];
/**
 * @typedef {{ before: number, over: number, rows: number, columns: number }} Names at the edges of a map: px before a row, px
 *   above the columns beyond the height of a line, and how many there are
 */
/** In px: the least width of a map with its title. */
const TITLED = 118;
/** The least rows and columns for which a map leaves room: with fewer, cells do not grow further. */
export const FEW = 5;

/** @param {number} x @param {number} y @param {number} width @param {number} height @returns {Box} */
const box = (x, y, width, height) => ({ x, y, width, height });

/** @param {import("../../scene.js").Room} room @param {Names} names @returns {Areas} */
export function areasIn({ width, height }, names) {
  if (width < BESIDE) return phone(width, names);
  return width < WIDE ? column(width, names) : wide(width, height, names);
}

/** @param {number} width @param {number} height @param {Names} names @returns {Areas} */
function wide(width, height, { before, over, rows, columns }) {
  const by = Math.min(width / 1104, height / 424);
  const most = Math.max(rows, columns, FEW);
  const cell = Math.floor(by * (most < 7 ? 270 / most : 36));
  const tall = Math.max(424, Math.round(424 * by));
  const [left, right] = [
    Math.max(before + columns * cell, TITLED) + 40,
    width - Math.round(284 * Math.max(1, by)),
  ];
  const half = Math.round(0.57 * tall);
  const bottom = 42 + over + rows * cell;
  return {
    kind: "wide",
    map: { x: before, y: 42 + over, cell, title: left - 10 },
    beside: box(left, 0, right - left - 34, half - 6),
    parameters: box(left, half + 6, right - left - 34, tall - half - 6),
    readings: { x: 0, y: bottom + 26, width: before + columns * cell, lines: 2, count: 4 },
    controls: box(right, 0, width - right, tall),
    height: tall,
  };
}

/** @param {number} width @param {Names} names @returns {Areas} */
function column(width, { before, over, rows, columns }) {
  const most = Math.max(rows, columns, FEW);
  const cell = Math.floor(Math.min((212 - over) / most, (0.38 * width - before) / most));
  const left = Math.max(before + columns * cell, TITLED) + 28;
  const bottom = 38 + over + most * cell;
  return {
    kind: "column",
    map: { x: before, y: 38 + over, cell, title: left - 10 },
    beside: box(left, 0, width - left, 150),
    parameters: box(left, 158, width - left, bottom - 154),
    readings: { x: 0, y: bottom + 24, width: Math.min(width, 560), lines: 1, count: 4 },
    controls: box(0, bottom + 44, width, 118),
    height: bottom + 162,
  };
}

/** @param {number} width @param {Names} names @returns {Areas} */
function phone(width, { before, over, rows, columns }) {
  const most = Math.max(rows, columns, FEW);
  // the parameters have a place, however narrow the room
  const cell = Math.floor(Math.min((160 - over) / most, (width - before - 112) / columns));
  const [left, bottom] = [before + columns * cell + 12, 18 + over + most * cell];
  return {
    kind: "phone",
    map: { x: before, y: 18 + over, cell, title: 0 },
    beside: box(0, bottom + 28, width, 88),
    parameters: box(left, 0, width - left, bottom),
    readings: { x: 0, y: bottom + 14, width: width - 2, lines: 1, count: width < 330 ? 3 : 4 },
    controls: box(0, bottom + 122, width, 104),
    height: bottom + 226,
  };
}
