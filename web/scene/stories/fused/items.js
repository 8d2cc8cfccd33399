/** The items of attention in tiles, each in its place. */

import { subscript } from "../../format.js";
import { backdrop } from "../../kit/backdrop.js";
import { cellOf } from "../../kit/block.js";
import { carried } from "../../kit/carried.js";
import { cellsOf } from "../../kit/cells.js";
import { placed } from "../../kit/place.js";
import { remember } from "../../kit/remember.js";
import { slider } from "../../kit/slider.js";
import { letterRuns, runsWidth, text } from "../../kit/text.js";
import { FOOT as UNDER, tower } from "../../kit/tower.js";
import { textWidth } from "../../text-metrics.js";
import { upTo } from "../../model.js";
import { lastOf, scoreWidth } from "../attention/items.js";
import { FOOT, GAP, LINE, PAD, placesFor } from "./place.js";
import { running } from "./running.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Block} Block */
/** @typedef {import("../../kit/text.js").Run[]} Runs */
/** @typedef {import("./place.js").Places} Places */
/** @typedef {{ model: Model, at: Places, tiles: number[][], told: number[], w: any }} Given
 *   told: queries, in the order in which they are shown */

/** @type {{ align: "start" }} */
const FROM_LEFT = { align: "start" };

/** The keys of each tile. @param {Model} model */
function tilesOf(model) {
  const count = model.tensor("running_max")?.shape[0] ?? 0;
  const tile = Math.ceil(model.kv_len / Math.max(1, count));
  return upTo(count).map((t) => upTo(model.kv_len).slice(t * tile, (t + 1) * tile));
}

/** @param {Model} model @param {import("../../scene.js").Room} room @param {number[]} told */
export function itemsOf(model, room, told) {
  const tiles = tilesOf(model);
  const given = { model, at: placesFor(model, room, tiles), tiles, told, w: model.words.stories.fused };
  const row = rowOf(given);
  return {
    ...{ tiles, height: given.at.height, row },
    ...{ ...tilesAt(given), ...deskOf(given, row.exps), ...outputsOf(given), ...memoryOf(given) },
  };
}

/**
 * Puts words in their place.
 * @param {string} id @param {string | Runs} said @param {number} x @param {number} y
 * @param {Partial<Parameters<typeof text>[1]>} [how]
 */
function word(id, said, x, y, how) {
  const what = typeof said === "string" ? { text: said } : { runs: said };
  return placed(text(id, { ...what, ...FROM_LEFT, ...how }), x, y);
}

/** The looks of a title, and of a remark. */
const [TITLE, MUTED] = [{ weight: 650, fill: "ink" }, { fill: "muted" }];

/** @param {Runs} runs @param {number} [gap] @returns {import("../../kit/block.js").Label[]} */
const atLeft = (runs, gap) => [{ runs, side: "left", gap }];

