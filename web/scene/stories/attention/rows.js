/**
 * A row for every key, where there is no room for columns: its name, its score, its weight, and beside them what is at
 * work: keys, then bars, then values. What does not fit side by side takes turns in one place.
 */

import { arrow, ports } from "../../kit/arrows.js";
import { attentionMap } from "../../kit/attention-map.js";
import { SIZES, cellOf } from "../../kit/block.js";
import { ground } from "../../kit/ground.js";
import { hide, show, snap } from "../../kit/moves.js";
import { remember } from "../../kit/remember.js";
import { ribbons, stream } from "../../kit/streams.js";
import { letterRuns, text } from "../../kit/text.js";
import { pairs } from "../../facts.js";
import { upTo } from "../../model.js";
import { sequence } from "../../timeline.js";
import { shorten, textWidth } from "../../advance.js";
import { createBench, folds, scoreWidth, stagesOf } from "./bench.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../scene.js").Room} Room */
/** @typedef {import("../../kit/block.js").Size} Size */

const UNIT = 14;
const PAD = 12;
const GAP = 10;

/** The largest cells that fit; the least ones in any case. @param {Model} model @param {Room} room @returns {import("./telling.js").Arrangement} */
export function rows(model, room) {
  const sizes =
    room.width < 600
      ? [SIZES.phone, SIZES.small, SIZES.least]
      : [SIZES.large, SIZES.column, SIZES.phone, SIZES.small, SIZES.least];
  /** @type {Plan[]} */
  const plans = [];
  for (const size of sizes) {
    const plan = planOf(model, room, size);
    plans.push(plan);
    if (plan.fits && plan.aside) return arrange(model, room, plan);
  }
  // better smaller cells than values out of sight of what they become
  const plan =
    plans.find(({ fits, both }) => fits && both) ?? plans.find(({ fits }) => fits) ?? plans[plans.length - 1];
  return arrange(model, room, plan);
}

/**
 * Sizes of everything, before anything is made.
 * @param {Model} model @param {Room} room @param {Size} size
 */
function planOf(model, room, size) {
  const { kv_len, q_len, d_model, d_q, d_k, d_v } = model;
  const wide = (/** @type {string} */ tensor, count = 1) => count * cellOf(model, tensor, size).width;
  const beside = room.width >= 560;
  const longest = Math.max(
    ...upTo(kv_len).map((j) => textWidth(model.short("key", j), 13, 600)),
    ...upTo(q_len).map((i) => textWidth(model.short("query", i), 13, 600)),
  );
  const name = Math.min(beside ? 90 : 46, longest) + 8;
  const mapCell = beside ? Math.min(48, 190 / kv_len) : Math.max(9, Math.min(50, 150 / kv_len));
  const mapWidth = Math.max(Math.min(54, longest) + mapCell * kv_len, 100);
  const panel = beside ? room.width - mapWidth - 37 : room.width - 4;
  const scalar = scoreWidth(model, size) + GAP + wide("weights") + 14;
  const free = Math.max(40, panel - 2 * PAD - name - scalar);
  const [key, value, weighted] = [wide("key", d_k), wide("value", d_v), wide("weighted_values", d_v)];
  // e to the score less the largest, set small
  const power = Math.ceil(
    22 + (2 * Math.max(...stagesOf(model).map((one) => model.widest(one, 1))) + 1.6) * 11,
  );
  const folded = (/** @type {string} */ tensor, /** @type {number} */ count) =>
    folds(model, tensor, count, size, free);
  const most = Math.max(
    folded("key", d_k),
    folded("value", d_v),
    folded("weighted_values", d_v),
    model.projected ? folded("x", d_model) : 1,
  );
  const headers = 34 + size.height * folded("query", d_q);
  const bar = beside ? 24 : 26;
  const sumRow = 16 + Math.min(size.height, 28) * folded(model.result, d_v);
  // on a phone the map stands below, in what room is left
  const mapRoom = beside ? 0 : Math.max(8, Math.min(24, 130 / q_len)) * q_len + 30;
  const left = room.height - mapRoom - headers - sumRow - bar - 26;
  // where many wide vectors have no room they are colours; their numbers are a touch away
  const shaded = most > 1 && kv_len * most * 17 > left;
  const lines = shaded ? 1 : most;
  // where even the least cells have no room, the picture is higher than the room
  const pitch = Math.max(
    15 * lines + 3,
    Math.min(size.height * ((beside ? 1.4 : 0.9) + lines), left / kv_len),
  );
  const height = Math.max(15, Math.min(size.height, Math.floor((pitch - 3) / lines)));
  return {
    size,
    most: free,
    shaded,
    beside,
    name,
    mapCell,
    mapRoom,
    panel,
    scalar,
    pitch,
    height,
    bar,
    sumRow,
    headers,
    free,
    power,
    fits: lines === 1 && !shaded && height >= Math.min(16, size.height - 2) && height >= size.height - 8,
    // with enough room keys, bars and values stand side by side; else they take turns
    aside: key + 16 + 100 + power + wide("shifted_exp") + 20 + value + 40 + weighted <= free,
    both: value + weighted + 40 <= free,
  };
}
/** @typedef {ReturnType<typeof planOf>} Plan */

