/** The scale of a plane. It goes in round steps, so that it does not change with every number. */

/** Free space round the outermost tip, for its handle and its name: a tenth of the side, within these limits, px. */
const MARGIN = { least: 22, most: 38 };

/** The free space if the origin may be anywhere, px: names stand at the sides. */
const SIDES = { across: 64, share: 0.14, up: 30 };

/** The least px from one line of the grid to the next. */
const LEAST_PITCH = 34;

/** How far a plane may extend, times powers of ten. */
const REACHES = [1, 1.5, 2, 3, 4, 5, 6, 8];

/** How far apart the lines of a grid may be, times powers of ten. */
const GRIDS = [1, 2, 5];

/** Coarse and fine steps of a drag, in parts of the grid's pitch. Quarters are exact, so that a dot product can be 0. */
const STEPS = { step: 0.25, fine: 0.1 };

/**
 * The smallest product of a listed number and a power of ten that is large enough.
 * @param {number[]} list @param {number} least
 */
function firstFrom(list, least) {
  // the logarithm may be off by a unit in the last place
  for (let power = Math.floor(Math.log10(least)); ; power++)
    for (const n of list) if (n * 10 ** power >= least * (1 - 1e-9)) return Number(`${n}e${power}`);
}

/**
 * @param {[number, number][]} points that must fit; those with NaN are ignored
 * @param {number} width @param {number} height px @param {number} [least] how far it must extend at least
 * @returns {{ reach: number, unit: number, grid: number, step: number, fine: number }} reach: from the origin to the nearer
 *   edges; unit: px of a 1; grid: from line to line; step, fine: of a drag
 */
export function scaleOf(points, width, height, least = 0) {
  const [right, up] = [width, height].map((side) => {
    const margin = Math.min(MARGIN.most, Math.max(MARGIN.least, side / 10));
    return Math.max(20, side / 2 - margin);
  });
  const near = Math.min(right, up);
  const needs = points
    .flatMap(([x, y]) => [(Math.abs(x) * near) / right, (Math.abs(y) * near) / up])
    .filter((need) => Number.isFinite(need) && need > 0);
  const reach = Math.max(needs.length ? firstFrom(REACHES, Math.max(...needs)) : 1, least);
  const unit = near / reach;
  const grid = firstFrom(GRIDS, LEAST_PITCH / unit);
  return { reach, unit, grid, step: grid * STEPS.step, fine: grid * STEPS.fine };
}

/**
 * The scale at which points and the origin just fit, wherever they are: the origin need not be in the middle.
 * @param {[number, number][]} points those with NaN are ignored @param {number} width @param {number} height px
 * @returns {ReturnType<typeof scaleOf> & { shift: [number, number] }} shift: of the origin from the middle, px
 */
export function scaleRound(points, width, height) {
  const known = [[0, 0], ...points.filter((point) => point.every(Number.isFinite))];
  const [across, up] = [0, 1].map((c) => {
    const all = known.map((point) => point[c]);
    return { least: Math.min(...all), most: Math.max(...all) };
  });
  const [wide, high] = [
    Math.max(40, width - 2 * Math.min(SIDES.across, SIDES.share * width)),
    Math.max(30, height - 2 * SIDES.up),
  ];
  const units = [wide / (across.most - across.least), high / (up.most - up.least)].filter(
    (unit) => Number.isFinite(unit) && unit > 0,
  );
  const unit = units.length ? Math.min(...units) : Math.min(wide, high) / 2;
  const middle = (/** @type {{ least: number, most: number }} */ { least, most }) =>
    ((least + most) / 2) * unit;
  const grid = 1;
  const reach = Math.max(...known.flat().map(Math.abs)) || 1;
  return { reach, unit, grid, step: grid, fine: grid, shift: [-middle(across), middle(up)] };
}
