/**
 * The walk-through turned by a quarter, for phones and for many inputs: a row per input, data running from
 * left to right. Above: key, score, weight; under it: value, weighted value. Sums collect below the panel, and
 * the inputs are pills of text above it.
 */

import { shorten, textWidth } from "./advance.js";
import {
  LAYERS,
  LETTERS,
  ROLES,
  arrowItem,
  indicesOf,
  labelAbove,
  metrics,
  stripBox,
  stripItem,
  tokenLabel,
  wordItem,
} from "./layout.js";
import { labelRuns, runsWidth } from "./parts.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./layout.js").Item} Item */

/** @param {Model} model @param {number} width @returns {import("./layout.js").Layout} */
export function layoutTurned(model, width) {
  const compact = width < 600;
  const sizes = measure(model, width, compact);
  const top = pills(model, sizes, width);
  const rows = placeRows(model, sizes, top.height);
  const items = [
    {
      id: "panel",
      kind: "ground",
      layer: LAYERS.ground,
      x: 0,
      y: rows.panelTop,
      width,
      height: rows.panelBottom - rows.panelTop,
      rx: 10,
      fill: "panel",
    },
    ...top.items,
    ...heading(model, sizes, rows, width),
    ...keysAndValues(model, sizes, rows),
    ...outputs(model, sizes, rows),
  ];
  for (let i = 0; i < model.q_len; i++)
    items.push(...queryItems(model, sizes, rows, i), ...attending(model, sizes, rows, i));
  const equation = compact ? { x: 4, y: rows.height - 42, width: width - 8, height: 38 } : undefined;
  const card = { x: 0, y: rows.panelTop + 6, width, height: rows.panelBottom - rows.panelTop - 12 };
  return { width, height: rows.height, turned: true, items, card, equation };
}

/** How the vectors wrap: as few lines as the width allows. @param {Model} model @param {number} width @param {boolean} compact */
function measure(model, width, compact) {
  /** @type {Record<string, ReturnType<typeof metrics>>} */
  const cell = {};
  for (const name of ["x", "query", "key", "value", "weighted_values", model.result])
    cell[name] = metrics(model, name, compact);
  if (!model.self && model.projected) cell.x_kv = metrics(model, "x_kv", compact);
  for (const name of model.stages) cell[name] = metrics(model, name, compact, compact ? 36 : 52);
  const [pad, right] = compact ? [12, 28] : [24, 44];
  const weightedCell = Math.max(cell.weighted_values.cellWidth, cell[model.result].cellWidth);
  const widest = (/** @type {number} */ perRow) =>
    Math.max(
      ...[
        ["query", model.d_q],
        ["key", model.d_k],
        ["value", model.d_v],
      ].map(([name, n]) => Math.min(Number(n), perRow) * cell[name].cellWidth),
    );
  const options = [8, 4, 3, 2, 1];
  let best = { rank: Infinity, left: 1, weighted: 1 };
  for (const left of options) {
    for (const weighted of options) {
      const room = width - pad - right - widest(left);
      const fits =
        room >= Math.min(weighted, model.d_v) * weightedCell + 40 && room >= chainNeeds(model, cell, compact);
      const count = (/** @type {number} */ n, /** @type {number} */ per) => Math.ceil(n / per);
      const rank =
        Math.max(count(model.d_v, left), count(model.d_v, weighted)) +
        count(model.d_k, left) +
        0.01 * (16 - left - weighted);
      if (fits && rank < best.rank) best = { rank, left, weighted };
    }
  }
  const leftWidth = Math.max(widest(best.left), runsWidth(labelRuns("k", "1", model.words.roles.value), 12));
  const bus = pad + leftWidth + (compact ? 18 : 40);
  const score = bus + (compact ? 22 : 44);
  return {
    cell,
    perRow: best.left,
    perWeighted: best.weighted,
    pad,
    right: width - right,
    bus,
    score,
    compact,
    leftWidth,
    lines: chainLines(model, cell, width - right - score, compact),
  };
}
/** @typedef {ReturnType<typeof measure>} Sizes */

/** The narrowest room the chain from score to weight can live in: its two widest neighbours. @param {Model} model @param {any} cell @param {boolean} compact */
function chainNeeds(model, cell, compact) {
  const widths = model.stages.map((name) => cell[name].cellWidth);
  const pairsOf = widths.slice(1).map((width, k) => width + widths[k] + 20);
  return (
    (compact ? 40 : 84) + Math.max(...pairsOf, model.scaled ? 0 : widths[0] + 46 + widths[widths.length - 1])
  );
}

