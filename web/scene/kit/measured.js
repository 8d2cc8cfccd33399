/** Bars with their numbers, inside or beside them; a bar that changes shows its former length and the factor that multiplies it. */

import { shortestDecimal } from "../../words/decimal.js";
import { cellName } from "../model.js";
import { textWidth } from "../text-metrics.js";
import { edge, rect } from "./marks.js";
import { textMark } from "./text.js";

/** @typedef {import("./place.js").Box} Box */
/** @typedef {import("../model.js").Model} Model */
/** @typedef {import("../model.js").Cell} Cell */

/** Px between a bar and its number. */
export const ASIDE = 8;

/** The number of a cell inside its bar, if it fits. @param {string} id @param {Model} model @param {Cell} cell @param {Box} box @param {{ font: number, decimals: number }} how */
export function inside(id, model, { tensor, index }, box, { font: size, decimals }) {
  const text = model.text(tensor, index, decimals);
  if (textWidth(text, size, 600) + 6 > box.width) return [];
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 + size * 0.36, align: "middle" };
  const mark = textMark(id, { ...at, text, size, weight: 600 }, { fill: "on-role", copy: true });
  return [{ ...mark, cell: cellName(tensor, index) }];
}

/**
 * A bar with its number beside it: on the left if the bar extends to the left.
 * @param {string} id @param {Model} model @param {Cell} cell
 * @param {{ row: Box, was: number, is: number, font: number, decimals: number, fill?: string, factor?: string, silent?: boolean }} how row: where
 *   the bar begins; was, is: its length before and now, px; factor: what the number is multiplied by; silent: nothing is written
 */
export function measured(id, model, { tensor, index }, { row, was, is, fill = "none", ...how }) {
  const { font, decimals, factor, silent } = how;
  const boxOf = (/** @type {number} */ length) => {
    return { ...row, x: row.x + Math.min(0, length), width: Math.abs(length) };
  };
  const before = boxOf(was);
  const marks = [rect(`${id}/fill`, boxOf(is), { fill }), edge(id, boxOf(is))];
  if (silent) return marks;
  const said = model.text(tensor, index, decimals);
  const [x, align] = was < 0 ? [before.x - ASIDE, "end"] : [before.x + before.width + ASIDE, "start"];
  const at = { x, y: row.y + row.height / 2 + font * 0.36, align, size: font };
  if (factor) {
    const dashed = edge(`${id}/former`, before, { stroke: "ghost", strokeWidth: 1.25, dash: "4 4" });
    const text = `${said} × ${factor}`;
    return [...marks, dashed, textMark(`${id}/factor`, { ...at, text }, { fill: "muted", copy: true })];
  }
  const width = textWidth(said, font, 600);
  const box = { ...row, x: align === "end" ? x - width : x, width };
  const named = { cell: cellName(tensor, index), value: shortestDecimal(model.value(tensor, index)), box };
  return [
    ...marks,
    { ...textMark(`${id}/n`, { ...at, text: said, weight: 600 }, { fill: "ink" }), ...named },
  ];
}
