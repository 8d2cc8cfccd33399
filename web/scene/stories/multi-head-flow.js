/** Where data leave and enter a matrix; they flow upwards, on a phone downwards. */

/** @typedef {import("./multi-head-layout.js").Spot} Spot */

/** An arrow's head stops so far before its box. */
export const CLEAR = 3;

/** Edges of a matrix along the flow: where data leave it and where they enter. @param {boolean} down */
export function flowOf(down) {
  return {
    down,
    sign: down ? 1 : -1,
    exit: (/** @type {Spot} */ s) => (down ? s.y + s.height : s.y - (s.side ? 0 : s.label)),
    entry: (/** @type {Spot} */ s) => (down ? s.y - (s.below ? 0 : s.label) - CLEAR : s.y + s.height + CLEAR),
    leave: (/** @type {any} */ row) => (down ? row.y + row.height : row.y),
    enter: (/** @type {any} */ row) => (down ? row.y - CLEAR : row.y + row.height + CLEAR),
  };
}
/** @typedef {ReturnType<typeof flowOf>} Flow */
/** @typedef {(...id: any[]) => Spot | undefined} Find */

/** @param {Spot} s */
export const middle = (s) => Math.round(s.x + s.width / 2);

/** Without points that lie on the way of their neighbours. @param {number[][]} points */
export function tidy(points) {
  return points.filter(([x, y], k) => {
    const before = points[k - 1];
    const next = points[k + 1];
    if (!before || !next) return true;
    return !((before[0] === x && x === next[0]) || (before[1] === y && y === next[1]));
  });
}
