/**
 * The attention map: rows ask, columns answer, words at both edges. A row is a pale blank until its query is asked, and
 * fills when it is finished.
 */

import { shorten, textWidth } from "../advance.js";
import { SIZES, block } from "./block.js";
import { text } from "./text.js";

/** Decimals and digits of cells, px, the largest first. */
const DIGITS = [
  { decimals: 3, font: 14 },
  { decimals: 3, font: 12.5 },
  { decimals: 2, font: 13 },
  { decimals: 2, font: 12 },
  { decimals: 1, font: 12 },
];

/**
 * @param {import("../model.js").Model} model
 * @param {{ cell: { width: number, height: number }, rows: string[], columns: string[], pairs: (i: number) => number[][],
 *   title?: string, subtitle?: string, id?: string, most?: number }} what most: px of a word at the left; without any word
 *   there is no room for them
 */
export function attentionMap(
  model,
  { cell, rows, columns, pairs, title = "", subtitle = "", id = "map", most = 54 },
) {
  const [width, height] = [cell.width, cell.height].map(Math.floor);
  const digits = DIGITS.find(
    ({ decimals, font }) => height >= 16 && model.widest("weights", decimals) * font + 6 <= width,
  );
  const wideAt = (/** @type {string[]} */ names, /** @type {number} */ size) =>
    Math.max(0, ...names.map((name) => textWidth(name, size, 600)));
  const font = wideAt(columns, 13) > width - 4 ? 12 : Math.min(13, Math.max(12, height - 2));
  // names of columns grow small before they are cut
  const columnFont = wideAt(columns, font) > width - 1 ? 12 : font;
  const words = [...rows, ...columns].some(Boolean);
  const side = words ? Math.min(most, wideAt(rows, font)) + 11 : 0;
  const head = (title ? 20 : 0) + (subtitle ? 18 : 0);
  const top = head + (words ? font + 8 : 0);
  const across = columns.length * width;
  const wide = Math.max(side + across, title ? textWidth(title, 13, 650) : 0);
  const high = top + rows.length * height;
  /** @param {string} key @param {string} said @param {object} how */
  const word = (key, said, how) => text(`${id}.${key}`, { text: said, ...how, initial: { shown: 1 } });
  const name = { weight: 600, fill: "word" };
  const parts = {
    title: title ? word("title", title, { weight: 650, align: "start", fill: "ink" }) : null,
    subtitle: subtitle
      ? word("subtitle", subtitle, { size: 12, align: "start", fill: "muted", most: side + across })
      : null,
    rowNames: rows.map((said, i) =>
      word(`row${i}`, height < 11 ? "" : shorten(said, font, most, 600), {
        ...name,
        size: font,
        align: "end",
      }),
    ),
    columnNames: columns.map((said, j) =>
      word(`column${j}`, shorten(said, columnFont, width - 2, 600), { ...name, size: columnFont }),
    ),
    rows: rows.map((_, i) => {
      const cells = pairs(i);
      const index = [...cells[0].slice(0, -1), /** @type {const} */ ("c")];
      const made = block(model, {
        ...{ id: `${id}.${i}`, tensor: "weights", cells: [cells], look: "heat", width, height },
        size: SIZES.least,
        grid: digits ? undefined : { tensor: "weights", index, rows: 1, columns: columns.length },
        initial: { pale: 1 },
      });
      return Object.assign(made, digits);
    }),
  };
  return {
    ...parts,
    items: [parts.title, parts.subtitle, ...parts.rowNames, ...parts.columnNames, ...parts.rows].filter(
      (one) => one !== null,
    ),
    ...{ width: wide, height: high, left: 0, right: wide, up: 0, down: high },
    /** The box of all cells. */
    get box() {
      const [{ x, y }] = parts.rows;
      return { x, y, width: across, height: rows.length * height };
    },
    /** Its upper left corner. @param {number} x @param {number} y */
    put(x, y) {
      parts.title?.put(x, y + 9);
      parts.subtitle?.put(x, y + (title ? 29 : 9));
      parts.columnNames.forEach((one, j) => one.put(x + side + (j + 0.5) * width, y + head + font / 2 + 2));
      parts.rows.forEach((one, i) => {
        const middle = y + top + (i + 0.5) * height;
        one.put(x + side + across / 2, middle);
        parts.rowNames[i].put(x + side - 9, middle);
      });
    },
  };
}
/** @typedef {ReturnType<typeof attentionMap>} AttentionMap */
