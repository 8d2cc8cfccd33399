/**
 * Streams: how much flows from where to where, as width. Upright pieces between blocks while a query is told, and curved
 * ribbons from every value to every output at the end.
 */

import { lengthOf, pathOf, portOf, ports, route } from "./arrows.js";
import { LAYERS } from "./layers.js";
import { path, rect } from "./marks.js";
import { textMark } from "./text.js";
import { textWidth } from "../text-metrics.js";

/** @typedef {import("./arrows.js").Port} Port */
/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */

/** Below this share a stream is only hinted at. */
const HINT = 0.005;

/**
 * @param {string} id
 * @param {Port} from @param {Port} to
 * @param {{ tensor: string, index: number[], unit: number, fill?: string, into?: number, apart?: boolean, level?: () => number, label?: string }} what unit: px of a 1;
 *   apart: no line crosses it; into: px before its end at which one between two sides turns
 */
export const stream = (id, from, to, what) => ({
  ...{ id, kind: "stream", draw: drawStream, from, to, ...what },
  points: /** @type {number[][] | null} */ (null),
  initial: { opacity: 0, progress: 0 },
});

/** The corners of a stream, its blocks being placed. @param {any} item @returns {number[][]} */
export const cornersOf = (item) =>
  (item.points ??= route({ ...item, head: false, out: 0, into: item.into ?? 0 }));

/** Width of a stream, px. @param {number} value @param {number} unit */
const thick = (value, unit) => Math.max(1, Math.min(1, Math.abs(value) || 0) * unit);

/** @type {import("./draw.js").Draw} */
function drawStream(item, get, model) {
  const opacity = get("opacity");
  const grown = get("progress");
  if (grown <= 0) return [];
  const value = model.value(item.tensor, item.index);
  if (value === 0 || Number.isNaN(value)) return [];
  const points = cornersOf(item);
  const wide = thick(value, item.unit);
  const d = pathOf(points);
  const growing = grown < 1 ? { draw: grown, length: lengthOf(points) } : {};
  const dash = Math.abs(value) < HINT ? "3 3" : undefined;
  const halo = { stroke: "panel", strokeWidth: wide + 5, opacity };
  const style = {
    stroke: item.fill ?? "score",
    strokeWidth: wide,
    dash,
    opacity: opacity * (item.fill ? 1 : 0.78),
  };
  const line = path(item.id, d, { fill: "none", ...growing, ...style, part: "stream", label: item.label });
  const under = item.apart ? [] : [path(item.id + "/halo", d, { fill: "none", ...growing, ...halo })];
  return [[LAYERS.stream, [...under, line]]];
}

/**
 * Several values flowing into one output: they enter it side by side, in order, as wide together as all they bring.
 * @param {{ id: (j: number) => string, from: Port[], to: Port, tensor?: string, weights: number[], indices: number[][],
 *   unit: number, level: number, fill?: string }} what
 *   tensor: the
 *   weights; level: px below the output at which the first one turns
 */
export function mergingStreams({ id, from, to, tensor = "weights", weights, indices, unit, level, fill }) {
  const wide = weights.map((weight) => thick(weight, unit));
  const inner = weights.map((weight) => Math.min(1, Math.abs(weight) || 0) * unit);
  const total = inner.reduce((sum, width) => sum + width, 0);
  let at = -total / 2;
  const shifts = inner.map((width) => ((at += width), at - width / 2));
  return from.map((port, j) => {
    const what = { tensor, index: indices[j], unit, fill };
    const height = () => {
      const target = portOf(to)[0];
      const x = portOf(port)[0];
      // those on one side turn one under the other, the outermost lowest
      const same = from.map((_, k) => k).filter((k) => portOf(from[k])[0] < target === x < target);
      const nearer = same.filter((k) => Math.abs(portOf(from[k])[0] - target) > Math.abs(x - target));
      const below = nearer.reduce((sum, k) => sum + wide[k], 0);
      return portOf(to)[1] + level + below + wide[j] / 2;
    };
    const entry = { ...to, shift: (to.shift ?? 0) + shifts[j] };
    const below = Math.abs(portOf(port)[0] - portOf(to)[0]) < 2;
    return stream(id(j), below ? { ...port, shift: entry.shift } : port, entry, { ...what, level: height });
  });
}

/**
 * Several values, one under another, flowing into one output below: down lanes at their right side, the uppermost outermost,
 * and into its top where that reaches so far, else into its right side.
 * @param {{ id: (j: number) => string, from: Box[], to: Box, tensor?: string, weights: number[], indices: number[][],
 *   unit: number, lane: number, fill?: string }} what lane: x of the innermost one's left edge
 */
export function streamsAside({ id, from, to, tensor = "weights", weights, indices, unit, lane, fill }) {
  const wide = weights.map((weight) => thick(weight, unit));
  const total = wide.reduce((sum, width) => sum + width, 0);
  const above = to.x <= lane && lane + total <= to.x + to.width;
  let at = total;
  return from.map((box, j) => {
    at -= wide[j];
    const x = lane + at + wide[j] / 2;
    const shift = above ? x - to.x - to.width / 2 : total / 2 - at - wide[j] / 2;
    const entry = above ? ports.up(to) : ports.right(to);
    const what = { tensor, index: indices[j], unit, fill, apart: true, into: x - to.x - to.width };
    return stream(id(j), ports.right(box), { ...entry, shift }, what);
  });
}

