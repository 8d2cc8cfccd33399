/** Streams: how much flows from where to where, as width: elbow lines between blocks while a single query is shown. */

import { lengthOf, portOf, ports, route } from "./arrows.js";
import { lookUp } from "./draw.js";
import { path, through } from "./marks.js";

/** @typedef {import("./arrows.js").Port} Port */
/** @typedef {import("./draw.js").Mark} Mark */
/** @typedef {import("./place.js").Box} Box */

/** A stream below this share is drawn dashed. */
const HINT = 0.005;

/**
 * @param {string} id
 * @param {Port} from @param {Port} to
 * @param {{ tensor: string, index: number[], unit: number, fill?: string, into?: number, apart?: boolean, level?: () => number, label?: string,
 *   beside?: () => { from?: Port, to: Port, into?: number } }} what unit: px of a 1; apart: no line crosses it; into: px before
 *   its end at which a stream between two sides turns; beside: its ports, if they depend on the widths of other streams
 */
export const stream = (id, from, to, what) => ({
  ...{ id, kind: "stream", draw: drawStream, from, to, ...what },
  seen: /** @type {(() => number[][]) | null} */ (null),
  initial: { opacity: 0, progress: 0 },
});

/** The corners of a stream, once its blocks have been placed. @param {any} item @param {any} model @returns {number[][]} */
export const cornersOf = (item, model) =>
  lookUp(item, model, () => route({ into: 0, ...item, ...item.beside?.(), head: false, out: 0 }));

/** Width of a stream, px. @param {number} value @param {number} unit */
export const thick = (value, unit) => Math.max(1, Math.min(1, Math.abs(value) || 0) * unit);

/** @type {import("./draw.js").Draw} */
function drawStream(item, get, model) {
  const grown = get("progress");
  if (grown <= 0) return {};
  const value = model.value(item.tensor, item.index);
  if (value === 0 || Number.isNaN(value)) return {};
  const points = cornersOf(item, model);
  const wide = thick(value, item.unit);
  const d = through(points);
  const growing = grown < 1 ? { draw: grown, length: lengthOf(points) } : {};
  const dash = Math.abs(value) < HINT ? "3 3" : undefined;
  const halo = { stroke: "panel", strokeWidth: wide + 5 };
  const style = {
    stroke: item.fill ?? "score",
    strokeWidth: wide,
    dash,
    opacity: item.fill ? 1 : 0.78,
  };
  const line = path(item.id, d, { fill: "none", ...growing, ...style, part: "stream", label: item.label });
  const under = item.apart ? [] : [path(item.id + "/halo", d, { fill: "none", ...growing, ...halo })];
  return { stream: [...under, line] };
}

/** Px below the output at which the first stream turns. */
const TURN = 6;

/**
 * Several values flowing into one output: they enter it side by side, in order, together as wide as everything they bring.
 * @param {{ id: (j: number) => string, from: Port[], to: Port, tensor?: string, weights: () => number[], indices: number[][],
 *   unit: number, fill?: string }} what tensor: the weights
 */
export function mergingStreams({ id, from, to, tensor = "weights", weights, indices, unit, fill }) {
  /** How far from the middle of the output each stream enters. */
  const shifts = () => {
    const inner = weights().map((weight) => Math.min(1, Math.abs(weight) || 0) * unit);
    let at = -inner.reduce((sum, width) => sum + width, 0) / 2;
    return inner.map((width) => ((at += width), at - width / 2));
  };
  return from.map((port, j) => {
    const height = () => {
      const wide = weights().map((weight) => thick(weight, unit));
      const target = portOf(to)[0];
      const x = portOf(port)[0];
      // streams from one side turn one below the other, the outermost lowest
      const same = from.map((_, k) => k).filter((k) => portOf(from[k])[0] < target === x < target);
      const nearer = same.filter((k) => Math.abs(portOf(from[k])[0] - target) > Math.abs(x - target));
      const below = nearer.reduce((sum, k) => sum + wide[k], 0);
      return portOf(to)[1] + TURN + below + wide[j] / 2;
    };
    const beside = () => {
      const shift = (to.shift ?? 0) + shifts()[j];
      const below = Math.abs(portOf(port)[0] - portOf(to)[0]) < 2;
      return { from: below ? { ...port, shift } : port, to: { ...to, shift } };
    };
    return stream(id(j), port, to, { tensor, index: indices[j], unit, fill, level: height, beside });
  });
}
