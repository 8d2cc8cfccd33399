/**
 * Arranges columns where there is little width. In a post the map is a thumbnail beside the caption until it grows at the end,
 * when keys and inputs have left. If a key and its value do not fit side by side, values are a row lower, and weighted values a
 * row higher than weights, so that a key's lane is between those of two values; if these do not fit either, vectors take two
 * lines.
 */

import { textWidth, truncate } from "../../text-metrics.js";
import { attentionMap, mapEnters } from "../../kit/attention-map.js";
import { backdrop } from "../../kit/backdrop.js";
import { SIZES, cellOf, labelWidth } from "../../kit/block.js";
import { having, moved } from "../../kit/arrivals.js";
import { letterRuns, text, textAt } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { mapBeside, mapOf, partsOf, putAsking, stageOf } from "./columns.js";
import { flowing, rowsFrom, sourcesOf } from "./end.js";
import { inputTensor, itemsOf, opsWidth } from "./items.js";
import { isSmall, opens } from "./opening.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/block.js").Block} Block */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {import("./items.js").Items} Items */
/** @typedef {import("./columns.js").Parts} Parts */
/** @typedef {import("./columns.js").Layout} Layout */
/** @typedef {import("./columns.js").Placed} Placed */

/** Height of the picture, and of what the panel and the rows of the map take at the end, px. */
const HEIGHT = 412;
const END = 376;

/**
 * The middles of the rows, the top and bottom of the panel, and sizes, px. rows: the most lines of a vector; halves: how long a
 * line may be, the best first, in halves of the longest vector
 * @typedef {{ lines: Layout["lines"], top: number, bottom: number, rows: number, halves: number[], pad: number, gap: number, bars: number, share: number, unit: number }} Grid
 * @type {Record<"beside" | "stepped" | "folded", Grid>}
 */
const GRIDS = {
  beside: {
    lines: { output: 20, weighted: 86, weight: 86, share: 128, score: 245, bus: 275, key: 314, value: 314, input: 380, under: 402 }, // prettier-ignore
    ...{ top: 48, bottom: 348, rows: 1, halves: [Infinity], pad: 10, gap: 16, bars: 62, share: 20, unit: 14 },
  },
  stepped: {
    lines: { output: 26, weighted: 74, weight: 105, share: 135, score: 219, bus: 243, key: 279, value: 323, input: 377, under: 395 }, // prettier-ignore
    ...{ top: 40, bottom: 348, rows: 1, halves: [Infinity], pad: 6, gap: 8, bars: 42, share: 18, unit: 9 },
  },
  folded: {
    lines: { output: 31, weighted: 84, weight: 111, share: 132, score: 206, bus: 222, key: 261, value: 316, input: 370, under: 392 }, // prettier-ignore
    ...{ top: 48, bottom: 342, rows: 2, halves: [1.3, 1], pad: 6, gap: 8, bars: 38, share: 16, unit: 9 },
  },
};

/** Size of a whole map beside columns, px. */
const MAP = { width: 150, height: 81 };

const LARGE = { ...SIZES.phone, wide: 34, small: 12.5, margin: 3 };
/** For one or two columns. */
const ROOMY = { ...LARGE, cell: 34, wide: 44, height: 32, font: 17, small: 14 };
const LOW = { ...LARGE, height: 24 };
const SMALL = { ...SIZES.small, wide: 30, height: 24, margin: 3 };
/** Numbers of 12 px are not bold; cells are measured as if they were, which is margin enough. */
const LEAST = { ...SIZES.least, wide: 30, height: 17, margin: 0 };
const ROUGH = { ...LEAST, wide: 24, decimals: 1 };

const LEFT = /** @type {const} */ ({ side: "left", name: 80 });
const ABOVE = /** @type {const} */ ({ side: "above", name: 0 });

/**
 * The variants, the best first; each drops something more or makes it smaller.
 * @type {{ grid: keyof typeof GRIDS, under: boolean, outputs: { side: "left" | "above", name: number }, size: Size, side?: typeof MAP }[]}
 */
