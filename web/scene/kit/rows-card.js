/**
 * A card with named rows of numbers or with other items, an optional title above and an optional button at its foot; without a
 * title, the rows only.
 */

import { backdrop } from "./backdrop.js";
import { block, cellOf } from "./block.js";
import { button } from "./button.js";
import { corner } from "./place.js";
import { numbersOrColours } from "./colours.js";
import { textAt } from "./text.js";
import { upTo } from "../model.js";

/** @typedef {{ name: string, tensor: string, cells: number[][] }} Row */

/** Px: margin, names, height of a line, gap between rows, title, foot with the button; least and greatest width of a number. */
const [PAD, NAMES, LINE, GAP, TITLE, FOOT, LEAST, WIDE] = [12, 54, 26, 30, 48, 54, 35, 42];

/** How many numbers fit on a line. @param {number} width of a card */
const columnsIn = (width) => (width - 2 * PAD - NAMES < 8 * LEAST - 2 * PAD ? 4 : 8);

/** The height of a row of `count` numbers in a card without a title. @param {number} width @param {number} count */
export const lineHeight = (width, count) => LINE * Math.ceil(count / columnsIn(width));

/** @param {import("../model.js").Model} model @param {string} id @param {{ box: import("./place.js").Box, rows: Row[], others?: (inside: import("./place.js").Box) => any[], title?: string, press?: { id: string, text: string } }} what */
export function rowsCard(model, id, { box, rows, others, title, press }) {
  const pad = title ? PAD : 0;
  const room = box.width - 2 * pad - NAMES;
  const columns = columnsIn(box.width);
  const heights = rows.map(({ cells }) => Math.ceil(cells.length / columns));
  const lines = heights.reduce((sum, count) => sum + count, 0);
  const free = box.height - (title ? TITLE + FOOT : 0);
  const height = Math.min(LINE, Math.floor((free - 8 * (rows.length - 1)) / lines));
  const gap = Math.min(GAP, (free - height * lines) / rows.length);
  /** @type {(name: string, y: number, how: any) => any} */
  const line = (name, y, how) =>
    textAt(`${id}.${name}`, box.x + pad, y, { align: "start", weight: 600, ...how });
  let y = box.y + (title ? TITLE : 0);
  const width = Math.min(WIDE, Math.floor(room / columns));
  const size = { cell: width, wide: width, height, font: 13, small: 12, decimals: 1, margin: 2 };
  const table = rows.flatMap(({ name, cells, tensor }, k) => {
    const folded = upTo(heights[k]).map((r) => cells.slice(r * columns, (r + 1) * columns));
    const how = { id: `${id}.${k}`, size, width, tensor };
    // a row whose numbers do not fit is a line of colours
    const numbers =
      cellOf(model, tensor, size).width > width
        ? block(model, { ...how, style: "shade", cells: [cells], width: Math.floor(room / cells.length) })
        : numbersOrColours(model, { ...how, cells: folded });
    corner(numbers, box.x + pad + NAMES, y);
    const named = line(`${k}.name`, y + height / 2, { text: name, size: 12, most: NAMES - 4 });
    y += numbers.height + gap;
    return [named, numbers];
  });
  const most = box.width - 2 * PAD;
  const head = title && line("title", box.y + 22, { text: title, size: 15, weight: 650, fill: "ink", most });
  const whole = { width: most, strong: true, align: /** @type {const} */ ("start") };
  const ground = title && backdrop("card", box, { initial: { opacity: 0 } });
  const foot = press && button(press.id, { ...press, label: press.text, ...whole });
  foot?.put(box.x + PAD, box.y + box.height - FOOT / 2);
  const inside = { x: box.x + PAD, y: box.y + TITLE, width: most, height: free };
  return [ground, head, ...table, ...(others?.(inside) ?? []), foot];
}
