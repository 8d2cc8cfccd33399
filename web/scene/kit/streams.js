/** Streams: how much flows from where to where, as width: upright pieces between blocks while a query is told. */

import { lengthOf, pathOf, portOf, route } from "./arrows.js";
import { LAYERS } from "./layers.js";
import { path } from "./marks.js";

/** @typedef {import("./arrows.js").Port} Port */
/** @typedef {import("./draw.js").Mark} Mark */

/** Below this share a stream is only hinted at. */
const HINT = 0.005;

/**
 * @param {string} id
 * @param {Port} from @param {Port} to
 * @param {{ tensor: string, index: number[], unit: number, level?: () => number, label?: string }} what unit: px of a 1
 */
export const stream = (id, from, to, what) => ({
  ...{ id, kind: "stream", draw: drawStream, from, to, ...what },
  points: /** @type {number[][] | null} */ (null),
  initial: { opacity: 0, progress: 0 },
});

/** Width of a stream, px. @param {number} value @param {number} unit */
const thick = (value, unit) => Math.max(1, Math.min(1, Math.abs(value) || 0) * unit);

/** @type {import("./draw.js").Draw} */
function drawStream(item, get, model) {
  const opacity = get("opacity");
  const grown = get("progress");
  if (grown <= 0) return [];
  const value = model.value(item.tensor, item.index);
  if (value === 0 || Number.isNaN(value)) return [];
  const points = (item.points ??= route({ ...item, head: false, out: 0, into: 0 }));
  const wide = thick(value, item.unit);
  const d = pathOf(points);
  const growing = grown < 1 ? { draw: grown, length: lengthOf(points) } : {};
  const dash = Math.abs(value) < HINT ? "3 3" : undefined;
  const halo = { stroke: "panel", strokeWidth: wide + 5, opacity };
  const style = { stroke: "score", strokeWidth: wide, dash, opacity: opacity * 0.78 };
  const marks = [
    path(item.id + "/halo", d, { fill: "none", ...growing, ...halo }),
    path(item.id, d, { fill: "none", ...growing, ...style, part: "stream", label: item.label }),
  ];
  return [[LAYERS.stream, marks]];
}

/**
 * Several values flowing into one output: they enter it side by side, in order, as wide together as all they bring.
 * @param {{ id: (j: number) => string, from: Port[], to: Port, tensor?: string, weights: number[], indices: number[][],
 *   unit: number, level: number }} what
 *   tensor: the
 *   weights; level: px below the output at which the first one turns
 */
export function mergingStreams({ id, from, to, tensor = "weights", weights, indices, unit, level }) {
  const wide = weights.map((weight) => thick(weight, unit));
  const inner = weights.map((weight) => Math.min(1, Math.abs(weight) || 0) * unit);
  const total = inner.reduce((sum, width) => sum + width, 0);
  let at = -total / 2;
  const shifts = inner.map((width) => ((at += width), at - width / 2));
  return from.map((port, j) => {
    const what = { tensor, index: indices[j], unit };
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
