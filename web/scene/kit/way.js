/** Ways: lists of corners that something travels along. */

/** @typedef {number[]} Point its x and y */

/** The middle of a box. @param {import("./place.js").Box} box @returns {Point} */
export const middleOf = ({ x, y, width, height }) => [x + width / 2, y + height / 2];

/** The point on the straight line between two points. @param {Point} a @param {Point} b @param {number} t @returns {Point} */
export const along = ([x1, y1], [x2, y2], t) => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t];

/** The point of a right-angled way that is nearest to a point, and how many of its corners lie before that. @param {Point[]} way @param {Point} to */
function nearest(way, [x, y]) {
  const within = (/** @type {number} */ at, /** @type {number} */ a, /** @type {number} */ b) =>
    Math.max(Math.min(a, b), Math.min(Math.max(a, b), at));
  let found = { at: way[0], before: 1, far: Infinity };
  for (let k = 1; k < way.length; k++) {
    const [[x1, y1], [x2, y2]] = [way[k - 1], way[k]];
    const at = [within(x, x1, x2), within(y, y1, y2)];
    const far = Math.hypot(at[0] - x, at[1] - y);
    if (far < found.far) found = { at, before: k, far };
  }
  return found;
}

/** Follows a way from its beginning to where it is nearest to a point, then goes to that point. @param {Point[]} way @param {Point} to @returns {Point[]} */
export function until(way, to) {
  const { at, before } = nearest(way, to);
  return [...way.slice(0, before), at, to];
}

/** Goes from a point to where a way is nearest, then follows the way to its end. @param {Point[]} way @param {Point} from @returns {Point[]} */
export function onwards(way, from) {
  const { at, before } = nearest(way, from);
  return [from, at, ...way.slice(before)];
}

/** The point at a given share of a way's length. @param {Point[]} way @param {number} share @returns {Point} */
export function pointOn(way, share) {
  const long = (/** @type {number} */ k) => Math.hypot(way[k][0] - way[k - 1][0], way[k][1] - way[k - 1][1]);
  let left = share * way.reduce((sum, _, k) => sum + (k ? long(k) : 0), 0);
  for (let k = 1; k < way.length; k++) {
    const length = long(k);
    if (left <= length && length > 0) return along(way[k - 1], way[k], left / length);
    left -= length;
  }
  return way[way.length - 1];
}
