/**
 * A picture of 12 × 8 patches, a dog that chases a ball under the sun, as shapes that can be drawn and tell which points they
 * cover. Lengths are in patches. The toy pictures that models are trained on are made of the same shapes.
 */

import { px } from "../../kit/marks.js";
import { upTo } from "../../model.js";

export const [COLUMNS, ROWS] = [12, 8];

/** The kinds of things in a picture, and the colour role of each. @type {Record<string, string>} */
export const COLOURS = {
  ...{ sky: "score-tint", grass: "input", tree: "output", dog: "key", cat: "key", legs: "key", paws: "key" },
  ...{ ball: "query", kite: "query", sun: "weighted", moon: "weighted" },
};
export const KINDS = Object.keys(COLOURS);

/**
 * @typedef {{ kind: string, fill: string, has: (x: number, y: number) => boolean, d: (unit: number) => string }} Shape fill: a
 *   colour role; has: whether it covers a point; d: its path, with `unit` px per patch
 */
/** @typedef {{ dog: number, ball: number, sun: number, tree: number }} Places x of each */

/** Where the ground begins, and how many points of a patch are sampled in either direction. */
const [GROUND, SAMPLES] = [5.4, 4];

/**
 * A thick line with round ends.
 * @param {string} kind @param {string} fill @param {number[]} from @param {number[]} to
 * @param {number} r horizontal radius of an end @param {number} [down] vertical radius of an end @returns {Shape}
 */
export function limb(kind, fill, [x1, y1], [x2, y2], r, down = r) {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const long = Math.hypot(dx, dy);
  const [nx, ny] = long ? [(-dy * r) / long, (dx * r) / long] : [0, down];
  return {
    ...{ kind, fill },
    has(x, y) {
      const at = long && Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / long ** 2));
      return Math.hypot((x - x1 - at * dx) / r, (y - y1 - at * dy) / down) <= 1;
    },
    d(u) {
      const point = (/** @type {number} */ x, /** @type {number} */ y) => `${px(x * u)} ${px(y * u)}`;
      const round = `A${r * u} ${down * u} 0 0 1 `;
      const before = `M${point(x1 + nx, y1 + ny)}${round}${point(x1 - nx, y1 - ny)}`;
      return `${before}L${point(x2 - nx, y2 - ny)}${round}${point(x2 + nx, y2 + ny)}z`;
    },
  };
}

/** @param {string} kind @param {string} fill @param {number} cx @param {number} cy @param {number} rx @param {number} [ry] */
export const ellipse = (kind, fill, cx, cy, rx, ry) => limb(kind, fill, [cx, cy], [cx, cy], rx, ry);

/** Everything below a line. @param {string} kind @param {string} fill @param {number} top @returns {Shape} */
const field = (kind, fill, top) => ({
  ...{ kind, fill, has: (_, y) => y > top },
  d: (u) => `M0 ${top * u}h${COLUMNS * u}v${(ROWS - top) * u}h${-COLUMNS * u}z`,
});

/** @param {number} at */
export const sun = (at) => [ellipse("sun", "weighted", at, 1, 0.85)];

/** @param {number} at */
export const tree = (at) => [
  limb("tree", "key", [at, 6.3], [at, 3.6], 0.25),
  ...[[0, 2.5, 1.4, 1.2], [-0.9, 3.2, 0.9, 0.8], [0.9, 3.2, 0.9, 0.8]].map(([x, y, rx, ry]) => ellipse("tree", "output", at + x, y, rx, ry)), // prettier-ignore
];

/** Four legs, stretched in a run. @param {number} at */
export const running = (at) =>
  [[0.6, -0.3], [1, 0.5], [2.2, 3], [2.5, 3.5]].map(([from, to]) => limb("legs", "key", [at + from, 5.4], [at + to, 6.5], 0.19)); // prettier-ignore

/** Body, tail and head; ears and the rest tell one animal from another. @param {string} kind @param {number} at */
export const animal = (kind, at) => [
  limb(kind, "key", [at + 0.4, 5], [at - 0.5, 4.1], 0.15),
  ellipse(kind, "key", at + 1.5, 5.1, 1.35, 0.6),
  limb(kind, "key", [at + 2.5, 5], [at + 3, 4.3], 0.35),
  ellipse(kind, "key", at + 3.1, 4.1, 0.55, 0.5),
];

/** @param {number} at */
const dog = (at) => [
  ...animal("dog", at),
  limb("dog", "key", [at + 3.3, 4.25], [at + 3.9, 4.35], 0.2),
  ellipse("dog", "outline", at + 4.05, 4.3, 0.12),
  ellipse("dog", "muted", at + 2.75, 4.3, 0.2, 0.45),
  ellipse("dog", "outline", at + 3.25, 4, 0.08),
];

/** @param {number} at */
export const ball = (at) => [ellipse("ball", "query", at, 6, 0.9)];

/** @param {Places} at @returns {Shape[]} those in front last */
export const shapesOf = (at) => [...sun(at.sun), ...tree(at.tree), ...running(at.dog), ...dog(at.dog), ...ball(at.ball)]; // prettier-ignore

/** The shapes of the picture that is shown. */
export const picture = shapesOf({ dog: 1.6, ball: 7, sun: 2, tree: 10.1 });

/** Sky and ground, which lie behind all shapes. */
export const ground = () => [field("sky", "score-tint", 0), field("grass", "input", GROUND)];

/** Returns how much of each patch is of each kind, row by row. @param {Shape[]} shapes @returns {number[][]} */
export function coversOf(shapes) {
  const all = [...ground(), ...shapes];
  const points = upTo(SAMPLES).map((k) => (k + 0.5) / SAMPLES);
  return upTo(ROWS * COLUMNS).map((k) => {
    const counts = KINDS.map(() => 0);
    for (const down of points)
      for (const across of points) {
        const [x, y] = [(k % COLUMNS) + across, Math.floor(k / COLUMNS) + down];
        const top = all.findLast(({ has }) => has(x, y));
        counts[KINDS.indexOf(top?.kind ?? "sky")] += 1 / SAMPLES ** 2;
      }
    return counts;
  });
}
