/** A word of a sentence that can be pressed: it is taken out and struck through, or put back. */

import { path, rect } from "./marks.js";
import { placeable } from "./place.js";
import { sketch } from "./sketch.js";
import { textMark } from "./text.js";
import { textWidth, truncate } from "../text-metrics.js";

/**
 * @param {string} id @param {{ text: string, label: string, size: number, most: number, out?: boolean }} what id: names its control; label: what
 *   pressing it does, for screen readers; most: px; out: it is taken out
 */
export function token(id, { text: whole, size, most, label, out }) {
  const text = truncate(whole, size, most - 14, 600);
  const width = Math.ceil(textWidth(text, size, 600)) + 14;
  const height = Math.round(size * 1.6);
  const item = sketch(id, { struck: 0 }, (get, model, { x, y }) => {
    const struck = get("struck");
    const box = { x, y, width, height };
    const look = struck > 0.5 ? { fill: "panel", stroke: "ghost" } : { fill: "input-tint", stroke: "none" };
    const middle = y + height / 2;
    const word = { x: x + width / 2, y: middle + size * 0.36, text, size, weight: 600, align: "middle" };
    const line = { stroke: "ink", strokeWidth: 2 };
    return {
      box: [{ ...rect(id, box, { rx: 6, ...look, dash: "4 4" }), control: { name: id, label, box } }],
      label: [
        textMark(`${id}/text`, word, { opacity: 1 - 0.4 * struck, fill: "ink" }),
        ...(struck > 0 ? [path(`${id}/line`, `M${x + 3} ${middle}h${(width - 6) * struck}`, line)] : []),
      ],
    };
  });
  return placeable({ ...item, worked: true, width, height, out });
}
