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
  const { id, map, name, label, chosen } = item;
  const box = { x: item.x, y: item.y, width: item.width, height: item.height };
  const line = chosen ? { stroke: "focus", strokeWidth: 2.5 } : { strokeWidth: 1 };
  const control = { name: id, label, pressed: chosen, box: { ...box, height: box.height + 20 } };
  const at = { x: box.x + box.width / 2, y: box.y + box.height + 15, text: name, size: 12, align: "middle" };
  return {
    box: [...squares(item, box, map.filled, 1), edge(`${id}/edge`, box, line)],
    label: [
      textMark(
        `${id}/name`,
        { ...at, weight: chosen ? 700 : undefined },
        { fill: chosen ? "ink" : "muted", copy: true },
      ),
      { ...rect(`${id}/button`, box, { fill: "none" }), control },
    ],
  };
}
