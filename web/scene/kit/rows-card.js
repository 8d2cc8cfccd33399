/** A card with rows of numbers, each with its name, under a title; at its foot perhaps a button. */

import { backdrop } from "./backdrop.js";
import { block } from "./block.js";
import { button } from "./button.js";
import { corner } from "./place.js";
import { text } from "./text.js";

/** @typedef {{ name: string, tensor: string, cells: number[][][], style?: "role" | "heat" }} Row */

/** Room at the edges and for names, of a line, between rows, for a title and for the button, px; numbers on a line. */
const [PAD, NAMES, LINE, GAP, TITLE, FOOT] = [12, 64, 26, 30, 48, 54];
export const ON_A_LINE = 8;

/** @param {import("../model.js").Model} model @param {string} id @param {{ box: import("./place.js").Box, title: string, rows: Row[], decimals: number, press?: { id: string, text: string } }} what */
export function rowsCard(model, id, { box, title, rows, decimals, press }) {
  const left = box.x + PAD;
  const width = Math.floor((box.width - 2 * PAD - NAMES) / ON_A_LINE);
  const lines = rows.reduce((sum, { cells }) => sum + cells.length, 0);
  const free = box.height - TITLE - FOOT;
  const height = Math.min(LINE, Math.floor((free - 8 * rows.length) / lines));
  const gap = Math.min(GAP, (free - height * lines) / rows.length);
  const size = { cell: width, wide: width, height, font: 13, small: 12, decimals, margin: 2 };
  /** @type {(name: string, y: number, how: any) => any} */
  const line = (name, y, how) => {
    const item = text(`${id}.${name}`, { align: "start", weight: 600, ...how });
    item.put(left, y);
    return item;
  };
  let y = box.y + TITLE;
  const table = rows.flatMap(({ name, ...what }, k) => {
    const numbers = block(model, { id: `${id}.${k}`, size, width, ...what });
    corner(numbers, left + NAMES, y);
    const named = line(`${k}.name`, y + height / 2, { text: name, most: NAMES - 4 });
    y += numbers.height + gap;
    return [named, numbers];
  });
  const head = line("title", box.y + 22, { text: title, size: 15, weight: 650, fill: "ink" });
  const wide = { width: box.width - 2 * PAD, strong: true, align: /** @type {const} */ ("start") };
  const foot = press && button(press.id, { ...press, label: press.text, ...wide });
  foot?.put(left, box.y + box.height - FOOT / 2);
  return [head, ...table, foot];
}

/** What it stands on, the same for all that stand in a place. @param {import("./place.js").Box} box */
export const cardGround = (box) => backdrop("card", box, { initial: { opacity: 0 } });
