/** The classifier's part of the picture: its query, its last parameters, and a line for each class. */

import { namesOf } from "../../facts.js";
import { bar } from "../../kit/bars.js";
import { SIZES } from "../../kit/block.js";
import { cellsOf } from "../../kit/cells.js";
import { fit } from "../../kit/fit.js";
import { column, corner, fromLeft, grid, heightOf, stack, widthOf } from "../../kit/place.js";
import { letterRuns, text } from "../../kit/text.js";
import { stagesOf } from "./facts.js";

const ASIDE = /** @type {const} */ ({ side: "right", gap: 6 });
const START = /** @type {const} */ ({ size: 13, align: "start" });

/**
 * Puts items one under the other, aligned at the left.
 * @param {import("../../kit/place.js").Placeable[]} items @param {number} [gap] @param {number} [height]
 */
const under = (items, gap = 4, height = 0) =>
  fromLeft(column(items.map((item) => fromLeft(item)), { gap, height })); // prettier-ignore

/**
 * The query, the parameters and the classes in an area; parameters, then the hint, are left out if there is no room.
 * @param {import("../../model.js").Model} model @param {import("../../kit/place.js").Box} area
 * @param {number} out the row without the word that is taken out @param {boolean} beside the words, not below them
 */
export function classesIn(model, area, out, beside) {
  const { labels, hint: said } = model.words.stories.classification;
  const size = SIZES[!beside ? "least" : area.width < 280 ? "small" : "column"];
  const cells = cellsOf(stagesOf(model)[1], () => ({ size }));
  const how = { ...START, most: area.width };
  const label = (/** @type {"query" | "parameters" | "classes"} */ id) =>
    text(`label.${id}`, { ...how, text: labels[id], weight: 600, fill: "ink" });
  const query = [label("query"), cells("query", { query: 0 })];
  const last = [label("parameters"), cells("w_o"), cells("b_o")];
  const { table, ...results } = tableIn(model, cells, out, { size, most: area.width, gap: beside ? 8 : 4 });
  const title = label("classes");
  const hint = [text("hint", { ...how, text: said, fill: "muted" })];
  /** @type {any[][]} */
  const parts = [query, last, [title, table], hint];
  const { shown, board } = fit(area, [[], [last], [last, hint]], (out) => {
    const shown = parts.filter((part) => !out.includes(part));
    const board = under(shown.map((part) => under(part)), 8, area.height - 1); // prettier-ignore
    return { shown, board, takes: { height: heightOf(board) } };
  });
  corner(board, area.x, area.y);
  const isShown = (/** @type {any[]} */ part) => shown.includes(part) && part;
  return { query, parameters: isShown(last), title, ...results, hint: isShown(hint) };
}

/**
 * A line for each class: its name, its logit, its probability as a cell and as a bar; the same again without the word that is
 * taken out.
 * @param {import("../../model.js").Model} model @param {import("../../kit/cells.js").Cells} cells of the query's stage
 * @param {number} out @param {{ size: import("../../kit/block.js").Size, most: number, gap: number }} how
 */
function tableIn(model, cells, out, { size, most, gap }) {
  const [, , classes] = stagesOf(model);
  const shares = cellsOf(classes, () => ({ size: { ...size, decimals: 3 } }));
  const lines = [...new Set([0, out])].map((query) => ({
    logits: cells.along("feature", "output", { query }),
    chances: shares.along("key", "weights", { query }),
  }));
  const names = namesOf(classes, "key").map((name, c) =>
    text(`class.${c}`, { ...START, text: name, most: Math.min(80, most * 0.38) }),
  );
  const heads = ["output", "weights"].map((tensor) =>
    text(`head.class.${tensor}`, { runs: letterRuns(tensor, ""), fill: "muted" }),
  );
  const rows = names.map((name, c) => [
    name,
    stack(lines.map(({ logits }) => logits[c])),
    stack(lines.map(({ chances }) => chances[c])),
  ]);
  const table = grid([[null, ...heads], ...rows], { gapX: gap, gapY: gap / 2 - 1 });
  const long = Math.max(0, most - widthOf(table) - ASIDE.gap - 2);
  /** @param {import("../../kit/block.js").Block[]} feet @param {boolean} [past] */
  const barsOf = (feet, past = false) =>
    feet.map((foot) => bar(`${past ? "past" : "bar"}.${foot.id}`, { ...ASIDE, foot, most: long, past }));
  const results = lines.map((line) => ({ ...line, bars: barsOf(line.chances) }));
  return { table, named: [...names, ...heads], results, past: out ? barsOf(lines[0].chances, true) : null };
}
