/** Where the arrows of a plane end on the screen, in px. */

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {[x: number, y: number]} Point */

/** Radius of the round handle at a tip, px. */
export const KNOB = 10;

/** The least and the greatest radius of an arc, px. */
const ARC = { least: 16, most: 40 };

/** @param {Point} point */
export const lengthOf = ([x, y]) => Math.hypot(x, y);

/** The origin, px. @param {import("../place.js").Box & { shift?: [number, number] }} plane @returns {Point} */
export const originOf = ({ x, y, width, height, shift: [right, down] = [0, 0] }) => [
  x + width / 2 + right,
  y + height / 2 + down,
];

/** The vector of a tensor's row in a plane, px to the right and down; null if a number is not finite. @param {Model} model @param {{ unit: number }} plane @param {string} tensor @param {number[]} row its index, without the column @returns {Point | null} */
export function reachIn(model, { unit }, tensor, row) {
  const [x, y] = [0, 1].map((c) => model.value(tensor, [...row, c]));
  return Number.isFinite(x) && Number.isFinite(y) ? [x * unit, -y * unit] : null;
}

/** The vector of an arrow on the screen, px. @param {Model} model @param {import("../plane.js").Vector} vector */
export const reachOf = (model, { tensor, row, plane }) => reachIn(model, plane, tensor, [row].flat());

/** Where an angle begins and how far it turns, the shorter way round, in radians; null if an arrow is missing. @param {Model} model @param {import("../plane.js").Angle} angle */
export function turnsOf(model, { from, to }) {
  const [first, second] = [from, to].map((vector) => reachOf(model, vector));
  if (!first || !second || lengthOf(first) === 0 || lengthOf(second) === 0) return null;
  const [start, end] = [first, second].map(([x, y]) => Math.atan2(y, x));
  const whole = 2 * Math.PI;
  const by = ((end - start + 1.5 * whole) % whole) - whole / 2;
  const short = Math.min(lengthOf(first), lengthOf(second));
  return { start, by, radius: Math.min(ARC.most, Math.max(ARC.least, short * 0.4)) };
}
