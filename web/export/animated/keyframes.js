/**
 * The few moments between which a value moves as one of the scene's eases, out of many. How far an ease has come is what a value
 * follows, so a curve or a corner on its way needs a moment, and the ease itself none.
 */
import { curves, eases } from "../../scene/index.js";
import { short } from "./values.js";

/**
 * @typedef {object} Point of two at one time the later one holds from there on
 * @property {number} time @property {number[]} numbers
 * @property {boolean} [edge] something begins or ends there
 * @property {boolean} [first] nothing was there before
 * @property {boolean} [unseen] nothing is there: its numbers are free
 */
/** @typedef {{ time: number, numbers: number[], spline: string }} Key spline: on the way to the next one, as SMIL has it; "" where it is straight */

/** @typedef {{ start: number, end: number, ease: string }} Beat */

/**
 * Keeps of a series what is needed to stay within a tolerance.
 * @param {Point[]} points in order of time @param {number} tolerance @param {Beat[]} beats that the value may follow @returns {Key[]}
 */
export function keyframes(points, tolerance, beats) {
  /** @type {Key[]} */
  const kept = [];
  for (let from = 0; from < points.length;) {
    let to = from;
    // where it jumps, a line ends
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

/** A key that moves along a curve takes the space of so many more. */
const CURVED = 2;

/** No beat. @type {Beat} */
const NONE = { start: 0, end: 1, ease: "linear" };

/**
 * From a point on, as far as the beat goes that needs the fewest keys.
 * @param {Point[]} points @param {number} from @param {number} to @param {number} tolerance @param {Beat[]} beats
 * @returns {{ keys: Key[], next: number }} without that of the last point
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

/** Moments as shares of a story may differ by so much, and be the same. */
const CLOSE = 1e-7;

/** How far a beat has come. @param {Beat} beat @param {number} time */
const share = ({ start, end }, time) => Math.min(Math.max((time - start) / (end - start), 0), 1);

/** @param {Point[]} points @param {Beat} beat */
const sharesOf = (points, beat) => points.map(({ time }) => eases[beat.ease](share(beat, time)));

/** Puts ends that nobody sees where the points beside them lead. @param {Point[]} points @param {number[]} at */
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

/** Looks by which what moves may come late or early. */
const LATE = 1 / 8;

/** The points between which lines may be straight (Ramer 1972, Douglas and Peucker 1973). @param {Point[]} points @param {number[]} at @param {number} tolerance */
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

/** The part of an ease between two moments, as a curve of its own (de Casteljau). @param {Beat} beat @param {number} from @param {number} to */
function splineOf(beat, from, to) {
  const curve = curves[beat.ease];
  if (!curve) return "";
  const [x1, y1, x2, y2] = curve;
  const [s, t] = [from, to].map((time) => parameter(x1, x2, share(beat, time)));
  const [x, y] = [within(x1, x2, s, t), within(y1, y2, s, t)];
  return [x[0], y[0], x[1], y[1]].map((value) => short(Math.min(Math.max(value, 0), 1), 1000)).join(" ");
}

/** The inner control points of a part of a curve from 0 to 1, as shares of that part. @param {number} c1 @param {number} c2 @param {number} s @param {number} t */
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

/** Where along a curve its x is reached. @param {number} x1 @param {number} x2 @param {number} x */
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

/** Without keys that change nothing: jumps to where it stands already, and what lies within a line. @param {Key[]} keys @param {number} tolerance */
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
