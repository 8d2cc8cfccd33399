/**
 * Reduces densely sampled values to the few keyframes that SMIL needs. Values are compared with the progress of an ease rather
 * than with time, so the ease itself costs no keyframe; only curves and corners along the way do.
 */
import { curves, eases } from "../../scene/index.js";
import { short } from "./values.js";

/**
 * @typedef {object} Point of two points at one time, the later one holds from then on
 * @property {number} time @property {number[]} numbers
 * @property {boolean} [edge] a beat begins or ends there
 * @property {boolean} [first] the value did not exist before
 * @property {boolean} [unseen] nothing is visible there, so the numbers may be chosen freely
 */
/** @typedef {{ time: number, numbers: number[], spline: string }} Key spline: to the next key, in the syntax of SMIL; "" where the motion is linear */

/** @typedef {{ start: number, end: number, ease: string }} Beat */

/**
 * Returns the keys that reproduce a series of points within a tolerance.
 * @param {Point[]} points in order of time @param {number} tolerance @param {Beat[]} beats that the value may follow @returns {Key[]}
 */
export function keyframes(points, tolerance, beats) {
  /** @type {Key[]} */
  const kept = [];
  for (let from = 0; from < points.length;) {
    let to = from;
    // a jump ends the line
    while (to + 1 < points.length && points[to + 1].time > points[to].time && !points[to + 1].first) to++;
    for (let a = from; a < to;) {
      const { keys, next } = part(points, a, to, tolerance, beats);
      kept.push(...keys);
      a = next;
    }
    kept.push({ ...points[to], spline: "" });
    from = to + 1;
  }
  return withoutRepeats(kept, tolerance / 8);
}

/** The extra cost of a curved part, in keys: splines take space in the file. */
const CURVED = 2;

/** No beat. @type {Beat} */
const NONE = { start: 0, end: 1, ease: "linear" };

/**
 * Tries each beat from a point on, and keeps the one with the lowest cost for the time it covers.
 * @param {Point[]} points @param {number} from @param {number} to @param {number} tolerance @param {Beat[]} beats
 * @returns {{ keys: Key[], next: number }} the keys without that of the last point, `next`
 */
function part(points, from, to, tolerance, beats) {
  const { time } = points[from];
  let edge = from + 1;
  while (edge < to && !points[edge].edge) edge++;
  const going = beats.filter(
    ({ start, end }) => end > start && start < time + CLOSE && end > points[edge].time - CLOSE,
  );
  let best = { keys: /** @type {Key[]} */ ([]), next: edge, cost: Infinity };
  for (const beat of [NONE, ...going]) {
    let next = edge;
    if (beat !== NONE) while (next < to && points[next + 1].time < beat.end + CLOSE) next++;
    if (!points[next].edge && next < to) next = edge;
    const some = points.slice(from, next + 1);
    const at = sharesOf(some, beat);
    led(some, at);
    const needed = straight(some, at, tolerance);
    const cost = (needed.length - 1 + (curves[beat.ease] ? CURVED : 0)) / (points[next].time - time);
    if (cost >= best.cost) continue;
    const keys = needed
      .slice(0, -1)
      .map((k, i) => ({ ...some[k], spline: splineOf(beat, some[k].time, some[needed[i + 1]].time) }));
    if (points[next].unseen) points[next] = some[some.length - 1];
    best = { keys, next, cost };
  }
  return best;
}

/** Times, as shares of the story, that differ by less than this are equal. */
const CLOSE = 1e-7;

/** Returns the progress of a beat, from 0 to 1, before easing. @param {Beat} beat @param {number} time */
const share = ({ start, end }, time) => Math.min(Math.max((time - start) / (end - start), 0), 1);

/** @param {Point[]} points @param {Beat} beat */
const sharesOf = (points, beat) => points.map(({ time }) => eases[beat.ease](share(beat, time)));

/** Extrapolates unseen ends from the points beside them. @param {Point[]} points @param {number[]} at */
function led(points, at) {
  const last = points.length - 1;
  for (const [end, near, far] of [
    [0, 1, 2],
    [last, last - 1, last - 2],
  ]) {
    if (!points[end].unseen) continue;
    const { numbers } = points[near];
    const others = points[far] && !points[far].unseen ? points[far].numbers : numbers;
    const slope = others === numbers || at[far] === at[near] ? 0 : 1 / (at[near] - at[far]);
    const reach = slope * (at[end] - at[near]);
    points[end] = { ...points[end], numbers: numbers.map((value, i) => value + (value - others[i]) * reach) };
  }
}