/**
 * Where what stands, px.
 * @param {Model} model @param {Plan} plan @param {import("./bench.js").Bench} bench
 */
function spotsOf(model, { name, panel, scalar, aside, pitch, bar, sumRow, headers, free, power }, bench) {
  const top = 2;
  const first = top + headers + pitch / 2;
  const after = top + headers + model.kv_len * pitch;
  const region = PAD + name + scalar;
  const [key, value, weighted] = [bench.key(0), bench.value(0), bench.weighted(0, 0)].map(
    ({ width }) => width,
  );
  const exp = bench.exp(0, 0).width;
  const barX = aside ? region + key + 16 : region;
  const most = aside ? 100 : Math.max(20, free - exp - power - 14);
  const valueX = aside ? barX + most + power + exp + 20 : region;
  const both = value + 40 + weighted <= (aside ? panel - PAD - valueX + 1 : free);
  const share = after + sumRow + bar / 2;
  return {
    top,
    first,
    row: (/** @type {number} */ j) => first + j * pitch,
    after,
    sum: after + sumRow / 2 - 2,
    share,
    bottom: share + bar / 2 + 10,
    score: PAD + name + bench.scalarWidth / 2,
    weight: PAD + name + bench.scalarWidth + GAP + bench.weightWidth / 2,
    region,
    barX,
    most,
    expX: Math.min(barX + most + 8 + power + exp / 2, panel - PAD - exp / 2),
    valueX,
    both,
    // without the value before it, a weighted value leaves room for the stream from its weight
    weightedX: both ? valueX + value + 40 : valueX + Math.max(0, Math.min(16, free - weighted)),
  };
}

/** @param {any} item @param {number} x its left edge @param {number} y its middle */
const put = (item, x, y) => item.put(x + item.width / 2, y);

/** @param {Model} model @param {Room} room @param {Plan} plan @returns {import("./telling.js").Arrangement} */
function arrange(model, room, plan) {
  const { size, most, shaded, panel, height, aside } = plan;
  const bench = createBench(model, { ...size, height }, { words: false, labels: false, most, shaded });
  const spots = spotsOf(model, plan, bench);
  const { kv_len } = model;
  const placed = remember((/** @type {number} */ pair) =>
    putPair(plan, bench, spots, Math.floor(pair / kv_len), pair % kv_len),
  );
  const settle = (/** @type {number} */ i, /** @type {number} */ j) => placed(i * kv_len + j);
  putVectors(model, plan, bench, spots, settle);
  const map = putMap(model, room, plan, bench, spots);
  const words = wordsOf(model, plan, bench, spots);
  const outside = putOutputs(model, room, plan, bench, spots, map);
  const ends = endsOf(model, plan, bench, spots);
  const queries = upTo(model.q_len);
  const below = map.box.y + map.box.height + 8;
  const noted = plan.beside && model.q_len <= 6 && below + 16 + 22 * model.q_len <= room.height;
  const total = Math.max(spots.bottom, below + (noted ? 16 + 22 * model.q_len : 0));
  const turns = turnsOf(model, { bench, words, ends, aside, both: spots.both, outside });
  const asker = (/** @type {number} */ i) => [words.asker[i], words.letter[i]];
  return {
    bench,
    map,
    board: ground("panel", { x: 0, y: spots.top, width: panel, height: spots.bottom - spots.top }),
    extra: [...words.names, ...Object.values(words.heads), ...words.asker, ...words.letter],
    foretold: [],
    ops: {},
    height: total,
    power: "left",
    powerRoom: spots.expX - bench.exp(0, 0).width / 2 - spots.barX - spots.most,
    notes: noted ? { x: panel + 14, y: below + 16, width: room.width - panel - 14 } : null,
    // above or below the row that it is about, whichever has room
    cardRoom(_what, home) {
      const high = 74 + 2 * (height + 14);
      const above = home.y - high - 6;
      const y = above >= 0 ? above : Math.min(home.y + home.height + 8, Math.max(0, total - high - 14));
      return { x: 4, y, width: panel - 8, height: high };
    },
    fork: () => null,
    asking: () => null,
    asks: () => null,
    meet: (i, j) => [
      arrow(`match.${i}.${j}`, ports.left(bench.key(j)), ports.right(bench.score("scores", i, j))),
    ],
    use: null,
    settle,
    lift(i, j) {
      const flow = { tensor: "weights", index: pairs(model, i)[j], unit: UNIT };
      return stream(
        `lift.${i}.${j}`,
        ports.right(spots.both ? bench.value(j) : bench.weight(i, j)),
        ports.left(bench.weighted(i, j)),
        flow,
      );
    },
    pour: () => [],
    end() {
      if (!ends.length) return null;
      const indices = queries.map((i) => pairs(model, i));
      const look = {
        unit: Math.min(26, height),
        decimals: 2,
        label: model.words.scene.streams,
        across: true,
      };
      return ribbons("ribbons", { from: upTo(model.kv_len).map(bench.value), to: ends, indices, ...look });
    },
    turnTo(part, i, add) {
      const [comes, goes] = turns(part, i);
      const arriving = comes.flatMap((one) => (one.kind === "block" ? snap(add(one)) : show(add(one))));
      return [...sequence(hide(...goes), arriving), ...(part === "score" ? show(...asker(i)) : [])];
    },
    leaving: (i) => [...asker(i), ...(outside ? [] : [bench.output(i)])],
  };
}

