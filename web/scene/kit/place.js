/**
 * Layout. Arrangements name neighbours, and positions follow from the sizes of everything. Whatever can be placed says how far it
 * extends from its anchor (`left right up down`, px) and accepts a position for that anchor (`put`). Items in a row share the y
 * of their anchors, items in a column the x; a grid does both.
 */

/**
 * @typedef {object} Placeable
 * @property {number} left @property {number} right @property {number} up @property {number} down px from the anchor
 * @property {(x: number, y: number) => void} put
 */
/** @typedef {{ x: number, y: number, width: number, height: number }} Box */
/** @typedef {{ left?: number, right?: number, up?: number, down?: number }} Margin room kept free, px */

/** @param {Placeable} one */
export const widthOf = ({ left, right }) => left + right;
/** @param {Placeable} one */
export const heightOf = ({ up, down }) => up + down;

/** Empty space. @param {number} width @param {number} height @returns {Placeable} */
export const space = (width, height) => placeable({ width, height });

/**
 * Makes a rectangle placeable, with its anchor in its middle (at its left or right edge if `align` is "start" or "end").
 * The rectangle is a literal, not a spread copy: engines add properties to spread copies ten times slower.
 * @template {{ width: number, height: number }} T
 * @param {T} item @param {Margin & { align?: "start" | "middle" | "end" }} [how]
 * @returns {T & Placeable & Box}
 */
export function placeable(item, { left = 0, right = 0, up = 0, down = 0, align = "middle" } = {}) {
  const before = align === "start" ? 0 : align === "end" ? item.width : item.width / 2;
  const placed = /** @type {T & Placeable & Box} */ (item);
  placed.left = before + left;
  placed.right = item.width - before + right;
  placed.up = item.height / 2 + up;
  placed.down = item.height / 2 + down;
  placed.x = 0;
  placed.y = 0;
  placed.put = (x, y) => {
    placed.x = Math.round(x - before);
    placed.y = Math.round(y - item.height / 2);
  };
  return placed;
}

/**
 * Lays out rows and columns. Columns are as close together as the fullest row allows; width and height beyond what is needed are
 * spread over the gaps.
 * @param {(Placeable | null | undefined)[][]} rows
 * @param {{ gapX?: number | number[], gapY?: number | number[], width?: number, height?: number }} [how] least gaps, px
 * @returns {Placeable & { columns: number[], lines: number[] }} columns, lines: the anchors' x and y, once put
 */
export function grid(rows, { gapX = 0, gapY = 0, width = 0, height = 0 } = {}) {
  const across = columnsOf(rows, gapX, width);
  const down = track(
    rows.map((row) => [most(row, "up"), most(row, "down")]),
    gapY,
    height,
  );
  const made = Object.assign(space(across.size, down.size), {
    ...{ columns: /** @type {number[]} */ ([]), lines: /** @type {number[]} */ ([]) },
    put(/** @type {number} */ x, /** @type {number} */ y) {
      made.columns = across.anchors.map((at) => x - made.left + at);
      made.lines = down.anchors.map((at) => y - made.up + at);
      rows.forEach((row, r) => row.forEach((item, c) => item?.put(made.columns[c], made.lines[r])));
    },
  });
  return made;
}

/** The anchors of columns; in each row, neighbouring items keep their gap. @param {(Placeable | null | undefined)[][]} rows @param {number | number[]} gaps @param {number} wanted */
function columnsOf(rows, gaps, wanted) {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const anchors = Array(count).fill(0);
  const gap = (/** @type {number} */ from, /** @type {number} */ to) => gapAt(gaps, from, to);
  for (let c = 0; c < count; c++)
    for (const row of rows) {
      const item = row[c];
      if (!item) continue;
      let before = c - 1;
      while (before >= 0 && !row[before]) before--;
      const left = before < 0 ? 0 : anchors[before] + (row[before]?.right ?? 0) + gap(before, c);
      anchors[c] = Math.max(anchors[c], left + item.left);
    }
  const natural = Math.max(0, ...rows.flatMap((row) => row.map((box, c) => anchors[c] + (box?.right ?? 0))));
  const spare = count > 1 ? Math.max(0, wanted - natural) / (count - 1) : 0;
  return { anchors: anchors.map((at, c) => at + c * spare), size: natural + spare * (count - 1 || 0) };
}

/** The total gap between two columns that are neighbours in a row. @param {number | number[]} gaps @param {number} from @param {number} to */
function gapAt(gaps, from, to) {
  if (!Array.isArray(gaps)) return gaps;
  return gaps.slice(from, to).reduce((sum, gap) => sum + gap, 0);
}

