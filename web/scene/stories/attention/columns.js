/**
 * A column for every key: what it is made from below, what becomes of it above. In each, one lane for numbers (key, score,
 * weight) and one for vectors (value, weighted value), so that lanes never cross; only the query's line does.
 */

import { textWidth } from "../../text-metrics.js";
import { pairs } from "../../facts.js";
import { arrow, ports } from "../../kit/arrows.js";
import { attentionMap } from "../../kit/attention-map.js";
import { bar } from "../../kit/bars.js";
import { SIZES } from "../../kit/block.js";
import { backdrop } from "../../kit/backdrop.js";
import { corner, grid, heightOf, loose, stack, space, widthOf } from "../../kit/place.js";
import { remember } from "../../kit/remember.js";
import { mergingStreams, links, stream } from "../../kit/streams.js";
import { text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { closeUpsIn, expOf, inputsOf, itemsOf, rowsOf, shareOf } from "./items.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {import("../../kit/block.js").Block} Block */
/** @typedef {ReturnType<typeof measured>} Table */

/** More columns than this are told in rows. */
const MOST = 4;

/** Width of a stream of weight 1 while a query is told, and at the end, px. */
const UNIT = 14;
const END_UNIT = 40;

/** Sides of the whole map, px. */
const MAPS = { large: { width: 186, height: 174 }, small: { width: 100, height: 108 } };

/** Free ground inside the panel, between it and the map, after what asks and between lanes, px. */
const SPACES = {
  spacious: { pad: 16, beside: 28, first: 42, lanes: 14 },
  plain: { pad: 16, beside: 28, first: 30, lanes: 14 },
  tight: { pad: 8, beside: 14, first: 12, lanes: 7 },
};

/** Width of a room from which three words stand in columns, however tight, px. */
const TIGHT = 780;

/** Rows of the table, and least gaps between them, px. */
const ROW = { output: 0, weight: 1, share: 2, bar: 3, score: 4, bus: 5, key: 6 };
const GAPS = [23, 18, 24, 2, 16, 4, 15, 25];

/** Columns of one size or another, the largest first; none where there are too many. @param {Model} model @param {Room} room @returns {(() => import("../walk-through.js").Arrangement)[]} */
export function columns(model, room) {
  if (model.kv_len > MOST || (!model.self && model.q_len > model.kv_len)) return [];
  const sizes = [...(room.width > 1300 ? [SIZES.huge] : []), SIZES.large, SIZES.column];
  return sizes.flatMap((size) => {
    const items = remember(() => itemsOf(model, size, { words: size !== SIZES.column, labels: true }));
    return [MAPS.large, MAPS.small].flatMap((side) =>
      [true, false].map((whole) => () => {
        const table = measured(items(), room, side, whole);
        return { takes: table.takes, stage: () => stageOf(table) };
      }),
    );
  });
}

/**
 * Everything in its row and column, as far as these fit.
 * @param {import("./items.js").Items} items @param {Room} room @param {{ width: number, height: number }} side of the map
 * @param {boolean} whole the names of its columns are not cut, but for long ones
 */
function measured(items, room, side, whole) {
  const { model, size } = items;
  const spacious = size !== SIZES.column;
  const { pad, beside, first, lanes } =
    SPACES[spacious ? "spacious" : room.width < TIGHT ? "plain" : "tight"];
  const scale = size.height / 28;
  const map = mapOf(items, side, whole, scale);
  const parts = partsOf(items);
  const gaps = {
    gapX: [first, ...upTo(model.kv_len).flatMap(() => [lanes, lanes])],
    gapY: GAPS.map((gap) => gap * Math.min(scale, 1.15)),
  };
  const rows = rowsIn(items, parts, scale, pad);
  const panel = room.width - map.width - beside - 6;
  const bare = grid(rows, gaps);
  const lacks = Math.max(0, widthOf(bare) + 2 * pad - panel);
  const height = heightOf(bare) + 26;
  const table = grid(rows, { ...gaps, width: panel - 2 * pad });
  if (!lacks && height <= room.height) {
    corner(table, pad, 6);
    map.put(panel + beside, 10);
  }
  const made = { ...parts, items, map, pad, scale, panel, table };
  const named = lacks || height > room.height ? 0 : Math.max(putInputs(made), putOutputs(made));
  return { ...made, takes: { width: room.width + lacks + named, height } };
}

/** @param {import("./items.js").Items} items @param {{ width: number, height: number }} side @param {boolean} whole @param {number} scale */
function mapOf({ model, keyName, queryName }, side, whole, scale) {
  const [columns, rows] = [upTo(model.kv_len).map(keyName), upTo(model.q_len).map(queryName)];
  const named = whole ? columns.map((name) => textWidth(name, 12, 600) + 6) : [];
  const least = Math.min(72, Math.max(0, ...named));
  const { title, subtitle } = model.words.scene.map;
  return attentionMap(model, {
    cell: {
      width: Math.max(least, Math.round((side.width * scale) / Math.max(2, columns.length))),
      height: Math.round((side.height * scale) / Math.max(3, rows.length)),
    },
    ...{ rows, columns, title, subtitle: side === MAPS.large ? subtitle : "" },
    pairs: (i) => pairs(model, i),
  });
}

/** All blocks but those of pairs. own: inputs of queries that are not keys. @param {import("./items.js").Items} items */
function partsOf({ model, cells, ...items }) {
  const { projected, self, result } = model;
  return {
    inputs: projected ? inputsOf({ ...items, model, cells }) : [],
    own: projected && !self ? cells.along("query", "x") : [],
    keys: cells.along("key", "key"),
    values: cells.along("key", "value"),
    queries: cells.along("query", "query"),
    outputs: cells.along("query", result),
  };
}
/** @typedef {ReturnType<typeof partsOf>} Parts */

/** What stands in each row: first what asks, then number and vector of every key. @param {import("./items.js").Items} items @param {Parts} parts @param {number} scale @param {number} pad @returns {any[][]} */
function rowsIn({ model, cells, stages, size }, { inputs, own, keys, values, queries, outputs }, scale, pad) {
  const lanes = (/** @type {(j: number) => any[]} */ make) => keys.flatMap((_, j) => make(j));
  const all = (/** @type {string} */ tensor, /** @type {number} */ key) =>
    cells.along("query", tensor, { key });
  const score = (/** @type {number} */ key) => stack(stages.flatMap((tensor) => all(tensor, key)));
  const { ops } = model.words.scene;
  const widest = Math.max(...Object.values(ops).map((/** @type {any} */ said) => textWidth(said, 13, 650)));
  const asks = stack([...queries, space(widest + pad, 1)]);
  return [
    [null, ...lanes((j) => [null, model.self ? outputs[j] : space(1, size.height)])],
    [null, ...lanes((j) => [stack(all("weights", j)), stack(all("weighted_values", j))])],
    [space(1, 22 * scale)],
    [space(1, 62 * scale)],
    [asks, ...lanes((j) => [score(j), null])],
    [space(1, 1)],
    [null, ...lanes((j) => [keys[j], values[j]])],
    ...(inputs.length
      ? [[space(1, 1)], [own.length ? stack(own) : null, ...lanes((j) => [loose(inputs[j]), null])]]
      : []),
  ];
}

/** @typedef {Parts & { items: import("./items.js").Items, map: import("../../kit/attention-map.js").AttentionMap, pad: number, scale: number, panel: number, table: ReturnType<typeof grid> }} Placed */

/** @typedef {Placed & { edges: { left: number, right: number } }} Edged of the bar of length 1 */

/** Middles of a key's two lanes. @param {Placed} placed @param {number} j */
const laneOf = ({ table: { columns: at } }, j) => [at[1 + 2 * j], at[2 + 2 * j]];

/** Inputs stand in the middle of their column, queries in the middle of what asks. @param {Placed} placed @returns {number} px that their names lack */
function putInputs(placed) {
  const { items, inputs, own, queries, pad, panel, table } = placed;
  const asking = [...queries, ...own];
  const middle = pad + Math.max(...asking.map(({ width }) => width)) / 2;
  for (const item of asking) item.put(middle, item.y + item.height / 2);
  if (!inputs.length) return 0;
  const at = inputs.map((input, j) => {
    const [number, vector] = laneOf(placed, j);
    input.put((number + vector) / 2, table.lines[table.lines.length - 1]);
    return (number + vector) / 2;
  });
  const wide = inputs[0].width;
  const name = Math.max(...at.map((_, j) => Math.min(70, textWidth(items.keyName(j), 15, 600)))) + 16;
  const last = at[at.length - 1] + wide / 2 + name - panel;
  return Math.max(0, last, at.length > 1 ? wide + name - (at[1] - at[0]) : 0);
}

/** Outputs of queries that are not keys stand in a row of their own. @param {Placed} placed @returns {number} px that they lack */
function putOutputs({ items: { model }, outputs, pad, panel, table }) {
  if (model.self) return 0;
  const wide = (panel - 2 * pad) / outputs.length;
  outputs.forEach((output, i) => output.put(pad + (i + 0.5) * wide + 20, table.lines[ROW.output]));
  return Math.max(0, ...outputs.map((output) => widthOf(output) + 8 - wide));
}

/** @param {Table} measures @returns {import("../walk-through.js").Stage} */
function stageOf(measures) {
  const placed = { ...measures, edges: edgesOf(measures) };
  const { items, map, inputs, own, keys, values, queries, outputs, pad, panel, table } = placed;
  const { model, cells, size } = items;
  const { lines } = table;
  const half = size.height / 2;
  const top = lines[ROW.weight] - half - 30;
  const bottom = lines[ROW.key] + half + 22;
  const lowest = inputs.length ? lines[lines.length - 1] + half + 14 : bottom + 8;
  const pair = pairsIn(placed);
  const op = (/** @type {"sum" | "multiply" | "softmax"} */ id, /** @type {number} */ y) => {
    const look = /** @type {const} */ ({ weight: 650, fill: "word", align: "start" });
    const made = text(`word.${id}`, { text: model.words.scene.ops[id], ...look });
    made.put(pad, y);
    return made;
  };
  const board = backdrop("panel", { x: 0, y: top, width: panel, height: bottom - top });
  const closeUp = closeUpsIn(items, (what) => {
    const y = what === "sum" ? lines[ROW.share] + 16 : top + 4;
    return { x: 8, y, width: panel - 16 };
  });
  return {
    ...{ items, map, inputs, keys, values, weighing: values, closeUp },
    row: rowsOf(model, pair),
    share: (i) => shareIn(placed, pair, i),
    total: (i, tensor) => {
      const made = cells(tensor, { query: i });
      made.put(pad + 52 + made.width / 2, lines[ROW.share] + (tensor === "row_max" ? 24 : 44));
      return made;
    },
    query: (i) => queries[i],
    output: (i) => outputs[i],
    asking: (i) => own[i],
    ...linesOf(placed, bottom),
    scenery: [board, ...map.items],
    sharing: [],
    roomy: true,
    apart: true,
    ops: {
      sum: op("sum", lines[ROW.output]),
      multiply: op("multiply", lines[ROW.weight]),
      softmax: op("softmax", lines[ROW.share]),
    },
    height: Math.max(lowest, map.height + 110),
    notes: {
      x: map.box.x - (map.width - map.box.width),
      y: map.box.y + map.box.height + 28,
      width: map.width,
    },
  };
}

/** What each query makes with each key, its bar on its score, and the lines that lead there. @param {Edged} placed */
function pairsIn(placed) {
  const { items, keys, values, queries, scale, table } = placed;
  const { model, cells, stages } = items;
  const { left, right, up, down } = ports;
  const { kv_len } = model;
  /** @param {number} i @param {number} j */
  const pairOf = (i, j) => {
    const of = (/** @type {string} */ tensor) => cells(tensor, { query: i, key: j });
    const [score, weight, weighted] = ["scores", "weights", "weighted_values"].map(of);
    const index = pairs(model, i)[j];
    const bus = j ? { level: () => table.lines[ROW.bus], halo: "panel" } : {};
    return {
      ...Object.fromEntries(stages.map((tensor) => [tensor, of(tensor)])),
      ...{ weights: weight, weighted_values: weighted, shifted_exp: expAt(placed, i, j) },
      bar: bar(`bar.${i}.${j}`, { tensor: model.full("shifted_exp"), index, foot: score, most: 62 * scale }),
      meet: [
        arrow(`bus.${i}.${j}`, right(queries[i]), left(score), bus),
        arrow(`match.${i}.${j}`, up(keys[j]), down(score), { halo: "panel", over: true }),
      ],
      lift: [
        stream(`lift.${i}.${j}`, up(values[j]), down(weighted), { tensor: "weights", index, unit: UNIT }),
        arrow(`use.${i}.${j}`, right(weight), left(weighted)),
      ],
    };
  };
  const made = remember((/** @type {number} */ n) => pairOf(Math.floor(n / kv_len), n % kv_len));
  return (/** @type {number} */ i, /** @type {number} */ j) => made(i * kv_len + j);
}

/** From the left edge of the first key to the right edge of the last weighted value: the bar of length 1. @param {Placed} placed */
function edgesOf(placed) {
  const { items, keys } = placed;
  const last = keys.length - 1;
  const { width } = items.cells("weighted_values", { query: 0, key: last });
  const left = laneOf(placed, 0)[0] - keys[0].width / 2;
  return { left, right: laneOf(placed, last)[1] + width / 2 };
}

/** The number of a bar stands where its funnel does not go. @param {Edged} placed @param {number} i @param {number} j */
function expAt({ items, edges: { left, right } }, i, j) {
  const { model, cells } = items;
  const weights = pairs(model, i).map((index) => model.value("weights", index) || 0);
  const before = weights.slice(0, j).reduce((sum, weight) => sum + weight, 0);
  const middle = left + (right - left) * (before + weights[j] / 2);
  const { x, y, width } = cells("scores", { query: i, key: j });
  const item = expOf(items, i, j, "above");
  const aside = 10 + item.width / 2;
  item.put(j > 0 && middle > x + width / 2 ? x - aside : x + width + aside, y - 12);
  return item;
}

/** The bar of length 1 that the bars of a query fill. @param {Edged} placed @param {(i: number, j: number) => any} pair @param {number} i */
function shareIn(placed, pair, i) {
  const { items, keys, scale, table, edges } = placed;
  const { left, right } = edges;
  const bars = () => keys.map((_, j) => pair(i, j).bar);
  const share = shareOf(items, i, { width: right - left, height: 22 * scale, bars });
  share.put((left + right) / 2, table.lines[ROW.share]);
  return share;
}

/** What leads from where to where. @param {Placed} placed @param {number} bottom of the panel */
function linesOf({ items, inputs, own, keys, values, queries, outputs, table }, bottom) {
  const { model, cells, size } = items;
  const { up, down } = ports;
  const under = () => table.lines[table.lines.length - 1] + size.height / 2 + 8;
  return {
    /** @param {Block} block a key or a value @param {number} j */
    fork: (block, j) => arrow(`fork.${block.id}`, up(inputs[j]), down(block), { level: () => bottom + 4 }),
    /** @param {number} i */
    asks(i) {
      if (!inputs.length) return null;
      const to = down(queries[i]);
      return own[i]
        ? arrow(`asks.${i}`, up(own[i]), to)
        : arrow(`asks.${i}`, down(inputs[i]), to, { level: under });
    },
    /** @param {number} i */
    pours: (i) =>
      mergingStreams({
        id: (j) => `pour.${i}.${j}`,
        from: keys.map((_, key) => up(cells("weighted_values", { query: i, key }))),
        to: down(outputs[i]),
        weights: pairs(model, i).map((pair) => model.value("weights", pair)),
        indices: pairs(model, i),
        unit: UNIT,
        level: 6,
      }),
    end: () => ({
      ends: [],
      streams: links("ribbons", {
        ...{ from: values, to: outputs, indices: outputs.map((_, i) => pairs(model, i)) },
        ...{ unit: Math.min(END_UNIT, values[0].width * 0.9), decimals: size.decimals },
        label: model.words.scene.streams,
      }),
    }),
  };
}
