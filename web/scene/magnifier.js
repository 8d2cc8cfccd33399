/** Pointing at a large map: rings round the cells that are meant, and a loupe with the numbers round one of them. */

import { truncate, textWidth } from "./text-metrics.js";
import { nameOf as letterOf, rightSide } from "./explain.js";
import { formatNumber, formatPointed, narrow } from "./format.js";
import { edge, rect } from "./kit/marks.js";
import { around } from "./kit/place.js";
import { FULL } from "./kit/raster/pyramid.js";
import { strength } from "./kit/raster/squares.js";
import { inkOver } from "./kit/shades.js";
import { textMark } from "./kit/text.js";
import { cellName, upTo } from "./model.js";
import { placeInMap } from "./standing.js";
import { freeGround } from "./tooltip.js";

/** @typedef {import("./kit/draw.js").Mark} Mark */
/** @typedef {import("./kit/place.js").Box} Box */
/** @typedef {import("./model.js").Cell} Cell */
/** @typedef {import("./captions.js").Target} Target */

const FONT = 12;
/** px of the loupe: a cell, the names of its rows, the names of its columns, a line below it, its margin. */
const [CELL, NAMES, TOP, LINE, PAD] = [{ width: 62, height: 22 }, 62, 18, 18, 8];
/** The least px of a ring: a cell may be smaller than a point. */
const RING = 9;

/** Rings round the cells of maps that a target includes. @param {Mark[]} marks @param {Target} target @returns {Mark[]} */
export const ringsInMaps = (marks, target) =>
  marks.flatMap((mark) => {
    const box = placeInMap(mark, target);
    if (!box) return [];
    const [wide, high] = [box.width, box.height].map((size) => Math.max(0, RING - size) / 2);
    const { x, y, width, height } = around([box], 1);
    const ring = { x: x - wide, y: y - high, width: width + 2 * wide, height: height + 2 * high };
    return [
      rect(`ring.${mark.id}`, ring, { fill: "none", part: "ring", rx: 2, stroke: "focus", strokeWidth: 2 }),
    ];
  });

/** The first of `most` entries round an entry, shifted so that all of them exist. @param {number} at @param {number} count @param {number} most */
const firstOf = (at, count, most) => Math.max(0, Math.min(at - Math.floor(most / 2), count - most));

/** @typedef {{ tensor: string, pointed: number[], rows: number[], columns: number[], x: number, y: number, held: (index: number[]) => boolean }} Window pointed: the cell
 *   that is pointed at; rows, columns: those shown; x, y: of its first cell, px */

/**
 * A loupe with the numbers round a cell, each on its shade, and the cell's own number in full; "…" for numbers yet to arrive.
 * @param {any} scene @param {any} picture @param {Cell} cell @param {Mark[]} ringed @returns {Mark[]}
 */
export function magnifier({ model, width: stage }, picture, cell, ringed) {
  const { tensor, index } = cell;
  const mark = picture.marks.find((/** @type {Mark} */ mark) => placeInMap(mark, cell));
  if (!mark) return [];
  const near = (/** @type {number} */ at, /** @type {number} */ count, /** @type {number} */ most) =>
    upTo(Math.min(most, count)).map((k) => firstOf(at, count, Math.min(most, count)) + k);
  const rows = near(index[2], mark.map.rows, 3);
  const columns = near(index[3], mark.map.columns, stage < 420 ? 3 : 5);
  const entry = model.tensor(tensor)?.at;
  const held = (/** @type {number[]} */ at) => !entry || entry(at) !== undefined;
  const grid = { width: NAMES + columns.length * CELL.width, height: TOP + rows.length * CELL.height };
  const lines = held(index) ? equation(model, cell, grid.width) : [`${letterOf(model, tensor, index)} = …`];
  const width = Math.max(grid.width, ...lines.map((line) => textWidth(line, FONT, 650))) + 2 * PAD;
  const size = { width, height: grid.height + 8 + lines.length * LINE + 2 * PAD };
  const home = /** @type {Box} */ (placeInMap(mark, cell));
  const box = freeGround(picture, home, size, ringed);
  const middle = box.x + width / 2;
  const window = {
    tensor,
    pointed: index,
    rows,
    columns,
    held,
    x: middle - grid.width / 2 + NAMES,
    y: box.y + PAD + TOP,
  };
  return [
    rect("loupe", box, { fill: "raised", stroke: "focus", strokeWidth: 1.5, rx: 8, part: "tooltip" }),
    ...nameMarks(model, window),
    ...rows.flatMap((_, k) => rowMarks(model, window, k)),
    edge("loupe.own", cellOf(window, rows.indexOf(index[2]), columns.indexOf(index[3])), {
      stroke: "focus",
      strokeWidth: 2,
    }),
    ...lines.map((text, k) => {
      const last = k === lines.length - 1;
      const at = { x: middle, y: box.y + PAD + grid.height + 20 + k * LINE, align: "middle" };
      const style = { fill: last ? "ink" : "text", copy: true };
      return textMark(`loupe.said${k}`, { ...at, text, size: FONT, weight: last ? 650 : undefined }, style);
    }),
  ];
}

