/** A small map of one head: always all of it, whatever part of the large map is in view. Pressing it shows that head. */

import { edge, rect } from "../marks.js";
import { placeable } from "../place.js";
import { textMark } from "../text.js";
import { squares, undrawn } from "./squares.js";

/**
 * @param {string} id
 * @param {{ map: import("./map.js").LargeMap, width: number, height: number, name: string, label: string, chosen: boolean }} what name: below it; label: what
 *   pressing it does; chosen: whether the large map shows this head
 */
export const thumbnail = (id, what) =>
  placeable(
    {
      ...{ id, kind: "thumbnail", draw: drawThumbnail, worked: true, ...what },
      drawn: undrawn(),
      initial: { opacity: 0 },
    },
    { down: 18 },
  );
/** @typedef {ReturnType<typeof thumbnail>} Thumbnail */

/** @type {import("../draw.js").Draw} */
function drawThumbnail(item) {
  const { id, map, name, label, chosen, x, y, width, height } = item;
  const box = { x, y, width, height };
  const line = chosen ? { stroke: "focus", strokeWidth: 2.5 } : { strokeWidth: 1 };
  const control = { name: id, label, pressed: chosen, box: { ...box, height: height + 20 } };
  const weight = chosen ? 700 : undefined;
  const at = { x: x + width / 2, y: y + height + 15, text: name, size: 12, align: "middle", weight };
  return {
    box: [...squares(item, box, map.filled, 1), edge(`${id}/edge`, box, line)],
    label: [
      textMark(`${id}/name`, at, { fill: chosen ? "ink" : "muted", copy: true }),
      { ...rect(`${id}/button`, box, { fill: "none" }), control },
    ],
  };
}
