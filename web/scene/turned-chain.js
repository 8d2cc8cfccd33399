/** From scores to sums in the turned arrangement: what one query needs, row by row. */

import { LAYERS, LETTERS, ROLES, arrowItem, indicesOf, labelAbove, stripBox, stripItem } from "./layout.js";
import { labelRuns, runsWidth } from "./parts.js";

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
  const { cell, lines, right, score, bus, compact, pad, perRow, h, pitchLine } = sizes;
  const pair = `.${i}.${j}`;
  /** @type {Item[]} */
  const items = [];
  /** @type {any} */
  let before = null;
  lines.forEach((line, k) => {
    const y = rows.key[j] + k * pitchLine;
    const places = spread(line, cell, score, right, k === lines.length - 1);
    line.forEach((name, at) => {
      const strip = { x: places[at], y, ...cell[name], count: 1, perRow: 1, role: ROLES[name] };
      const box = stripBox(strip);
      const next = at + 1 < line.length ? places[at + 1] - 6 : 0;
      const labels = chainLabel(model, box, name, `${i + 1}${j + 1}`, {
        compact,
        next,
        right,
        below: k > 0 && line.length === 1,
      });
      items.push(
        stripItem(name + pair, strip, name, [[model.batch, model.head, i, j]], {
          labels,
          initial: { ghost: i ? 0 : 1 },
        }),
      );
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
 * Above its cell; the last of a line ends where its cell ends, if it is too long to start there.
 * @param {Model} model @param {import("./parts.js").Box} box @param {string} name @param {string} at
 * @param {{ compact: boolean, next: number, right: number, below: boolean }} where
 */
function chainLabel(model, box, name, at, { compact, next, right, below }) {
  const size = compact ? 12 : 13;
  const letter = LETTERS[/** @type {"scores"} */ (name)];
  const word = model.words.roles[name];
  const long = runsWidth(labelRuns(letter, at, word, size), size);
  const gap = compact ? 9 : 10;
  // an arrow comes down into it, so the label stands beside it
  if (below) {
    const place = { x: box.x - 8, y: box.y + box.height / 2 + 5, anchor: "end" };
    return [{ ...place, size, runs: labelRuns(letter, at, word, size) }];
  }
  if (next || box.x + long <= right)
    return labelAbove(box, letter, at, word, { size, most: (next || right) - box.x, gap });
  return [{ x: right, y: box.y - gap, size, runs: labelRuns(letter, at, word, size), anchor: "end" }];
}

/** @param {Model} model @param {any} cell @param {Sizes} sizes @param {number} y @param {number} j @returns {Item} */
function scalePill(model, cell, { lines, score, right, compact }, y, j) {
  const places = spread(lines[0], cell, score, right, lines.length === 1);
  const from = places[0] + cell.scores.cellWidth;
  const width = compact ? 36 : 52;
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

/** Value times weight, and the way to the sum. @param {Model} model @param {Sizes} sizes @param {Rows} rows @param {number} i @param {number} j @returns {Item[]} */
function weighing(model, sizes, rows, i, j) {
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
