/**
 * The walk-through turned by a quarter, for phones and for many inputs: a row per input, data running from
 * left to right. Above: key, score, weight; under it: value, weighted value. Sums collect below the panel, and
 * the inputs are pills of text above it.
 */

import { textWidth } from "./advance.js";
import {
  LAYERS,
  LETTERS,
  ROLES,
  indicesOf,
  labelAbove,
  metrics,
  stripBox,
  stripItem,
  wordItem,
} from "./layout.js";
import { labelRuns, runsWidth } from "./parts.js";
import { attending, stripFrom } from "./turned-chain.js";
import { inputsBeside, pills } from "./turned-inputs.js";
import { measure } from "./turned-sizes.js";

/** @typedef {import("./model.js").Model} Model */
/** @typedef {import("./layout.js").Item} Item */

/** @typedef {import("./turned-sizes.js").Sizes} Sizes */

/** @param {Model} model @param {number} width @returns {import("./layout.js").Layout} */
export function layoutTurned(model, width) {
  const sizes = measure(model, width);
  const { compact, panelX, panelWidth, sides } = sizes;
  const top = sides && sides.x !== null ? { items: [], height: 0 } : pills(model, sizes, width);
  const rows = placeRows(model, sizes, top.height);
  const panelHeight = rows.panelBottom - rows.panelTop;
  const panel = {
    x: panelX,
    y: rows.panelTop,
    width: panelWidth,
    height: panelHeight,
    rx: 10,
    fill: "panel",
  };
  const items = [
    { id: "panel", kind: "ground", layer: LAYERS.ground, ...panel },
    ...top.items,
    ...inputsBeside(model, sizes, rows),
    ...heading(model, sizes, rows),
    ...keysAndValues(model, sizes, rows),
    ...outputs(model, sizes, rows),
  ];
  for (let i = 0; i < model.q_len; i++)
    items.push(...queryItems(model, sizes, rows, i), ...attending(model, sizes, rows, i));
  const equation = compact ? { x: 4, y: rows.height - 60, width: width - 8, height: 56 } : undefined;
  const beside = sizes.bus - 8;
  const card = {
    x: beside,
    y: rows.panelTop + 12,
    // while it is open, outputs beside the panel are still to come
    width: (sides && sides.x === null ? width : panelX + panelWidth) - beside - 4,
    height: panelHeight - 24,
  };
  return { width, height: rows.height, turned: true, items, card, equation };
}

/** @param {Model} model @param {Sizes} sizes @param {number} panelTop */
function placeRows(model, { perRow, perOutput, upper, lower, h, sides, compact }, panelTop) {
  const query = panelTop + 34;
  const queryHeight = Math.max(Math.ceil(model.d_q / perRow) * h, model.open ? h : 0);
  const first = query + queryHeight + 46;
  const besides = sides && model.q_len === model.kv_len ? [model.d_v] : [];
  if (sides && sides.x !== null) besides.push(model.d_model);
  const perSide = Math.max(0, ...besides.map((n) => Math.ceil(n / (sides?.perRow ?? n)) * h + 40));
  const pitch = Math.max(upper + 30 + lower + 38, perSide);
  const key = Array.from({ length: model.kv_len }, (_, j) => first + j * pitch);
  const value = key.map((y) => y + upper + 30);
  const row = key.map((y) => y + (upper + 30 + lower) / 2);
  const panelBottom = value[value.length - 1] + lower + 20;
  const tall = Math.ceil(model.d_v / perOutput) * h;
  const below = Array.from({ length: model.q_len }, (_, i) => panelBottom + 18 + i * (tall + 14));
  const output = sides ? outputRows(model, row, pitch, Math.ceil(model.d_v / sides.perRow) * h) : below;
  const height = (sides ? panelBottom : below[below.length - 1] + tall) + 6 + (compact ? 64 : 0);
  return { panelTop, panelBottom, query, queryHeight, key, value, row, output, height };
}
/** @typedef {ReturnType<typeof placeRows>} Rows */

/** Outputs each by its row; where there are not as many, evenly along them. @param {Model} model @param {number[]} row @param {number} pitch @param {number} tall */
function outputRows({ q_len, kv_len }, row, pitch, tall) {
  const own = (kv_len * pitch) / q_len;
  const middle = (/** @type {number} */ i) => row[0] - pitch / 2 + own * (i + 0.5);
  return Array.from({ length: q_len }, (_, i) => Math.round(middle(i) - tall / 2));
}

/** @param {Model} model @param {Sizes} sizes @param {Rows} rows @returns {Item[]} */
function heading(model, { right, compact, pad, cell, perOutput, h, sides }, rows) {
  const { title, ops } = model.words;
  const size = compact ? 12 : 13;
  const text = model.self ? title.self : title.cross;
  const items = [];
  if (!model.open) {
    const place = { x: right, y: rows.panelTop + 22, text, size, anchor: "end" };
    items.push(wordItem("word.title", place, { shown: 1, active: 1 }));
  }
  const left = right - Math.min(model.d_v, perOutput) * cell[model.result].cellWidth;
  const label = runsWidth(labelRuns("z", "1", model.words.roles[model.result], size), size);
  if (!sides && left - 10 - textWidth(ops.sum, size, 650) > pad + label + 10) {
    items.push(
      wordItem("word.sum", {
        x: left - 10,
        y: rows.output[0] + h / 2 + 5,
        text: ops.sum,
        size,
        anchor: "end",
      }),
    );
  }
  return items;
}

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

/** Below the panel with the label at the left, or right of it. @param {Model} model @param {Sizes} sizes @param {Rows} rows @returns {Item[]} */
function outputs(model, { cell, perOutput, pad, compact, right, h, sides }, rows) {
  const size = compact ? 12 : 13;
  const word = model.words.roles[model.result];
  return indicesOf(model.q_len, (i) => [i]).map(([i]) => {
    const own = cell[model.result];
    const perRow = Math.min(model.d_v, sides ? sides.perRow : perOutput);
    const x = sides ? sides.output : right - perRow * own.cellWidth;
    const strip = stripFrom({ x, y: rows.output[i] }, own, model.d_v, perRow, "output");
    const labels = sides
      ? labelAbove(stripBox(strip), "z", String(i + 1), word, { gap: 10, most: 84 })
      : [{ x: pad, y: rows.output[i] + h / 2 + 5, size, runs: labelRuns("z", String(i + 1), word, size) }];
    const index = (/** @type {number} */ c) =>
      model.result === "output" ? [model.batch, i, c] : [model.batch, model.head, i, c];
    return stripItem(`output.${i}`, strip, model.result, indicesOf(model.d_v, index), {
      labels,
      initial: { ghost: 1 },
    });
  });
}
