/** A bar that says how much of a most there is, at each of several stops. */

import { LAYERS } from "./layers.js";
import { rect } from "./marks.js";
import { placeable } from "./place.js";
import { around } from "./plot.js";

/** @param {string} id @param {{ width: number, values: ArrayLike<number>, most: number }} what values: at each stop */
export const gauge = (id, { width, values, most }) =>
  placeable({
    id,
    kind: "gauge",
    draw: drawGauge,
    width,
    height: 7,
    values,
    most,
    initial: { shown: 0, stop: 0 },
  });

/** @type {import("./draw.js").Draw} */
function drawGauge(item, get) {
  const opacity = get("shown");
  if (opacity <= 0) return [];
  const { id, values, most, x, y, width, height } = item;
  const [k, next, by] = around(get("stop"), values.length - 1);
  const share = (values[k] + (values[next] - values[k]) * by) / most;
  const filled = width * (share > 0 ? Math.min(1, share) : 0);
  const look = { rx: height / 2, opacity };
  return [
    [
      LAYERS.box,
      [
        rect(`${id}/track`, { x, y, width, height }, { ...look, fill: "track" }),
        ...(filled > 0
          ? [
              rect(
                `${id}/filled`,
                { x, y, width: Math.max(height, filled), height },
                { ...look, fill: "ink" },
              ),
            ]
          : []),
      ],
    ],
  ];
}
