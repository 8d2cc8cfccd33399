/**
 * Arranges a column for every key: what it is made from below, what becomes of it above. Each has one lane for numbers (key,
 * score, weight) and one for vectors (value, weighted value), so that no line crosses another lane but the query's.
 */

import { textWidth } from "../../text-metrics.js";
import { pairs } from "../../facts.js";
import { placesBeside } from "../../kit/addends.js";
import { arrow, ports } from "../../kit/arrows.js";
import { attentionMap } from "../../kit/attention-map.js";
import { bar } from "../../kit/bars.js";
import { SIZES, labelWidth } from "../../kit/block.js";
import { cardExtent } from "../../kit/card.js";
import { corner, grid, heightOf, loose, stack, space, widthOf } from "../../kit/place.js";
import { remember } from "../../kit/remember.js";
import { mergingStreams, stream } from "../../kit/streams.js";
import { letterRuns, runsWidth, textAt } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { belonging } from "../../kit/focus.js";
import { flowing, sourcesOf } from "./end.js";
import { recoloured } from "../../kit/arrivals.js";
import { closeUpsIn, eachPair, expOf, inputsOf, itemsOf, opsWidth, rowsOf, shareOf } from "./items.js";
import { isSmall, openingIn, opens, panelWith } from "./opening.js";
import { matrixIn, matrixNamesIn } from "./parameters.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {import("../../kit/block.js").Block} Block */
/**
 * Positions of the columns.
 * @typedef {object} Layout
 * @property {{ number: number, vector: number }[]} lanes middles of every key's two lanes, px
 * @property {Record<"output" | "weighted" | "weight" | "share" | "score" | "bus" | "key" | "value" | "input" | "under", number>} lines
 *   middles of rows, px; bus: of the line from the query to the scores; under: of the line from an input to its query
 * @property {import("../../kit/place.js").Box} panel
 * @property {number} pad padding inside the panel, px
 * @property {number} bars height of the largest bar, px
 * @property {number} unit width of a stream of weight 1 while a query is shown, px
 * @property {number} share height of the bar of length 1, px
 * @property {number} clear where the free space above the panel ends, px
 * @property {boolean} stepped values are lower than keys, and weighted values higher than weights
 */
/** @typedef {{ width: number, height: number }} Extent */
/** @typedef {{ side: Extent, whole: boolean, alone: boolean }} MapWay side: size of the map, px; whole: its columns have room
 *   for their names, unless these are long, and for two decimals; alone: its only row is above the panel */
/**
 * @typedef {object} Placed columns in their places
 * @property {import("./items.js").Items} items
 * @property {Parts} parts
 * @property {Layout} layout
 * @property {Extent} takes
 * @property {Pick<import("../walk-through.js").Stage, "map" | "height" | "notes" | "standing" | "scenery" | "corner" | "mapEnters"> & { board?: import("../../kit/place.js").Box, end?: (outputs: Block[]) => import("../walk-through.js").End }} rest
 *   what is not in columns; board: the panel before the map comes, if it is larger then; end: the end of these outputs, if values
 *   move
 */

/** The most columns; more keys are shown in rows. */
const MOST = 4;

/** Cells of a stage with one or two columns, whose numbers are larger; px of its bars and between its rows. */
const FEW = { ...SIZES.huge, cell: 46, wide: 54, height: 36, font: 20, small: 16 };
const FEW_BARS = 44;
const FEW_GAPS = [24, 16, 18, 2, 14, 3, 12, 18];

/** Cells if a single query is shown, whose row of the map is above the panel. */
const ALONE = { ...SIZES.large, cell: 40, wide: 54, font: 17, small: 15 };

/** Widths of a stream of weight 1 while a query is shown, for many columns and for few, px. */
const UNITS = { many: 14, few: 20 };

/** Sizes of the whole map, px. */
const MAPS = { large: { width: 186, height: 174 }, small: { width: 100, height: 108 } };

/** Padding inside the panel; space between it and the map, after the query, and between lanes, px. */
const SPACE = { pad: 16, beside: 28, first: 42, lanes: 14 };

/** Height of a query's name, with a gap, px. */
const NAME = 24;