/**
 * Links from the values to the outputs, all queries at once; numbers on those that carry more than a tenth.
 * @param {string} id
 * @param {{ from: import("./place.js").Box[], to: import("./place.js").Box[], tensor?: string, indices: number[][][], unit: number,
 *   decimals: number, label?: string, across?: boolean, written?: number, least?: number, fill?: string }} what tensor: the weights; indices: of them, by output and value; written: above this
 *   share a number is written; least: below this share nothing is drawn; across: from the values' right sides to
 *   the outputs' left sides
 */
export const links = (
  id,
  { tensor = "weights", across = false, written = 0.1, least = 0, fill = "value", ...what },
) => ({
  ...{ id, kind: "ribbons", draw: drawRibbons, ...what, tensor, across, written, least, fill },
  initial: { opacity: 0, progress: 0 },
});

/** @typedef {ReturnType<typeof links>} Links */

/** @type {import("./draw.js").Draw} */
function drawRibbons(item, get, model) {
  const opacity = get("opacity");
  const grown = get("progress");
  if (grown <= 0) return [];
  const { id, from, to, tensor, indices, unit, across, decimals, label, written, least, fill } =
    /** @type {Links} */ (item);
  const weight = (/** @type {number} */ i, /** @type {number} */ j) => {
    const value = model.value(tensor, indices[i][j]);
    return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0;
  };
  const leaving = from.map((box, j) => {
    const total = to.reduce((sum, _, i) => sum + weight(i, j), 0);
    const middle = across ? box.y + box.height / 2 : box.x + box.width / 2;
    return { at: middle - (total * unit) / 2, y: across ? -box.x - box.width : box.y };
  });
  /** @type {Mark[]} */
  const marks = [];
  /** @type {Mark[]} */
  const labels = [];
  /** What numbers keep off. @type {Box[]} */
  const taken = [...from, ...to];
  to.forEach((box, i) => {
    let enter = (across ? box.y + box.height / 2 : box.x + box.width / 2) - unit / 2;
    from.forEach((_, j) => {
      const share = weight(i, j);
      if (share === 0 || share < least) return;
      const wide = Math.max(share * unit, 1.4);
      const { at, y } = leaving[j];
      const curve = { x1: at, y1: y, x2: enter, y2: across ? -box.x : box.y + box.height };
      leaving[j].at += share * unit;
      enter += share * unit;
      const style = { fill, opacity: opacity * (0.45 + 0.4 * share), part: "stream" };
      marks.push(path(`${id}/${i}.${j}`, ribbonPath(curve, wide, grown, across), style));
      if (share <= written || grown < 1) return;
      const text = model.text(tensor, indices[i][j], decimals);
      labels.push(...pill(`${id}/n${i}.${j}`, text, curve, wide, taken, opacity, across));
    });
  });
  return [
    [LAYERS.stream, [{ type: "group", id, children: marks, label }]],
    [LAYERS.label, labels],
  ];
}

/** @typedef {{ x1: number, y1: number, x2: number, y2: number }} Curve from below upwards; across: turned by a quarter, so that y runs to the left */

/** @param {boolean} across @returns {(x: number, y: number) => [number, number]} */
const turned = (across) => (x, y) => (across ? [-y, x] : [x, y]);

/** @param {Curve} curve @param {number} wide @param {number} grown @param {boolean} across */
function ribbonPath({ x1, y1, x2, y2 }, wide, grown, across) {
  const p = (/** @type {number} */ x_, /** @type {number} */ y_) => turned(across)(x_, y_).join(" ");
  const [x, y] = [x1 + (x2 - x1) * grown, y1 + (y2 - y1) * grown];
  const bend = (y1 - y) * 0.45;
  const there = `C${p(x1, y1 - bend)} ${p(x, y + bend)} ${p(x, y)}`;
  const back = `C${p(x + wide, y + bend)} ${p(x1 + wide, y1 - bend)} ${p(x1 + wide, y1)}`;
  return `M${p(x1, y1)}${there}L${p(x + wide, y)}${back}z`;
}

/** Whether two boxes come nearer than 2 px. @param {Box} a @param {Box} b */
const meet = (a, b) =>
  a.x < b.x + b.width + 2 && b.x < a.x + a.width + 2 && a.y < b.y + b.height + 2 && b.y < a.y + a.height + 2;

/** A number on a ribbon, where no other number stands yet. @param {string} id @param {string} text @param {Curve} curve @param {number} wide @param {Box[]} taken @param {number} opacity @param {boolean} across @returns {Mark[]} */
function pill(id, text, { x1, y1, x2, y2 }, wide, taken, opacity, across) {
  const bend = (y1 - y2) * 0.45;
  const width = textWidth(text, 12.5, 600) + 14;
  const boxAt = (/** @type {number} */ t) => {
    const r = 1 - t;
    const [a, b, c, d] = [r * r * r, 3 * r * r * t, 3 * r * t * t, t * t * t];
    const along = (a + b) * x1 + (c + d) * x2 + wide / 2;
    const [x, y] = turned(across)(along, a * y1 + b * (y1 - bend) + c * (y2 + bend) + d * y2);
    return { x: x - width / 2, y: y - 10, width, height: 20 };
  };
  const boxes = [0.72, 0.6, 0.82, 0.5, 0.4, 0.3].map(boxAt);
  const box = boxes.find((spot) => !taken.some((other) => meet(spot, other)));
  if (!box) return [];
  taken.push(box);
  const [x, y] = [box.x + width / 2, box.y + 10];
  return [
    rect(id + "/board", box, { rx: 10, fill: "raised", opacity }),
    textMark(id, { x, y: y + 4.5, text, size: 12.5, align: "middle", weight: 600 }, { opacity, copy: true }),
  ];
}
