/** One row of a large map, as high as its weights are: in line with the columns of the map, whatever part of it is looked at. */

import { LAYERS } from "../layers.js";
import { path, px, rect } from "../marks.js";
import { cellName } from "../../model.js";
import { placeable } from "../place.js";
import { boxOf } from "./place.js";

/** @typedef {import("./map.js").LargeMap} LargeMap */

/**
 * @param {string} id
 * @param {{ map: LargeMap, width: number, height: number, tensor: string, index: (number | null)[], weights: number[], label: string }} what
 *   index: of the row, its key left open; weights: its numbers
 */
export const profile = (id, what) =>
  placeable({ id, kind: "profile", draw: drawProfile, ...what, initial: { opacity: 0, progress: 0 } });
/** @typedef {ReturnType<typeof profile>} Profile */

/** @type {import("../draw.js").Draw} */
export function drawProfile(item, get) {
  const opacity = get("opacity");
  const { id, x, y, width, height, tensor, index, label } = item;
  const box = { x, y, width, height };
  const bars = barsOf(item, box, get("progress"));
  const means = cellName(tensor, index);
  return [
    [
      LAYERS.box,
      [
        rect(`${id}/ground`, box, { fill: "paper", opacity, part: "cell", label, means, spot: box }),
        ...(bars ? [path(`${id}/bars`, bars, { fill: "full", opacity, part: "plot" })] : []),
        path(`${id}/foot`, `M${x} ${y + height}h${width}`, {
          fill: "none",
          stroke: "outline",
          strokeWidth: 1.5,
          opacity,
        }),
      ],
    ],
  ];
}

/** A bar for each key or, where keys are narrower than points, for the largest of those at a point. @param {any} item @param {import("../place.js").Box} box @param {number} grown */
function barsOf({ map, weights }, { x, y, width, height }, grown) {
  const finite = (/** @type {number} */ weight) => (Number.isFinite(weight) ? Math.abs(weight) : 0);
  const largest = weights.reduce(
    (/** @type {number} */ most, /** @type {number} */ weight) => Math.max(most, finite(weight)),
    0,
  );
  if (!(largest > 0) || grown <= 0) return "";
  const cell = boxOf(map, { x, y, width, height }, { c: 0 });
  // keys, or points; a quotient next to a whole number was rounded, and counts as it
  const [first, seen] = [map.view.x * map.columns, map.columns / map.view.zoom];
  const [from, until] = [Math.floor(first + 1e-6), Math.ceil(first + seen - 1e-6)];
  const separate = cell.width >= 1;
  const bars = separate ? until - from : Math.floor(width);
  let d = "";
  for (let n = 0; n < bars; n++) {
    const left = separate ? from + n : first + (n * seen) / bars;
    const right = separate ? left + 1 : left + seen / bars;
    let most = 0;
    for (let c = Math.floor(left + 1e-6); c < Math.ceil(right - 1e-6); c++)
      most = Math.max(most, finite(weights[c] ?? 0));
    const high = (height - 3) * grown * (most / largest);
    const wide = (right - left) * cell.width;
    const [start, end] = [
      Math.max(x, cell.x + left * cell.width),
      Math.min(x + width, cell.x + right * cell.width),
    ];
    if (high <= 0 || end <= start) continue;
    const across = Math.max(0, end - start - (wide > 4 ? 1 : 0));
    // a weight that is not 0 can be seen
    d += `M${px(start)} ${y + height}v${px(-Math.max(high, 0.75))}h${px(across)}V${y + height}z`;
  }
  return d;
}