/** Rows of the table, and least gaps between them, px. */
const ROW = { output: 0, weight: 1, share: 2, bar: 3, score: 4, bus: 5, key: 6 };
const GAPS = [23, 18, 24, 2, 16, 4, 15, 25];

/** Whether a problem can be shown in columns. @param {Model} model */
export const hasColumns = ({ self, q_len, kv_len }) => kv_len <= MOST && (self || q_len <= kv_len);

/**
 * Columns in several sizes, the largest first.
 * @param {Model} model @param {Room} room @returns {(() => import("../walk-through.js").Arrangement)[]}
 */
export function columns(model, room) {
  // the map of a single query is one row, which may be above the panel
  const ways = room.asked === 1 && room.width > 600 ? [true, false] : [false];
  const large = [...(room.width > 1300 ? [SIZES.huge] : []), ...(isSmall(model) ? [FEW] : [])];
  const sizes = [...large, ...(ways[0] && room.width > 1000 ? [ALONE] : []), SIZES.large];
  return sizes.flatMap((size) => {
    const outputs = { side: /** @type {const} */ ("left"), name: isSmall(model) ? 80 : 40 };
    const how = { words: true, labels: true, outputs };
    const items = remember(() => itemsOf(model, size, how));
    return [MAPS.large, MAPS.small].flatMap((side) =>
      [true, false].flatMap((whole) =>
        ways.map((alone) => () => {
          const placed = measured(items(), room, { side, whole, alone });
          return { takes: placed.takes, stage: () => stageOf(placed) };
        }),
      ),
    );
  });
}

/**
 * Measures the columns and, if they fit, places everything.
 * @param {import("./items.js").Items} items @param {Room} room @param {MapWay} way
 * @returns {Placed}
 */
function measured(items, room, way) {
  const { alone } = way;
  const { model, size } = items;
  const { pad, beside, first, lanes } = SPACE;
  const scale = size === FEW ? 1 : size.height / 28;
  const bars = size === FEW ? FEW_BARS : 62 * scale;
  const map = mapOf(items, way, scale, room.asked);
  const parts = partsOf(items);
  const gaps = {
    gapX: [first, ...upTo(model.kv_len).flatMap(() => [lanes, lanes])],
    gapY: size === FEW ? FEW_GAPS : GAPS.map((gap) => gap * Math.min(scale, 1.15)),
  };
  const rows = rowsIn(items, parts, { share: 22 * scale, bars }, pad);
  const panel = alone ? room.width : room.width - map.width - beside - 6;
  const bare = grid(rows, gaps);
  const lacks = Math.max(0, widthOf(bare) + 2 * pad - panel);
  const top = alone ? 12 : 6;
  const height = heightOf(bare) + (parts.inputs.length ? 26 : top + 30);
  const table = grid(rows, { ...gaps, width: panel - 2 * pad });
  const fits = !lacks && height <= room.height;
  if (fits) {
    corner(table, pad, top);
    if (alone) putAlone(map, room.width - pad, top + size.height);
  }
  const layout = {
    ...layoutOf(table, size.height, panel, pad),
    ...{ bars, share: 22 * scale, unit: isSmall(model) ? UNITS.few : UNITS.many },
    clear: alone ? (map.title?.x ?? map.box.x) - 14 : panel - pad,
  };
  const over = () => (alone ? parts.outputs[0].x + parts.outputs[0].width - layout.clear : 0);
  if (fits) putAsking(parts, layout);
  const named = fits
    ? Math.max(putInputs(items, parts, layout), putOutputs(items, parts, layout), over())
    : 0;
  const lowest = parts.inputs.length ? layout.lines.input + size.height / 2 + 14 : bottomOf(layout) + 8;
  const rest = alone
    ? { map, height: lowest, notes: null, ...panelWith(model, room.width, map, layout.panel) }
    : mapBeside(model, room.width, map, layout.panel, lowest);
  return { items, parts, layout, takes: { width: room.width + lacks + named, height }, rest };
}