/** The stages between score and weight, in as many lines as they need. @param {Model} model @param {any} cell @param {number} room @param {boolean} compact */
function chainLines(model, cell, room, compact) {
  /** @type {string[][]} */
  const lines = [[]];
  let used = 0;
  for (const name of model.stages) {
    const gap =
      used === 0
        ? 0
        : !model.scaled && name !== "scores" && lines[0].length === 1 && lines.length === 1
          ? 46
          : compact
            ? 18
            : 44;
    if (used + gap + cell[name].cellWidth > room && lines[lines.length - 1].length) {
      lines.push([]);
      used = 0;
    }
    used += (used ? gap : 0) + cell[name].cellWidth;
    lines[lines.length - 1].push(name);
  }
  return lines;
}

/** Inputs as pills, flowing in lines. @param {Model} model @param {Sizes} sizes @param {number} width */
function pills(model, { compact, cell }, width) {
  if (!model.projected) return { items: [], height: 0, ids: [] };
  /** @type {Item[]} */
  const items = [];
  const place = { x: 1, y: 1, tall: 0 };
  const size = compact ? 13 : 14;
  const rows = model.self
    ? [["x", model.kv_len, "x"]]
    : [
        ["x", model.kv_len, "x_kv"],
        ["asker", model.q_len, "x"],
      ];
  for (const [id, count, tensor] of /** @type {[string, number, string][]} */ (rows)) {
    const n = model.tensor(tensor)?.shape.at(-1) ?? 0;
    const advance =
      Math.ceil((cell[tensor].cellWidth * size) / (cell[tensor].size + 4)) +
      (model.format(tensor).whole ? -4 : 4);
    for (let j = 0; j < count; j++) {
      const name = id === "x" ? shorten(tokenLabel(model, j), 12, 72) : "";
      const runs = [...labelRuns(id === "x" ? "x" : "y", String(j + 1), name, 12)];
      const head = Math.ceil(runsWidth(runs, 12)) + 18;
      const room = width - 2 - head - 10;
      const perRow = Math.max(
        1,
        Math.min(n, [8, 4, 2, 1].find((k) => Math.min(k, n) * advance <= room) ?? 1),
      );
      const lines = Math.ceil(n / perRow);
      const box = { width: head + perRow * advance + 10, height: 26 + (lines - 1) * 18 };
      if (place.x > 1 && place.x + box.width > width - 1)
        Object.assign(place, { x: 1, y: place.y + place.tall + 6, tall: 0 });
      const pill = { x: place.x, y: place.y, ...box };
      const strip = {
        x: pill.x + head,
        y: pill.y + 4,
        cellWidth: advance,
        cellHeight: 18,
        count: n,
        perRow,
        role: "input",
        size,
      };
      const labels = [{ x: pill.x + 12, y: pill.y + 18, size: 12, runs }];
      items.push(
        stripItem(
          `${id}.${j}`,
          strip,
          tensor,
          indicesOf(n, (c) => [model.batch, j, c]),
          { labels, pill, initial: { folded: 0 } },
        ),
      );
      place.x += box.width + 10;
      place.tall = Math.max(place.tall, box.height);
    }
  }
  return { items, height: place.y + place.tall + 10 };
}

/** @param {Model} model @param {Sizes} sizes @param {number} top */
function placeRows(model, { cell, perRow, perWeighted, lines, compact }, top) {
  const tall = (/** @type {string} */ name, /** @type {number} */ n, /** @type {number} */ per) =>
    Math.ceil(n / per) * cell[name].cellHeight;
  const h = compact ? 30 : 36;
  const panelTop = top;
  const query = panelTop + 34;
  const queryHeight = Math.max(tall("query", model.d_q, perRow), model.open ? h : 0);
  const pitchLine = h + 28;
  const upper = Math.max(tall("key", model.d_k, perRow), h + (lines.length - 1) * pitchLine);
  const lower = Math.max(tall("value", model.d_v, perRow), tall("weighted_values", model.d_v, perWeighted));
  const first = query + queryHeight + 46;
  const pitch = upper + 30 + lower + 38;
  const key = indicesOf(model.kv_len, (j) => [first + j * pitch]).map(([y]) => y);
  const value = key.map((y) => y + upper + 30);
  const panelBottom = value[value.length - 1] + lower + 20;
  const outputHeight = tall(model.result, model.d_v, perWeighted);
  const outputPitch = outputHeight + 14;
  const output = indicesOf(model.q_len, (i) => [panelBottom + 18 + i * outputPitch]).map(([y]) => y);
  const height = output[output.length - 1] + outputHeight + 6 + (compact ? 46 : 0);
  return { panelTop, panelBottom, query, queryHeight, key, value, output, pitchLine, h, height };
}
/** @typedef {ReturnType<typeof placeRows>} Rows */

