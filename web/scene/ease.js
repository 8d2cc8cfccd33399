/**
 * Easing functions. Each maps progress from 0 to 1 to eased progress.
 */

/** Interpolates between two numbers, exact at both ends. @param {number} a @param {number} b @param {number} t */
export const mix = (a, b, t) => (t <= 0 ? a : t >= 1 ? b : a + (b - a) * t);

/** @param {number} t */
const linear = (t) => t;

/** How far what stands at the end of a movement has appeared: it fades in on the last tenth of the way. @param {number} t */
export const nearly = (t) => Math.max(0, 10 * t - 9);

/**
 * The other curves, as the arguments of CSS cubic-bezier().
 * @type {Record<string, [x1: number, y1: number, x2: number, y2: number]>}
 */
export const curves = { move: [0.4, 0, 0.2, 1], land: [0.2, 0.8, 0.3, 1] };

/** For travel: starts and ends at rest. @param {number} t */
export const move = (t) => bezier(...curves.move, t);

/** For arrival: starts fast, then settles. @param {number} t */
const land = (t) => bezier(...curves.land, t);

/** @type {Record<string, (t: number) => number>} */
export const eases = { linear, move, land };

/**
 * The y of a unit Bézier curve at x, by bisection: twenty halvings are finer than any screen and always terminate.
 * @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {number} x
 */
function bezier(x1, y1, x2, y2, x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  let low = 0;
  let high = 1;
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2;
    if (point(x1, x2, middle) < x) low = middle;
    else high = middle;
  }
  return point(y1, y2, (low + high) / 2);
}

/** @param {number} a @param {number} b @param {number} s */
function point(a, b, s) {
  const r = 1 - s;
  return 3 * r * r * s * a + 3 * r * s * s * b + s * s * s;
}
