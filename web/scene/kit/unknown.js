/**
 * Something not known yet: streams of equal width that bend from their sources to a dashed circle, each with a question mark, and
 * in the circle the name of what is to come.
 */

import { textWidth, truncate } from "../text-metrics.js";
import { path, rect } from "./marks.js";
import { sketch } from "./sketch.js";
import { textMark } from "./text.js";
import { along } from "./way.js";

/** @typedef {import("./place.js").Box} Box */
/** @typedef {import("./way.js").Point} Point */
/** @typedef {[Point, Point, Point, Point]} Curve */

/** Where on its curve a stream has its question mark: closer to the sources if these stand close to one another. */
const MARK = { up: 0.45, aside: 0.3 };

/** Px between the circle and a stream; and how far beside the circle a stream may begin and still enter from below. */
const GAP = 3;
const BESIDE = 24;

/**
 * The curves from points to a circle, side by side where they arrive. Coming from below, they enter at its sides or, from
 * straight below it, from below; if all sources stand beside the circle, they enter at the side where they are.
 * @param {Point[]} from @param {Box} circle @param {number} wide px between one and the next @param {"up" | "aside"} way
 * @returns {Curve[]}
 */
export function curvesTo(from, { x, y, width, height }, wide, way) {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const reach = width / 2 + GAP;
  if (way === "aside")
    return from.map(([x1, y1], k) => {
      const end = cy + (k - (from.length - 1) / 2) * wide;
      const over = cx + Math.sign(x1 - cx) * reach;
      const bend = (over - x1) / 2;
      return [[x1, y1], [x1 + bend, y1], [over - bend, end], [over, end]]; // prettier-ignore
    });
  const sideOf = (/** @type {Point} */ [x1]) => (Math.abs(x1 - cx) < reach + BESIDE ? 0 : Math.sign(x1 - cx));
  return from.map((point) => {
    const side = sideOf(point);
    const [x1, y1] = point;
    const middle = (y1 + cy + reach) / 2;
    if (!side) return [[x1, y1], [x1, middle], [cx, middle], [cx, cy + reach]]; // prettier-ignore
    // the farther away a stream begins, the higher it enters
    const same = from.filter((other) => sideOf(other) === side);
    const nearer = same.filter(([other]) => Math.abs(other - cx) < Math.abs(x1 - cx)).length;
    const end = cy + ((same.length - 1) / 2 - nearer) * wide;
    const over = cx + side * reach;
    return [[x1, y1], [x1, end + (y1 - end) * 0.35], [x1 + (over - x1) * 0.35, end], [over, end]]; // prettier-ignore
  });
}

/** @param {string} id @param {Curve} curve @param {{ width: number, mark: number, way: "up" | "aside" }} look px of the stream and of its question mark, 0 for none */
export const unknownStream = (id, curve, { width, mark, way }) => ({
  ...sketch(id, { progress: 0 }, (get) => {
    const grown = get("progress");
    const seen = Math.min(1, Math.max(0, 4 * (grown - MARK[way])));
    if (grown <= 0) return {};
    const [from, ...rest] = begun(curve, grown).map((point) =>
      point.map((coordinate) => Math.round(coordinate * 10) / 10).join(" "),
    );
    const style = { fill: "none", stroke: "value", strokeWidth: width, opacity: 0.45, part: "stream" };
    const stream = [path(id, `M${from}C${rest.join(" ")}`, style)];
    if (seen <= 0 || mark <= 0) return { stream };
    const [x, y] = begun(curve, MARK[way])[3];
    const box = { x: x - mark / 2, y: y - mark / 2, width: mark, height: mark };
    const size = Math.round(mark * 0.57);
    const at = { x, y: y + size * 0.36, text: "?", size, weight: 700, align: "middle" };
    const round = { rx: mark / 2, fill: "raised", stroke: "outline", strokeWidth: 1.5, opacity: seen };
    const asks = [
      rect(id + "/round", box, round),
      textMark(id + "/mark", at, { opacity: seen, fill: "ink" }),
    ];
    return { stream, label: asks };
  }),
  ...{ of: "stream", stretch: 1.6 },
});

/** The first part of a curve, up to the parameter t. @param {Curve} curve @param {number} t @returns {Curve} */
function begun([a, b, c, d], t) {
  const [ab, bc, cd] = [along(a, b, t), along(b, c, t), along(c, d, t)];
  const [abc, bcd] = [along(ab, bc, t), along(bc, cd, t)];
  return [a, ab, abc, along(abc, bcd, t)];
}

/** A dashed circle with a name, truncated if it does not fit. @param {string} id @param {Box} box @param {string} name */
export function unknown(id, box, name) {
  const { x, y, width, height } = box;
  const room = width - 12;
  const size = Math.max(12, Math.min(17, (17 * room) / Math.max(1, textWidth(name, 17, 700))));
  const text = truncate(name, size, room, 700);
  const at = { x: x + width / 2, y: y + height / 2 + size * 0.36, text, size, weight: 700, align: "middle" };
  const round = { rx: width / 2, fill: "raised", stroke: "outline", strokeWidth: 1.5, dash: "4 4" };
  const label = [rect(id + "/round", box, round), textMark(id, at, { fill: "ink" })];
  return sketch(id, {}, () => ({ label }));
}
