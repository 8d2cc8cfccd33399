/** The panel of the chosen row: its query, its largest weights and its result. */

import { truncate, textWidth } from "../../text-metrics.js";
import { bar } from "../../kit/bars.js";
import { SIZES, block, cellOf } from "../../kit/block.js";
import { numbersOrColours } from "../../kit/colours.js";
import { letterRuns, textAt } from "../../kit/text.js";
import { nameOf } from "../../facts.js";
import { MOST_NAMED } from "./row.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("./row.js").AskedRow} AskedRow */

/** In px: the gap between parts, the line with the name of the query, and a line of the list. */
const [GAP, HEAD, LINE] = [10, 26, 26];
/** Height of the label above the result, in px. */
const RESULT = 20;
/** How many of the largest weights are listed where the row stands below the map. */
const FEW = 4;

/**
 * Returns the name of the query, its largest weights, and the weighted sum of the values.
 * @param {Model} model @param {AskedRow} row @param {import("../../kit/place.js").Box} panel @param {{ beside: boolean }} how
 */
export function rowPanel(model, row, { x, y, width, height }, { beside }) {
  const { i, numbers } = row;
  const look = { size: 15, weight: 650, fill: "ink", align: /** @type {const} */ ("start"), most: width };
  const name = textAt("row.name", x, y + HEAD / 2, { text: nameOf(model, "query", i), ...look });
  let at = y + HEAD;
  const size = { ...(beside && width >= 330 ? SIZES.large : SIZES.phone), decimals: 3 };
  const taken = numbers.length ? RESULT + size.height : 0;
  const free = height - HEAD - taken;
  const lines = beside ? Math.max(1, Math.floor((free - GAP) / LINE)) : FEW;
  const some = row.top.slice(0, Math.min(lines, MOST_NAMED));
  // spare room goes between the list and the result
  const gap = beside ? Math.max(GAP, Math.min(28, free - some.length * LINE)) : 1.6 * GAP;
  const list = listOf(model, row, some, { x, y: at, width }, size);
  if (list.length) at += list.length * LINE + gap;
  const output = numbers.length ? strip(model, numbers, { x, y: at, width }, size) : null;
  const bottom = output ? output.y + output.height : at;
  return { name, top: list, output, bottom };
}

/**
 * Returns the largest weights, one per line: the key's name, the number, and a bar that a weight of 1 would fill.
 * @param {Model} model @param {AskedRow} row @param {number[]} some keys @param {{ x: number, y: number, width: number }} at
 * @param {import("../../kit/block.js").Size} size
 */
function listOf(model, { i }, some, { x, y, width }, size) {
  const names = some.map((j) => truncate(nameOf(model, "key", j), 13, Math.min(150, width * 0.4)));
  const wide = Math.max(0, ...names.map((name) => textWidth(name, 13))) + 10;
  return some.map((j, k) => {
    const middle = y + (k + 0.5) * LINE;
    const index = [model.batch, model.head, i, j];
    const what = { id: `top.${k}`, tensor: "weights", cells: [[index]], size, height: LINE - 4 };
    const cell = block(model, { ...what, style: "heat" });
    cell.put(x + wide + cell.width / 2, middle);
    const name = textAt(`top.${k}.name`, x, middle, { text: names[k], align: "start" });
    const left = x + wide + cell.width + 8;
    const foot = { x: left, y: middle - 7, width: 0, height: 14 };
    const most = x + width - left;
    const said = { tensor: model.full("weights"), index, most };
    return { name, cell, long: bar(`top.${k}.bar`, { foot, ...said, side: "right", gap: 0 }) };
  });
}

/**
 * Returns the result of the row, as colours where numbers do not fit.
 * @param {Model} model @param {number[][]} cells @param {{ x: number, y: number, width: number }} at
 * @param {import("../../kit/block.js").Size} size
 */
function strip(model, cells, { x, y, width }, size) {
  const tensor = model.result;
  const natural = cellOf(model, tensor, size).width;
  const wide = natural * cells.length <= width ? natural : width / cells.length;
  const label = {
    runs: letterRuns(tensor, "", model.words.scene.shown(tensor)),
    side: /** @type {const} */ ("above"),
    align: /** @type {const} */ ("start"),
  };
  const what = { id: "row.output", tensor, cells: [cells], size, width: wide, labels: [label] };
  const made = numbersOrColours(model, what);
  made.put(x + (wide * cells.length) / 2, y + RESULT + made.height / 2);
  return made;
}
