/**
 * A matrix of a run, or some of its columns: numbers if digits fit into its cells, else colours. Also the same matrix of the
 * other items of a batch, as sheets behind it.
 */

import { upTo } from "../model.js";
import { LEAST_FONT, LEAST_HEIGHT } from "./block.js";
import { heatMap } from "./heat.js";
import { rect } from "./marks.js";
import { sketch } from "./sketch.js";
import { sliceBlock } from "./slice.js";

/** @typedef {import("./block.js").Label} Label */
/** @typedef {{ width: number, height: number }} Cell px */

/**
 * The decimals and font size of numbers that fit into a cell; null if none do.
 * @param {import("../model.js").Model} model @param {string} tensor @param {Cell} cell @param {number} [largest] px
 */
export function digitsIn(model, tensor, { width, height }, largest = 15) {
  if (height < LEAST_HEIGHT) return null;
  for (let decimals = 2; decimals > 0; decimals--) {
    const font = Math.min(largest, height - 4, (width - 3) / model.widest(tensor, decimals));
    if (font >= LEAST_FONT) return { decimals, font };
  }
  return null;
}

/**
 * @param {import("../model.js").Model} model
 * @param {{ id: string, tensor: string, lead?: number[], index?: import("./slice.js").Slice["index"], from?: number, columns?: number,
 *   above?: number, rows?: number, cell: Cell, largest?: number, strongest?: number, style?: "role" | "tint" | "heat", labels?: Label[] }} what
 *   lead: the index of the axes before the last two; index: the index of all axes, if rows and columns are not the last two;
 *   from, columns: the first column and how many; above, rows: how many rows come before the first, and how many there are;
 *   largest: px of the numbers; strongest: the number whose colour is strongest
 */
export function matrix(model, { tensor, lead = [], index, rows, columns, cell, ...what }) {
  const { from = 0, above = 0, largest, strongest, style = "role", ...how } = what;
  const shape = model.tensor(tensor)?.shape ?? [];
  /** @type {import("./slice.js").Slice} */
  const slice = {
    tensor,
    index: index ?? [...lead, "r", "c"],
    rows: rows ?? shape[shape.length - 2],
    columns: columns ?? shape[shape.length - 1],
    ...{ from, above },
  };
  const digits = digitsIn(model, tensor, cell, largest);
  if (!digits) return heatMap(slice, { ...how, cell, most: strongest, role: style !== "tint" });
  const { decimals, font } = digits;
  const size = { cell: cell.width, wide: cell.width, height: cell.height, font, small: font, decimals };
  return Object.assign(sliceBlock(model, slice, { ...how, ...cell, size, style }), { font });
}
/** @typedef {ReturnType<typeof matrix>} Matrix */

/** The most sheets visible behind the front one, and px by which each protrudes. */
const MOST_SHEETS = 3;
const STEP = 6;

/** The space the sheets of a batch take at the right and below, px. @param {number} items how many the batch has */
export const sheetsReach = (items) => Math.min(items - 1, MOST_SHEETS) * STEP;

/**
 * The sheets of the other items of a batch.
 * @param {string} id @param {() => import("./place.js").Box} front @param {number} items how many the batch has
 * @param {string} fill a colour role
 * @param {{ rx?: number, layer?: import("./draw.js").Layer, edge?: string }} [style]
 */
export const sheets = (id, front, items, fill, { rx = 0, layer = "past", edge = "outline" } = {}) =>
  sketch(id, {}, () => {
    const { x, y, width, height } = front();
    const behind = upTo(Math.min(items - 1, MOST_SHEETS)).reverse();
    const marks = behind.flatMap((k) => {
      const box = { x: x + (k + 1) * STEP, y: y + (k + 1) * STEP, width, height };
      const style = { fill, stroke: edge, strokeWidth: 1.25, part: "sheet" };
      return [rect(`${id}/paper${k}`, box, { rx, fill: "paper" }), rect(`${id}/${k}`, box, { rx, ...style })];
    });
    return { [layer]: marks };
  });
