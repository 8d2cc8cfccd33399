/**
 * Weights that are too many for a mark each, as shades: 0 is zero, 254 the largest of its row, 255 NaN or infinity. Each further
 * level has half as many rows and columns, and every shade is the largest of the four below it, so that a large weight is visible
 * at any size.
 */

/** The shade of the largest number of a row. */
export const FULL = 254;
/** The shade of NaN and infinities. */
export const NONE = 255;

/** A level with more rows or columns than this is halved again. */
const SMALLEST = 32;
/** A fraction of a cell or of a shade that counts as nothing, since quotients are rounded. */
const NEAR = 1e-6;

/** @typedef {{ rows: number, columns: number, shades: Uint8Array }} Level */
/** @typedef {{ rows: number, columns: number, base: number, levels: Level[] }} Pyramid base: how many times the first level is halved */
/** @typedef {{ x: number, y: number, width: number, height: number }} Area of the map, which is 1 wide and 1 high */

/**
 * @param {number} rows @param {number} columns @param {number} [most] the most rows or columns of the first level
 * @returns {Pyramid}
 */
export function pyramid(rows, columns, most = Infinity) {
  const halved = (/** @type {number} */ count, /** @type {number} */ times) => Math.ceil(count / 2 ** times);
  const largest = Math.max(rows, columns);
  let base = 0;
  while (halved(largest, base) > most) base++;
  /** @type {Level[]} */
  const levels = [];
  for (let times = base; ; times++) {
    const [high, wide] = [halved(rows, times), halved(columns, times)];
    levels.push({ rows: high, columns: wide, shades: new Uint8Array(high * wide) });
    if (Math.max(high, wide) <= SMALLEST) return { rows, columns, base, levels };
  }
}

/** Fills in consecutive rows. @param {Pyramid} of @param {number} first row @param {ArrayLike<number>} weights */
export function putRows({ columns, base, levels }, first, weights) {
  const count = weights.length / columns;
  const [{ shades, columns: wide }] = levels;
  for (let r = 0; r < count; r++) {
    const from = r * columns;
    const steps = (FULL - 1) / largestOf(weights, from, columns);
    const into = ((first + r) >> base) * wide;
    for (let c = 0; c < columns; c++) {
      const size = Math.abs(weights[from + c]);
      // a weight that is not 0 never looks like 0, and the largest gets the full shade although its quotient is rounded
      const shade = size === 0 ? 0 : size < Infinity ? 1 + ((NEAR + steps * size) | 0) : NONE;
      const at = into + (c >> base);
      if (shade > shades[at]) shades[at] = shade;
    }
  }
  for (let k = 1; k < levels.length; k++)
    halve(levels[k - 1], levels[k], first >> (base + k), (first + count - 1) >> (base + k));
}

/** The largest magnitude of a row's finite numbers. @param {ArrayLike<number>} weights @param {number} from @param {number} count */
function largestOf(weights, from, count) {
  let largest = 0;
  for (let c = from; c < from + count; c++) {
    const size = Math.abs(weights[c]);
    if (size > largest && size < Infinity) largest = size;
  }
  return largest;
}

/** @param {Level} from @param {Level} to @param {number} first row @param {number} last */
function halve({ shades, rows, columns }, to, first, last) {
  for (let r = first; r <= last; r++) {
    const below = 2 * r + 1 < rows ? columns : 0;
    for (let c = 0; c < to.columns; c++) {
      const at = 2 * (r * columns + c);
      const right = 2 * c + 1 < columns ? 1 : 0;
      const above = shades[at] > shades[at + right] ? shades[at] : shades[at + right];
      const under =
        shades[at + below] > shades[at + below + right] ? shades[at + below] : shades[at + below + right];
      to.shades[r * to.columns + c] = above > under ? above : under;
    }
  }
}

/** Whether any weight is NaN or infinite. @param {Pyramid} of */
export const hasNone = ({ levels }) => levels[levels.length - 1].shades.includes(NONE);

/**
 * Samples an area on a raster of points, each the largest shade of all cells that it covers.
 * @param {Pyramid} of @param {Area} area @param {number} width in points @param {number} height @returns {Uint8Array}
 */
export function sample({ rows, columns, base, levels }, area, width, height) {
  const dense = Math.min((area.width * columns) / width, (area.height * rows) / height);
  const times = Math.min(base + levels.length - 1, Math.max(base, Math.floor(Math.log2(dense))));
  const { shades, columns: wide } = levels[times - base];
  const across = spansOf(area.x, area.width, columns, width, times);
  const down = spansOf(area.y, area.height, rows, height, times);
  const points = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let most = 0;
      for (let r = down[2 * y]; r <= down[2 * y + 1]; r++)
        for (let c = across[2 * x]; c <= across[2 * x + 1]; c++) {
          const shade = shades[r * wide + c];
          if (shade > most) most = shade;
        }
      points[y * width + x] = most;
    }
  return points;
}

/**
 * The first and the last entry of a level under each point.
 * @param {number} start @param {number} length share of the map @param {number} cells @param {number} points
 * @param {number} times how often the level is halved
 */
function spansOf(start, length, cells, points, times) {
  const spans = new Int32Array(2 * points);
  for (let p = 0; p < points; p++) {
    const from = Math.min(cells - 1, Math.floor((start + (length * p) / points) * cells + NEAR));
    const until = Math.ceil((start + (length * (p + 1)) / points) * cells - NEAR);
    spans[2 * p] = from >> times;
    spans[2 * p + 1] = Math.max(from, Math.min(cells, until) - 1) >> times;
  }
  return spans;
}
