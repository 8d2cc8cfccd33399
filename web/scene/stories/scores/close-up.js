/** The arithmetic of one score of a function, in cards as large as the zone of the close-up allows. */

import { SIZES, cellOf } from "../../kit/block.js";
import { letterRuns } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { ASKS } from "./functions.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../model.js").Cell} Cell */
/** @typedef {import("./lanes.js").Lanes} Lanes */

/** Height of a letter, in px. */
const LETTER = 20;

/** Returns the example key: the one with the most nonzero terms, over all functions. @param {Model[]} views */
export function exampleKey(views) {
  const counts = upTo(views[0].kv_len).map((j) =>
    views.reduce((sum, view) => sum + busy(view, { tensor: "scores", index: pairOf(view, j) }), 0),
  );
  const most = upTo(counts.length).filter((j) => counts[j] === Math.max(...counts));
  // among equals, the one to which the first function gives the most weight
  const weight = (/** @type {number} */ j) => views[0].value("weights", pairOf(views[0], j)) || 0;
  return most.reduce((best, j) => (weight(j) > weight(best) ? j : best));
}

/** @param {Model} view @param {number} j */
const pairOf = ({ batch, head }, j) => [batch, head, ASKS, j];

/** Counts the nonzero terms of a cell. @param {Model} view @param {Cell} cell */
const busy = (view, { tensor, index }) =>
  view
    .origin(tensor, index)
    .terms.filter((cells) => cells.every((factor) => view.value(factor.tensor, factor.index) !== 0)).length;

/**
 * Returns the hidden layer of the pair, if there is one, and the cards of its example unit and of the score, each as large as
 * fits, or null where none does.
 * @param {Lanes} stage @param {number} k which function @param {number} j the example key
 */
export function closeUpOf({ lanes, size, zone: zoneOf }, k, j) {
  const { cells, view, stages } = lanes[k];
  const zone = zoneOf(k);
  const units = view.score === "additive" ? (view.tensor("hidden")?.shape.at(-1) ?? 0) : 0;
  const hidden = units ? stripOf(cells, j, units, zone.width) : null;
  const above = hidden ? LETTER + hidden.height + 8 : 0;
  hidden?.put(zone.x + zone.width / 2, zone.y + 4 + LETTER + hidden.height / 2);
  const room = { ...zone, y: zone.y + above + 6, height: zone.height - above - 6 };
  const closeUp = (/** @type {import("../../kit/block.js").Block} */ home, at = 0) =>
    [size, SIZES.phone, SIZES.small, SIZES.least]
      .map((size) => ({ ...size, decimals: Math.max(2, size.decimals) }))
      .map((size) => cells.closeUp(home, { k: at, room, size }).card)
      .find(Boolean) ?? null;
  const first = hidden && closeUp(hidden, exampleUnit(view, pairOf(view, j), units));
  return { hidden, first, card: closeUp(stages[0].blocks[j]) };
}

/**
 * Returns the example unit of the hidden layer, if possible without saturation: a tanh close to 1 says little about its input.
 * @param {Model} view @param {number[]} pair @param {number} units
 */
function exampleUnit(view, pair, units) {
  const worth = upTo(units).map((c) => {
    const cell = { tensor: "hidden", index: [...pair, c] };
    return busy(view, cell) * (Math.abs(view.value("hidden", cell.index)) < 0.9995 ? 10 : 1);
  });
  return worth.indexOf(Math.max(...worth));
}

/**
 * Returns the hidden layer of one pair as a row of cells.
 * @param {import("../../kit/cells.js").Cells} cells @param {number} j @param {number} count @param {number} free px
 */
function stripOf(cells, j, count, free) {
  const { model } = cells;
  const size = SIZES.column;
  const width = Math.min(cellOf(model, "hidden", size).width, Math.floor(free / count));
  const runs = letterRuns("hidden", j + 1, free > 200 ? model.words.scene.shown("hidden") : "");
  return cells("hidden", { query: ASKS, key: j }, { size, width, labels: [{ runs, side: "above" }] });
}