/**
 * The map at the right of a panel, with its notes below.
 * @param {Model} model @param {number} width px of the stage @param {import("../../kit/attention-map.js").AttentionMap} map
 * @param {import("../../kit/place.js").Box} panel @param {number} height least height of the picture, px
 */
export function mapBeside(model, width, map, panel, height) {
  const x = width - map.width - 6;
  map.put(x, 10);
  return {
    ...{ map, height: Math.max(height, map.height + 110) },
    notes: { x, y: map.box.y + map.box.height + 28, width: map.width, pitch: 22 },
    ...panelWith(model, width, map, panel),
  };
}

/** @param {ReturnType<typeof grid>} table @param {number} high px of a cell @param {number} width of the panel @param {number} pad */
function layoutOf({ columns: at, lines: rows }, high, width, pad) {
  const line = (/** @type {keyof typeof ROW} */ name) => rows[ROW[name]];
  const input = rows[rows.length - 1];
  const y = line("weight") - high / 2 - 30;
  return {
    lanes: upTo((at.length - 1) / 2).map((j) => ({ number: at[1 + 2 * j], vector: at[2 + 2 * j] })),
    lines: {
      ...{ output: line("output"), weighted: line("weight"), weight: line("weight"), share: line("share") },
      ...{ score: line("score"), bus: line("bus"), key: line("key"), value: line("key") },
      ...{ input, under: input + high / 2 + 8 },
    },
    panel: { x: 0, y, width, height: line("key") + high / 2 + 22 - y },
    ...{ pad, stepped: false },
  };
}

/**
 * Puts the only row of a map in a corner above the panel, with its title at its left.
 * @param {import("../../kit/attention-map.js").AttentionMap} map @param {number} right px @param {number} bottom px
 */
function putAlone(map, right, bottom) {
  map.put(right - map.width, bottom - map.height);
  const { x, y, height } = map.box;
  const name = map.rowNames[0].width + 9;
  map.title?.put(x - name - map.title.width - 18, y + height / 2);
}

/**
 * The map of a stage in columns, not placed yet.
 * @param {import("./items.js").Items} items @param {MapWay} way @param {number} scale of its size
 * @param {number} [asked] the number of queries that are shown
 */
export function mapOf({ model, keyName, queryName }, { side, whole, alone }, scale, asked = model.q_len) {
  const [columns, rows] = [upTo(model.kv_len).map(keyName), upTo(asked).map(queryName)];
  const named = whole ? columns.map((name) => textWidth(name, 12, 600) + 6) : [];
  const least = Math.min(72, Math.max(whole ? 37 : 0, ...named));
  const { title, subtitle } = model.words.scene.map;
  return attentionMap(model, {
    ...{ points: true, hidden: opens(model) },
    cell: {
      width: Math.max(least, Math.round((side.width * scale) / Math.max(2, columns.length))),
      height: alone ? 22 : Math.round((side.height * scale) / Math.max(3, rows.length)),
    },
    ...{ rows, columns, title, subtitle: side === MAPS.large && !alone ? subtitle : "" },
  });
}

/** All blocks except those of pairs. queryInputs: inputs of queries that are not keys. @param {import("./items.js").Items} items */
export function partsOf({ model, cells, ...items }) {
  const { projected, self, result } = model;
  return {
    inputs: projected ? inputsOf({ ...items, model, cells }) : [],
    queryInputs: projected && !self ? cells.along("query", "x") : [],
    keys: cells.along("key", "key"),
    values: cells.along("key", "value"),
    queries: cells.along("query", "query"),
    outputs: cells.along("query", result),
  };
}
/** @typedef {ReturnType<typeof partsOf>} Parts */

/**
 * The contents of each row: first those of the query, then a number and a vector for every key.
 * @param {import("./items.js").Items} items @param {Parts} parts @param {{ share: number, bars: number }} high px
 * @param {number} pad
 * @returns {any[][]}
 */
