/**
 * Finds the cells of a picture for pointing and for tables: numbers, squares of colour where numbers have no room, words and
 * grounds that stand for a row or a column, and streams, each of which is one cell.
 */

/** @typedef {import("./node.js").Mark} Mark */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {Box & { tensor: string, index: (number | null)[] }} Cell for a word, the index along which it stands for all cells is null */
/** @typedef {{ x1: number, y1: number, wide1: number, x2: number, y2: number, wide2: number }} Curve a stream from bottom to top: its left edge and width at both ends */
/** @typedef {{ grid: NonNullable<Mark["grid"]>, box: Box }} Colours */

/** Returns every cell once, as a number or else as a square of colour, and every word. @param {Mark[]} marks @returns {Cell[]} */
export function cellsIn(marks) {
  const { numbers, colours, words } = collect(marks);
  const named = new Set(numbers.map(name));
  const single = new Map(words.toReversed().map((cell) => [name(cell), cell]));
  return [
    ...numbers,
    ...colours.flatMap(squares).filter((cell) => !named.has(name(cell))),
    ...single.values(),
  ];
}

/** @param {Cell} cell */
const name = ({ tensor, index }) => `${tensor}:${index}`;

/** Returns the cell at a point, in px; null if there is none. @param {Mark[]} marks @param {number} x @param {number} y @returns {Cell | null} */
export function cellAt(marks, x, y) {
  const { numbers, colours, words, streams, grounds } = collect(marks);
  const named = nearest(numbers, x, y) ?? nearest(words, x, y) ?? streamAt(streams, x, y);
  if (named) return named;
  for (const coloured of colours) {
    const c = Math.floor(((x - coloured.box.x) / coloured.box.width) * coloured.grid.columns);
    const r = Math.floor(((y - coloured.box.y) / coloured.box.height) * coloured.grid.rows);
    if (r >= 0 && r < coloured.grid.rows && c >= 0 && c < coloured.grid.columns)
      return square(coloured, r, c);
  }
  return nearest(grounds, x, y);
}

/** @param {Colours} colours @returns {Cell[]} */
const squares = (colours) =>
  Array.from({ length: colours.grid.rows * colours.grid.columns }, (_, k) =>
    square(colours, Math.floor(k / colours.grid.columns), k % colours.grid.columns),
  );

/** @param {Colours} colours @param {number} r @param {number} c @returns {Cell} */
function square({ grid, box }, r, c) {
  const [width, height] = [box.width / grid.columns, box.height / grid.rows];
  const index = grid.index.map((what) =>
    what === "r" ? r + (grid.above ?? 0) : what === "c" ? c + (grid.from ?? 0) : what,
  );
  return { tensor: grid.tensor, index, x: box.x + c * width, y: box.y + r * height, width, height };
}

/** Collects all marks that stand for cells, with their boxes in the picture. @param {Mark[]} marks */
function collect(marks) {
  /** @type {Cell[]} */
  const numbers = [];
  /** @type {Colours[]} */
  const colours = [];
  /** @type {Cell[]} */
  const words = [];
  /** @type {Cell[]} */
  const grounds = [];
  /** @type {(Cell & { curve: Curve })[]} */
  const streams = [];
  walk(marks, 0, 0, 1);
  return { numbers, colours, words, streams, grounds };

  /** @param {Mark[]} marks @param {number} x @param {number} y @param {number} scale */
  function walk(marks, x, y, scale) {
    const place = (/** @type {Box} */ box) => ({
      x: x + box.x * scale,
      y: y + box.y * scale,
      width: box.width * scale,
      height: box.height * scale,
    });
    for (const mark of marks) {
      if (mark.opacity === 0) continue;
      if (mark.type === "group")
        walk(
          mark.children ?? [],
          x + (mark.x ?? 0) * scale,
          y + (mark.y ?? 0) * scale,
          scale * (mark.scale ?? 1),
        );
      else if (mark.grid) colours.push({ grid: mark.grid, box: place(/** @type {Box} */ (mark)) });
      else if (mark.type === "text" && mark.cell && !mark.copy)
        numbers.push({ ...read(mark.cell), ...place(/** @type {Box} */ (mark.box)) });
      else if (mark.means && mark.spot)
        (mark.type === "text" ? words : grounds).push({ ...read(mark.means), ...place(mark.spot) });
      else if (mark.means && mark.curve)
        streams.push({ ...read(mark.means), ...place(NOWHERE), curve: mark.curve });
    }
  }
}

/** A stream has no box. @type {Box} */
const NOWHERE = { x: 0, y: 0, width: 0, height: 0 };

/** How far from the middle of a thin stream a point still hits it, in px. */
const ASIDE = 4;

/** Returns the stream at a point; where streams cross, the topmost. @param {(Cell & { curve: Curve })[]} streams @param {number} x @param {number} y */
const streamAt = (streams, x, y) =>
  streams.findLast(({ curve: { x1, y1, wide1, x2, y2, wide2 } }) => {
    if (y > y1 || y < y2) return false;
    let [low, high] = [0, 1];
    const along = () => (low + high) / 2;
    // y falls monotonically along a cubic whose control points are at 0.45 and 0.55 of the height
    for (let k = 0; k < 12; k++) {
      const t = along();
      const bent = 3 * (1 - t) ** 2 * t * 0.45 + 3 * (1 - t) * t ** 2 * 0.55 + t ** 3;
      if (y1 + (y2 - y1) * bent > y) low = t;
      else high = t;
    }
    const share = 3 * along() ** 2 - 2 * along() ** 3;
    const left = x1 + (x2 - x1) * share;
    const wide = wide1 + (wide2 - wide1) * share;
    const aside = Math.max(0, ASIDE - wide / 2);
    return x >= left - aside && x <= left + wide + aside;
  }) ?? null;

/** Reads the name of a cell such as "weights:0,0,1,*". @param {string} cell */
function read(cell) {
  const [tensor, index] = cell.split(/:(?=[^:]*$)/);
  return {
    tensor,
    index: index === "" ? [] : index.split(",").map((at) => (at === "*" ? null : Number(at))),
  };
}

/** Returns the cell that contains a point and whose centre is nearest. @param {Cell[]} cells @param {number} x @param {number} y */
function nearest(cells, x, y) {
  let best = null;
  let least = Infinity;
  for (const cell of cells) {
    const dx = x - cell.x - cell.width / 2;
    const dy = y - cell.y - cell.height / 2;
    if (Math.abs(dx) > cell.width / 2 || Math.abs(dy) > cell.height / 2) continue;
    if (dx * dx + dy * dy < least) [best, least] = [cell, dx * dx + dy * dy];
  }
  return best;
}
