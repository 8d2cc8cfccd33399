/**
 * Arranges a row for every key, where there is no room for columns: its name, its score, its weight and, beside them, whatever is
 * at work: keys, then bars, then values. Where these do not fit side by side, they take turns in one place.
 */

import { sizeFor, truncate, textWidth } from "../../text-metrics.js";
import { pairs } from "../../facts.js";
import { placesBeside } from "../../kit/addends.js";
import { placesAside, streamsAside } from "../../kit/aside.js";
import { arrow, ports } from "../../kit/arrows.js";
import { attentionMap } from "../../kit/attention-map.js";
import { bar } from "../../kit/bars.js";
import { SIZES, cellOf } from "../../kit/block.js";
import { remember } from "../../kit/remember.js";
import { stream } from "../../kit/streams.js";
import { letterRuns, text } from "../../kit/text.js";
import { cellName, upTo } from "../../model.js";
import {
  closeUpsIn,
  eachPair,
  expOf,
  featuresOf,
  folds,
  inputTensor,
  inputsOf,
  itemsOf,
  rowsOf,
  scoreWidth,
  shareOf,
  stagesOf,
} from "./items.js";
import { isSmall, openingOf, opens, panelWith } from "./opening.js";
import { placed } from "../../kit/place.js";
import { regrouped } from "./regrouped.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {import("./items.js").Items} Items */
/** @typedef {"all" | "values" | "none"} Beside what must fit side by side: keys, bars and values; values and weighted values; nothing */

const UNIT = 14;
const PAD = 12;
const GAP = 10;
/** Px of the heading over weights. */
const WORD = 48;

/** Cells of one or two rows on a phone, whose numbers are larger. */
const FEW = { ...SIZES.phone, cell: 34, wide: 42, height: 34, font: 17, small: 14 };

/**
 * Rows in several sizes, the best first. Smaller cells are better than values that are gone once they are weighted.
 * @param {Model} model @param {Room} room @returns {(() => import("../walk-through.js").Arrangement)[]}
 */
export function rows(model, room) {
  const sizes =
    room.width < 600
      ? [...(isSmall(model) ? [FEW] : []), SIZES.phone, SIZES.small, SIZES.least]
      : [SIZES.large, SIZES.column, SIZES.phone, SIZES.small, SIZES.least];
  const planned = remember((size) => planOf(model, room, size));
  return /** @type {Beside[]} */ (["all", "values", "none"]).flatMap((beside) =>
    sizes.map((size) => () => {
      const plan = planned(size);
      const { width, height } = plan.takes;
      return { takes: { width: width[beside], height }, stage: () => arranged(model, room, plan) };
    }),
  );
}

/**
 * The sizes of everything, before anything is made.
 * @param {Model} model @param {Room} room @param {Size} size
 */