const VARIANTS = [
  { grid: "beside", under: false, outputs: LEFT, size: ROOMY },
  { grid: "beside", under: false, outputs: LEFT, size: LARGE },
  { grid: "beside", under: true, outputs: LEFT, size: LARGE },
  { grid: "stepped", under: true, outputs: LEFT, size: LOW },
  { grid: "stepped", under: true, outputs: { ...LEFT, name: 0 }, size: LOW },
  { grid: "stepped", under: true, outputs: ABOVE, size: { ...LOW, wide: 30 } },
  { grid: "stepped", under: true, outputs: ABOVE, size: SMALL },
  { grid: "folded", under: true, outputs: LEFT, size: LEAST },
  { grid: "folded", under: true, outputs: { ...LEFT, name: 0 }, size: LEAST },
  { grid: "folded", under: true, outputs: ABOVE, size: LEAST },
  { grid: "folded", under: true, outputs: ABOVE, size: ROUGH },
  { grid: "folded", under: true, outputs: ABOVE, size: ROUGH, side: { ...MAP, width: 128 } },
];

/**
 * Columns over a thumbnail of the map or, where the caption leaves no room for one, beside the map.
 * @param {Model} model @param {Room} room @returns {(() => import("../walk-through.js").Arrangement)[]}
 */
export const inPost = (model, room) =>
  VARIANTS.filter(({ size }) => size !== ROOMY || isSmall(model)).flatMap((variant) =>
    GRIDS[variant.grid].halves.map((share) => () => arranged(model, room, variant, share)),
  );

/**
 * @param {Model} model @param {Room} room @param {typeof VARIANTS[0]} variant
 * @param {number} share the length of a line, in halves of the longest vector @returns {import("../walk-through.js").Arrangement}
 */
function arranged(model, room, { grid, size, side = MAP, ...how }, share) {
  const stepped = grid !== "beside";
  const { rows } = GRIDS[grid];
  const most = share * halfOf(model, size);
  const items = itemsOf(model, size, { words: false, labels: true, beside: stepped, most, ...how });
  const parts = partsOf(items);
  const map = room.corner ? null : mapOf(items, { side, whole: false, alone: false }, 1, room.asked);
  const width = room.width - (map ? map.width + 20 : 0);
  const { layout, lacks } = layoutOf(items, parts, width, GRIDS[grid], stepped, how.under);
  const takes = { width: room.width + lacks, height: HEIGHT };
  const stage = () => {
    putAll(items, parts, layout, rows * size.height);
    const rest = map
      ? mapBeside(model, room.width, map, layout.panel, Math.min(HEIGHT + 8, room.height))
      : restOf(items, parts, layout, room);
    return stageOf({ items, parts, layout, takes, rest });
  };
  return { takes, stage };
}

/** Px in which every vector fits on two lines; two numbers stay on one line. @param {Model} model @param {Size} size */
function halfOf(model, size) {
  const half = (/** @type {string} */ tensor) => {
    const count = model.tensor(tensor)?.shape.at(-1) ?? 0;
    return (count > 2 ? Math.ceil(count / 2) : count) * cellOf(model, tensor, size).width;
  };
  return Math.max(
    ...[inputTensor(model), "x", "query", "key", "value", "weighted_values", model.result].map(half),
  );
}

/**
 * The room needed at the edges and from one key to the next, px.
 * @param {Items} items @param {Parts} parts @param {Grid} grid @param {boolean} stepped
 * @param {boolean} under names are below inputs
 */