function rowsIn({ model, cells, stages, size }, parts, high, pad) {
  const { inputs, queryInputs, keys, values, queries, outputs } = parts;
  const lanes = (/** @type {(j: number) => any[]} */ make) => keys.flatMap((_, j) => make(j));
  const all = (/** @type {string} */ tensor, /** @type {number} */ key) =>
    cells.along("query", tensor, { key });
  const score = (/** @type {number} */ key) => stack(stages.flatMap((tensor) => all(tensor, key)));
  const asks = stack([...queries, space(opsWidth(model) + pad, 1)]);
  return [
    [null, ...lanes((j) => [null, model.self ? outputs[j] : space(1, size.height)])],
    [null, ...lanes((j) => [stack(all("weights", j)), stack(all("weighted_values", j))])],
    [space(1, high.share)],
    [space(1, high.bars)],
    [asks, ...lanes((j) => [score(j), null])],
    [space(1, 1)],
    [null, ...lanes((j) => [keys[j], values[j]])],
    ...(inputs.length
      ? [
          [space(1, 1)],
          [queryInputs.length ? stack(queryInputs) : null, ...lanes((j) => [loose(inputs[j]), null])],
        ]
      : []),
  ];
}

/** @param {Layout} layout */
const bottomOf = ({ panel }) => panel.y + panel.height;

/** Centres queries, and the inputs that only they have, in their column. @param {Parts} parts @param {Layout} layout */
export function putAsking({ queries, queryInputs }, { lines, pad }) {
  const middle = pad + Math.max(...[...queries, ...queryInputs].map(({ width }) => width)) / 2;
  for (const query of queries) query.put(middle, lines.score);
  for (const input of queryInputs) input.put(middle, lines.input);
}

/**
 * Centres inputs in their columns.
 * @param {import("./items.js").Items} items @param {Parts} parts @param {Layout} layout
 * @returns {number} by how many px their names are too wide
 */
function putInputs(items, { inputs }, { lanes, lines, panel }) {
  if (!inputs.length) return 0;
  const at = lanes.map(({ number, vector }) => (number + vector) / 2);
  inputs.forEach((input, j) => input.put(at[j], lines.input));
  const wide = inputs[0].width;
  const name = Math.max(...at.map((_, j) => Math.min(70, textWidth(items.keyName(j), 15, 600)))) + 16;
  const last = at[at.length - 1] + wide / 2 + name - panel.width;
  return Math.max(0, last, at.length > 1 ? wide + name - (at[1] - at[0]) : 0);
}

/**
 * Puts the outputs of queries that are not keys in a row of their own.
 * @param {import("./items.js").Items} items @param {Parts} parts @param {Layout} layout
 * @returns {number} by how many px they are too wide
 */
function putOutputs({ model }, { outputs }, { pad, panel, lines }) {
  if (model.self) return 0;
  const wide = (panel.width - 2 * pad) / outputs.length;
  outputs.forEach((output, i) => output.put(pad + (i + 0.5) * wide + 20, lines.output));
  return Math.max(0, ...outputs.map((output) => widthOf(output) + 8 - wide));
}

