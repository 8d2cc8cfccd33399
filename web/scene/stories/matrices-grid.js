/**
 * One matrix as boxes: how wide its cells are, and where each lies. A matrix too wide for its place is cut into
 * bands of columns, one under the other, as a terminal prints it.
 */

/** @typedef {import("./matrices-plan.js").Matrix} Matrix */
/** @typedef {import("../parts.js").Box} Box */
/** @typedef {{ number: number, decimal: number, cell: number, height: number }} Preset sizes of one density */
/** @typedef {{ matrix: Matrix, width: number, height: number, size: number, rects: Box[], outlines: Box[],
 *   decimals: number }} Grid positions from the matrix's own corner */

const BAND_GAP = 8;
const THIN = 3;

/** Whether a cell has room for a number: of very wide matrices only the chosen head's part has. @param {Matrix} matrix @param {number} r @param {number} c */
export function wide({ span, spanRows }, r, c) {
  if (!span) return true;
  const at = spanRows ? r : c;
  return at >= span[0] && at < span[1];
}

/** Narrowest cell for its texts. @param {{ em: number, whole: boolean }} held @param {Preset} preset @param {number} air */
export function cellWidth({ em, whole }, preset, air) {
  const size = whole ? preset.number : preset.decimal;
  return Math.max(whole ? preset.cell : preset.cell + 4, Math.ceil(em * size + air));
}

/**
 * How large a matrix becomes, without placing its cells.
 * @param {Matrix} matrix @param {{ width: number, height: number, perBand: number }} cell
 */
export function extent({ rows, cols, span, spanRows }, { width, height, perBand }) {
  const bands = Math.ceil(cols / perBand);
  const many = span ? span[1] - span[0] : 0;
  const across = span && !spanRows ? many * width + (cols - many) * THIN : perBand * width;
  const tall = span && spanRows ? many * height + (rows - many) * THIN : rows * height;
  return { width: across, height: bands * (tall + BAND_GAP) - BAND_GAP };
}

/**
 * Places the cells.
 * @param {Matrix} matrix @param {number} decimals that its numbers have at most
 * @param {{ width: number, height: number, size: number, perBand: number }} cell
 * @returns {Grid}
 */
export function grid(matrix, decimals, { width, height, size, perBand }) {
  const { rows, cols } = matrix;
  const bands = Math.ceil(cols / perBand);
  const columns = edges(cols, (c) => (matrix.spanRows || wide(matrix, 0, c) ? width : THIN), perBand);
  const lines = edges(rows, (r) => (!matrix.spanRows || wide(matrix, r, 0) ? height : THIN), rows);
  const tall = lines[rows - 1].at + lines[rows - 1].size;
  const rects = [];
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < cols; c++) {
      const y = Math.floor(c / perBand) * (tall + BAND_GAP) + lines[r].at;
      rects.push({ x: columns[c].at, y, width: columns[c].size, height: lines[r].size });
    }
  }
  const outlines = Array.from({ length: bands }, (_, band) => {
    const last = columns[Math.min(cols, (band + 1) * perBand) - 1];
    return { x: 0, y: band * (tall + BAND_GAP), width: last.at + last.size, height: tall };
  });
  return { matrix, ...extent(matrix, { width, height, perBand }), size, rects, outlines, decimals };
}

/** Where each column or row begins within its band, and its size. @param {number} count @param {(k: number) => number} sizeOf @param {number} perBand */
function edges(count, sizeOf, perBand) {
  let at = 0;
  return Array.from({ length: count }, (_, k) => {
    if (k % perBand === 0) at = 0;
    const size = sizeOf(k);
    at += size;
    return { at: at - size, size };
  });
}

/** The part of a matrix that a row, a column or a cell takes up: one box a band. @param {Grid} grid @param {[number | null, number | null]} at @returns {Box[]} */
export function part({ matrix, rects, outlines }, [row, col]) {
  const { rows, cols } = matrix;
  const r0 = row ?? 0;
  const r1 = row ?? rows - 1;
  if (col !== null) return [union(rects[r0 * cols + col], rects[r1 * cols + col])];
  const perBand = Math.ceil(cols / outlines.length);
  return outlines.map((_, band) => {
    const last = Math.min(cols, (band + 1) * perBand) - 1;
    return union(rects[r0 * cols + band * perBand], rects[r1 * cols + last]);
  });
}

/** @param {Box} a @param {Box} b @returns {Box} */
function union(a, b) {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}
