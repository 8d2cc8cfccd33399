/** The layout: the map, and beside or below it the small maps of all heads and the panel of the chosen row. */

import { enlargement } from "../../kit/enlarged.js";
import { around } from "../../kit/place.js";
import { glassOf, linesOf } from "./glass.js";
import { largeMap, smallMaps } from "./maps.js";
import { rowPanel } from "./panel.js";
import { passageOf } from "./passage.js";

/** Width of the room in px from which the row stands beside the map. */
const BESIDE = 580;
/** Height of the name below a small map, in px. */
const NAME = 18;
/** Gap between parts, in px. */
const GAP = 10;
/** Height in px of the map's area on a phone, whatever the size of the map, so that the player is equally high on every phone. */
const PHONE = 296;

/** @param {import("../../model.js").Model} model @param {import("./row.js").AskedRow} row @param {import("../../scene.js").Room} room */
export function arrange(model, row, { width, height }) {
  const beside = width >= BESIDE;
  const most = beside
    ? { width: 0.56 * width, height: Math.min(height, 0.6 * width) - 4 }
    : { width, height: PHONE };
  const { map, ...parts } = largeMap(model, most, row.i);
  const bottom = beside ? map.y + map.height : PHONE;
  const x = beside ? map.x + map.width + 44 : 8;
  const panel = { x, y: beside ? 0 : bottom + GAP, width: width - x - 8 };
  const heads = smallMaps(model, panel, map.height / map.width);
  const box = heads.length > 0 && beside && around(heads);
  const free = { ...panel, height: bottom };
  // until a row is chosen, the small maps have its panel
  const large = box ? enlargement({ ...box, height: box.height + NAME }, free, 1) : undefined;
  if (heads.length) panel.y += heads[0].height + NAME + 2 * GAP;
  const chosen = rowPanel(model, row, { ...panel, height: bottom - panel.y }, { beside });
  const end = Math.max(bottom, chosen.bottom);
  const back = row.reaches[model.head];
  return {
    ...{ ...parts, ...chosen, map, heads, large, back, lines: linesOf(model, map, row.reaches) },
    passage: passageOf(model, row, { ...panel, height: end - panel.y }),
    glass: row.held ? glassOf(model, row, map, back, { ...panel, height: end - panel.y, beside }) : null,
    height: Math.ceil(end) + 4,
  };
}
