/**
 * The arrangement of the walk-through where there is room: a column per input with a scalar lane (key, score,
 * scale, weight) and a vector lane (value, weighted value); inputs below the panel, outputs above it. Upright
 * arrows carry the vector that is used, level arrows the number it is multiplied with.
 */

import { attending } from "./wide-chain.js";
import { ground } from "./wide-ground.js";
import { inputs, keysAndValues, outputs, queries } from "./wide-vectors.js";
import { measure, placeColumns, placeRows } from "./wide-sizes.js";

/** @typedef {import("./wide-sizes.js").Sizes} Sizes */
/** @typedef {import("./wide-sizes.js").Rows} Rows */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./layout.js").Item} Item */

/**
 * @param {Model} model @param {number} width
 * @returns {import("./layout.js").Layout | null} null where it does not fit
 */
export function layoutWide(model, width) {
  for (const perRow of [8, 4]) {
    const sizes = measure(model, perRow);
    const columns = placeColumns(model, sizes, width);
    if (columns) return build(model, sizes, columns, placeRows(model, sizes), width);
  }
  return null;
}

/** @param {Model} model @param {Sizes} sizes @param {{ lanes: number, centres: number[], pitch: number }} columns @param {Rows} rows @param {number} width */
function build(model, sizes, columns, rows, width) {
  const items = [
    ...ground(model, sizes, columns, rows, width),
    ...inputs(model, sizes, columns, rows),
    ...keysAndValues(model, sizes, columns, rows),
    ...queries(model, sizes, columns, rows),
    ...outputs(model, sizes, columns, rows, width),
  ];
  for (let i = 0; i < model.q_len; i++)
    items.push(...attending(model, sizes, { ...columns, width }, rows, i));
  const top = rows.panelTop + 16;
  const beside = 32 + sizes.strips.query.width + 24;
  const card = { x: beside, y: top, width: width - beside - 16, height: rows.bus - top };
  return { width, height: rows.height, turned: false, items, card };
}
