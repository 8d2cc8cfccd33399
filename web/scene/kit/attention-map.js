/**
 * The attention map: a row for each query, a column for each key, words along both edges. A row is a pale blank until its query
 * is asked, and is filled in once it is finished.
 */

import { truncate, textWidth } from "../text-metrics.js";
import { pairs as pairsOf } from "../facts.js";
import { cellName } from "../model.js";
import { after } from "../timeline.js";
import { SIZES, block, cellBox } from "./block.js";
import { animate, fadeIn } from "./moves.js";
import { heat, inkOver } from "./shades.js";
import { text } from "./text.js";

/**
 * @typedef {{ cell: { width: number, height: number }, rows: string[], columns: string[], title?: string, subtitle?: string, most?: number, upright?: number, lanes?: number }} Edges
 *   most: px of the widest word at the left; without any words, no room is kept for them. upright: px of the tallest word above,
 *   turned upright if the columns are too narrow. lanes: how many words of low rows may stand side by side; if even that is too
 *   dense, only every n-th row has its word; without lanes, low rows have none
 */

/** Decimals and font sizes in px that cells may use, the largest first. */
const DIGITS = [
  { decimals: 3, font: 14 },
  { decimals: 3, font: 12.5 },
  { decimals: 2, font: 13 },
  { decimals: 2, font: 12 },
  { decimals: 1, font: 12 },
];

/** How far a map extends from the middle of its cells, and how large its words are, px. @param {Edges} edges */
export function mapReach(edges) {
  const { cell, rows, columns, title = "", subtitle = "", most = 54, upright = 0, lanes = 0 } = edges;
  const [width, height] = [cell.width, cell.height].map(Math.floor);
  const wideAt = (/** @type {string[]} */ names, /** @type {number} */ size) =>
    Math.max(0, ...names.map((name) => textWidth(name, size, 600)));
  // column names shrink before they are truncated
  const font = wideAt(columns, 13) > width - 4 ? 12 : Math.min(13, Math.max(12, height - 2));
  const words = [...rows, ...columns].some(Boolean);
  const stands = upright > 0 && wideAt(columns, font) > width - 4;
  const above = stands ? Math.min(upright, wideAt(columns, font)) : font;
  const longest = Math.min(most, wideAt(rows, font));
  // where rows are lower than words, successive words take turns in the lanes
  const used = lanes && height < LINE ? lanes : 1;
  const side = words ? used * (longest + 6) + 5 : 0;
  const head = (title ? 20 : 0) + (subtitle ? 18 : 0);
  const [across, down] = [columns.length * width, rows.length * height];
  const wide = Math.max(side + across, title ? textWidth(title, 13, 650) : 0);
  const [left, up] = [side + across / 2, head + (words ? above + 8 : 0) + down / 2];
  const reach = { left, up, right: wide - left, down: down / 2, put() {} };
  return {
    ...reach,
    width,
    height,
    across,
    font,
    side,
    head,
    stands,
    above,
    lane: { used, width: longest + 6 },
  };
}

/** Px of height that a word needs for a line of its own. */
const LINE = 13;

/** @param {import("../model.js").Model} model @param {Edges & { pairs?: (i: number) => number[][], id?: string, points?: boolean, hidden?: boolean }} what pairs: the cells of a row, if not those of the chosen head; points: its words can be pointed at; hidden: neither
 *   words nor blanks are there at first */