/** @param {Model} model @param {Sizes} sizes @param {Rows} rows @param {number} width @returns {Item[]} */
function heading(model, { right, compact }, rows, width) {
  const { title, ops } = model.words;
  const text = model.self ? title.self : title.cross;
  const items = [];
  if (!model.open || !compact) {
    items.push(
      wordItem(
        "word.title",
        { x: right, y: rows.panelTop + 22, text, size: compact ? 12 : 13, anchor: "end" },
        { shown: 1, active: 1 },
      ),
    );
  }
  items.push(
    wordItem("word.sum", {
      x: 0,
      y: rows.output[0] + rows.h / 2 + 5,
      text: ops.sum,
      size: compact ? 12 : 13,
      anchor: "end",
    }),
  );
  return items.map((item) => (item.id === "word.sum" ? { ...item, place: width } : item));
}

/** @param {import("./layout.js").Item["strip"]} at @param {any} cell @param {number} count @param {number} perRow @param {string} role */
const stripFrom = (at, cell, count, perRow, role) => ({
  ...at,
  ...cell,
  count,
  perRow: Math.min(count, perRow),
  role,
});

/** @param {Model} model @param {Sizes} sizes @param {Rows} rows @returns {Item[]} */
function keysAndValues(model, { cell, perRow, pad, compact, bus }, rows) {
  const {
    batch: b,
    kvHead: g,
    words: { roles },
  } = model;
  const size = compact ? 12 : 13;
  return indicesOf(model.kv_len, (j) => [j]).flatMap(([j]) =>
    /** @type {const} */ ([
      ["key", model.d_k, rows.key],
      ["value", model.d_v, rows.value],
    ]).map(([name, count, ys]) => {
      const strip = stripFrom({ x: pad, y: ys[j] }, cell[name], count, perRow, name);
      const labels = labelAbove(stripBox(strip), LETTERS[name], String(j + 1), roles[name], {
        size,
        most: bus - pad - 6,
        gap: compact ? 8 : 10,
      });
      return stripItem(
        `${name}.${j}`,
        strip,
        name,
        indicesOf(count, (c) => [b, g, j, c]),
        { labels, initial: { ghost: 1 } },
      );
    }),
  );
}

/** @param {Model} model @param {Sizes} sizes @param {Rows} rows @param {number} i @returns {Item[]} */
function queryItems(model, { cell, perRow, pad, compact, right }, rows, i) {
  const {
    batch: b,
    head: h,
    words: { roles },
  } = model;
  const size = compact ? 12 : 13;
  const strip = stripFrom({ x: pad, y: rows.query }, cell.query, model.d_q, perRow, "query");
  const labels = labelAbove(stripBox(strip), "q", String(i + 1), roles.query, {
    size,
    most: 96,
    shape: `1×${model.d_q}`,
  });
  const indices = indicesOf(model.d_q, (c) => [b, h, i, c]);
  const items = [stripItem(`query.${i}`, strip, "query", indices, { labels, initial: { ghost: i ? 0 : 1 } })];
  if (!model.open) return items;
  let x = right;
  for (const [tensor, word] of [
    ["row_sum", "Σ"],
    ["row_max", "max"],
  ]) {
    const own = { ...metrics(model, tensor, compact), cellHeight: 26 };
    x -= own.cellWidth;
    const at = { ...own, x, y: rows.query + 2, count: 1, perRow: 1, role: ROLES[tensor] };
    items.push(
      stripItem(`${tensor}.${i}`, at, tensor, [[b, h, i]], {
        labels: [{ x, y: rows.query - 5, size: 11, text: word, muted: true }],
      }),
    );
    x -= 12;
  }
  return items;
}

