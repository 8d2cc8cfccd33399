/** A button: words in a pill or, if there is no room for them, a circular arrow. */

import { textWidth } from "../text-metrics.js";
import { path, rect } from "./marks.js";
import { placeable } from "./place.js";
import { sketch } from "./sketch.js";
import { textMark } from "./text.js";

export const FONT = 12.5;
const HEIGHT = 30;

/** @param {string} text the words of a button @param {number} [pad] px on either side */
export const buttonWidth = (text, pad = 14) => Math.ceil(textWidth(text, FONT)) + 2 * pad;

/**
 * @param {string} id
 * @param {{ label: string, text: string, width?: number, height?: number, align?: "start" | "end", strong?: boolean, pressed?: boolean, name?: string, sets?: Record<string, number>, then?: string }} what
 *   label: what it does, for screen readers; text: an arrow if empty; strong: it is the one to press first; pressed: whether it is the chosen one of several; name: of its control,
 *   by default its id; sets: the stops that it sets, by name, if any; then: the step to play after that
 */
export function button(id, { text, label, align = "end", strong, pressed, name = id, sets, then, ...size }) {
  const { width = text ? buttonWidth(text) : HEIGHT, height = HEIGHT } = size;
  const item = sketch(id, {}, (get, model, { x, y }) => {
    const box = { x, y, width, height };
    const [fill, ink] = strong ? ["ink", "page"] : ["raised", "text"];
    // print hides controls
    const part = "control";
    const style = { rx: height / 2, fill, stroke: strong ? "ink" : "track", strokeWidth: 1.5, part };
    const [middle, line] = [x + width / 2, y + height / 2];
    const at = { x: middle, y: line + 4.5, text, size: FONT, align: "middle" };
    const sign = text ? textMark(`${id}/text`, at, { fill: ink }) : round(id, middle, line);
    return {
      box: [{ ...rect(id, box, style), control: { name, label, box, pressed, sets, then } }],
      label: [{ ...sign, part }],
    };
  });
  return placeable({ ...item, worked: true, width, height }, { align });
}

/** @param {string} id @param {number} x @param {number} y */
function round(id, x, y) {
  const d = `M${x + 6} ${y}A6 6 0 1 1 ${x + 3} ${y - 5.2}M${x - 1} ${y - 6.5}L${x + 4} ${y - 5}L${x + 1.5} ${y - 0.5}`;
  return path(`${id}/round`, d, { fill: "none", stroke: "text", strokeWidth: 1.5 });
}
