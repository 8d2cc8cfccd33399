/** Straight lines that join things that belong together although nothing flows between them. */

import { path } from "./marks.js";
import { sketch } from "./sketch.js";

/** @typedef {import("./place.js").Box} Box */

/** Lines from the bottom of one box to the top of another. @param {string} id @param {[Box, Box][]} pairs */
export const threads = (id, pairs) =>
  sketch(id, { progress: 0 }, (get) => {
    const grown = get("progress");
    if (grown <= 0) return {};
    const lines = pairs.map(([from, to]) => {
      const [x, y] = [from.x + from.width / 2, from.y + from.height + 2];
      const [right, down] = [to.x + to.width / 2 - x, to.y - 2 - y];
      return `M${x} ${y}l${right * grown} ${down * grown}`;
    });
    return { past: [path(id, lines.join(""), { fill: "none", stroke: "past", strokeWidth: 1.5 })] };
  });