function planOf(model, room, size) {
  const { kv_len, d_q, d_k, d_v } = model;
  const q_len = room.asked ?? model.q_len;
  const source = inputTensor(model);
  const wide = (/** @type {string} */ tensor, count = 1) => count * cellOf(model, tensor, size).width;
  const beside = room.width >= 560;
  const longest = Math.max(
    ...upTo(kv_len).map((j) => textWidth(model.short("key", j), 13, 600)),
    ...upTo(q_len).map((i) => textWidth(model.short("query", i), 13, 600)),
  );
  const mapCell = beside ? Math.min(48, 190 / kv_len) : Math.max(9, Math.min(50, 150 / kv_len));
  const mapWidth = Math.max(Math.min(54, longest) + mapCell * kv_len, 100);
  const panel = beside ? room.width - mapWidth - 37 : room.width - 4;
  const scalar = scoreWidth(model, size) + GAP + Math.max(WORD, wide("weights") + 14);
  const [key, value, weighted] = [wide("key", d_k), wide("value", d_v), wide("weighted_values", d_v)];
  /** @type {[string, number][]} */
  const vectors = [["key", d_k], ["value", d_v], ["weighted_values", d_v], [source, model.projected ? featuresOf(model, source) : 1]]; // prettier-ignore
  const widest = Math.max(...vectors.map(([tensor, count]) => (count > 1 ? wide(tensor, count) : 0)));
  // e to the power of the score minus the maximum, in small type
  const power = Math.ceil(
    22 + (2 * Math.max(...stagesOf(model).map((stage) => model.widest(stage, 1))) + 1.6) * 11,
  );
  // on a phone names take what the values, side by side if they fit so, or the bars leave free
  const left = panel - 2 * PAD - scalar - 8;
  const [alone, both] = [Math.max(widest + 64, power + wide("shifted_exp") + 70), value + weighted + 40];
  const spare = beside ? 90 : Math.min(90, left - (both <= left - 46 ? Math.max(alone, both) : alone));
  const name = Math.min(Math.max(46, spare), longest) + 8;
  const free = Math.max(40, left + 8 - name);
  const folded = (/** @type {string} */ tensor, /** @type {number} */ count) =>
    folds(model, tensor, count, size, free);
  const most = Math.max(...vectors.map(([tensor, count]) => folded(tensor, count)));
  const headers = 34 + size.height * folded("query", d_q);
  const bars = beside ? 24 : 26;
  const sumRow = 16 + Math.min(size.height, 28) * folded(model.result, d_v);
  // on a phone the map is below, in the room that is left
  const mapRoom = beside ? 0 : Math.max(8, Math.min(24, 130 / q_len)) * q_len + 30;
  const below = room.height - mapRoom - headers - sumRow - bars - 26;
  // many wide vectors without room become colours; a touch shows their numbers
  const shaded = most > 1 && kv_len * most * 17 > below;
  const lines = shaded ? 1 : most;
  // if even the smallest cells do not fit, the picture is taller than the room
  const pitch = Math.max(
    15 * lines + 3,
    Math.min(size.height * ((beside || q_len === 1 ? 1.4 : 0.9) + lines), below / kv_len),
  );
  const height = Math.max(15, Math.min(size.height, Math.floor((pitch - 3) / lines)));
  // with enough room, keys, bars and values are side by side; else they take turns
  const all = key + 16 + 100 + power + wide("shifted_exp") + 20 + value + 40 + weighted;
  const least = room.width - free;
  const high = Math.max(Math.min(16, size.height - 2), size.height - 8);
  return {
    size,
    shaded,
    beside,
    name,
    mapCell,
    panel,
    scalar,
    pitch,
    height,
    bars,
    sumRow,
    headers,
    free,
    power,
    aside: all <= free,
    takes: {
      width: {
        all: least + Math.max(widest, all),
        values: least + Math.max(widest, both),
        none: least + widest,
      },
      height: room.height - below + kv_len * (high + 3),
    },
  };
}
/** @typedef {ReturnType<typeof planOf>} Plan */

/**
 * The positions of everything, px.
 * @param {Plan} plan @param {Items} items
 */
function spotsOf({ name, panel, scalar, aside, pitch, bars, sumRow, headers, free, power }, items) {
  const { model, cells, size } = items;
  const top = 2;
  const first = top + headers + pitch / 2;
  const after = top + headers + model.kv_len * pitch;
  const region = PAD + name + scalar;
  const [key, value] = ["key", "value"].map((tensor) => cells(tensor, { key: 0 }).width);
  const weighted = cells("weighted_values", { query: 0, key: 0 }).width;
  const exp = cellOf(model, "shifted_exp", size).width;
  const barX = aside ? region + key + 16 : region;
  const most = aside ? 100 : Math.max(20, free - exp - power - 14);
  const valueX = aside ? barX + most + power + exp + 20 : region;
  const both = value + 40 + weighted <= (aside ? panel - PAD - valueX + 1 : free);
  const share = after + sumRow + bars / 2;
  const expX = Math.min(barX + most + 8 + power + exp / 2, panel - PAD - exp / 2);
  return {
    top,
    first,
    row: (/** @type {number} */ j) => first + j * pitch,
    after,
    sum: after + sumRow / 2 - 2,
    share,
    bottom: share + bars / 2 + 10,
    score: PAD + name + items.scoreWidth / 2,
    weight: PAD + name + items.scoreWidth + GAP + items.weightWidth / 2,
    region,
    barX,
    most,
    expX,
    power: expX - exp / 2 - barX - most,
    valueX,
    both,
    // without the value on its left, a weighted value leaves room for the stream from its weight
    weightedX: both ? valueX + value + 40 : valueX + Math.max(0, Math.min(16, free - weighted)),
  };
}
/** @typedef {ReturnType<typeof spotsOf>} Spots */

/** @template {import("../../kit/place.js").Placeable & { width: number }} T @param {T} item @param {number} x its left edge @param {number} y its middle */
const put = (item, x, y) => placed(item, x + item.width / 2, y);