/** What every query finds there, and what of it stands across the rows. @param {Model} model @param {Plan} plan @param {import("./bench.js").Bench} bench @param {Spots} spots @param {(i: number, j: number) => any} settle puts a pair, and returns its bar */
function putVectors(model, plan, bench, spots, settle) {
  const keys = upTo(model.kv_len);
  for (const j of keys) {
    if (model.projected) put(bench.input(j), spots.region, spots.row(j));
    put(bench.key(j), spots.region, spots.row(j));
    put(bench.value(j), spots.valueX, spots.row(j));
  }
  for (const i of upTo(model.q_len)) {
    const query = bench.query(i);
    put(query, spots.region, spots.top + 10 + query.height / 2);
    const bars = () => keys.map((j) => settle(i, j));
    bench.share(i, { width: plan.panel - 2 * PAD, height: plan.bar, bars }).put(plan.panel / 2, spots.share);
    for (const tensor of /** @type {const} */ (["row_max", "row_sum"])) {
      const total = bench.total(i, tensor);
      total.put(Math.min(spots.expX, plan.panel - PAD - total.width / 2), spots.after + 10);
    }
  }
}
/** @typedef {ReturnType<typeof spotsOf>} Spots */

/** What a query makes with a key stands in the key's row. @param {Plan} plan @param {import("./bench.js").Bench} bench @param {Spots} spots @param {number} i @param {number} j */
function putPair({ height }, bench, spots, i, j) {
  const y = spots.row(j);
  for (const tensor of bench.stages) bench.score(tensor, i, j).put(spots.score, y);
  bench.weight(i, j).put(spots.weight, y);
  put(bench.weighted(i, j), spots.weightedX, y);
  bench.exp(i, j).put(spots.expX, y);
  const foot = { x: spots.barX, y: y - height / 2 + 1, width: 0, height: height - 2 };
  return bench.bar(i, j, { foot, most: spots.most, side: "right" });
}

/** Names at the rows, words over what stands in them, and who asks. @param {Model} model @param {Plan} plan @param {import("./bench.js").Bench} bench @param {Spots} spots */
function wordsOf(model, { name, scalar, headers }, bench, spots) {
  const word = (
    /** @type {string} */ id,
    /** @type {any} */ what,
    /** @type {number} */ x,
    /** @type {number} */ y,
  ) => {
    const item = text(id, { align: "start", ...what });
    item.put(x, y);
    return item;
  };
  const head = (/** @type {string} */ tensor, /** @type {number} */ x, /** @type {number} */ width) => {
    const said = shorten(model.words.scene.shown(tensor), 12, width + 12);
    return word(`head.${tensor}`, { text: said, size: 12, fill: "muted" }, x, spots.top + headers - 10);
  };
  const asks = spots.top + 10 + bench.size.height / 2;
  const strong = { weight: 650, fill: "ink" };
  return {
    names: upTo(model.kv_len).map((j) => {
      const said = shorten(bench.keyName(j), 13, name - 6, 600);
      return word(
        `name.${j}`,
        { text: said, ...strong, weight: 600, initial: { shown: 1 } },
        PAD,
        spots.row(j),
      );
    }),
    asker: upTo(model.q_len).map((i) => {
      const said = shorten(bench.queryName(i), 13, name + scalar - 34, 650);
      return word(`asker.${i}`, { text: said, ...strong }, PAD + 24, asks);
    }),
    letter: upTo(model.q_len).map((i) =>
      word(`asker.letter.${i}`, { runs: letterRuns("query", i + 1) }, PAD, asks),
    ),
    heads: {
      input: head(model.tensor("x_kv") ? "x_kv" : "x", spots.region, 60),
      key: head("key", spots.region, bench.key(0).width),
      scores: head("scores", PAD + name, bench.scalarWidth),
      weights: head("weights", PAD + name + bench.scalarWidth + GAP, bench.weightWidth),
      value: head("value", spots.valueX, bench.value(0).width),
      weighted: head("weighted_values", spots.weightedX, bench.weighted(0, 0).width),
    },
  };
}

