/** Words at the edge of a row of columns. */

import { textWidth } from "../../text-metrics.js";
import { text } from "../../kit/text.js";

/**
 * Returns the words: lying where they fit, else upright, and only every so many where even that is too dense.
 * @param {string} id @param {string[]} names @param {number} pitch @param {{ size?: number, high?: number, means?: (k: number) => string }} [how] high: px of an
 *   upright word
 */
export function edge(id, names, pitch, { size = 14, high = 64, means } = {}) {
  const fits = (/** @type {number} */ font) => names.every((name) => textWidth(name, font, 600) <= pitch - 3);
  const font = [size, 13, 12].find(fits);
  const upright = font === undefined && pitch < 70;
  const every = upright ? Math.ceil(13 / pitch) : 1;
  const style = { size: font ?? 12, weight: 600, most: upright ? high : pitch - 3, upright };
  const words = names.map((name, k) =>
    text(`${id}.${k}`, { text: k % every ? "" : name, ...style, means: means?.(k), initial: { opacity: 0 } }),
  );
  return { words, upright, height: Math.max(16, ...words.map((word) => word.height)) };
}