function needsOf({ model, cells, stages, scoreWidth, weightWidth }, parts, { pad, gap }, stepped, under) {
  const { queries, queryInputs, inputs, outputs } = parts;
  const [key, value] = [parts.keys[0], parts.values[0]];
  const widest = (/** @type {Block[]} */ list) => Math.max(0, ...list.map(({ width }) => width));
  const weighted = cells("weighted_values", { query: 0, key: 0 }).width;
  const asking = widest([...queries, ...queryInputs]);
  const names = inputs.map((input) => labelWidth(input.labels[0]));
  const input = inputs.map((item, j) =>
    under ? Math.max(item.width, names[j]) + 8 : item.width + names[j] + 20,
  );
  const [name = 0] = names.slice(-1);
  const output = outputs.map(({ width, labels: [label] }) =>
    label.side === "left" ? width + labelWidth(label) + 9 : width + 6,
  );
  // from a key to its value: the line to one and the stream from the other pass between them, and a weight's arrow has its length
  const apart = stepped
    ? Math.max(value.left + 6, key.left + 7, weightWidth / 2 + Math.min(22, weighted / 2 - 8) + 6)
    : Math.max(key.width / 2 + 10 + value.left, (weightWidth + weighted) / 2 + 18);
  // below the query nothing may block the line to it
  const way = pad + asking / 2 + 12;
  const aside = queryInputs.length ? pad + widest(queryInputs) + 10 : way;
  // the sum of the row is left of the first bar
  const total = 58 + cells("row_sum", { query: 0 }).width;
  const first = Math.max(
    pad + asking + gap + scoreWidth / 2,
    pad + opsWidth(model) + 8 + Math.max(key.width, weightWidth) / 2,
    pad + total + scoreWidth / 2,
    way + key.width / 2,
    aside + (widest(inputs) - apart) / 2,
  );
  // between a score's letter and the next key's score a stream needs room
  const letters = stages.map((tensor) => labelWidth(cells(tensor, { query: 0, key: 0 }).labels[0]));
  const scored = scoreWidth + Math.max(...letters) + 32;
  const least = stepped
    ? [2 * apart, scored, 2 * weightWidth + 44, weighted + 8]
    : [apart + value.width / 2 + 10 + key.left, scored, weightWidth + weighted + 36];
  return {
    ...{ first, apart, least: Math.max(...least, ...input, ...(model.self ? output : [])) },
    last: Math.max(value.width, weighted, model.self ? widest(outputs) : 0) / 2 + pad,
    output: Math.max(...output),
    /** From the middle of the last input to the end of its name. */
    name: inputs.length ? (under ? name / 2 : inputs[0].width / 2 + name + 8) : 0,
  };
}

/**
 * Spreads the keys over the width; if stepped, a value is half that distance from its key, or nearer if there is less room.
 * @param {Items} items @param {Parts} parts @param {number} width px @param {Grid} grid @param {boolean} stepped
 * @param {boolean} under names are below inputs
 * @returns {{ layout: Layout, lacks: number }} lacks: by how many px the width is too small
 */
function layoutOf(items, parts, width, grid, stepped, under) {
  const { kv_len, self, words } = items.model;
  const { top, bottom, pad } = grid;
  const { first, apart, least, name, output, ...needs } = needsOf(items, parts, grid, stepped, under);
  const last = width - needs.last;
  const spare = last - first;
  const steps = kv_len - 1;
  const pitch = stepped ? Math.max(least, spare / (steps + 0.5)) : (spare - apart) / Math.max(1, steps);
  const away = stepped ? Math.min(pitch / 2, spare - steps * pitch) : apart;
  const begin = stepped ? last - away - steps * pitch : first;
  const lanes = upTo(kv_len).map((j) => ({ number: begin + j * pitch, vector: begin + j * pitch + away }));
  const { number, vector } = lanes[steps];
  const said = textWidth(words.scene.ops.sum, 13, 650) + 6;
  const lacks = [
    stepped ? apart - away : steps ? least - pitch : apart - spare,
    (number + vector) / 2 + name - width,
    self
      ? pad + said - (lanes[0].vector + parts.outputs[0].width / 2 - output)
      : output - (width - 2 * pad - 60) / parts.outputs.length,
  ];
  const panel = { x: 0, y: top, width, height: bottom - top };
  return { layout: { ...grid, lanes, panel, clear: width - pad, stepped }, lacks: Math.max(0, ...lacks) };
}