/** The tiles, which move from the shelf to a place above it, and the scores over them. @param {Given} given */
function tilesAt({ model, at, tiles, w }) {
  /** Keys and values of a tile. @param {import("./place.js").Look} look @param {number[]} keys @param {number} t @param {number} y */
  function blocksOf({ size, cell, letter, gap, pitch, style }, keys, t, y) {
    const cells = cellsOf(model, () => ({ size, width: cell, height: size.height - 2, style, ...FROM_LEFT }));
    const wide = keys.length * pitch - gap;
    const left = PAD + (t + 0.5) * at.pitch - GAP / 2 - wide / 2;
    const x = Math.min(Math.max(left, 2 * PAD), at.left - 2 * PAD - wide) + letter;
    return keys.flatMap((j, k) =>
      ["key", "value"].map((tensor, n) => {
        const labels = letter ? atLeft(letterRuns(tensor, j + 1), 4) : [];
        return placed(cells(tensor, { key: j }, { labels }), x + k * pitch, y + (n + 0.5) * size.height);
      }),
    );
  }
  const above = at.end + 2 * GAP + at.line + PAD;
  const high = tiles.map((keys, t) => blocksOf(at.high, keys, t, above));
  const sheets = tiles.map((keys, t) => {
    const low = blocksOf(at.low, keys, t, at.shelf + LINE + 2 * PAD);
    /** @type {[Block, Block][]} */
    const pairs = low.map((block, k) => [block, high[t][k]]);
    return carried(`tile.${t}`, pairs, { pad: PAD - 1 });
  });
  const last = lastOf(model);
  const scores = cellsOf(model, () => ({ size: at.size, height: at.line }));
  const box = { x: 0, y: at.shelf, width: at.left, height: at.bottom - at.shelf };
  const [right, y] = [at.left - 2 * PAD, at.shelf + 14];
  const title = word("shelf.title", w.shelf, 2 * PAD, y, TITLE);
  const count = word("shelf.count", w.stored(model), right, y, { ...MUTED, align: "end" });
  return {
    ...{ sheets, last },
    shelf: [
      backdrop("shelf", box, { fill: "lane", initial: { opacity: 0 } }),
      title,
      title.width + count.width < at.left - 5 * PAD && count,
    ],
    /** @param {number} i @param {number} t */
    scores: (i, t) =>
      tiles[t].map((j, k) => {
        const { x } = high[t][2 * k];
        const wide = Math.min(scoreWidth(model, at.size), at.high.pitch - 2);
        const middle = x + (at.high.pitch - at.high.gap - at.high.letter) / 2;
        const block = scores(last, { query: i, key: j }, { width: wide });
        return placed(block, middle, at.end + GAP + at.line / 2);
      }),
  };
}

/**
 * The row that is never stored, of the query that is shown in full, and its powers of e while they exist.
 * @param {Given} given
 */
function rowOf({ model, at: { left, row, line, size, bars }, told, w }) {
  const [x, y] = [row ? 0 : bars.x, row + line / 2];
  const width = Math.min(96, Math.floor((left - x) / model.kv_len));
  const style = width >= cellOf(model, "tile_exp", size).width ? "passing" : "shade";
  const cells = cellsOf(model, () => ({ size, width, height: line, style, ...FROM_LEFT }));
  const said = row ? [`${w.row(model)} ${w.never}`] : [w.row(model), w.never];
  const exps = cells.along("key", "tile_exp", { query: told[0] });
  return {
    words: said.map((line, k) => word(`row.${k}`, line, 0, (row ? 9 : 7) + 17 * k, { ...MUTED, most: left })),
    blank: placed(cells("weights", { query: told[0] }, { style: "role" }), x, y),
    exps: exps.map((block, j) => placed(block, x + j * width, y)),
  };
}