/** @param {Model} model @param {Room} room @param {Plan} plan @returns {import("../walk-through.js").Stage} */
function arranged(model, room, plan) {
  const { size, free: most, shaded, panel, height, aside } = plan;
  // small inputs go where scores and weights will be, and so stay visible until then
  const source = inputTensor(model);
  const wide = cellOf(model, source, SIZES.least).width * featuresOf(model, source);
  const before = model.projected && wide <= plan.scalar - 18;
  const small = before ? { inputs: SIZES.least } : {};
  const items = itemsOf(model, { ...size, height }, { words: false, labels: false, most, shaded, ...small });
  const { cells } = items;
  const spots = spotsOf(plan, items);
  const map = mapOf(items, room, plan, spots);
  const words = wordsOf(items, plan, spots);
  const keys = cells.along("key", "key").map((key, j) => put(key, spots.region, spots.row(j)));
  const values = cells.along("key", "value").map((value, j) => put(value, spots.valueX, spots.row(j)));
  const inputs = model.projected
    ? inputsOf(items).map((input, j) => put(input, before ? PAD + plan.name : spots.region, spots.row(j)))
    : [];
  const pair = pairsIn(items, plan, spots, keys, values);
  const { output, outside } = outputsIn(items, room, plan, spots, map);
  const below = map.box.y + map.box.height + 8;
  const noted = plan.beside && model.q_len <= 6 && below + 16 + 22 * model.q_len <= room.height;
  // on a phone the end takes up the whole room
  const least = plan.beside ? spots.bottom : Math.max(spots.bottom, room.height);
  const total = Math.max(least, below + (noted ? 16 + 22 * model.q_len : 0));
  const ground = { x: 0, y: spots.top, width: panel, height: spots.bottom - spots.top };
  const begins = panelWith(model, plan.beside ? room.width : panel, map, ground);
  const { heads } = words;
  const named = [...values, heads.value];
  return {
    ...{ items, map, inputs, output, apart: outside, queryLabel: words.queryLabel },
    pours: (i) => poursIn(items, spots, i, output(i), panel),
    places: (i, terms) => {
      // in the row of the sum, before the output or the streams that pass there
      const line = placesBeside(model, terms, {
        ...{ x: PAD / 2, y: spots.sum, toEnd: true, height: Math.min(24, height) },
        end: (outside ? spots.weightedX + terms[0].width : output(i).x) - 14,
      });
      // on a phone the column at the right of the rows is narrow, so a line that has room for all is better
      const better = !plan.beside && line?.length === terms.length;
      return better ? line : (placesAside(model, terms, plan.beside ? panel - 3 : room.width - 1) ?? line);
    },
    ...{ keys, values, named: { keys: [...keys, heads.key], values: named } },
    weighing: [...(spots.both ? named : []), heads.weighted],
    heads: { scores: heads.scores, weights: heads.weights },
    scenery: plan.beside ? begins.scenery : [],
    standing: {
      ...begins.standing,
      names: words.names,
      ...(plan.beside ? {} : { thumbnail: begins.scenery }),
    },
    mapEnters: begins.mapEnters,
    opening: (i) => openingIn(items, plan, spots, begins.board.width, inputs.length ? inputs : values, i),
    // the line from a key to its score ends where its bar begins, so they take turns
    sharing: [
      ["inputs", before ? "query" : "keys"],
      ["meets", "bars"],
      ...(aside ? [] : [["query", "keys", "bars", "values"]]),
    ],
    row: rowsOf(model, pair),
    // with keys and values side by side, a line from an input to its value would cross the key
    fork: (block, j) =>
      before && !aside ? arrow(`fork.${block.id}`, ports.right(inputs[j]), ports.left(block)) : null,
    query: (i) => {
      const query = cells("query", { query: i });
      return put(query, spots.region, spots.top + 10 + query.height / 2);
    },
    share(i) {
      const bars = () => keys.map((_, j) => pair(i, j).bar);
      const how = { width: panel - 2 * PAD, height: plan.bars, bars };
      return placed(shareOf(items, i, how), panel / 2, spots.share);
    },
    total(i, tensor) {
      const made = cells(tensor, { query: i });
      made.put(Math.min(spots.expX, panel - PAD - made.width / 2), spots.after + 10);
      return made;
    },
    height: total,
    notes: noted ? { x: panel + 14, y: below + 16, width: room.width - panel - 14, pitch: 22 } : null,
    // above the row it is about if there is room, else below
    closeUp: closeUpsIn(items, (home) => {
      const high = 74 + 2 * (height + 14);
      const above = home.y - high - 6;
      const y = above >= 0 ? above : Math.min(home.y + home.height + 8, Math.max(0, total - high - 14));
      return { x: 4, y, width: panel - 8 };
    }),
    end: (count) =>
      regrouped(items, room, {
        ...{ beside: plan.beside, ground, height: total, map, values, apart: outside },
        outputs: upTo(count).map(output),
      }),
  };
}

