/**
 * A column for every key: what it is made from below, what becomes of it above. In each, one lane for numbers (key, score,
 * weight) and one for vectors (value, weighted value), so that lanes never cross; only the query's line does.
 */

import { textWidth } from "../../advance.js";
import { pairs } from "../../facts.js";
import { arrow, ports } from "../../kit/arrows.js";
import { attentionMap } from "../../kit/attention-map.js";
import { SIZES } from "../../kit/block.js";
import { ground } from "../../kit/ground.js";
import { corner, grid, heightOf, loose, over, space, widthOf } from "../../kit/place.js";
import { confluence, ribbons, stream } from "../../kit/streams.js";
import { upTo } from "../../model.js";
import { createBench } from "./bench.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/block.js").Size} Size */
/** @typedef {import("../../kit/block.js").Block} Block */
/**
 * @typedef {object} Table
 * @property {import("./bench.js").Bench} bench @property {import("../../kit/attention-map.js").AttentionMap} map
 * @property {Block[]} inputs @property {Block[]} own inputs of queries that are not keys
 * @property {number} scale of all sizes @property {number} panel its width @property {number} pad free ground at its sides
 * @property {number[]} lines middles of the rows @property {(j: number) => number[]} lane middles of a key's two lanes, px
 */

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

/** The largest cells that fit; null where none do. @param {Model} model @param {Room} room @returns {import("./telling.js").Arrangement | null} */
export function columns(model, room) {
  if (model.kv_len > MOST || (!model.self && model.q_len > model.kv_len)) return null;
  const sizes = [...(room.width > 1300 ? [SIZES.huge] : []), SIZES.large, SIZES.column];
  for (const size of sizes)
    for (const side of [MAPS.large, MAPS.small])
      for (const whole of [true, false]) {
        const table = tableOf(model, room, size, side, whole);
        if (table) return { ...arrangement(model, table), ...linesOf(model, table) };
      }
  return null;
}

/**
 * Everything in its row and column; null where it does not fit.
 * @param {Model} model @param {Room} room @param {Size} size @param {{ width: number, height: number }} side of the map
 * @param {boolean} whole the names of its columns are not cut, but for long ones
 * @returns {Table | null}
 */
function tableOf(model, room, size, side, whole) {
  const { kv_len, q_len, self, projected } = model;
  const [keys, queries] = [upTo(kv_len), upTo(q_len)];
  const scale = size.height / 28;
  const spacious = size !== SIZES.column;
  const { pad, beside, first, lanes } =
    SPACES[spacious ? "spacious" : room.width < TIGHT ? "plain" : "tight"];
  const bench = createBench(model, size, { words: spacious, labels: true });
  const inputs = projected ? keys.map((j) => bench.input(j)) : [];
  const own = projected && !self ? queries.map((i) => bench.input(i, "x", bench.queryName(i))) : [];
  const { scene } = model.words;
  const named = whole ? keys.map((j) => textWidth(bench.keyName(j), 12, 600) + 6) : [];
  const least = Math.min(72, Math.max(0, ...named));
  const map = attentionMap(model, {
    cell: {
      width: Math.max(least, Math.round((side.width * scale) / Math.max(2, kv_len))),
      height: Math.round((side.height * scale) / Math.max(3, q_len)),
    },
    rows: queries.map(bench.queryName),
    columns: keys.map(bench.keyName),
    pairs: (i) => pairs(model, i),
    title: scene.map.title,
    subtitle: side === MAPS.large ? scene.map.subtitle : "",
  });
  const rows = rowsOf(model, bench, scale, inputs, own);
  const ops = Math.max(
    ...Object.values(scene.ops).map((said) => textWidth(/** @type {string} */ (said), 13, 650)),
  );
  rows[ROW.score][0] = over([rows[ROW.score][0], space(ops + pad, 1)]);
  const gaps = {
    gapX: [first, ...keys.flatMap(() => [lanes, lanes])],
    gapY: GAPS.map((gap) => gap * Math.min(scale, 1.15)),
  };
  const bare = grid(rows, gaps);
  const panel = room.width - map.width - beside - 6;
  if (widthOf(bare) > panel - 2 * pad || heightOf(bare) + 26 > room.height) return null;
  const table = grid(rows, { ...gaps, width: panel - 2 * pad });
  corner(table, pad, 6);
  map.put(panel + beside, 10);
  const lane = (/** @type {number} */ j) => [table.columns[1 + 2 * j], table.columns[2 + 2 * j]];
  const made = { bench, map, pad, inputs, own, scale, panel, lines: table.lines, lane };
  return putInputs(model, made) && putOutputs(model, made) ? made : null;
}

