/**
 * Places columns in the width of a post. The map is a thumbnail beside the caption until it grows at the end, when keys and
 * inputs have left. Where a key and its value have no room side by side, values stand a row lower, and weighted values a row
 * higher than weights, so that a key's lane lies between those of two values.
 */

import { pairs } from "../../facts.js";
import { textWidth, truncate } from "../../text-metrics.js";
import { attentionMap, mapEnters } from "../../kit/attention-map.js";
import { backdrop } from "../../kit/backdrop.js";
import { SIZES, labelWidth } from "../../kit/block.js";
import { having, moved } from "../../kit/steps.js";
import { letterRuns, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { partsOf, stageOf } from "./columns.js";
import { flowing, sourcesOf } from "./end.js";
import { itemsOf, opsWidth } from "./items.js";
import { isSmall, opens } from "./opening.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/block.js").Block} Block */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {import("./items.js").Items} Items */
/** @typedef {import("./columns.js").Parts} Parts */
/** @typedef {import("./columns.js").Layout} Layout */
/** @typedef {import("./columns.js").Placed} Placed */

/** The picture, the end of its panel, and where the map begins at the end, below the panel, if it has no rows, px. */
const HEIGHT = 412;
const BOTTOM = 348;
const END = 376;

/** Middles of the rows with keys and values side by side, and stepped, px. */
const LINES = {
  beside: { output: 20, weighted: 86, weight: 86, share: 128, score: 245, bus: 275, key: 314, value: 314, input: 380, under: 402 }, // prettier-ignore
  stepped: { output: 24, weighted: 74, weight: 105, share: 135, score: 219, bus: 243, key: 279, value: 323, input: 377, under: 395 }, // prettier-ignore
};

const LARGE = { ...SIZES.phone, wide: 34, small: 12.5, margin: 3 };
/** Of one or two columns. */
const ROOMY = { ...LARGE, cell: 34, wide: 44, height: 32, font: 17, small: 14 };
const LOW = { ...LARGE, height: 24 };

/** The best first: what is dropped, or made smaller, in which order. @type {{ stepped: boolean, under: boolean, outputs: { side: "left" | "above", name: number }, size: Size }[]} */
const VARIANTS = [
  { stepped: false, under: false, outputs: { side: "left", name: 80 }, size: ROOMY },
  { stepped: false, under: false, outputs: { side: "left", name: 80 }, size: LARGE },
  { stepped: false, under: true, outputs: { side: "left", name: 80 }, size: LARGE },
  { stepped: true, under: true, outputs: { side: "left", name: 80 }, size: LOW },
  { stepped: true, under: true, outputs: { side: "left", name: 0 }, size: LOW },
  { stepped: true, under: true, outputs: { side: "above", name: 0 }, size: { ...LOW, wide: 30 } },
  {
    stepped: true,
    under: true,
    outputs: { side: "above", name: 0 },
    size: { ...LOW, ...SIZES.small, wide: 30, height: 24 },
  },
];

/** @param {Model} model @param {Room} room @returns {(() => import("../walk-through.js").Arrangement)[]} */
export const inPost = (model, room) =>
  VARIANTS.filter(({ size }) => size !== ROOMY || isSmall(model)).map(({ stepped, size, ...how }) => () => {
    const items = itemsOf(model, size, { words: false, labels: true, beside: stepped, ...how });
    const parts = partsOf(items);
    const { layout, lacks } = layoutOf(items, parts, room, stepped, how.under);
    const takes = { width: room.width + lacks, height: HEIGHT };
    const stage = () => {
      putAll(items, parts, layout);
      return stageOf({ items, parts, layout, takes, rest: restOf(items, parts, layout, room) });
    };
    return { takes, stage };
  });

