/**
 * The items of attention in tiles, not placed yet: keys and values, the query, scores and their
 * powers of e that are used and not kept, the three things a query holds, its output, and the map that never is.
 */

import { truncate } from "../../text-metrics.js";
import { cellsOf } from "../../kit/cells.js";
import { storeOf } from "../../kit/remember.js";
import { letterRuns, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { scoreWidth, stagesOf } from "../attention/items.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Label} Label */
/** @typedef {{ size: import("../../kit/block.js").Size, shaded: boolean, labels: boolean, square: number }} Form shaded: keys and values are
 *   colours without numbers; square: px of a cell of the map */

/** Width of a number that is a colour, px. */
const SHADE = 10;

/** Room for the letter of what a query holds, px. */
export const LETTER = 40;

/** Tiles of keys, and keys a tile. @param {Model} model */
export function tilesOf(model) {
  const count = model.tensor("running_max")?.shape[0] ?? 0;
  const tile = Math.ceil(model.kv_len / Math.max(1, count));
  return upTo(count).map((t) => upTo(model.kv_len).slice(t * tile, (t + 1) * tile));
}

/** @param {Model} model @param {Form} form */
export function createParts(model, { size, shaded, labels, square }) {
  const width = scoreWidth(model, size);
  const once = storeOf();
  const cells = cellsOf(model, () => ({ size }));
  /** @param {string} tensor @param {...number} at @returns {{ labels: Label[], margin: import("../../kit/place.js").Margin }} its letter above */
  const above = (tensor, ...at) => ({
    labels: labels ? [{ runs: letterRuns(tensor, at.map((k) => k + 1).join("")), side: "above" }] : [],
    margin: { up: labels ? 21 : 0 },
  });
  /** What a query holds. @param {string} tensor @param {number} t @param {number} i @param {{ style?: "passing" }} [style] */
  const held = (tensor, t, i, style) =>
    cells(tensor, { step: t, query: i }, { ...beside(tensor, "", LETTER), ...style });
  /** What is used and not kept. @param {string} tensor @param {number} i @param {number} j */
  const passing = (tensor, i, j) =>
    cells(tensor, { query: i, key: j }, { style: "passing", width, ...above(tensor, i, j) });
  /** A key or a value. @param {"key" | "value"} tensor @param {number} j */
  const found = (tensor, j) =>
    cells(tensor, { key: j }, { ...above(tensor, j), ...(shaded && { style: "shade", width: SHADE }) });
  return {
    size,
    stages: stagesOf(model).filter((tensor) => tensor !== "shifted_scores"),
    key: (/** @type {number} */ j) => found("key", j),
    value: (/** @type {number} */ j) => found("value", j),
    query(/** @type {number} */ i) {
      const name = truncate(model.label("query", i), 13, 60);
      const runs = letterRuns("query", `${i + 1}`, name, { strong: true });
      return cells("query", { query: i }, { labels: [{ runs, side: "above" }], margin: { up: 21 } });
    },
    score: passing,
    exp: (/** @type {number} */ i, /** @type {number} */ j) => passing("tile_exp", i, j),
    correction: (/** @type {number} */ t, /** @type {number} */ i) =>
      held("correction", t, i, { style: "passing" }),
    max: (/** @type {number} */ t, /** @type {number} */ i) => held("running_max", t, i),
    sum: (/** @type {number} */ t, /** @type {number} */ i) => held("running_sum", t, i),
    mixed: (/** @type {number} */ t, /** @type {number} */ i) => held("running_mixed", t, i),
    output: (/** @type {number} */ i) => cells(model.result, { query: i }, beside("mixed", `${i + 1}`, 26)),
    /** A row of the map: dashed, and never filled. */
    blank: (/** @type {number} */ i) =>
      cells("weights", { query: i }, { style: "role", width: square, height: Math.min(size.height, square) }),
    name: (/** @type {number} */ i, /** @type {number} */ most) =>
      once(`name.${i}`, () => {
        const said = truncate(model.short("query", i), 13, most, 600);
        return text(`name.${i}`, { text: said, align: "end", weight: 600, fill: "word" });
      }),
  };
}
/** @typedef {ReturnType<typeof createParts>} Parts */

/** A letter at the left. @param {string} tensor @param {string} index @param {number} room px @returns {{ labels: Label[], margin: import("../../kit/place.js").Margin, align: "start" }} */
const beside = (tensor, index, room) => ({
  labels: [{ runs: letterRuns(tensor, index), side: "left" }],
  ...{ margin: { left: room }, align: "start" },
});