/** The stage of placed columns. @param {Placed} placed @returns {import("../walk-through.js").Stage} */
export function stageOf(placed) {
  const { items, parts, layout, rest } = placed;
  const { model, cells } = items;
  const { inputs, queryInputs, keys, values, queries, outputs } = parts;
  const { lines, panel, pad } = layout;
  const ways = linesOf(placed);
  const pair = pairsIn(placed);
  const op = (/** @type {"sum" | "multiply" | "softmax"} */ id, /** @type {number} */ y) => {
    const look = /** @type {const} */ ({ weight: 650, fill: "word", align: "start" });
    return textAt(`word.${id}`, pad, y, { text: model.words.scene.ops[id], ...look });
  };
  const score = { tensor: "scores", index: [model.batch, model.head, 0, 0] };
  const high = cardExtent(model, score, items.size).height - items.size.height;
  // the close-up of a score ends above the names of queries
  const lowest = Math.min(...queries.map(({ y }) => y)) - NAME - high;
  const y = Math.max(0, Math.min(panel.y + (layout.stepped ? -10 : 4), lowest));
  const closeUp = closeUpsIn(items, () => ({ x: 8, y, width: panel.width - 16 }));
  return {
    ...rest,
    ...{ items, inputs, keys, values, weighing: values, closeUp },
    row: rowsOf(model, pair),
    share: (i) => shareIn(placed, pair, i),
    total: (i, tensor) => {
      const made = cells(tensor, { query: i });
      // above the name of the query
      const free = lines.score - lines.share - queries[i].height / 2 - 33;
      const below = Math.min(free, (tensor === "row_max" ? 24 : 44) - (items.size === FEW ? 5 : 0));
      made.put(pad + 52 + made.width / 2, lines.share + below);
      return made;
    },
    query: (i) => queries[i],
    output: (i) => outputs[i],
    places(i, terms) {
      const x = outputs[i].x + outputs[i].width + 24;
      return placesBeside(model, terms, { x, y: lines.output, end: layout.clear });
    },
    asking: (i) => queryInputs[i],
    ...ways,
    opening: (i) => openingIn(placed, i),
    matrix: (tensor) => matrixIn(placed, tensor),
    matrixNames: () => matrixNamesIn(placed),
    end,
    roomy: true,
    apart: true,
    ops: {
      sum: op("sum", lines.output),
      multiply: op("multiply", lines.weighted),
      softmax: op("softmax", lines.share),
    },
  };

  /** @param {number} count of queries that were shown @returns {import("../walk-through.js").End} */
  function end(count) {
    const told = outputs.slice(0, count).map((output, i) => belonging(output, { query: i }));
    if (rest.end) return rest.end(told);
    const sources = sourcesOf(items, values, layout.stepped ? lettersIn(layout) : undefined);
    // the lines from inputs to values stay
    const led = sources.map((item, j) => recoloured(item, [inputs.length > 0 && ways.fork(values[j], j)]));
    return { outputs: told, values: led, ...flowing(items, told, sources, { map: rest.map, panel }) };
  }
}

/** Px that the letter of a value takes below it. */
const BELOW = 17;

/**
 * Puts the letter of a value where there are neither words nor streams: below it or, if the panel ends there, at its left; with no
 * room there either, it has none.
 * @param {Layout} layout @returns {(value: Block, j: number) => Partial<Block>}
 */
const lettersIn = (layout) => (value, j) => {
  if (value.columns === 1) return {};
  const runs = letterRuns("value", j + 1);
  const isRoomy = bottomOf(layout) - value.y - value.height >= BELOW;
  if (isRoomy) return { labels: [{ runs, side: "below", gap: 1 }] };
  const [first, second] = layout.lanes;
  const free = second ? second.vector - first.vector - value.width : Infinity;
  return { labels: free < runsWidth(runs) + 6 ? [] : [{ runs, side: "left" }] };
};

/** What each query makes with each key, with the bar above each score and the lines between them. @param {Placed} placed */
function pairsIn(placed) {
  const { items, parts, layout } = placed;
  const { keys, values, queries } = parts;
  const { model, cells, stages } = items;
  const { left, right, up, down } = ports;
  /** @param {Block} weighted */
  const below = (weighted) => ({ ...down(weighted), shift: -Math.min(22, weighted.width / 2 - 8) });
  /** @param {number} i @param {number} j */
  const pairOf = (i, j) => {
    const of = (/** @type {string} */ tensor) => cells(tensor, { query: i, key: j });
    const [score, weight, weighted] = ["scores", "weights", "weighted_values"].map(of);
    const index = pairs(model, i)[j];
    // the line to the other scores turns before it reaches the first
    const free = cells("scores", { query: i, key: 0 }).x - queries[i].x - queries[i].width;
    const bus = j ? { level: () => layout.lines.bus, halo: "panel", out: Math.min(14, free / 2) } : {};
    return {
      ...Object.fromEntries(stages.map((tensor) => [tensor, of(tensor)])),
      ...{ weights: weight, weighted_values: weighted, shifted_exp: expAt(placed, i, j) },
      bar: bar(`bar.${i}.${j}`, { tensor: model.full("shifted_exp"), index, foot: score, most: layout.bars }),
      meet: [
        arrow(`bus.${i}.${j}`, right(queries[i]), left(score), bus),
        arrow(`match.${i}.${j}`, up(keys[j]), down(score), { halo: "panel", over: true }),
      ],
      lift: [
        stream(`lift.${i}.${j}`, up(values[j]), down(weighted), {
          tensor: "weights",
          index,
          unit: layout.unit,
          fill: "value",
        }),
        arrow(`use.${i}.${j}`, right(weight), layout.stepped ? below(weighted) : left(weighted)),
      ],
    };
  };
  return eachPair(model, pairOf);
}