export function attentionMap(model, what) {
  const { id = "map", points = false, hidden = false, pairs = (i) => pairsOf(model, i), ...edges } = what;
  const { rows, columns, title = "", subtitle = "", most = 54, upright = 0, lanes = 0 } = edges;
  const { left, up, right, down, ...sizes } = mapReach(edges);
  const { width, height, across, font, side, head, stands, above, lane } = sizes;
  const digits = DIGITS.find(
    ({ decimals, font: size }) => height >= 16 && model.widest("weights", decimals) * size + 6 <= width,
  );
  /** @param {string} key @param {string} said @param {object} how */
  const word = (key, said, how) =>
    text(`${id}.${key}`, { text: said, ...how, initial: { opacity: hidden ? 0 : 1 } });
  const first = pairs(0)[0] ?? [];
  /** The cells that a word at an edge points at. @param {number} axis @param {number} at */
  const means = (axis, at) =>
    points ? cellName(model.full("weights"), first.map((entry, k) => (k < 2 ? entry : k === axis ? at : null))) : undefined; // prettier-ignore
  /** @param {string} key @param {string} said @param {number} size @param {number} room @param {"end" | "middle"} align @param {string} [meant] */
  const name = (key, said, size, room, align, meant) =>
    word(key, truncate(said, size, room, 600), { size, align, weight: 600, fill: "word", means: meant });
  // every name needs a line of its own, upright or not
  const every = Math.ceil((font + 1) / width);
  const everyRow = lanes ? Math.ceil(LINE / (height * lane.used)) : height < 11 ? Infinity : 1;
  const parts = {
    title: title ? word("title", title, { weight: 650, align: "start", fill: "ink" }) : null,
    subtitle: subtitle
      ? word("subtitle", subtitle, { size: 12, align: "start", fill: "muted", most: side + across })
      : null,
    rowNames: rows.map((said, i) =>
      name(`row${i}`, i % everyRow || everyRow === Infinity ? "" : said, font, most, "end", means(2, i)),
    ),
    columnNames: columns.map((said, j) =>
      stands
        ? word(`column${j}`, j % every ? "" : said, {
            size: font,
            most: upright,
            weight: 600,
            fill: "word",
            upright: true,
            means: means(3, j),
          })
        : name(`column${j}`, said, font, width - 2, "middle", means(3, j)),
    ),
    rows: rows.map((_, i) => {
      const cells = pairs(i);
      const index = [...cells[0].slice(0, -1), /** @type {const} */ ("c")];
      const made = block(model, {
        ...{ id: `${id}.${i}`, tensor: "weights", cells: [cells], style: "heat", width, height },
        size: SIZES.least,
        grid: digits ? undefined : { tensor: model.full("weights"), index, rows: 1, columns: columns.length },
        initial: { pale: hidden ? 0 : 1 },
      });
      return Object.assign(made, digits);
    }),
  };
  const words = [parts.title, parts.subtitle, ...parts.rowNames, ...parts.columnNames].filter(
    (item) => item !== null,
  );
  return {
    ...parts,
    words,
    items: [...words, ...parts.rows],
    ...{ width: left + right, height: up + down, left: 0, right: left + right, up: 0, down: up + down },
    /** The box of all cells. */
    get box() {
      const [{ x, y }] = parts.rows;
      return { x, y, width: across, height: rows.length * height };
    },
    /** Places the map by its upper left corner. @param {number} x @param {number} y */
    put(x, y) {
      parts.title?.put(x, y + 9);
      parts.subtitle?.put(x, y + (title ? 29 : 9));
      parts.columnNames.forEach((word, j) =>
        word.put(x + side + (j + 0.5) * width, y + head + 2 + (stands ? above - word.height / 2 : font / 2)),
      );
      parts.rows.forEach((row, i) => {
        const middle = y + up - down + (i + 0.5) * height;
        row.put(x + left, middle);
        parts.rowNames[i].put(
          x + side - 9 - (Math.floor(i / everyRow) % lane.used || 0) * lane.width,
          middle,
        );
      });
    },
  };
}
/** @typedef {ReturnType<typeof attentionMap>} AttentionMap */

/** The box of a column. @param {AttentionMap} map @param {number} j @returns {import("./place.js").Box} */
export function columnOf({ box, rows }, j) {
  const width = rows[0].cellWidth;
  return { x: box.x + j * width, y: box.y, width, height: box.height };
}

/** The arrivals of a hidden map: its words and, with the first of them, its blank rows. @param {AttentionMap} map @returns {import("./arrivals.js").Arrival[]} */
export const mapEnters = ({ words, rows }) =>
  words.map((item, k) => ({
    item,
    enter: () => after(0.1, [...fadeIn(item), ...(k ? [] : rows).flatMap((row) => animate(row, "pale", 1))]),
  }));

/**
 * A sentence about a row of a map, after the name of its query.
 * @param {import("../model.js").Model} model @param {string} id @param {() => import("../facts.js").RowFacts} factsOf
 * @param {{ queryName: string, name: (j: number) => string, size?: number, most?: number }} what queryName: "" for none; name: of a
 *   key; most: px
 */
export function rowNote(model, id, factsOf, { queryName, name, size = 13, most = Infinity }) {
  const w = model.words.stories["walk-through"];
  const { colon } = model.words.grammar;
  const before = queryName && queryName + colon;
  const runsOf = () => {
    const said = w.note({ ...factsOf(), model, name });
    const shown = truncate(said, size, most - textWidth(before, size, 650));
    return queryName ? [{ text: queryName, weight: 650 }, { text: colon + shown }] : [{ text: shown }];
  };
  return Object.defineProperty(text(id, { size, align: "start" }), "runs", { get: runsOf });
}

/** The least weight whose number is written when there is no room for all numbers. */
const WRITTEN = 0.095;

/** The numbers of a row's large weights, if there is no room for all numbers. @param {import("../model.js").Model} model @param {import("./block.js").Block} row @param {number[][]} cells */
export function largest(model, row, cells) {
  if (!row.grid || row.cellHeight < 16) return [];
  const fits = (/** @type {string} */ text) => textWidth(text, 12, 600) + 4 <= row.cellWidth;
  const decimals = fits("0.00") ? 2 : 1;
  return cells.flatMap((index, j) => {
    if (!(model.value("weights", index) >= WRITTEN) || !fits(model.text("weights", index, decimals)))
      return [];
    const box = cellBox(row, j);
    const how = { style: /** @type {const} */ ("plain"), width: row.cellWidth, height: row.cellHeight };
    const item = block(model, {
      id: `large.${row.id}.${j}`,
      tensor: "weights",
      cells: [[index]],
      size: { ...SIZES.least, decimals },
      ...how,
    });
    item.put(box.x + box.width / 2, box.y + box.height / 2);
    return [Object.assign(item, { ink: inkOver("full", heat(model.value("weights", index))) })];
  });
}
