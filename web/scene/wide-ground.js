/** What stands behind the cells: the panel, the lanes of softmax, the words of the operations. */

import { textWidth } from "./advance.js";
import { LAYERS, ROLES, indicesOf, metrics, stripItem, wordItem } from "./layout.js";
import { laneNote } from "./wide-sizes.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./layout.js").Item} Item */
/** @typedef {import("./wide-sizes.js").Sizes} Sizes */
/** @typedef {import("./wide-sizes.js").Rows} Rows */

/** Panel, lanes and the words of the operations. @param {Model} model @param {Sizes} sizes @param {any} columns @param {Rows} rows @param {number} width @returns {Item[]} */
export function ground(model, { strips, scalar }, { lanes, centres }, rows, width) {
  const { ops, title } = model.words;
  const left = centres[0] - lanes / 2 - Math.max(scalar, strips.key.width) / 2;
  const right =
    centres[centres.length - 1] +
    lanes / 2 +
    Math.max(strips.weighted.width / 2, strips.value.width / 2, laneNote(model));
  const panel = { x: 0, y: rows.panelTop, width, height: rows.panelBottom - rows.panelTop, rx: 10 };
  /** @param {string} id @param {number} y */
  const word = (id, y) => wordItem("word." + id, { x: 32, y: y + 5, text: ops[id] });
  const items = [
    { id: "panel", kind: "ground", layer: LAYERS.ground, ...panel, fill: "panel" },
    wordItem(
      "word.title",
      { x: 32, y: rows.panelTop + 28, text: model.self ? title.self : title.cross },
      { shown: 1, active: 1 },
    ),
    word("sum", rows.output),
    word("multiply", rows.weight),
  ];
  for (const { id, y } of rows.lanes) {
    const lane = { x: left, y: y - 15, width: right - left, height: 30, rx: 8, fill: "lane" };
    const said = id === "sum" ? "total" : id;
    items.push({ id: "lane." + id, kind: "ground", layer: LAYERS.ground, ...lane }, word(said, y));
    if (id === "softmax") {
      const note = { x: right - 14, y: y + 4, text: "Σ = 1", size: 11, weight: 400, anchor: "end" };
      items.push(wordItem("note.sum", note, { shown: 0, active: 0 }));
    } else items.push(...rowNumbers(model, id, right, y));
  }
  for (const name of model.stages.slice(1, -1)) items.push(word(name, rows.stage[name]));
  if (rows.stage.pill) {
    items.push(
      wordItem(
        "word.unscaled",
        { x: 32, y: rows.stage.pill + 5, text: ops.scaled_scores },
        { shown: 1, active: 0 },
      ),
    );
    const x = 32 + textWidth(ops.scaled_scores, 13, 650) + 6;
    const off = { x, y: rows.stage.pill + 5, text: model.words.off, size: 11, weight: 400 };
    items.push(wordItem("word.off", off));
  }
  return items;
}

/** The maximum or the sum of a row, at the end of its lane. @param {Model} model @param {string} id @param {number} right @param {number} y @returns {Item[]} */
function rowNumbers(model, id, right, y) {
  const tensor = id === "max" ? "row_max" : "row_sum";
  const cell = { ...metrics(model, tensor, false), cellHeight: 24 };
  const strip = {
    x: right - 6 - cell.cellWidth,
    y: y - 12,
    ...cell,
    count: 1,
    perRow: 1,
    role: ROLES[tensor],
  };
  return indicesOf(model.q_len, (i) => [i]).map(([i]) => {
    const label = {
      x: strip.x - 8,
      y: y + 4,
      size: 11,
      text: id === "max" ? "max" : "Σ",
      anchor: "end",
      muted: true,
    };
    return stripItem(`${tensor}.${i}`, strip, tensor, [[model.batch, model.head, i]], { labels: [label] });
  });
}
