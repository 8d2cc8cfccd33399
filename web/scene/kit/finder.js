/** Where cells stand on the stage, so that a close-up can take its numbers from there. */

import { cellName } from "../model.js";
import { cellBox } from "./block.js";

/** Where a cell stands on the stage. @param {import("../script.js").Script} script */
export function finder(script) {
  /** @type {Map<string, import("./place.js").Box>} */
  const known = new Map();
  let counted = 0;
  return (/** @type {import("../model.js").Cell} */ { tensor, index }) => {
    for (; counted < script.items.length; counted++) {
      const item = script.items[counted];
      if (item.kind !== "block") continue;
      item.indices.forEach((/** @type {number[]} */ at, /** @type {number} */ k) => {
        const name = cellName(item.tensor, at);
        if (!known.has(name)) known.set(name, cellBox(/** @type {any} */ (item), k));
      });
    }
    return known.get(cellName(tensor, script.model.indexIn(tensor, index)));
  };
}
