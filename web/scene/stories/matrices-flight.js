/**
 * How matrices come and go: factors grow out of the map, products shrink into it, and what the next board needs
 * stays or moves over.
 */

/** @typedef {import("../parts.js").Mark} Mark */
/** @typedef {import("./matrices-place.js").Placed} Placed */

/** @param {{ grid: import("./matrices-grid.js").Grid, x: number, y: number } | undefined} at */
export const placeOf = (at) => at && { x: at.x, y: at.y, width: at.grid.width };

/**
 * What goes on from one board to the next: the same left factor stays, a product becomes the left factor.
 * @param {Placed | undefined} one @param {Placed | undefined} next @returns {"stays" | "moves" | null}
 */
export function neighbour(one, next) {
  if (!one || !next) return null;
  const { left, result } = one.parts;
  const wanted = next.parts.left;
  if (result.grid.matrix.key === wanted.grid.matrix.key) return "moves";
  const same = left.grid.matrix.key === wanted.grid.matrix.key && left.x === wanted.x && left.y === wanted.y;
  return same && left.grid.width === wanted.grid.width ? "stays" : null;
}

/** A matrix between its place in the map and its place on the board. @param {any} context @param {string} name @param {any} at @param {Mark[]} marks @param {number} progress @returns {Mark} */
export function grown({ id, minis, placed, before, came }, name, at, marks, progress) {
  const home = name === "left" && before === "moves" ? came : minis[at.grid.matrix.key];
  // parameters are not in the map: they come out of the place of what they make
  const from = home ?? minis[placed.board.result.key];
  const small = home === came && came ? came.width / at.grid.width : Math.min(1, from.width / at.grid.width);
  const scale = small + (1 - small) * progress;
  const x = from.x + (at.x - from.x) * progress;
  const y = from.y + (at.y - from.y) * progress;
  const children = marks.map((mark) => shifted(mark, -at.x, -at.y));
  const opacity = home ? 1 : progress;
  return { type: "group", id: `${id}.${name}/flight`, x, y, scale, children, opacity, part: "copy" };
}

/** @param {Mark} mark @param {number} dx @param {number} dy @returns {Mark} */
function shifted(mark, dx, dy) {
  if (mark.type === "path") return { type: "group", id: mark.id + "/at", x: dx, y: dy, children: [mark] };
  if (mark.type === "line")
    return { ...mark, x1: mark.x1 + dx, y1: mark.y1 + dy, x2: mark.x2 + dx, y2: mark.y2 + dy };
  const box = mark.box && { ...mark.box, x: mark.box.x + dx, y: mark.box.y + dy };
  return { ...mark, x: mark.x + dx, y: mark.y + dy, ...(box ? { box } : {}) };
}