/** The desk and what a query holds there. @param {Given} given @param {Block[]} exps */
function deskOf({ model, at, tiles, told, w }, exps) {
  const { beside, left, bars, grip, font } = at;
  const cells = cellsOf(model, () => ({ size: at.held, height: grip, ...FROM_LEFT }));
  const former = cellsOf(model, () => ({ size: at.held, height: grip, style: "passing", ...FROM_LEFT }));
  const widthOf = (/** @type {string} */ tensor) => cellOf(model, tensor, at.held).width;
  const [largest, factor] = ["running_max", "correction"].map(widthOf);
  const x = beside ? 54 : 34;
  const y = at.desk + PAD + grip / 2 + (beside ? LINE : 0);
  // on a narrow desk everything is on one line: the query, the largest score, the one before, and the correction
  const roomy = left >= 300;
  const most = beside ? bars.x - x - 34 : left - x - (roomy ? 2 : 1) * largest - factor - 4 * LINE - 2 * PAD;
  const spare = Math.max(2, Math.floor(most / model.d_q));
  const numberIn = (/** @type {import("../../kit/block.js").Size} */ size) =>
    cellOf(model, "query", size).width;
  const size = at.sizes.find((size) => numberIn(size) <= spare) ?? at.held;
  const width = Math.min(spare, numberIn(size));
  const max = beside ? { x, y: y + grip + PAD } : { x: x + model.d_q * width + 2 * LINE, y };
  const struck = beside ? { x, y: max.y + grip + 4 } : { x: max.x + largest + 4, y };
  const pitch = bars.each + bars.between;
  const sum = { x: bars.x, y: bars.y, width: bars.width, height: bars.sum };
  const beneath = beside
    ? Math.max(bars.width * 0.56, Math.min(240, bars.width - factor - 6 * PAD))
    : bars.width;
  const under = { x: bars.x, width: beneath, height: bars.each };
  const rows = upTo(model.d_v).map((c) => ({ ...under, y: bars.y + bars.sum + bars.between + c * pitch }));
  const place = {
    x: left - (beside ? 2 : 1) * PAD - factor,
    y: beside ? (rows[0].y + rows[model.d_v - 1].y + bars.each) / 2 : y,
  };
  /** @param {string} tensor @param {string | number} index @param {import("../../kit/place.js").Box} bar */
  const letter = (tensor, index, bar) => {
    const runs = letterRuns(tensor, index, "", { size: 15 });
    return word(`letter.${tensor}${index}`, runs, bars.x - 9, bar.y + bar.height / 2, { align: "end" });
  };
  const named = atLeft(letterRuns("running_max", ""));
  const box = { x: 0, y: at.desk, width: left, height: at.end - at.desk };
  return {
    desk: [
      backdrop("desk", box, { initial: { opacity: 0 } }),
      beside && word("desk.title", w.desk, 2 * PAD, at.desk + 15, TITLE),
    ],
    letters: [letter("running_sum", "", sum), ...rows.map((bar, c) => letter("running_mixed", c + 1, bar))],
    /** @param {number} query */
    query(query) {
      const labels = atLeft(letterRuns("query", query + 1));
      return placed(cells("query", { query }, { labels, size, width }), x, y);
    },
    /** @param {number} step @param {number} query */
    max: (step, query) => placed(cells("running_max", { step, query }, { labels: named }), max.x, max.y),
    /** The former largest score; null if there is no room. @param {number} step @param {number} query */
    former(step, query) {
      if (!roomy) return null;
      const block = placed(former("running_max", { step, query }), struck.x, struck.y);
      return Object.assign(block, { id: `former.${step}` });
    },
    /** @param {number} step @param {number} query */
    correction(step, query) {
      const [before, now] = [step - 1, step].map((t) =>
        model.text("running_max", [t, model.batch, model.head, query], at.held.decimals),
      );
      const c = letterRuns("correction", "");
      const power = { text: `${before} − ${now}`, size: 12, dy: -6 };
      const whole = [...c, { text: " = e" }, power, { text: " =", dy: 0 }];
      const fits = beside && runsWidth(whole) < bars.width - beneath - factor - PAD;
      const labels = atLeft(fits ? whole : c);
      return placed(cells("correction", { step, query }, { labels }), place.x, place.y);
    },
    /** The bars of what a query holds. For the first two queries they begin before the first tile. */
    bars: remember((/** @type {number} */ query) => {
      const feet = beside && query === told[0] ? exps : null;
      const tiled = told.indexOf(query) < 2 ? 0 : tiles.length;
      const how = { tiles, sum, rows, font, decimals: at.held.decimals };
      return running(`running.${query}`, { ...how, query, feet, tiled });
    }),
  };
}

