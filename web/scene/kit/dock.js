/** Finds empty ground: a place for a box that hides as little as possible of what is read. */

/** @typedef {import("./place.js").Box} Box */

/**
 * Px between the places that are tried; px² of hidden area that weigh as much as 1 px of distance; px kept round an item; px for
 * a label beside a block, and for one above or below it.
 */
const [STEP, FAR, ROUND, LABEL, LINE] = [8, 5, 4, 44, 26];

/** Kinds of items that are only ground, or lead from one thing to another. */
const PASSED = /^(ground|arrow|stream|flight|card|focus|ring)$/;

/** The boxes of items that are read, with their labels. @param {Record<string, any>[]} items @returns {Box[]} */
export const readIn = (items) =>
  items
    .filter(({ kind, width }) => width > 0 && !PASSED.test(kind))
    .map(({ x, y, width, height, labels = [] }) => {
      const sides = new Set(labels.map((/** @type {any} */ label) => label.side));
      const at = (/** @type {string} */ side, far = LABEL) => (sides.has(side) ? far : 0) + ROUND;
      const [left, up] = [at("left"), at("above", LINE)];
      return {
        ...{ x: x - left, y: y - up },
        ...{ width: left + width + at("right"), height: up + height + at("below", LINE) },
      };
    });

/** By how much two intervals overlap; if negative, how far apart they are. @param {number} a @param {number} long @param {number} b @param {number} other */
const shared = (a, long, b, other) => Math.min(a + long, b + other) - Math.max(a, b);

/**
 * The place for a box in a room where it hides least while staying near another box.
 * @param {{ width: number, height: number }} size @param {Box} near @param {Box} room
 * @param {(Box & { worth?: number })[]} taken worth: how many times worse it is to hide this one
 */
export function dock({ width, height }, near, room, taken) {
  const best = { x: room.x, y: room.y, cost: Infinity };
  for (let y = room.y; y <= room.y + room.height - height; y += STEP) {
    const down = Math.min(0, shared(y, height, near.y, near.height));
    const beside = taken.filter((box) => shared(y, height, box.y, box.height) > 0);
    for (let x = room.x; x <= room.x + room.width - width; x += STEP) {
      let cost = FAR * Math.hypot(Math.min(0, shared(x, width, near.x, near.width)), down);
      // each box that it hides costs more
      for (let k = 0; k < beside.length && cost < best.cost; k++) {
        const box = beside[k];
        const over = shared(x, width, box.x, box.width);
        if (over > 0) cost += over * shared(y, height, box.y, box.height) * (box.worth ?? 1);
      }
      if (cost < best.cost) Object.assign(best, { x, y, cost });
    }
  }
  return best;
}
