/** Cells on the card: which entries they copy, where they come from and where they stand. */

import { inkOn } from "../parts.js";
import { numberMark } from "./matrices-draw.js";
import { part } from "./matrices-grid.js";
import { textsOf } from "./matrices-texts.js";
import { operands } from "./matrices-units.js";

/** @typedef {import("../parts.js").Box} Box */
/** @typedef {import("../parts.js").Mark} Mark */
/** @typedef {{ text: string, size: number, role: string, from: Box, box: Box }} Cell */

/**
 * The operands and results of a unit.
 * @param {any} context @param {{ r: number, c: number }} unit @param {(stage: string, k: number) => { x: number, y: number }} spot
 */
export function vectorOf({ model, placed, layout }, unit, spot) {
  const { board, parts } = placed;
  const { pairs, extra } = layout.shapes[layout.boards.indexOf(placed)];
  const size = layout.cells[board.id];
  const light = operands(board, unit);
  /** @type {Record<string, Cell[]>} */
  const found = {};
  const offset = board.left.span ? board.left.span[0] : 0;
  const second = parts.aside ? "aside" : "top";
  const take = (/** @type {string} */ name, /** @type {string} */ stage) => {
    const entries = indices(parts[name].grid.matrix, light[name].at);
    const chosen = board.kind === "product" ? entries.slice(offset, offset + pairs) : entries;
    return chosen.map(([r, c], k) =>
      cell(model, parts[name], r, c, spot(stage, k), widthOf(size, stage), size.height),
    );
  };
  found.a = take("left", "a");
  if (parts[second] && !parts[second].grid.matrix.pattern && light[second]) found.b = take(second, "b");
  if (extra && parts.plus)
    found.extra = [cell(model, parts.plus, 0, unit.c, spot("p", pairs), size.p, size.height)];
  const many = board.kind === "row";
  const results = indices(parts.result.grid.matrix, light.result.at).map(([r, c], k) =>
    cell(model, parts.result, r, c, spot("r", many ? k : -1), size.r, size.height),
  );
  return { operands: found, results };
}

/** @param {any} size @param {string} stage */
const widthOf = (size, stage) => size[stage] ?? size.p;

/** All entries of a row, of a column, or the one entry. @param {import("./matrices-plan.js").Matrix} matrix @param {[number | null, number | null]} at */
function indices({ rows, cols }, [row, col]) {
  if (row !== null && col !== null) return [[row, col]];
  if (row !== null) return Array.from({ length: cols }, (_, c) => [row, c]);
  return Array.from({ length: rows }, (_, r) => [r, /** @type {number} */ (col)]);
}

/** @param {import("../model.js").Model} model @param {any} at @param {number} r @param {number} c @param {{ x: number, y: number }} middle @param {number} width @param {number} height @returns {Cell} */
function cell(model, { grid, x, y }, r, c, middle, width, height) {
  const k = r * grid.matrix.cols + c;
  const from = grid.rects[k];
  return {
    text: textsOf(model, grid.matrix, grid.decimals).texts[k],
    size: grid.size,
    role: grid.matrix.role,
    from: { ...from, x: from.x + x, y: from.y + y },
    box: { x: middle.x - width / 2, y: middle.y - height / 2, width, height },
  };
}

/** Between its matrix (0) and the card (1). @param {Cell} cell @param {number} at @returns {Box} */
export function placeOf({ from, box }, at) {
  const mix = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * at;
  return {
    x: mix(from.x, box.x),
    y: mix(from.y, box.y),
    width: mix(from.width, box.width),
    height: mix(from.height, box.height),
  };
}

/** A copy of an entry. @param {string} id @param {Cell} cell @param {Box} box @param {number} opacity @returns {Mark[]} */
export function cellMarks(id, { text, size, role }, box, opacity) {
  const { x, y, width, height } = box;
  const gone = role === "score" && text === "−∞";
  const marks = [
    {
      type: "rect",
      id: `${id}/box`,
      x,
      y,
      width,
      height,
      fill: gone ? "track" : role,
      stroke: "outline",
      strokeWidth: 1.5,
      opacity,
      part: "copy",
    },
  ];
  return text
    ? [
        ...marks,
        numberMark(`${id}/text`, box, text, size, gone ? "ink" : inkOn(role), opacity, { copy: true }),
      ]
    : marks;
}

/** Where a copy will stand. @param {string} id @param {Box} box @param {number} opacity @returns {Mark} */
export function slot(id, { x, y, width, height }, opacity) {
  return {
    type: "rect",
    id,
    x,
    y,
    width,
    height,
    fill: "none",
    stroke: "ghost",
    strokeWidth: 1.25,
    dash: "4 4",
    opacity,
  };
}
