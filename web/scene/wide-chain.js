/** What one query needs in the upright arrangement: scores, weights, weighted values, and their arrows. */

import {
  LAYERS,
  ROLES,
  arrowItem,
  indicesOf,
  labelAbove,
  stripAt,
  stripBox,
  stripItem,
  upTo,
} from "./layout.js";
import { runsWidth } from "./parts.js";
import { labelBeside, weightedLabel } from "./wide-labels.js";
import { outputCentre } from "./wide-sizes.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./layout.js").Item} Item */
/** @typedef {import("./wide-sizes.js").Sizes} Sizes */
/** @typedef {import("./wide-sizes.js").Rows} Rows */
/**
 * A pair of query i and key j, and where it stands.
 * @typedef {{ model: Model, sizes: Sizes, rows: Rows, i: number, j: number, pair: string, left: number, right: number,
 *   centres: number[], lanes: number, width: number }} Pair
 */

/**
 * @param {Model} model @param {Sizes} sizes @param {{ lanes: number, centres: number[], width: number }} columns
 * @param {Rows} rows @param {number} i @returns {Item[]}
 */
export function attending(model, sizes, { lanes, centres, width }, rows, i) {
  const made = upTo(model.kv_len).flatMap((j) => {
    const sides = { left: centres[j] - lanes / 2, right: centres[j] + lanes / 2 };
    const pair = { model, sizes, rows, i, j, pair: `.${i}.${j}`, ...sides, centres, lanes, width };
    return [...scalarItems(pair), ...weightedItems(pair), ...feeders(pair)];
  });
  // values rise over the bus, so they are drawn after it
  const rising = (/** @type {Item} */ { id }) => id.startsWith("vector");
  return [...made.filter((item) => !rising(item)), ...made.filter(rising)];
}

/** The scalar lane: score, scaled, … weight, and what joins them. @param {Pair} pair @returns {Item[]} */
function scalarItems({ model, sizes: { cell, strips }, rows, i, j, pair, left }) {
  const initial = { ghost: i ? 0 : 1 };
  const most = (/** @type {number} */ width) => (strips.weighted.width < 70 ? width : 90);
  const items = model.stages.flatMap((name, k) => {
    const strip = stripAt(left, rows.stage[name], cell[name], 1, 1, ROLES[name]);
    const box = stripBox(strip);
    const labels =
      name === "weights"
        ? labelAbove(box, "a", `${i + 1}${j + 1}`, model.words.roles.weight, { most: most(box.width) })
        : labelBeside(model, box, name, i, j);
    const item = stripItem(name + pair, strip, name, [[model.batch, model.head, i, j]], { labels, initial });
    if (!k) return [item];
    const rise = [
      [left, rows.stage[model.stages[k - 1]] - 18],
      [left, box.y + box.height + 3],
    ];
    return [item, arrowItem("rise-" + name + pair, rise)];
  });
  return rows.stage.pill && i === 0 ? [...items, scalePill(left, rows.stage.pill, j)] : items;
}

/** The place that scaling would have. @param {number} x @param {number} y @param {number} j @returns {Item} */
function scalePill(x, y, j) {
  const box = { x: x - 26, y: y - 12, width: 52, height: 24 };
  const look = { kind: "pill", layer: LAYERS.label, text: "÷ √dₖ", dashed: true };
  return { id: `pill.${j}`, ...look, ...box, initial: { shown: 1 } };
}

/** Weighted value, the weight's way to it, and its way to the sum. @param {Pair} pair @returns {Item[]} */
function weightedItems({ model, sizes, rows, i, j, pair, left, right, centres, width }) {
  const { cell, scalar, perRow } = sizes;
  const strip = stripAt(right, rows.weight, cell.weighted_values, model.d_v, perRow, "weighted");
  const box = stripBox(strip);
  const label = weightedLabel(model, box, `${i + 1}${j + 1}`, String(j + 1), box.width - 16);
  // the stem leaves right of the label, where there is room
  const stem = Math.max(right, Math.min(box.x + box.width - 10, label.x + runsWidth(label.runs, 13) + 6));
  const indices = indicesOf(model.d_v, (c) => [model.batch, model.head, j, i, c]);
  const initial = { ghost: i ? 0 : 1 };
  const weight = [
    [left + Math.min(scalar, cell.weights.cellWidth) / 2, rows.weight],
    [box.x - 3, rows.weight],
  ];
  const sum = sumPath(sizes, rows, outputCentre(model, centres, width, i), stem, box.y);
  return [
    stripItem("weighted" + pair, strip, "weighted_values", indices, { labels: [label], initial }),
    arrowItem("scalar" + pair, weight),
    arrowItem("sum" + pair, sum, { head: j === 0 }),
  ];
}

/** What comes from below: key, query, value. @param {Pair} pair @returns {Item[]} */
function feeders({ sizes: { cell, strips }, rows, j, pair, left, right, centres, lanes }) {
  const half = cell.scores.cellWidth / 2;
  const query = j
    ? busPath(rows, centres[0] - lanes / 2 - half - 34, left - half)
    : [
        [32 + strips.query.width, rows.score],
        [left - half - 3, rows.score],
      ];
  const match = [
    [left, rows.key - strips.key.height / 2],
    [left, rows.score + 21],
  ];
  const vector = [
    [right, rows.key - strips.value.height / 2],
    [right, rows.weight + strips.weighted.height / 2 + 3],
  ];
  return [
    arrowItem("match" + pair, match),
    arrowItem("bus" + pair, query),
    arrowItem("vector" + pair, vector, { halo: centres.length > 1 ? [[right, rows.bus]] : [] }),
  ];
}

/** Down from the first score to the bus, along it, and up to a score. @param {Rows} rows @param {number} trunk @param {number} score */
const busPath = (rows, trunk, score) => [
  [trunk, rows.score],
  [trunk, rows.bus],
  [score - 34, rows.bus],
  [score - 34, rows.score],
  [score - 3, rows.score],
];

/** Stem up from a weighted value, along, and into the output. @param {Sizes} sizes @param {Rows} rows @param {number} to @param {number} stem @param {number} top */
function sumPath({ strips }, rows, to, stem, top) {
  const y = rows.panelTop + 40;
  return [
    [stem, top],
    [stem, y],
    [to, y],
    [to, rows.output + strips.output.height / 2 + 3],
  ];
}