/** What stands in each row: first what asks, then number and vector of every key. @param {Model} model @param {import("./bench.js").Bench} bench @param {number} scale @param {any[]} inputs @param {any[]} own inputs of queries that are not keys @returns {any[][]} */
function rowsOf({ self, kv_len, q_len }, bench, scale, inputs, own) {
  const queries = upTo(q_len);
  const lanes = (/** @type {(j: number) => any[]} */ make) => upTo(kv_len).flatMap(make);
  const all = (/** @type {(i: number) => any} */ make) => over(queries.map(make));
  const score = (/** @type {number} */ j) =>
    over(queries.flatMap((i) => bench.stages.map((tensor) => bench.score(tensor, i, j))));
  return [
    [null, ...lanes((j) => [null, self ? bench.output(j) : space(1, bench.size.height)])],
    [null, ...lanes((j) => [all((i) => bench.weight(i, j)), all((i) => bench.weighted(i, j))])],
    [space(1, 22 * scale)],
    [space(1, 62 * scale)],
    [all(bench.query), ...lanes((j) => [score(j), null])],
    [space(1, 1)],
    [null, ...lanes((j) => [bench.key(j), bench.value(j)])],
    ...(inputs.length
      ? [[space(1, 1)], [own.length ? over(own) : null, ...lanes((j) => [loose(inputs[j]), null])]]
      : []),
  ];
}

/** Inputs stand in the middle of their column, queries in the middle of what asks; false where names have no room. @param {Model} model @param {Table} table */
function putInputs({ q_len, kv_len }, { pad, bench, inputs, own, lane, panel, lines }) {
  const asking = [...upTo(q_len).map(bench.query), ...own];
  const middle = pad + Math.max(...asking.map(({ width }) => width)) / 2;
  for (const item of asking) item.put(middle, item.y + item.height / 2);
  if (!inputs.length) return true;
  const at = (/** @type {number} */ j) => (lane(j)[0] + lane(j)[1]) / 2;
  inputs.forEach((input, j) => input.put(at(j), lines[lines.length - 1]));
  const name = Math.max(...upTo(kv_len).map((j) => Math.min(70, textWidth(bench.keyName(j), 15, 600)))) + 16;
  const wide = inputs[0].width;
  return at(kv_len - 1) + wide / 2 + name <= panel && (kv_len < 2 || at(1) - at(0) >= wide + name);
}

/** Outputs of queries that are not keys stand in a row of their own; false where they have no room. @param {Model} model @param {Table} table */
function putOutputs({ self, q_len }, { pad, bench, panel, lines }) {
  if (self) return true;
  const wide = (panel - 2 * pad) / q_len;
  const outputs = upTo(q_len).map((i) => bench.output(i));
  outputs.forEach((output, i) => output.put(pad + (i + 0.5) * wide + 20, lines[ROW.output]));
  return outputs.every((output) => widthOf(output) + 8 <= wide);
}

/** Upper and lower edge of the panel. @param {Table} table */
const panelOf = ({ lines, bench }) => ({
  top: lines[ROW.weight] - bench.size.height / 2 - 30,
  bottom: lines[ROW.key] + bench.size.height / 2 + 22,
});

/** @param {Model} model @param {Table} table */
function arrangement(model, table) {
  const { bench, map, pad, panel, lines, inputs, own } = table;
  const { top, bottom } = panelOf(table);
  const keys = upTo(model.kv_len);
  putBars(model, table);
  const op = (/** @type {"sum" | "multiply" | "softmax"} */ id, /** @type {number} */ y) => {
    const made = bench.op(id, model.words.scene.ops[id]);
    made.put(pad, y);
    return made;
  };
  const lowest = inputs.length ? lines[lines.length - 1] + bench.size.height / 2 + 14 : bottom + 8;
  return {
    bench,
    map,
    board: ground("panel", { x: 0, y: top, width: panel, height: bottom - top }),
    extra: [],
    foretold: keys.flatMap((j) => [bench.key(j), bench.value(j)]),
    ops: {
      sum: op("sum", lines[ROW.output]),
      multiply: op("multiply", lines[ROW.weight]),
      softmax: op("softmax", lines[ROW.share]),
    },
    height: Math.max(lowest, map.height + 110),
    power: /** @type {const} */ ("above"),
    powerRoom: Infinity,
    notes: {
      x: map.box.x - (map.width - map.box.width),
      y: map.box.y + map.box.height + 28,
      width: map.width,
    },
    /** @param {"score" | "projection" | "sum"} what */
    cardRoom(what) {
      const y = what === "sum" ? lines[ROW.share] + 16 : top + 4;
      return { x: 8, y, width: panel - 16, height: lines[ROW.score] - y };
    },
    /** @param {number} i */
    asking: (i) => own[i] ?? null,
    settle: () => {},
    leaving: () => [],
    turnTo: () => [],
  };
}