/** Px of the circle in the opening, of a stream and its question mark at most, and of the smallest question mark. */
const ASKER = 52;
const UNKNOWN = { wide: 10, mark: 26, least: 20 };

/** Least length of the streams in the opening, px. */
const LEAST_RUN = 36;

/**
 * The opening question: the asking token is at the right or, if there is more room, at the left; in its row or, if it is no key,
 * in the middle.
 * @param {Items} items @param {Plan} plan @param {Spots} spots @param {number} panel px @param {any[]} sources @param {number} i
 */
function openingIn(items, { headers, pitch, name }, spots, panel, sources, i) {
  const { self, kv_len } = items.model;
  const wide = Math.min(UNKNOWN.wide, 0.4 * pitch, ASKER / kv_len);
  const mark = Math.min(UNKNOWN.mark, 0.78 * pitch + 0.2 * wide);
  const middle = spots.row(self ? i : (kv_len - 1) / 2);
  const lowest = spots.bottom - ASKER / 2 - 4;
  const y = Math.min(lowest, Math.max(spots.top + headers + ASKER / 2, middle)) - ASKER / 2;
  const right = Math.max(...sources.map(({ x, width }) => x + width));
  const left = Math.min(...sources.map(({ x }) => x));
  const room = { right: panel - PAD - ASKER - right, left: left - PAD - name - ASKER };
  const isLeft = room.right < LEAST_RUN && room.left > room.right;
  const x = isLeft ? PAD + name : right + Math.min(room.right, 190);
  const isTight = Math.max(room.right, room.left) < LEAST_RUN;
  const edge = (/** @type {any} */ { x, width }) => (isLeft ? x - 4 : x + width + 4);
  return openingOf(items, i, {
    from: isTight ? [] : sources.map((source) => [edge(source), source.y + source.height / 2]),
    circle: { x, y, width: ASKER, height: ASKER },
    home: self && sources[i],
    ...{ way: "aside", wide, mark: mark < UNKNOWN.least ? 0 : mark },
    board: { x: 0, y: spots.top, width: panel, height: headers },
  });
}

/**
 * What each query makes with each key, placed in the key's row.
 * @param {Items} items @param {Plan} plan @param {Spots} spots @param {any[]} keys @param {any[]} values
 */
function pairsIn(items, { height }, spots, keys, values) {
  const { model, cells, stages } = items;
  const { left, right } = ports;
  /** @param {number} i @param {number} j */
  const pairOf = (i, j) => {
    const y = spots.row(j);
    const of = (/** @type {string} */ tensor) => cells(tensor, { query: i, key: j });
    const index = pairs(model, i)[j];
    const scores = stages.map(of);
    for (const score of scores) score.put(spots.score, y);
    const [weight, weighted] = ["weights", "weighted_values"].map(of);
    weight.put(spots.weight, y);
    put(weighted, spots.weightedX, y);
    const exp = placed(expOf(items, i, j, "left", spots.power), spots.expX, y);
    const foot = { x: spots.barX, y: y - height / 2 + 1, width: 0, height: height - 2 };
    const long = { tensor: model.full("shifted_exp"), index, most: spots.most };
    const flow = { tensor: "weights", index, unit: UNIT, fill: "value" };
    const source = right(spots.both ? values[j] : weight);
    return {
      ...Object.fromEntries(stages.map((tensor, k) => [tensor, scores[k]])),
      ...{ weights: weight, weighted_values: weighted, shifted_exp: exp },
      bar: bar(`bar.${i}.${j}`, { foot, side: "right", ...long }),
      meet: [arrow(`match.${i}.${j}`, left(keys[j]), right(scores[0]))],
      lift: [stream(`lift.${i}.${j}`, source, left(weighted), flow)],
    };
  };
  return eachPair(model, pairOf);
}

/**
 * Streams from weighted values down to the output, along their right side.
 * @param {Items} items @param {Spots} spots @param {number} i @param {any} output
 * @param {number} end x of the right edge of the room
 */
function poursIn({ model, cells }, { weightedX }, i, output, end) {
  const from = cells.along("key", "weighted_values", { query: i });
  const right = weightedX + Math.max(...from.map(({ width }) => width));
  const indices = pairs(model, i);
  const weights = () => indices.map((index) => model.value("weights", index));
  const outer = output.x + output.width;
  const lane = outer >= right + 12 ? outer - 12 : Math.max(right, outer) + 2;
  // even a stream of weight 0 takes a pixel, and all but one may be so thin
  const unit = Math.max(3, Math.min(UNIT, (lane < outer ? outer : end) - lane - from.length + 1));
  const id = (/** @type {number} */ j) => `pour.${i}.${j}`;
  return streamsAside({ id, from, to: output, weights, indices, unit, lane, fill: "value" });
}