/** @param {Items} items @param {Parts} parts @param {Layout} layout @param {number} high largest height of a vector, px */
function putAll({ model, cells, stages }, parts, layout, high) {
  const { inputs, keys, values, outputs } = parts;
  const { lanes, lines, pad, panel } = layout;
  putAsking(parts, layout);
  lanes.forEach(({ number, vector }, j) => {
    keys[j].put(number, lines.key);
    values[j].put(vector, lines.value);
    inputs[j]?.put((number + vector) / 2, lines.input + (high - inputs[j].height) / 2);
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

/**
 * Everything that is not in columns.
 * @param {Items} items @param {Parts} parts @param {Layout} layout @param {Room} room @returns {Placed["rest"]}
 */
function restOf(items, { keys, values }, { panel, lanes }, room) {
  const { model } = items;
  const few = model.kv_len <= 3;
  const rows = upTo(room.asked ?? model.q_len).map(items.queryName);
  const columns = upTo(model.kv_len).map(items.keyName);
  const { title, subtitle } = model.words.scene.map;
  const longest = Math.max(...columns.map((name) => textWidth(name, 12, 600)));
  const hidden = opens(model);
  const map = attentionMap(model, {
    ...{ points: true, rows, hidden, title, columns: few ? columns : columns.map(() => "") },
    cell: few ? { width: Math.max(36, Math.min(50, longest + 6)), height: 28 } : { width: 24, height: 21 },
  });
  map.put(room.width - map.width, HEIGHT + 1);
  // without words over its columns, the title is next to its cells
  if (!few) map.title?.put(room.width - map.width, map.box.y - 12);
  const corner = { width: map.width, height: map.height + 4 };
  const high = few ? 36 : 27;
  const lowest = END - rows.length * high;
  const board = backdrop("panel", panel, { to: { ...panel, height: lowest - panel.y } });
  const standing = { panel: [board], "map words": map.words, thumbnail: map.rows };

  /** The end: keys and inputs leave, values rise, and the map grows in their place. @param {Block[]} outputs */
  function end(outputs) {
    const [first, last] = [lanes[0].vector, lanes[lanes.length - 1].vector];
    const most = Math.min(2 * (room.width - last), (last - first) / (lanes.length - 1) || Infinity) - 34;
    const risen = sourcesOf(items, values, (value, j) => {
      const runs = letterRuns("value", j + 1, truncate(items.keyName(j), 13, most, 600), { strong: true });
      const below = /** @type {const} */ ({ side: "below", align: "middle" });
      const labels = [{ ...below, runs, points: true }];
      return { labels, y: lowest - 40 - value.height / 2 };
    });
    const wide = room.width < 620 ? 84 : 98;
    const large = attentionMap(model, {
      ...{ points: true, rows, columns, id: "large", hidden: true },
      cell: { width: few ? wide : wide - 20, height: high },
    });
    // its cells start where the keys did
    const across = columns.length * large.rows[0].cellWidth;
    const heading = text("large.title", { text: title, weight: 650, align: "start" });
    large.put(Math.max(keys[0].x, heading.width + 8) + across - large.width, lowest + 12);
    const { box } = large;
    const x = box.x + box.width + 16;
    heading.put(0, box.y - 12);
    const look = /** @type {const} */ ({ size: 12, align: "start", fill: "muted" });
    const about = textAt("large.subtitle", x, box.y - 12, { text: subtitle, ...look });
    const pitch = large.rows[0].height;
    return {
      ...{ outputs, values: risen.map((value, j) => moved(value, values[j])) },
      ...flowing(items, outputs, risen, { map: large, panel: board.to }),
      moved: {
        panel: having(board, { moved: 1 }, 0.52),
        map: [heading, about, large.columnNames, rowsFrom(map, large)],
        notes: { x, y: box.y + pitch / 2, width: room.width - x, pitch, bare: true },
      },
    };
  }
  const enters = hidden ? { mapEnters: { "map words": mapEnters(map) } } : {};
  return { map, height: HEIGHT, corner, notes: null, scenery: [], standing, end, ...enters };
}