/** Bars on the scores, their numbers, and the bar of length 1 that they fill. @param {Model} model @param {Table} table */
function putBars(model, { bench, pad, lines, lane, scale }) {
  const keys = upTo(model.kv_len);
  const left = lane(0)[0] - bench.key(0).width / 2;
  const last = model.kv_len - 1;
  const right = lane(last)[1] + bench.weighted(0, last).width / 2;
  for (const i of upTo(model.q_len)) {
    let share = 0;
    const bars = keys.map((j) => {
      const foot = bench.score("scores", i, j);
      const weight = model.value("weights", pairs(model, i)[j]) || 0;
      // the number of a bar stands where its funnel does not go
      const middle = left + (right - left) * (share + weight / 2);
      share += weight;
      const exp = bench.exp(i, j);
      const before = j > 0 && middle > foot.x + foot.width / 2;
      exp.put(before ? foot.x - 10 - exp.width / 2 : foot.x + foot.width + 10 + exp.width / 2, foot.y - 12);
      return bench.bar(i, j, { foot, most: 62 * scale });
    });
    bench
      .share(i, { width: right - left, height: 22 * scale, bars: () => bars })
      .put((left + right) / 2, lines[ROW.share]);
    for (const [tensor, dy] of /** @type {const} */ ([
      ["row_max", 24],
      ["row_sum", 44],
    ])) {
      // prettier-ignore
      const total = bench.total(i, tensor);
      total.put(pad + 52 + total.width / 2, lines[ROW.share] + dy);
    }
  }
}

/** What leads from where to where. @param {Model} model @param {Table} table */
function linesOf(model, table) {
  const { bench, inputs, own, lines } = table;
  const { bottom } = panelOf(table);
  const keys = upTo(model.kv_len);
  const queries = upTo(model.q_len);
  const under = () => lines[lines.length - 1] + bench.size.height / 2 + 8;
  const { up, down, left, right } = ports;
  return {
    /** @param {number} j @param {"key" | "value"} to */
    fork: (j, to) =>
      arrow(`fork.${to}.${j}`, up(bench.input(j)), down(bench[to](j)), { level: () => bottom + 4 }),
    /** @param {number} i */
    asks(i) {
      if (!inputs.length) return null;
      const to = down(bench.query(i));
      return own[i]
        ? arrow(`asks.${i}`, up(own[i]), to)
        : arrow(`asks.${i}`, down(inputs[i]), to, { level: under });
    },
    /** @param {number} i @param {number} j */
    meet(i, j) {
      const score = bench.score("scores", i, j);
      const bus = j ? { level: () => lines[ROW.bus], halo: "panel" } : {};
      return [
        arrow(`bus.${i}.${j}`, right(bench.query(i)), left(score), bus),
        arrow(`match.${i}.${j}`, up(bench.key(j)), down(score), { halo: "panel", over: true }),
      ];
    },
    /** @param {number} i @param {number} j */
    use: (i, j) => arrow(`use.${i}.${j}`, right(bench.weight(i, j)), left(bench.weighted(i, j))),
    /** @param {number} i @param {number} j */
    lift: (i, j) =>
      stream(`lift.${i}.${j}`, up(bench.value(j)), down(bench.weighted(i, j)), {
        tensor: "weights",
        index: pairs(model, i)[j],
        unit: UNIT,
      }),
    /** @param {number} i */
    pour: (i) =>
      confluence({
        id: (j) => `pour.${i}.${j}`,
        from: keys.map((j) => up(bench.weighted(i, j))),
        to: down(bench.output(i)),
        weights: pairs(model, i).map((pair) => model.value("weights", pair)),
        indices: pairs(model, i),
        unit: UNIT,
        level: 6,
      }),
    end: () =>
      ribbons("ribbons", {
        from: keys.map(bench.value),
        to: queries.map((i) => bench.output(i)),
        indices: queries.map((i) => pairs(model, i)),
        unit: Math.min(END_UNIT, bench.value(0).width * 0.9),
        decimals: bench.size.decimals,
        label: model.words.scene.streams,
      }),
  };
}