/**
 * Names of the rows, headings over their contents, and the name of the query.
 * @param {Items} items @param {Plan} plan @param {Spots} spots
 */
function wordsOf({ model, size, ...items }, { name, scalar, headers, panel, aside }, spots) {
  /** @param {string} id @param {any} what @param {number} x @param {number} y */
  const word = (id, what, x, y) => placed(text(id, { align: "start", ...what }), x, y);
  const head = (/** @type {string} */ tensor, /** @type {number} */ x, /** @type {number} */ end) => {
    const said = truncate(model.words.scene.shown(tensor), 12, end - x);
    return word(`head.${tensor}`, { text: said, size: 12, fill: "muted" }, x, spots.top + headers - 10);
  };
  const asks = spots.top + 10 + size.height / 2;
  const strong = { weight: 650, fill: "ink" };
  const weightX = PAD + name + items.scoreWidth + GAP;
  const font = sizeFor(upTo(model.kv_len).map(items.keyName), name - 6);
  return {
    names: upTo(model.kv_len).map((j) => {
      const said = truncate(items.keyName(j), font, name - 6, 600);
      // pointing at it shows the full name
      const means = cellName(model.full("weights"), [model.batch, model.head, null, j]);
      const look = { ...strong, size: font, weight: 600, means, initial: { opacity: 1 } };
      return word(`name.${j}`, { text: said, ...look }, PAD, spots.row(j));
    }),
    /** @param {number} i */
    queryLabel(i) {
      const said = truncate(items.queryName(i), 13, name + scalar - 34, 650);
      return [
        word(`queryLabel.letter.${i}`, { runs: letterRuns("query", i + 1) }, PAD, asks),
        word(`queryLabel.${i}`, { text: said, ...strong }, PAD + 24, asks),
      ];
    },
    heads: {
      key: head("key", spots.region, aside ? spots.barX : panel),
      scores: head("scores", PAD + name, weightX + 2),
      weights: head("weights", weightX, spots.region - 2),
      value: head("value", spots.valueX, spots.both ? spots.weightedX - 6 : panel),
      weighted: head("weighted_values", spots.weightedX, panel),
    },
  };
}

/** The map beside the panel, or below it. @param {Items} items @param {Room} room @param {Plan} plan @param {Spots} spots */
function mapOf({ model, queryName, keyName }, room, { beside, mapCell, panel }, { bottom }) {
  const { kv_len } = model;
  const q_len = room.asked ?? model.q_len;
  const named = beside ? 130 : bottom + 36;
  const most = beside ? 40 : 27;
  const height = Math.min(most, (room.height - named) / q_len);
  // without words it takes the full width
  const words = beside || height >= 11;
  const map = attentionMap(model, {
    ...{ points: true, hidden: opens(model) },
    cell: words ? { width: mapCell, height } : { width: (panel - 8) / kv_len, height: Math.max(8, Math.min(11, (room.height - bottom - 16) / q_len)) }, // prettier-ignore
    rows: upTo(q_len).map((i) => (words ? queryName(i) : "")),
    columns: upTo(kv_len).map((j) => (words && mapCell >= 16 ? keyName(j) : "")),
    title: beside ? model.words.scene.map.title : "",
  });
  if (beside) map.put(panel + 14, 4);
  else map.put(4, bottom + 4);
  return map;
}

/**
 * Outputs are beside a map that is below the panel, if there is room; else under the values they are the sum of, all in one
 * place.
 * @param {Items} items @param {Room} room @param {Plan} plan @param {Spots} spots
 * @param {import("../../kit/attention-map.js").AttentionMap} map
 */
function outputsIn({ model, cells, size }, room, { beside }, spots, map) {
  const { d_v, result } = model;
  const fits = d_v * cellOf(model, result, size).width <= room.width - 18 - map.width;
  const height = Math.min(size.height, map.rows[0].height - 2);
  const outside = !beside && fits && height >= 18;
  const output = (/** @type {number} */ i) => {
    if (!outside) return put(cells(result, { query: i }), spots.weightedX, spots.sum);
    const { y, height: high } = map.rows[i];
    return put(cells(result, { query: i }, { height, perRow: d_v }), map.width + 14, y + high / 2);
  };
  return { output, outside };
}