/**
 * The lines below the loupe: the cell's number in full and, if they fit, the numbers it is computed from above it.
 * @param {any} model @param {Cell} cell @param {number} most px
 */
function equation(model, cell, most) {
  const { pieces, result, copied } = rightSide(model, cell);
  const name = letterOf(model, cell.tensor, cell.index);
  const sign = pieces[pieces.length - 1].text;
  const made = pieces.slice(0, -1).reduce((said, { text }) => said + text, name);
  if (copied || textWidth(made, FONT) > most) return [`${name} = ${result}`];
  return [made, `${sign.trim()} ${result}`];
}

/** @param {Window} window @param {number} r among the rows shown @param {number} c @returns {Box} */
const cellOf = ({ x, y }, r, c) => ({ x: x + c * CELL.width, y: y + r * CELL.height, ...CELL });

/** The names of the rows and columns, or their positions. @param {any} model @param {Window} window @returns {Mark[]} */
function nameMarks(model, window) {
  const { pointed, rows, columns, x, y } = window;
  /** @param {string} id @param {"query" | "key"} side @param {number} k @param {boolean} chosen @param {{ x: number, y: number, align: string }} at @param {number} most */
  const name = (id, side, k, chosen, at, most) => {
    const weight = chosen ? 700 : undefined;
    const text = truncate(model.label(side, k) || String(k + 1), FONT, most, weight);
    return textMark(id, { ...at, text, size: FONT, weight }, { fill: chosen ? "ink" : "muted", copy: true });
  };
  return [
    ...columns.map((at, c) => {
      const place = { x: x + (c + 0.5) * CELL.width, y: y - 6, align: "middle" };
      return name(`loupe.c${c}`, "key", at, at === pointed[3], place, CELL.width - 4);
    }),
    ...rows.map((at, r) => {
      const place = { x: x - 7, y: y + (r + 0.5) * CELL.height + 4.3, align: "end" };
      return name(`loupe.r${r}`, "query", at, at === pointed[2], place, NAMES - 8);
    }),
  ];
}

/** The numbers of a row, each as blue as it is large relative to the largest of its row. @param {any} model @param {Window} window @param {number} r among the rows shown @returns {Mark[]} */
function rowMarks(model, window, r) {
  const { tensor, pointed, rows, columns, held } = window;
  const indexOf = (/** @type {number} */ c) => [pointed[0], pointed[1], rows[r], c];
  const sizes = held(indexOf(0))
    ? upTo(model.kv_len).map((c) => Math.abs(model.value(tensor, indexOf(c))))
    : [];
  const largest = sizes.reduce((most, size) => (size > most && size < Infinity ? size : most), 0);
  // three decimals would show nothing of weights this small
  const write = largest < 0.01 ? (/** @type {number} */ value) => narrow(formatPointed(value)) : formatNumber;
  return columns.flatMap((column, c) => {
    const index = indexOf(column);
    const value = model.value(tensor, index);
    const [name, there, box] = [cellName(tensor, index), held(index), cellOf(window, r, c)];
    const shade = Number.isFinite(value) && value !== 0 ? strength((FULL * Math.abs(value)) / largest) : 0;
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 + 4.3, align: "middle" };
    const text = there ? write(value) : "…";
    const number = textMark(
      `loupe.${name}`,
      { ...at, text, size: FONT, weight: 500 },
      { fill: inkOver("full", shade), copy: true },
    );
    return [
      rect(`loupe.${name}/paper`, box, { fill: "paper" }),
      rect(`loupe.${name}/shade`, box, { fill: "full", opacity: shade, part: "shade" }),
      edge(`loupe.${name}/edge`, box, { stroke: "outline", strokeWidth: 0.75 }),
      there ? { ...number, cell: name } : number,
    ];
  });
}
