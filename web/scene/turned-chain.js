/** From scores to sums in the turned arrangement: what one query needs, row by row. */

import { PILL } from "./turned-sizes.js";
import { weighing } from "./turned-weigh.js";
import { LAYERS, LETTERS, ROLES, arrowItem, indicesOf, stripItem } from "./layout.js";
import { labelRuns, runsWidth } from "./parts.js";
import { stripBox } from "./strip.js";

/** @typedef {import("./strip.js").Strip} Strip */
/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./layout.js").Item} Item */
/** @typedef {import("./turned-sizes.js").Sizes} Sizes */
/** @typedef {import("./layout-turned.js").Rows} Rows */

/** @param {{ x: number, y: number }} at @param {any} cell @param {number} count @param {number} perRow @param {string} role @returns {import("./parts.js").Strip} */
export const stripFrom = (at, { cellWidth, cellHeight, size }, count, perRow, role) => ({
  ...at,
  cellWidth,
  cellHeight,
  size,
  count,
  perRow: Math.min(count, perRow),
  role,
});

/** @param {Model} model @param {Sizes} sizes @param {Rows} rows @param {number} i @returns {Item[]} */
export function attending(model, sizes, rows, i) {
  const pairs = indicesOf(model.kv_len, (j) => [j]);
  // what crosses the bus is drawn after it
  const crossing = (/** @type {Item} */ item) => /^(match|vector)/.test(item.id);
  const items = pairs.flatMap(([j]) => [
    ...chainItems(model, sizes, rows, i, j),
    ...weighing(model, sizes, rows, i, j),
  ]);
  return [...items.filter((item) => !crossing(item)), ...items.filter(crossing)];
}

/** Scores to weight, in one line or more. @param {Model} model @param {Sizes} sizes @param {Rows} rows @param {number} i @param {number} j @returns {Item[]} */
function chainItems(model, sizes, rows, i, j) {
  const { cell, lines, right, score, bus, pad, perRow, h, pitchLine } = sizes;
  const pair = `.${i}.${j}`;
  /** @type {Item[]} */
  const items = [];
  /** @type {any} */
  let before = null;
  lines.forEach((line, k) => {
    const y = rows.key[j] + k * pitchLine;
    const places = spread(line, cell, score, right, k === lines.length - 1);
    const strips = line.map((name, at) => ({
      x: places[at],
      y,
      ...cell[name],
      count: 1,
      perRow: 1,
      role: ROLES[name],
    }));
    const labels = lineLabels(model, line, strips.map(stripBox), `${i + 1}${j + 1}`, sizes, k > 0);
    line.forEach((name, at) => {
      const box = stripBox(strips[at]);
      const more = { labels: [labels[at]], initial: { ghost: i ? 0 : 1 } };
      items.push(stripItem(name + pair, strips[at], name, [[model.batch, model.head, i, j]], more));
      if (before) items.push(arrowItem("rise-" + name + pair, link(before, box, line.length === 1)));
      before = box;
    });
  });
  const mid = rows.key[j] + h / 2;
  const from = rows.query + cell.query.cellHeight / 2;
  const queryRight = pad + Math.min(model.d_q, perRow) * cell.query.cellWidth;
  const keyRight = pad + Math.min(model.d_k, perRow) * cell.key.cellWidth;
  items.push(
    arrowItem("bus" + pair, [
      [queryRight, from],
      [bus, from],
      [bus, mid - 6],
      [score - 3, mid - 6],
    ]),
    arrowItem(
      "match" + pair,
      [
        [keyRight, mid + 7],
        [score - 3, mid + 7],
      ],
      { halo: j < model.kv_len - 1 ? [[bus, mid + 7]] : [], upright: false },
    ),
  );
  if (!model.scaled && i === 0 && lines[0].length > 1) items.push(scalePill(model, cell, sizes, mid, j));
  return items;
}

/**
 * Labels of a line of cells, above them. Words are left out where they do not fit; the last label may end where
 * its cell ends. A cell alone in a later line has an arrow coming down into it, so its label stands beside it.
 * @param {Model} model @param {string[]} line @param {import("./parts.js").Box[]} boxes @param {string} index
 * @param {Sizes} sizes @param {boolean} later
 */