/** By how many samples a moving value may be early or late. */
const LATE = 1 / 8;

/** Returns the indices of the points to keep, in order (Ramer 1972, Douglas and Peucker 1973). @param {Point[]} points @param {number[]} at @param {number} tolerance */
function straight(points, at, tolerance) {
  const last = points.length - 1;
  const needed = [0, last];
  const stack = [[0, last]];
  for (let span = stack.pop(); span; span = stack.pop()) {
    const [a, b] = span;
    let [worst, most] = [-1, tolerance];
    for (let k = a + 1; k < b; k++) {
      const share = at[b] > at[a] ? (at[k] - at[a]) / (at[b] - at[a]) : 0;
      const speed = distance(points[k + 1].numbers, points[k - 1].numbers, points[k - 1].numbers, 0);
      const off = distance(points[k].numbers, points[a].numbers, points[b].numbers, share) - speed * LATE;
      if (off > most) [worst, most] = [k, off];
    }
    if (worst < 0) continue;
    needed.push(worst);
    stack.push([a, worst], [worst, b]);
  }
  return needed.sort((a, b) => a - b);
}

/** @param {number[]} numbers @param {number[]} from @param {number[]} to @param {number} share */
function distance(numbers, from, to, share) {
  let most = 0;
  for (let i = 0; i < numbers.length; i++)
    most = Math.max(most, Math.abs(numbers[i] - from[i] - (to[i] - from[i]) * share));
  return most;
}

/** Returns the part of an ease between two times, as a curve of its own (de Casteljau). @param {Beat} beat @param {number} from @param {number} to */
function splineOf(beat, from, to) {
  const curve = curves[beat.ease];
  if (!curve) return "";
  const [x1, y1, x2, y2] = curve;
  const [s, t] = [from, to].map((time) => parameter(x1, x2, share(beat, time)));
  const [x, y] = [within(x1, x2, s, t), within(y1, y2, s, t)];
  return [x[0], y[0], x[1], y[1]].map((value) => short(Math.min(Math.max(value, 0), 1), 1000)).join(" ");
}

/** Returns the inner control points of a part of a curve from 0 to 1, as shares of that part. @param {number} c1 @param {number} c2 @param {number} s @param {number} t */
function within(c1, c2, s, t) {
  const blossom = (/** @type {number} */ r, /** @type {number} */ u, /** @type {number} */ v) =>
    c1 * (r * (1 - u) * (1 - v) + u * (1 - r) * (1 - v) + v * (1 - r) * (1 - u)) +
    c2 * (r * u * (1 - v) + r * v * (1 - u) + u * v * (1 - r)) +
    r * u * v;
  const [start, end] = [blossom(s, s, s), blossom(t, t, t)];
  return [blossom(s, s, t), blossom(s, t, t)].map((value) =>
    end > start ? (value - start) / (end - start) : 0,
  );
}

/** Returns the parameter at which a curve reaches x, by bisection. @param {number} x1 @param {number} x2 @param {number} x */
function parameter(x1, x2, x) {
  let [low, high] = [0, 1];
  for (let k = 0; k < 30; k++) {
    const t = (low + high) / 2;
    const at = 3 * (1 - t) ** 2 * t * x1 + 3 * (1 - t) * t ** 2 * x2 + t ** 3;
    if (at < x) low = t;
    else high = t;
  }
  return (low + high) / 2;
}

/** Drops keys that change nothing: jumps to the current value, and points on a line between their neighbours. @param {Key[]} keys @param {number} tolerance */
function withoutRepeats(keys, tolerance) {
  /** @type {Key[]} */
  const kept = [];
  for (const key of keys) {
    const last = kept.at(-1);
    if (last?.time === key.time && distance(key.numbers, last.numbers, last.numbers, 0) <= tolerance) {
      last.spline = key.spline;
      continue;
    }
    const before = kept.at(-2);
    if (before && last && before.time < last.time && last.time < key.time) {
      const along = (last.time - before.time) / (key.time - before.time);
      const still =
        distance(before.numbers, last.numbers, key.numbers, 0) <= tolerance &&
        distance(key.numbers, last.numbers, last.numbers, 0) <= tolerance;
      const straight = !before.spline && !last.spline;
      if (still || (straight && distance(last.numbers, before.numbers, key.numbers, along) <= tolerance)) {
        kept.pop();
        before.spline = "";
      }
    }
    kept.push({ ...key });
  }
  return kept;
}
