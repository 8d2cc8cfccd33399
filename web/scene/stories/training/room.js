/** The areas of the stage: the map, what stands beside it, the parameters, the readings, the controls. */

/** @typedef {import("../../kit/place.js").Box} Box */
/** @typedef {"wide" | "column" | "phone"} Kind */
/**
 * @typedef {object} Areas
 * @property {Kind} kind
 * @property {{ x: number, y: number, cell: number, title: boolean }} map of its cells; title: whether there is a line for one
 * @property {Box} beside the sequence, the gradients, the loss
 * @property {Box} parameters
 * @property {{ x: number, y: number, width: number, lines: number, count: number }} readings y: the middle of their first line
 * @property {Box} controls
 * @property {number} height px of all
 */

/** px from which the map stands beside what it is read with, and beside everything else. */
const [BESIDE, WIDE] = [600, 900];
/** px of the names before a row of the map. */
const NAMES = 24;

/** @param {number} x @param {number} y @param {number} width @param {number} height @returns {Box} */
const box = (x, y, width, height) => ({ x, y, width, height });

/** @param {import("../../scene.js").Room} room @returns {Areas} */
export function areasIn({ width, height }) {
  if (width < BESIDE) return phone(width);
  return width < WIDE ? column(width) : wide(width, height);
}

/** @param {number} width @param {number} height @returns {Areas} */
function wide(width, height) {
  const by = Math.min(width / 1104, height / 424);
  const cell = Math.floor(36 * by);
  const tall = Math.max(424, Math.round(424 * by));
  const [left, right] = [NAMES + 8 * cell + 40, width - Math.round(284 * Math.max(1, by))];
  const half = Math.round(0.57 * tall);
  const bottom = 42 + 8 * cell;
  return {
    kind: "wide",
    map: { x: NAMES, y: 42, cell, title: true },
    beside: box(left, 0, right - left - 34, half - 6),
    parameters: box(left, half + 6, right - left - 34, tall - half - 6),
    readings: { x: 0, y: bottom + 26, width: NAMES + 8 * cell, lines: 2, count: 4 },
    controls: box(right, 0, width - right, tall),
    height: tall,
  };
}

/** @param {number} width @returns {Areas} */
function column(width) {
  const cell = Math.min(26, Math.floor((0.38 * width - NAMES) / 8));
  const left = NAMES + 8 * cell + 28;
  const bottom = 38 + 8 * cell;
  return {
    kind: "column",
    map: { x: NAMES, y: 38, cell, title: true },
    beside: box(left, 0, width - left, 150),
    parameters: box(left, 158, width - left, bottom - 154),
    readings: { x: 0, y: bottom + 24, width: Math.min(width, 560), lines: 1, count: 4 },
    controls: box(0, bottom + 44, width, 118),
    height: bottom + 162,
  };
}

/** @param {number} width @returns {Areas} */
function phone(width) {
  const cell = 20;
  const [left, bottom] = [NAMES + 8 * cell + 12, 18 + 8 * cell];
  return {
    kind: "phone",
    map: { x: NAMES, y: 18, cell, title: false },
    beside: box(0, bottom + 28, width, 88),
    parameters: box(left, 0, width - left, bottom),
    readings: { x: 0, y: bottom + 14, width: width - 2, lines: 1, count: width < 330 ? 3 : 4 },
    controls: box(0, bottom + 122, width, 104),
    height: bottom + 226,
  };
}
