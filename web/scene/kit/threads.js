/** Straight lines that join things that belong together, where nothing flows. */

import { LAYERS } from "./layers.js";
import { path } from "./marks.js";

/** @typedef {import("./place.js").Box} Box */

/** From the foot of a box to the head of another. @param {string} id @param {[Box, Box][]} pairs */
export const threads = (id, pairs) => ({
  ...{ id, kind: "threads", draw: drawThreads, pairs },
  initial: { opacity: 0, progress: 0 },
});

/** @type {import("./draw.js").Draw} */
function drawThreads({ id, pairs }, get) {
  const [opacity, grown] = [get("opacity"), get("progress")];
  if (grown <= 0 || pairs.length === 0) return [];
  const d = pairs
    .map((/** @type {[Box, Box]} */ [from, to]) => {
      const [x, y] = [from.x + from.width / 2, from.y + from.height + 2];
      const [right, down] = [to.x + to.width / 2 - x, to.y - 2 - y];
      return `M${x} ${y}l${right * grown} ${down * grown}`;
    })
    .join("");
  return [[LAYERS.past, [path(id, d, { fill: "none", stroke: "past", strokeWidth: 1.5, opacity })]]];
}