/** @param {Items} items @param {Parts} parts @param {Room} room @param {boolean} stepped @param {boolean} under names stand below inputs @returns {{ layout: Layout, lacks: number }} lacks: px */
function layoutOf({ model, cells, scoreWidth, weightWidth }, parts, room, stepped, under) {
  const { kv_len } = model;
  const { keys, values, inputs, outputs } = parts;
  const [pad, gap] = stepped ? [6, 10] : [10, 16];
  const [key, value] = [keys[0].width, values[0].width];
  const weighted = cells("weighted_values", { query: 0, key: 0 }).width;
  const asking = Math.max(...[...parts.queries, ...parts.own].map(({ width }) => width));
  // left of the first bar stands the sum of its row
  const total = 58 + cells("row_sum", { query: 0 }).width;
  const first =
    pad +
    Math.max(
      asking + gap + Math.max(key, scoreWidth) / 2,
      opsWidth(model) + 8 + weightWidth / 2,
      total + scoreWidth / 2,
    );
  const last = room.width - pad - Math.max(value, weighted) / 2;
  // from a key to its value
  const apart = Math.max(key / 2 + 10 + values[0].left, (weightWidth + weighted) / 2 + 18);
  const pitch = stepped ? (last - first) / (kv_len - 0.5) : (last - apart - first) / Math.max(1, kv_len - 1);
  const input = Math.max(
    0,
    ...inputs.map(({ width, labels }) => width + (under ? 8 : labelWidth(labels[0]) + 20)),
  );
  const output = Math.max(
    ...outputs.map(
      ({ width, labels: [label] }) => width + (label.side === "left" ? labelWidth(label) + 9 : 6),
    ),
  );
  // between a score's letter and the next key's score a stream needs room
  const least = stepped
    ? Math.max(key, value, scoreWidth + 44, 2 * weightWidth + 44, weighted + 12)
    : Math.max(key + value + 20, weightWidth + weighted + 36);
  const needs = Math.max(least, input, model.self ? output : 0) - (kv_len > 1 ? pitch : 2 * pitch);
  const lanes = upTo(kv_len).map((j) => {
    const number = first + (kv_len > 1 ? j * pitch : 0);
    return { number, vector: number + (stepped ? pitch / 2 : apart) };
  });
  const { number, vector } = lanes[kv_len - 1];
  const beyond = inputs.length ? (number + vector - inputs[0].width) / 2 + input - 12 - room.width : 0;
  const lacks = Math.max(needs, beyond);
  const top = stepped ? 40 : 48;
  const panel = { x: 0, y: top, width: room.width, height: BOTTOM - top };
  const lines = LINES[stepped ? "stepped" : "beside"];
  const layout = {
    lanes,
    lines,
    panel,
    pad,
    bars: stepped ? 42 : 62,
    share: stepped ? 18 : 20,
    clear: room.width - pad,
    unit: stepped ? 9 : 14,
    stepped,
  };
  return { layout, lacks: Math.max(0, lacks) };
}

/** @param {Items} items @param {Parts} parts @param {Layout} layout */
function putAll(
  { model, cells, stages },
  { inputs, own, keys, values, queries, outputs },
  { lanes, lines, pad, panel },
) {
  const asking = [...queries, ...own];
  const middle = pad + Math.max(...asking.map(({ width }) => width)) / 2;
  for (const query of queries) query.put(middle, lines.score);
  for (const input of own) input.put(middle, lines.input);
  lanes.forEach(({ number, vector }, j) => {
    keys[j].put(number, lines.key);
    values[j].put(vector, lines.value);
    inputs[j]?.put((number + vector) / 2, lines.input);
    if (model.self) outputs[j].put(vector, lines.output);
    for (const i of upTo(model.q_len)) {
      for (const tensor of stages) cells(tensor, { query: i, key: j }).put(number, lines.score);
      cells("weights", { query: i, key: j }).put(number, lines.weight);
      cells("weighted_values", { query: i, key: j }).put(vector, lines.weighted);
    }
  });
  if (model.self) return;
  const wide = (panel.width - 2 * pad - 60) / outputs.length;
  outputs.forEach((output, i) => output.put(pad + 60 + (i + 0.5) * wide, lines.output));
}

