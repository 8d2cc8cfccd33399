/** Value times weight in the turned arrangement, and the way to the sum. */

import { arrowItem, indicesOf, stripItem } from "./layout.js";
import { stripFrom } from "./turned-chain.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./layout.js").Item} Item */
/** @typedef {import("./turned-chain.js").Sizes} Sizes */
/** @typedef {import("./turned-chain.js").Rows} Rows */

/** Value times weight, and the way to the sum. @param {Model} model @param {Sizes} sizes @param {Rows} rows @param {number} i @param {number} j @returns {Item[]} */
export function weighing(model, sizes, rows, i, j) {
  const { cell, perWeighted, perRow, perOutput, right, pad, lines, bus, h, pitchLine, sides, compact } =
    sizes;
  const pair = `.${i}.${j}`;
  const width = Math.min(model.d_v, perWeighted) * cell.weighted_values.cellWidth;
  const strip = stripFrom(
    { x: right - width, y: rows.value[j] },
    cell.weighted_values,
    model.d_v,
    perWeighted,
    "weighted",
  );
  const mid = rows.value[j] + h / 2;
  const valueRight = pad + Math.min(model.d_v, perRow) * cell.value.cellWidth;
  const weightX = right - Math.min(cell.weights.cellWidth, width) / 2;
  const weightBottom = rows.key[j] + (lines.length - 1) * pitchLine + h;
  const out = right + (compact ? 16 : 22);
  const tall = Math.ceil(model.d_v / (sides ? sides.perRow : perOutput)) * h;
  const to = rows.output[i] + (sides ? tall : h) / 2;
  const end = sides ? sides.output - 3 : right + 3;
  const crossing = j < model.kv_len - 1 ? [[bus, mid]] : [];
  const indices = indicesOf(model.d_v, (c) => [model.batch, model.head, j, i, c]);
  return [
    stripItem("weighted" + pair, strip, "weighted_values", indices, {
      labels: [],
      initial: { ghost: i ? 0 : 1 },
    }),
    arrowItem(
      "vector" + pair,
      [
        [valueRight, mid],
        [right - width - 3, mid],
      ],
      { halo: crossing, upright: false },
    ),
    arrowItem("scalar" + pair, [
      [weightX, weightBottom],
      [weightX, rows.value[j] - 3],
    ]),
    arrowItem(
      "sum" + pair,
      [
        [right, mid],
        [out, mid],
        [out, to],
        [end, to],
      ],
      { head: j === 0 },
    ),
  ];
}