/** The map beside the panel, or below it. @param {Model} model @param {Room} room @param {Plan} plan @param {import("./bench.js").Bench} bench @param {Spots} spots */
function putMap(model, room, { beside, mapCell, mapRoom, panel }, bench, { bottom }) {
  const { q_len } = model;
  const height = beside
    ? Math.min(40, (room.height - 130) / q_len)
    : Math.max(8, Math.min(27, (room.height - bottom - 36) / q_len));
  const map = attentionMap(model, {
    cell: { width: mapCell, height },
    rows: upTo(q_len).map((i) => (beside || mapRoom / q_len >= 13 ? bench.queryName(i) : "")),
    columns: upTo(model.kv_len).map((j) => (mapCell >= 16 ? bench.keyName(j) : "")),
    pairs: (i) => pairs(model, i),
    title: beside ? model.words.scene.map.title : "",
  });
  if (beside) map.put(panel + 14, 4);
  else map.put(4, bottom + 4);
  return map;
}

/** Outputs stand beside a map that lies below, where there is room; else under what they are the sum of. @param {Model} model @param {Room} room @param {Plan} plan @param {import("./bench.js").Bench} bench @param {Spots} spots @param {import("../../kit/attention-map.js").AttentionMap} map */
function putOutputs(model, room, { beside }, bench, spots, map) {
  const { d_v, result } = model;
  const fits = d_v * cellOf(model, result, bench.size).width <= room.width - 18 - map.width;
  const high = Math.min(bench.size.height, map.rows[0].height - 2);
  const outside = !beside && fits && high >= 18;
  for (const i of upTo(model.q_len)) {
    const output = bench.output(i, outside ? high : undefined);
    if (outside) put(output, map.width + 14, map.rows[i].y + map.rows[i].height / 2);
    else put(output, spots.weightedX, spots.sum);
  }
  return outside;
}

/** Copies of all outputs, one under the other, for the end; none where streams between them and the values have no room. @param {Model} model @param {Plan} plan @param {import("./bench.js").Bench} bench @param {Spots} spots */
function endsOf(model, { panel, pitch, height, aside }, bench, spots) {
  const { width } = bench.output(0);
  const x = panel - PAD - width;
  const apart = Math.min(pitch, (model.kv_len * pitch) / model.q_len);
  const from = (aside ? spots.valueX : spots.region) + bench.value(0).width;
  if (from + 40 > x || apart < height) return [];
  return upTo(model.q_len).map((i) => {
    const block = bench.output(i);
    return { ...block, id: `end.${block.id}`, rest: null, x, y: spots.first + i * apart - block.height / 2 };
  });
}

/**
 * What comes and what goes in the room beside the numbers, by part.
 * @param {Model} model
 * @param {{ bench: import("./bench.js").Bench, words: ReturnType<typeof wordsOf>, ends: any[], aside: boolean, both: boolean, outside: boolean }} what
 * @returns {(part: string, i: number) => [comes: any[], goes: any[]]}
 */
function turnsOf(model, { bench, words: { heads }, ends, aside, both, outside }) {
  const keys = upTo(model.kv_len);
  const key = [...keys.map(bench.key), heads.key];
  const value = [...keys.map(bench.value), heads.value];
  const alone = (/** @type {any[]} */ items) => (aside ? [] : items);
  return (part, i) => {
    if (part === "keys")
      return [[], [...(model.projected ? keys.map((j) => bench.input(j)) : []), heads.input]];
    if (part === "values") return [[], alone(key)];
    if (part === "score") return [[...key, heads.scores], alone([...value, heads.weighted])];
    const meets = bench.made("match", i);
    if (part === "softmax") return [[heads.weights], [...meets, ...alone([...key, bench.query(i)])]];
    const bars = [...bench.made("bar", i), ...bench.made("shifted_exp", i)];
    const totals = [bench.total(i, "row_sum"), bench.total(i, "row_max")];
    if (part === "weigh") return [[...(both ? value : []), heads.weighted], alone([...bars, ...totals])];
    // of queries that nobody told nothing is shown
    if (i < model.q_len) return [value, []];
    return [
      [...value, ...ends],
      ends.length && !outside ? upTo(model.q_len).map((i) => bench.output(i)) : [],
    ];
  };
}