/** What does not stand in columns. @param {Items} items @param {Parts} parts @param {Layout} layout @param {Room} room @returns {Placed["rest"]} */
function restOf(items, { keys, values }, { panel, lanes }, room) {
  const { model } = items;
  const few = model.kv_len <= 3;
  const rows = upTo(room.asked ?? model.q_len).map(items.queryName);
  const columns = upTo(model.kv_len).map(items.keyName);
  const { title, subtitle } = model.words.scene.map;
  const longest = Math.max(...columns.map((name) => textWidth(name, 12, 600)));
  const common = { points: true, rows, pairs: (/** @type {number} */ i) => pairs(model, i) };
  const hidden = opens(model);
  const map = attentionMap(model, {
    ...{ ...common, hidden, title, columns: few ? columns : columns.map(() => "") },
    cell: few ? { width: Math.max(36, Math.min(50, longest + 6)), height: 28 } : { width: 24, height: 21 },
  });
  map.put(room.width - map.width, HEIGHT + 1);
  // without words over its columns the title stands at its cells
  if (!few) map.title?.put(room.width - map.width, map.box.y - 12);
  const corner = { width: map.width, height: map.height + 4 };
  const high = few ? 36 : 27;
  const lowest = END - rows.length * high;
  const board = backdrop("panel", panel, { to: { ...panel, height: lowest - panel.y } });
  const standing = { panel: [board], "map words": map.words, thumbnail: map.rows };

  /** Keys and inputs leave, values rise, and the map grows in their place. @param {Block[]} outputs */
  function end(outputs) {
    const [first, last] = [lanes[0].vector, lanes[lanes.length - 1].vector];
    const most = Math.min(2 * (room.width - last), (last - first) / (lanes.length - 1) || Infinity) - 34;
    const risen = sourcesOf(items, values, (value, j) => {
      const runs = letterRuns("value", j + 1, truncate(items.keyName(j), 13, most, 600), { strong: true });
      const labels = [{ runs, side: /** @type {const} */ ("below"), align: /** @type {const} */ ("middle") }];
      return { labels, y: lowest - 40 - value.height / 2 };
    });
    const wide = room.width < 620 ? 84 : 98;
    const large = attentionMap(model, {
      ...{ ...common, columns, id: "large", hidden: true },
      cell: { width: few ? wide : wide - 20, height: high },
    });
    // its cells begin where the keys began
    const across = columns.length * large.rows[0].cellWidth;
    large.put(Math.max(keys[0].x, textWidth(title, 13, 650) + 8) + across - large.width, lowest + 12);
    const { box } = large;
    const x = box.x + box.width + 16;
    const heading = text("large.title", { text: title, weight: 650, align: "start" });
    heading.put(0, box.y - 12);
    const about = text("large.subtitle", { text: subtitle, size: 12, align: "start", fill: "muted" });
    about.put(x, box.y - 12);
    const rowsAt = large.rows.map((row, i) => [
      having(large.rowNames[i], { active: 1 }),
      moved(row, map.rows[i]),
    ]);
    const pitch = large.rows[0].height;
    return {
      ...{ outputs, values: risen.map((value, j) => moved(value, values[j])) },
      ...flowing(items, outputs, risen, { map: large, panel: board.to }),
      moved: {
        panel: having(board, { moved: 1 }, 0.52),
        map: [heading, about, large.columnNames, rowsAt],
        notes: { x, y: box.y + pitch / 2, width: room.width - x, pitch, bare: true },
      },
    };
  }
  const enters = hidden ? { mapEnters: { "map words": mapEnters(map) } } : {};
  return { map, height: HEIGHT, corner, notes: null, scenery: [], standing, end, ...enters };
}
