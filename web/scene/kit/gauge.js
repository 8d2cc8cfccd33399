/** A bar that shows a share of a maximum at each of several stops, with an optional number beside it. */

import { rect } from "./marks.js";
import { placeable } from "./place.js";
import { around } from "./plot.js";
import { sketch } from "./sketch.js";
import { textMark } from "./text.js";

/** @param {string} id @param {{ width: number, height?: number, values: ArrayLike<number>, most: number, fill?: string, texts?: string[] }} what values, texts: at each stop */
export function gauge(id, { width, height = 7, fill = "ink", values, most, texts }) {
  const item = sketch(id, { stop: 0 }, (get, _, { x, y }) => {
    const [k, next, by] = around(get("stop"), values.length - 1);
    const share = (values[k] + (values[next] - values[k]) * by) / most;
    const filled = width * (share > 0 ? Math.min(1, share) : 0);
    const style = { rx: height / 2 };
    const marks = [rect(`${id}/track`, { x, y, width, height }, { ...style, fill: "track" })];
    const part = { x, y, width: Math.max(height, filled), height };
    if (filled > 0) marks.push(rect(`${id}/filled`, part, { ...style, fill }));
    const at = { x: x + width + 6, y: y + height / 2 + 4.3, text: texts?.[by < 0.5 ? k : next], size: 12 };
    return { box: marks, label: texts ? [textMark(`${id}/text`, at, { fill: "muted", copy: true })] : [] };
  });
  return placeable({ ...item, width, height });
}