/** The output of a query, made in both ways: the two come together; those of the first query begin apart. @param {Given} given */
function outputsOf({ model, at: { beside, left, end, line, size, row }, told, w }) {
  const { result, d_v } = model;
  const most = Math.floor((left - 4 * PAD) / d_v);
  const [cell, font] = row ? (beside ? [64, 18] : [52, 15]) : [84, 21];
  const large = most < cell ? size : { ...size, cell, wide: cell, font, small: font };
  const spare = Math.min(100, Math.floor((left - 250) / (3 * d_v)));
  const width = Math.min(most, Math.max(cellOf(model, result, large).width, spare));
  const height = line + (beside ? 12 : 4);
  const [x, y] = [(left - width * d_v) / 2, end + GAP + height / 2];
  const across = 3 * width * d_v + 180 <= left;
  const named = across || x > textWidth(w.ways.whole, 13, 650) + 2 * PAD;
  const [apart, below] = across ? [width * d_v + 10, 0] : [0, height + 12];
  /**
   * The output of one way, where it is made and where it ends.
   * @param {string} id @param {Model} view @param {number[]} here @param {number[]} there
   * @param {"left" | "right"} side of its name
   */
  const outputs = (id, view, here, there, side) =>
    remember((/** @type {number} */ query) => {
      const labels = named ? [{ text: w.ways[id], side, strong: true }] : [];
      const [a, b] = [here, there].map(([right, down], k) => {
        const how = { size: large, width, height, labels: k ? [] : labels, ...FROM_LEFT };
        return placed(cellsOf(view, () => how)(result, { query }), x + right, y + down);
      });
      return carried(`${id}.${query}`, [[a, b]], { at: Number(query !== told[0]), under: id === "whole" });
    });
  return {
    same: word("same", w.same, left / 2, y + height / 2 + LINE, { ...TITLE, size: 15, align: "middle" }),
    whole: outputs("whole", model.stage("whole"), [-apart, 0], [7, 7], "left"),
    tiled: outputs("tiled", model, [apart, below], [0, 0], across ? "right" : "left"),
  };
}

/** The towers of memory, and the slider of the queries. @param {Given} given */
function memoryOf({ model, at: { beside, left, panel, shelf, bottom, height }, told, w }) {
  const { q_len, kv_len, d_v } = model;
  const ground = beside
    ? { x: left + 10, y: 0, width: panel, height }
    : { x: 0, y: bottom + GAP, width: left, height: FOOT - GAP };
  const [x, width, held] = [ground.x + 2 * PAD, ground.width - 4 * PAD, 2 + d_v];
  const foot = ground.y + ground.height - PAD - (beside ? UNDER : 0);
  // the second tower is at the right end, or further if the name of the first reaches there
  const name = 12 + Math.max(textWidth(w.ways.whole, 13), textWidth(String(q_len * kv_len), 20, 650));
  const most = beside
    ? [(width - 74) / kv_len, (width - 24) / (kv_len + held), (width - name) / held]
    : [(width / 2 - name) / Math.max(kv_len, held)];
  const wide = Math.min(12, ...most);
  const second = beside ? Math.max(name, width - Math.max(62, held * wide)) : width / 2;
  const high = Math.min(34, (foot - ground.y - (beside ? 64 : 4)) / q_len);
  const how = { foot, wide, high, aside: !beside };
  const rows = { x, columns: kv_len, rows: q_len, fill: "weight", name: w.ways.whole };
  const tiles = { x: x + second, columns: held, rows: 1, fill: "weighted", name: w.ways.tiled };
  const order = told.toSorted((a, b) => a - b);
  const stops = order.map((i) => `q${subscript(i + 1)}`);
  const texts = order.map((i) => w.which(i + 1));
  const long = Math.min(left - 4 * PAD, 44 * stops.length + 20);
  const knob = slider("asked", { width: long, stops, label: w.asked, texts });
  return {
    memory: [
      backdrop("memory", ground, { initial: { opacity: 0 } }),
      beside && word("memory.title", w.held, x, 20, TITLE),
      beside && word("memory.about", w.beside, x, 40, { ...MUTED, most: width }),
    ],
    towers: [
      tower("tower.whole", { ...how, ...rows }),
      tower("tower.tiled", { ...how, ...tiles, note: beside ? "max, ℓ, u" : "" }),
    ],
    ...{ order, knob: stops.length > 1 ? placed(knob, left / 2, shelf - 23) : null },
  };
}
