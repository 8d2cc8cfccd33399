/** Straight paths as lists of points, so that a growing arrow can be cut at any length. */

/** @typedef {[number, number]} Point */

const commands = /([MLHV])([^A-Za-z]*)/g;

/**
 * Returns the points of a path with one stroke of absolute M, L, H and V; null for any other path.
 *
 * @param {string} d
 * @returns {Point[] | null}
 */
export function points(d) {
  if (/[^MLHV\d\s.,eE+-]/.test(d)) return null;
  /** @type {Point[]} */
  const found = [];
  for (const [, command, rest] of d.matchAll(commands)) {
    const numbers = (rest.match(/[+-]?[\d.]+(?:[eE][+-]?\d+)?/g) ?? []).map(Number);
    const [x, y] = found.at(-1) ?? [0, 0];
    if (command === "M" && found.length > 0) return null;
    if (command === "H") for (const to of numbers) found.push([to, y]);
    else if (command === "V") for (const to of numbers) found.push([x, to]);
    else for (let i = 0; i + 1 < numbers.length; i += 2) found.push([numbers[i], numbers[i + 1]]);
  }
  return found.length > 1 ? found : null;
}

/** @param {Point[]} path */
export function length(path) {
  let sum = 0;
  for (let i = 1; i < path.length; i++) sum += distance(path[i - 1], path[i]);
  return sum;
}

/**
 * Returns the first `share` of a path, by length.
 *
 * @param {Point[]} path
 * @param {number} share 0 to 1
 * @returns {Point[]}
 */
export function cut(path, share) {
  if (share >= 1) return path;
  let left = length(path) * Math.max(share, 0);
  const kept = [path[0]];
  for (let i = 1; i < path.length; i++) {
    const step = distance(path[i - 1], path[i]);
    if (step >= left) {
      kept.push(toward(path[i - 1], path[i], step === 0 ? 0 : left / step));
      return kept;
    }
    kept.push(path[i]);
    left -= step;
  }
  return kept;
}

/** @param {Point} a @param {Point} b */
export function distance([ax, ay], [bx, by]) {
  return Math.hypot(bx - ax, by - ay);
}

/** @param {Point} a @param {Point} b @param {number} share @returns {Point} */
export function toward([ax, ay], [bx, by], share) {
  return [ax + (bx - ax) * share, ay + (by - ay) * share];
}
