/** A large map as 64 by 64 squares, each as blue as the largest weight in it: the whole picture if there is no canvas. */

import { path, px, rect } from "../marks.js";
import { FULL, NONE, sample } from "./pyramid.js";

/** @typedef {import("../draw.js").Mark} Mark */
/** @typedef {import("../place.js").Box} Box */

/** The most squares along each side, and the number of shades. */
export const SQUARES = 64;
const SHADES = 8;

/** The marks last drawn and the key of what they show: nothing yet. */
export const undrawn = () => ({ key: "", marks: /** @type {Mark[]} */ ([]) });

/** The part in view as squares, made anew only when it changes. @param {any} item @param {Box} box @param {number} rows how many are shown @param {number} opacity */
export function squares(item, box, rows, opacity) {
  const { id, map, kind } = item;
  // a canvas replaces these squares
  const part = kind === "raster" ? "coarse" : "small";
  const { x, y, zoom } = map.view;
  const [wide, high] = [map.columns, map.rows].map((count) =>
    Math.min(SQUARES, Math.max(1, Math.ceil(count / zoom))),
  );
  const seen = Math.min(high, Math.max(0, Math.round((rows / map.rows - y) * zoom * high)));
  const key = [x, y, zoom, seen, opacity, map.filled === map.rows ? "" : map.filled].join();
  if (item.drawn.key === key) return item.drawn.marks;
  const points = sample(map.shades, { x, y, width: 1 / zoom, height: 1 / zoom }, wide, high);
  /** @type {Map<number, string>} */
  const shapes = new Map();
  const [w, h] = [box.width / wide, box.height / high];
  for (let r = 0; r < seen; r++)
    for (let c = 0; c < wide;) {
      const shade = stepOf(points[r * wide + c]);
      let n = 1;
      while (c + n < wide && stepOf(points[r * wide + c + n]) === shade) n++;
      const d = `M${px(box.x + c * w)} ${px(box.y + r * h)}h${px(n * w)}v${px(h)}h${px(-n * w)}z`;
      if (shade) shapes.set(shade, (shapes.get(shade) ?? "") + d);
      c += n;
    }
  const styleOf = (/** @type {number} */ shade) =>
    shade === NONE
      ? { fill: "on-paper", opacity, part: `${part} odd` }
      : { fill: "full", opacity: opacity * strength((FULL * shade) / SHADES), part: `${part} shade` };
  const marks = [
    rect(`${id}/ground`, box, { fill: "paper", opacity, part: `${part} ground` }),
    ...[...shapes].map(([shade, d]) => path(`${id}/shade${shade}`, d, styleOf(shade))),
  ];
  item.drawn = { key, marks };
  return marks;
}

/** @param {number} shade from 0 to 254, or 255 for NaN */
const stepOf = (shade) => (shade === NONE ? NONE : Math.ceil((SHADES * shade) / FULL));

/** The opacity of the blue of a shade. @param {number} shade from 1 to 254 */
export const strength = (shade) => 0.06 + (0.94 * shade) / FULL;