function lineLabels(model, line, boxes, index, { compact, right, bus }, later) {
  const size = compact ? 12 : 13;
  const gap = compact ? 9 : 10;
  const runs = (/** @type {number} */ k, /** @type {boolean} */ word) =>
    labelRuns(
      LETTERS[/** @type {"scores"} */ (line[k])],
      index,
      word ? model.words.roles[line[k]] : "",
      size,
    );
  const long = (/** @type {number} */ k, word = true) => runsWidth(runs(k, word), size);
  const last = line.length - 1;
  if (later && last === 0) {
    const room = boxes[0].x - 8 - bus - 6;
    const [{ x, y, width, height }] = boxes;
    const at = { y: y + height / 2 + 5, size };
    if (long(0, false) > room)
      return [{ ...at, x: x + width + 8, runs: runs(0, x + width + 8 + long(0) <= right) }];
    return [{ ...at, x: x - 8, runs: runs(0, long(0) <= room), anchor: "end" }];
  }
  const lastLeft = Math.min(boxes[last].x, right - long(last));
  const before = last ? boxes[last - 1].x + long(last - 1, false) + 6 : bus + 6;
  const lastFits = before <= lastLeft;
  return line.map((_, k) => {
    const { x, y } = boxes[k];
    if (k < last) {
      const next = k + 1 < last ? boxes[k + 1].x : lastFits ? lastLeft : boxes[last].x;
      return { x, y: y - gap, size, runs: runs(k, x + long(k) + 6 <= next) };
    }
    if (!lastFits || x === lastLeft) return { x, y: y - gap, size, runs: runs(k, lastFits) };
    return { x: right, y: y - gap, size, runs: runs(k, true), anchor: "end" };
  });
}

/** @param {Model} model @param {any} cell @param {Sizes} sizes @param {number} y @param {number} j @returns {Item} */
function scalePill(model, cell, { lines, score, right, compact }, y, j) {
  const places = spread(lines[0], cell, score, right, lines.length === 1);
  const from = places[0] + cell.scores.cellWidth;
  const width = compact ? 36 : PILL;
  const x = (from + places[1]) / 2 - width / 2 - 2;
  const fits = places[1] - from >= width + 10;
  return {
    id: `pill.${j}`,
    kind: "pill",
    layer: LAYERS.label,
    x,
    y: y - 10,
    width,
    height: 20,
    text: "÷√dₖ",
    size: compact ? 10 : 11,
    dashed: true,
    initial: { shown: fits ? 1 : 0 },
  };
}

/** Left edges of the cells of a line; the last of all stands at the right. @param {string[]} line @param {any} cell @param {number} left @param {number} right @param {boolean} last */
function spread(line, cell, left, right, last) {
  const widths = line.map((name) => cell[name].cellWidth);
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (line.length === 1) return [last ? right - widths[0] : left];
  const gap = Math.min((right - left - total) / (line.length - 1), 150);
  const start = last && gap === 150 ? right - total - gap * (line.length - 1) : left;
  return widths.map((_, k) =>
    k === 0 ? left : start + widths.slice(0, k).reduce((sum, width) => sum + width + gap, 0),
  );
}

/** Level arrow; straight down to a cell alone in its line; else down, back, and in from the left. @param {any} from @param {any} to @param {boolean} alone */
function link(from, to, alone) {
  const y = from.y + from.height / 2;
  if (to.y === from.y) {
    return [
      [from.x + from.width, y],
      [to.x - 3, y],
    ];
  }
  const x = from.x + from.width / 2;
  const bottom = from.y + from.height;
  if (alone) {
    const into = Math.min(Math.max(x, to.x + 8), to.x + to.width - 8);
    return x === into
      ? [
          [x, bottom],
          [x, to.y - 3],
        ]
      : [
          [x, bottom],
          [x, bottom + 8],
          [into, bottom + 8],
          [into, to.y - 3],
        ];
  }
  const mid = to.y + to.height / 2;
  return [
    [x, bottom],
    [x, bottom + 7],
    [to.x - 12, bottom + 7],
    [to.x - 12, mid],
    [to.x - 3, mid],
  ];
}
