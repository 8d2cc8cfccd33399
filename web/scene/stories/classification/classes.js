/** What a classifier makes of a sentence: its query, its last parameters, and a line for each class. */

import { nameOf, pairs } from "../../facts.js";
import { bar } from "../../kit/bars.js";
import { SIZES } from "../../kit/block.js";
import { cellsOf } from "../../kit/cells.js";
import { column, corner, fromLeft, grid, heightOf, widthOf } from "../../kit/place.js";
import { letterRuns, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { truncate } from "../../text-metrics.js";
import { stagesOf } from "./facts.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/place.js").Box} Box */

/** Between a share and its bar; where less is at hand, the last parameters are left out; px. */
const [BESIDE, NARROW] = [6, 340];
const { column: middle, small, least } = SIZES;

/** The query, the last parameters, and a line for each class. @param {Model} model @param {Box} area @param {number} out @param {{ beside: boolean, tight: boolean }} how */
export function classesIn(model, area, out, { beside, tight }) {
  const w = model.words.stories.classification;
  const size = tight ? least : beside ? middle : small;
  const cells = cellsOf(stagesOf(model)[1], () => ({ size }));
  const narrow = !beside && area.width < NARROW;
  const label = (/** @type {string} */ id, /** @type {string} */ said, most = area.width) =>
    text(`label.${id}`, { text: said, size: 13, weight: 600, align: "start", fill: "ink", most });
  const query = [label("asks", w.labels.query), cells("query", { query: 0 })];
  const last = [label("w_o", w.labels.parameters), cells("w_o"), cells("b_o")];
  const under = (/** @type {any[]} */ items) =>
    column(
      [...query, ...items].map((item) => fromLeft(item)),
      { gap: [4, beside ? 16 : 8, 4, 3] },
    );
  const parameters = narrow || heightOf(under(last)) > area.height ? [] : last;
  const upper = under(parameters);
  corner(upper, area.x, area.y);
  const lead = Math.max(widthOf(upper), 110) + 16;
  const left = beside || narrow ? area.x : area.x + lead;
  const most = area.x + area.width - left;
  const table = tableIn(model, cells, out, { size, most, gap: tight ? 4 : 8 });
  const title = label("classes", w.labels.classes, most);
  const high = heightOf(title) + 4 + table.height;
  const down = beside ? area.height - high - 4 : narrow ? heightOf(upper) + 8 : 0;
  corner(fromLeft(title), left, area.y + down);
  const results = table.put(left, area.y + down + high - table.height);
  const [, asks] = query;
  const aside = beside || narrow;
  const room = aside ? most - asks.width - 12 : most;
  const hint = text("hint", { text: w.hint, size: 13, align: "start", fill: "muted", most: room });
  if (aside) hint.put(left + asks.width + 12, asks.y + asks.height / 2);
  else hint.put(left, area.y + high + 20);
  return { query, parameters, classes: [title, ...table.items], ...results, hint };
}

/** A line for each class: its name, its number, its share as a cell and as a bar. @param {Model} model @param {import("../../kit/cells.js").Cells} cells of the query's stage @param {number} out @param {{ size: import("../../kit/block.js").Size, most: number, gap: number }} how */
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
  const tables = lines.map(({ logits, chances }) =>
    grid([[null, ...heads], ...names.map((name, c) => [name, logits[c], chances[c]])], {
      ...{ gapX: gap, gapY: gap / 2 - 1 },
    }),
  );
  const long = Math.max(0, most - widthOf(tables[0]) - BESIDE - 2);
  const barsOf = (/** @type {number} */ k, past = false) =>
    lines[k].chances.map((foot, c) =>
      bar(`${past ? "past" : "bar"}.${k}.${c}`, {
        ...{ foot, tensor: classes.full("weights"), index: pairs(classes, lines[k].query)[c], most: long },
        ...{ side: /** @type {const} */ ("right"), gap: BESIDE, past },
      }),
    );
  return {
    items: [...names, ...heads],
    height: heightOf(tables[0]),
    /** Its upper left corner. @param {number} x @param {number} y */
    put(x, y) {
      for (const one of tables) corner(one, x, y);
      const results = lines.map(({ logits, chances }, k) => ({ logits, chances, bars: barsOf(k) }));
      return { results, past: barsOf(0, true) };
    },
  };
}