/** @param {Model} model @param {Sizes} sizes @param {Rows} rows @returns {Item[]} */
function outputs(model, { cell, perWeighted, pad, compact, right }, rows) {
  const size = compact ? 12 : 13;
  const word = model.words.roles[model.result];
  return indicesOf(model.q_len, (i) => [i]).map(([i]) => {
    const own = cell[model.result];
    const width = Math.min(model.d_v, perWeighted) * own.cellWidth;
    const strip = stripFrom({ x: right - width, y: rows.output[i] }, own, model.d_v, perWeighted, "output");
    const labels = [
      { x: pad, y: rows.output[i] + rows.h / 2 + 5, size, runs: labelRuns("z", String(i + 1), word, size) },
    ];
    const indices = indicesOf(model.d_v, (c) =>
      model.result === "output" ? [model.batch, i, c] : [model.batch, model.head, i, c],
    );
    return stripItem(`output.${i}`, strip, model.result, indices, { labels, initial: { ghost: 1 } });
  });
}

/** @param {Model} model @param {Sizes} sizes @param {Rows} rows @param {number} i @returns {Item[]} */
function attending(model, sizes, rows, i) {
  return indicesOf(model.kv_len, (j) => [j]).flatMap(([j]) => [
    ...chainItems(model, sizes, rows, i, j),
    ...weighing(model, sizes, rows, i, j),
  ]);
}

/** Scores to weight, in one line or more. @param {Model} model @param {Sizes} sizes @param {Rows} rows @param {number} i @param {number} j @returns {Item[]} */
function chainItems(model, sizes, rows, i, j) {
  const { cell, lines, right, score, bus, compact, pad, perRow } = sizes;
  const pair = `.${i}.${j}`;
  /** @type {Item[]} */
  const items = [];
  /** @type {any} */
  let before = null;
  lines.forEach((line, k) => {
    const y = rows.key[j] + k * rows.pitchLine;
    const places = spread(line, cell, score, right, k === lines.length - 1);
    line.forEach((name, at) => {
      const strip = { x: places[at], y, ...cell[name], count: 1, perRow: 1, role: ROLES[name] };
      const box = stripBox(strip);
      const next = at + 1 < line.length ? places[at + 1] - 6 : 0;
      const labels = chainLabel(model, box, name, `${i + 1}${j + 1}`, { compact, next, right });
      items.push(
        stripItem(name + pair, strip, name, [[model.batch, model.head, i, j]], {
          labels,
          initial: { ghost: i ? 0 : 1 },
        }),
      );
      if (before) items.push(arrowItem("rise-" + name + pair, link(before, box)));
      before = box;
    });
  });
  const mid = rows.key[j] + rows.h / 2;
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
 * @param {{ compact: boolean, next: number, right: number }} where
 */
function chainLabel(model, box, name, at, { compact, next, right }) {
  const size = compact ? 12 : 13;
  const letter = LETTERS[/** @type {"scores"} */ (name)];
  const word = model.words.roles[name];
  const long = runsWidth(labelRuns(letter, at, word, size), size);
  const gap = compact ? 9 : 10;
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

/** Level arrow, or down and back to the start of the next line. @param {any} from @param {any} to */
function link(from, to) {
  const y = from.y + from.height / 2;
  if (to.y === from.y)
    return [
      [from.x + from.width, y],
      [to.x - 3, y],
    ];
  const x = from.x + from.width / 2;
  const into = to.x + to.width / 2;
  const bottom = from.y + from.height;
  if (Math.abs(x - into) < 1)
    return [
      [x, bottom],
      [x, to.y - 3],
    ];
  return [
    [x, bottom],
    [x, bottom + 6],
    [into, bottom + 6],
    [into, to.y - 3],
  ];
}

/** Value times weight, and the way to the sum. @param {Model} model @param {Sizes} sizes @param {Rows} rows @param {number} i @param {number} j @returns {Item[]} */
function weighing(model, sizes, rows, i, j) {
  const { cell, perWeighted, perRow, right, pad, lines, bus } = sizes;
  const pair = `.${i}.${j}`;
  const width = Math.min(model.d_v, perWeighted) * cell.weighted_values.cellWidth;
  const strip = stripFrom(
    { x: right - width, y: rows.value[j] },
    cell.weighted_values,
    model.d_v,
    perWeighted,
    "weighted",
  );
  const mid = rows.value[j] + rows.h / 2;
  const valueRight = pad + Math.min(model.d_v, perRow) * cell.value.cellWidth;
  const weightX = right - cell.weights.cellWidth / 2;
  const weightBottom = rows.key[j] + (lines.length - 1) * rows.pitchLine + rows.h;
  const out = right + (sizes.compact ? 16 : 26);
  const to = rows.output[i] + rows.h / 2;
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
        [right + 3, to],
      ],
      { head: j === 0 },
    ),
  ];
}

export { textWidth };
