/** What a classifier makes of a sentence: its query, its last parameters, and a line for each class. */

import { nameOf, pairs } from "../../facts.js";
import { bar } from "../../kit/bars.js";
import { SIZES } from "../../kit/block.js";
import { cellsOf } from "../../kit/cells.js";
import { column, corner, fromLeft, grid, heightOf, stack, widthOf } from "../../kit/place.js";
import { letterRuns, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { truncate } from "../../text-metrics.js";
import { stagesOf } from "./facts.js";

/** @typedef {import("../../model.js").Model} Model */

/** Between a share and its bar; where less is at hand, the last parameters are left out; px. */
const [BESIDE, NARROW] = [6, 340];
const { column: middle, small, least } = SIZES;

/** @param {Model} model @param {import("../../kit/place.js").Box} area @param {number} out @param {{ beside: boolean, tight: boolean }} how */
export function classesIn(model, area, out, { beside, tight }) {
  const w = model.words.stories.classification;
  const size = tight ? least : beside ? middle : small;
  const cells = cellsOf(stagesOf(model)[1], () => ({ size }));
  const aside = beside || area.width < NARROW;
  const label = (/** @type {string} */ id, /** @type {string} */ said) =>
    text(`label.${id}`, { text: said, size: 13, weight: 600, align: "start", fill: "ink", most: area.width });
  const hint = text("hint", { text: w.hint, size: 13, align: "start", fill: "muted", most: area.width });
  const query = [label("asks", w.labels.query), cells("query", { query: 0 })];
  const last = [label("w_o", w.labels.parameters), cells("w_o"), cells("b_o")];
  const under = (/** @type {any[]} */ items, gap = 4, height = 0) =>
    fromLeft(column(items.map((item) => fromLeft(item)), { gap, height })); // prettier-ignore
  const parameters = (beside || !aside) && heightOf(under([...query, ...last])) <= area.height ? last : [];
  const upper = under([...query, ...parameters]);
  const left = aside ? 0 : Math.max(widthOf(upper), 110) + 16;
  const how = { size, most: area.width - left, gap: tight ? 4 : 8 };
  const { table, names, heads, ...results } = tableIn(model, cells, out, how);
  const title = label("classes", w.labels.classes);
  const room = area.height - (aside ? heightOf(upper) + 8 : 0);
  const isHinted = heightOf(under([title, table, hint])) <= room;
  const lower = under([title, table, ...(isHinted ? [hint] : [])]);
  if (aside) corner(under([upper, lower], 8, beside ? area.height - 4 : 0), area.x, area.y);
  else for (const [k, part] of [upper, lower].entries()) corner(part, area.x + k * left, area.y);
  return {
    query,
    parameters,
    classes: [title, ...names, ...heads],
    ...results,
    hint: isHinted ? hint : null,
  };
}

/** A line for each class: its name, its number, its share as a cell and as a bar; the same again without the word that is taken out. @param {Model} model @param {import("../../kit/cells.js").Cells} cells of the query's stage @param {number} out @param {{ size: import("../../kit/block.js").Size, most: number, gap: number }} how */
function tableIn(model, cells, out, { size, most, gap }) {
  const [, , classes] = stagesOf(model);
  const shares = cellsOf(classes, () => ({ size: { ...size, decimals: 3 } }));
  const lines = [...new Set([0, out])].map((query) => ({
    logits: cells.along("feature", "output", { query }),
    chances: shares.along("key", "weights", { query }),
    query,
  }));
  const names = upTo(classes.kv_len).map((c) => {
    const said = truncate(nameOf(classes, "key", c), 13, Math.min(80, most * 0.38));
    return text(`class.${c}`, { text: said, size: 13, align: "start", fill: "text" });
  });
  const heads = ["output", "weights"].map((tensor) =>
    text(`head.class.${tensor}`, { runs: letterRuns(tensor, ""), fill: "muted" }),
  );
  const rows = names.map((name, c) => [
    name,
    stack(lines.map(({ logits }) => logits[c])),
    stack(lines.map(({ chances }) => chances[c])),
  ]);
  const table = grid([[null, ...heads], ...rows], { gapX: gap, gapY: gap / 2 - 1 });
  const long = Math.max(0, most - widthOf(table) - BESIDE - 2);
  const barsOf = (/** @type {number} */ k, past = false) =>
    lines[k].chances.map((foot, c) =>
      bar(`${past ? "past" : "bar"}.${k}.${c}`, {
        ...{ foot, tensor: classes.full("weights"), index: pairs(classes, lines[k].query)[c], most: long },
        ...{ side: /** @type {const} */ ("right"), gap: BESIDE, past },
      }),
    );
  const results = lines.map((line, k) => ({ ...line, bars: barsOf(k) }));
  return { table, names, heads, results, past: barsOf(0, true) };
}