/**
 * The ends of the bar of length 1: the left edge of the first key, and the right edge of the last weighted value.
 * @param {Placed} placed
 */
function edgesOf({ items, parts: { keys }, layout: { lanes } }) {
  const last = keys.length - 1;
  const { width } = items.cells("weighted_values", { query: 0, key: last });
  return { left: lanes[0].number - keys[0].width / 2, right: lanes[last].vector + width / 2 };
}

/**
 * The number of a bar, on the side away from its funnel: its place follows from the weights, which may change.
 * @param {Placed} placed @param {number} i @param {number} j
 */
function expAt(placed, i, j) {
  const { model, cells } = placed.items;
  const { left, right } = edgesOf(placed);
  const { x, y, width } = cells("scores", { query: i, key: j });
  const isBefore = () => {
    const weights = pairs(model, i).map((index) => model.value("weights", index) || 0);
    const before = weights.slice(0, j).reduce((sum, weight) => sum + weight, 0);
    return left + (right - left) * (before + weights[j] / 2) > x + width / 2;
  };
  const { lanes, panel } = placed.layout;
  const free = lanes.length > 1 ? lanes[1].number - lanes[0].number - width : Infinity;
  const numberOf = (/** @type {number} */ key) => {
    const end = panel.width - cells("scores", { query: i, key }).x - width;
    return expOf(placed.items, i, key, "above", Math.min(free, end) - 10);
  };
  const wideOf = (/** @type {Block} */ item) => Math.max(item.width, ...item.labels.map(labelWidth));
  const [item, former] = [numberOf(j), j ? numberOf(j - 1) : null];
  item.put(x + width + 10 + item.width / 2, y - 12);
  const leftOf = () => {
    const wide = wideOf(item);
    // two numbers need room between two bars
    const leftwards = former && free > wide + wideOf(former) + 24 && isBefore();
    return Math.round(leftwards ? x - 10 - wide : x + width + 10);
  };
  return Object.defineProperty(item, "x", { get: leftOf });
}

/**
 * The bar of length 1 that a query's bars fill.
 * @param {Placed} placed @param {(i: number, j: number) => any} pair @param {number} i
 */
function shareIn(placed, pair, i) {
  const { items, parts, layout } = placed;
  const { left, right } = edgesOf(placed);
  const bars = () => parts.keys.map((_, j) => pair(i, j).bar);
  const share = shareOf(items, i, { width: right - left, height: layout.share, bars });
  share.put((left + right) / 2, layout.lines.share);
  // the weights are where names too long for their part would go
  if (layout.stepped) share.initial.outer = 0;
  return share;
}

/** The lines and streams between the blocks. @param {Placed} placed */
function linesOf({ items, parts: { inputs, queryInputs, keys, queries, outputs }, layout }) {
  const { model, cells } = items;
  const { up, down } = ports;
  const fork = () => bottomOf(layout) + 4;
  return {
    /** @param {Block} block a key or a value @param {number} j */
    fork: (block, j) => arrow(`fork.${block.id}`, up(inputs[j]), down(block), { level: fork }),
    /** @param {number} i */
    asks(i) {
      if (!inputs.length) return null;
      const to = down(queries[i]);
      return queryInputs[i]
        ? arrow(`asks.${i}`, up(queryInputs[i]), to)
        : arrow(`asks.${i}`, down(inputs[i]), to, { level: () => layout.lines.under });
    },
    /** @param {number} i */
    pours: (i) =>
      mergingStreams({
        id: (j) => `pour.${i}.${j}`,
        from: keys.map((_, key) => up(cells("weighted_values", { query: i, key }))),
        to: down(outputs[i]),
        weights: () => pairs(model, i).map((pair) => model.value("weights", pair)),
        indices: pairs(model, i),
        unit: layout.unit,
        fill: "value",
      }),
  };
}
