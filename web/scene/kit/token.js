/** A word of a sentence that can be pressed: it is taken out and struck through, or put back. */

import { path, rect } from "./marks.js";
import { placeable } from "./place.js";
import { textMark } from "./text.js";
import { textWidth, truncate } from "../text-metrics.js";

/**
 * @param {string} id @param {{ text: string, label: string, size: number, most: number, out?: boolean }} what id: names its control; label: what
 *   pressing it does, for screen readers; most: px; out: it is taken out
 */
export function token(id, { text, size, most, ...what }) {
  const said = truncate(text, size, most - 14, 600);
  const item = {
    ...{ id, kind: "token", draw: drawToken, worked: true, text: said, size, ...what },
    ...{ width: Math.ceil(textWidth(said, size, 600)) + 14, height: Math.round(size * 1.6) },
    initial: { opacity: 0, struck: 0 },
  };
  return placeable(item);
}

/** @type {import("./draw.js").Draw} */
function drawToken(item, get) {
  const { id, label, text, size, x, y, width, height } = item;
  const struck = get("struck");
  const box = { x, y, width, height };
  const gone = struck > 0.5;
  const ground = {
    rx: 6,
    fill: gone ? "panel" : "input-tint",
    stroke: gone ? "ghost" : "none",
    dash: "4 4",
  };
  const middle = y + height / 2;
  const word = { x: x + width / 2, y: middle + size * 0.36, text, size, weight: 600, align: "middle" };
  const line = { stroke: "ink", strokeWidth: 2 };
  return {
    box: [{ ...rect(id, box, ground), control: { name: id, label, box } }],
    label: [
      textMark(`${id}/text`, word, { opacity: 1 - 0.4 * struck, fill: "ink" }),
      ...(struck > 0 ? [path(`${id}/line`, `M${x + 3} ${middle}h${(width - 6) * struck}`, line)] : []),
    ],
  };
}