/** @param {(Placeable | null | undefined)[]} list @param {"left" | "right" | "up" | "down"} side */
const most = (list, side) => list.reduce((found, item) => Math.max(found, item?.[side] ?? 0), 0);

/** The anchors along one axis. @param {number[][]} reaches before and after each anchor @param {number | number[]} gaps @param {number} wanted */
function track(reaches, gaps, wanted) {
  const gap = (/** @type {number} */ k) => (Array.isArray(gaps) ? (gaps[k] ?? 0) : gaps);
  const natural = reaches.reduce((sum, [a, b], k) => sum + a + b + (k ? gap(k - 1) : 0), 0);
  const spare = reaches.length > 1 ? Math.max(0, wanted - natural) / (reaches.length - 1) : 0;
  let at = 0;
  const anchors = reaches.map(([before, after], k) => {
    if (k) at += gap(k - 1) + spare;
    const anchor = at + before;
    at = anchor + after;
    return anchor;
  });
  return { anchors, size: at };
}

/**
 * Places items side by side, with their anchors on one line.
 * @param {(Placeable | null | undefined)[]} list @param {{ gap?: number | number[], width?: number }} [how]
 */
export const row = (list, { gap = 0, width } = {}) => grid([list.filter(Boolean)], { gapX: gap, width });

/** Places items one under the other. @param {(Placeable | null | undefined)[]} list @param {{ gap?: number | number[], height?: number }} [how] */
export const column = (list, { gap = 0, height } = {}) =>
  grid(
    list.filter(Boolean).map((item) => [item]),
    { gapY: gap, height },
  );

/** Gives several items the same place: one is shown at a time. @param {Placeable[]} list @returns {Placeable} */
export function stack(list) {
  const [left, right, up, down] = /** @type {const} */ (["left", "right", "up", "down"]).map((side) =>
    most(list, side),
  );
  return { left, right, up, down, put: (x, y) => list.forEach((item) => item.put(x, y)) };
}

/** Lets an item overlap the columns of its neighbours: only its height counts. @param {Placeable} item @returns {Placeable} */
export const loose = (item) => ({ left: 0, right: 0, up: item.up, down: item.down, put: item.put });

/**
 * Anchors an item at its left edge, or `left` px to the right of it.
 * @param {Placeable} item @param {number} [left] @returns {Placeable}
 */
export const fromLeft = (item, left = 0) => ({
  left,
  right: widthOf(item) - left,
  up: item.up,
  down: item.down,
  put: (x, y) => item.put(x - left + item.left, y),
});

/** Adds space round an item. @param {Placeable} item @param {Margin} margin @returns {Placeable} */
export const padded = (item, { left = 0, right = 0, up = 0, down = 0 }) => ({
  left: item.left + left,
  right: item.right + right,
  up: item.up + up,
  down: item.down + down,
  put: item.put,
});

/** Puts an item at a point. @template {Pick<Placeable, "put">} T @param {T} item @param {number} x @param {number} y @returns {T} the same item */
export function placed(item, x, y) {
  item.put(x, y);
  return item;
}

/** Puts the upper left corner of an item at a point. @param {Placeable} item @param {number} x @param {number} y */
export const corner = (item, x, y) => item.put(x + item.left, y + item.up);

/** The box round some boxes. @param {Box[]} boxes @param {number} [by] px round them @returns {Box} */
export function around(boxes, by = 0) {
  const x = Math.min(...boxes.map((box) => box.x)) - by;
  const y = Math.min(...boxes.map((box) => box.y)) - by;
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + by;
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + by;
  return { x, y, width: right - x, height: bottom - y };
}

/** Whether two boxes overlap, or come nearer than a margin in px. @param {Box} a @param {Box} b @param {number} [by] */
export const meet = (a, b, by = 0) =>
  a.x < b.x + b.width + by &&
  b.x < a.x + a.width + by &&
  a.y < b.y + b.height + by &&
  b.y < a.y + a.height + by;

/** Splits a box in two, with the second beside the first or below it; takes the second's size and the gap, px. @param {{ x?: number, y?: number, width: number, height: number }} box @param {{ width: number, height?: undefined } | { width?: undefined, height: number }} second @param {number} gap @returns {[Box, Box]} */
export const split = ({ x = 0, y = 0, width, height }, { width: wide, height: high = 0 }, gap) =>
  wide === undefined
    ? [
        { x, y, width, height: height - high - gap },
        { x, y: y + height - high, width, height: high },
      ]
    : [
        { x, y, width: width - wide - gap, height },
        { x: x + width - wide, y, width: wide, height },
      ];
