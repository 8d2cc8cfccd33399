/**
 * The attention map: rows ask, columns answer, words at both edges. A row is a pale blank until its query is asked, and
 * fills when it is finished.
 */

import { shorten, textWidth } from "../advance.js";
import { upTo } from "../model.js";
import { block } from "./block.js";
import { text } from "./text.js";

/** @typedef {import("./block.js").Size} Size */

/** Cells narrower than this have no numbers. @param {import("../model.js").Model} model @param {number} width @returns {Size | null} */
function numbersIn(model, width) {
  for (const [decimals, font] of [
    [3, 14],
    [3, 12.5],
    [2, 13],
    [2, 12],
    [1, 12],
  ])
    // prettier-ignore
    if (model.widest("weights", decimals) * font + 6 <= width)
      return { cell: 0, wide: 0, height: 0, font, small: font, decimals };
  return null;
}

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
  const long = columns.some((name) => textWidth(name, 13, 600) > width - 4);
  const font = long ? 12 : Math.min(13, Math.max(12, height - 2));
  const size = height >= 16 ? numbersIn(model, width) : null;
  const words = [...rows, ...columns].some(Boolean);
  const side = words
    ? Math.min(most, Math.max(0, ...rows.map((name) => textWidth(name, font, 600)))) + 11
    : 0;
  const head = (title ? 20 : 0) + (subtitle ? 18 : 0);
  const top = head + (words ? font + 8 : 0);
  // names of columns grow small before they are cut
  const columnFont = columns.some((name) => textWidth(name, font, 600) > width - 1) ? 12 : font;
  const named = (
    /** @type {string} */ key,
    /** @type {string} */ name,
    /** @type {number} */ room,
    /** @type {"end" | "middle"} */ align,
  ) =>
    text(`${id}.${key}`, {
      text: shorten(name, align === "end" ? font : columnFont, room, 600),
      size: align === "end" ? font : columnFont,
      weight: 600,
      align,
      fill: "word",
      initial: { shown: 1 },
    });
  const parts = {
    title: title
      ? text(id + ".title", { text: title, weight: 650, align: "start", fill: "ink", initial: { shown: 1 } })
      : null,
    subtitle: subtitle
      ? text(id + ".subtitle", {
          text: subtitle,
          size: 12,
          align: "start",
          fill: "muted",
          most: side + columns.length * width,
          initial: { shown: 1 },
        })
      : null,
    rowNames: rows.map((name, i) => named(`row${i}`, height < 11 ? "" : name, most, "end")),
    columnNames: columns.map((name, j) => named(`column${j}`, name, width - 2, "middle")),
    rows: upTo(rows.length).map((i) => {
      const what = {
        id: `${id}.${i}`,
        tensor: "weights",
        cells: [pairs(i)],
        look: /** @type {const} */ ("heat"),
        width,
        height,
      };
      const made = block(model, {
        ...what,
        size: size ?? { cell: 0, wide: 0, height, font: 12, small: 12, decimals: 2 },
        initial: { pale: 1 },
      });
      if (size) made.font = size.font;
      else
        made.grid = {
          tensor: "weights",
          index: [...pairs(i)[0].slice(0, -1), "c"],
          rows: 1,
          columns: columns.length,
        };
      return made;
    }),
  };
  const wide = Math.max(side + columns.length * width, title ? textWidth(title, 13, 650) : 0);
  const high = top + rows.length * height;
  return {
    ...parts,
    items: [parts.title, parts.subtitle, ...parts.rowNames, ...parts.columnNames, ...parts.rows].filter(
      (one) => one !== null,
    ),
    width: wide,
    height: high,
    left: 0,
    right: wide,
    up: 0,
    down: high,
    /** The box of all cells. */
    get box() {
      const [first] = parts.rows;
      return { x: first.x, y: first.y, width: columns.length * width, height: rows.length * height };
    },
    /** Its upper left corner. @param {number} x @param {number} y */
    put(x, y) {
      parts.title?.put(x, y + 9);
      parts.subtitle?.put(x, y + (title ? 29 : 9));
      parts.columnNames.forEach((name, j) => name.put(x + side + (j + 0.5) * width, y + head + font / 2 + 2));
      parts.rows.forEach((row, i) => {
        const middle = y + top + (i + 0.5) * height;
        row.put(x + side + (columns.length * width) / 2, middle);
        parts.rowNames[i].put(x + side - 9, middle);
      });
    },
  };
}
/** @typedef {ReturnType<typeof attentionMap>} AttentionMap */

/**
 * What a row of a map says, in words, after the name of who asks.
 * @param {import("../model.js").Model} model @param {string} id @param {import("../facts.js").RowFacts} facts
 * @param {{ asker: string, name: (j: number) => string, size?: number, most?: number }} what name: of a key; most: px
 */
export function rowNote(model, id, facts, { asker, name, size = 13, most = Infinity }) {
  const w = model.words.stories["walk-through"];
  const number = (/** @type {number} */ j) => model.text("weights", facts.row[j], 2);
  const said = w.note({ ...facts, model, name, self: model.self && facts.first === facts.i, number });
  const room = most - textWidth(asker + w.colon, size, 650);
  const runs = [
    { text: asker, weight: 650, size },
    { text: w.colon + shorten(said, size, room), size },
  ];
  return text(id, { runs, size, align: "start" });
}
