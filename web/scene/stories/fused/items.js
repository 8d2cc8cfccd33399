/** The items of attention in tiles, each in its place. */

import { subscript } from "../../format.js";
import { backdrop } from "../../kit/backdrop.js";
import { cellOf } from "../../kit/block.js";
import { carried } from "../../kit/carried.js";
import { cellsOf } from "../../kit/cells.js";
import { storeOf } from "../../kit/remember.js";
import { slider } from "../../kit/slider.js";
import { letterRuns, runsWidth, text } from "../../kit/text.js";
import { upTo } from "../../model.js";
import { scoreWidth, stagesOf } from "../attention/items.js";
import { GAP, LINE, PAD, placesFor, tilesOf } from "./place.js";
import { running } from "./running.js";
import { towers } from "./towers.js";

/** @typedef {import("../../model.js").Model} Model */
/** @typedef {import("../../kit/block.js").Block} Block */
/** @typedef {import("./place.js").Places} Places */
/** @typedef {import("./place.js").Look} Look */
/** @typedef {ReturnType<typeof itemsOf>} Items */

/** @type {{ align: "start" }} */
const FROM_LEFT = { align: "start" };

/** @param {Model} model @param {import("../../scene.js").Room} room @param {number[]} told queries, in the order in which they are told */
export function itemsOf(model, room, told) {
  const w = model.words.stories.fused;
  const tiles = tilesOf(model);
  const at = placesFor(model, room, tiles);
  const once = storeOf();
  const cells = cellsOf(model, () => ({ size: at.size, height: at.line, ...FROM_LEFT }));
  const held = { size: at.held, height: at.grip };
  const put = (/** @type {Block} */ block, /** @type {number} */ x, /** @type {number} */ y) => (block.put(x, y), block);
  const sheets = sheetsOf(model, at, tiles);
  const row = rowOf(model, at, w);
  const desk = deskOf(model, at, w);
  const last = stagesOf({ ...model, open: false }).at(-1) ?? "scores";
  const score = (/** @type {number} */ i, /** @type {number} */ j) => {
    const [key] = sheets.high[j];
    const wide = Math.min(scoreWidth(model, at.size), at.high.letter + key.width + GAP - 2);
    return put(cells(last, { query: i, key: j }, { width: wide }), key.x + (key.width - wide) / 2, at.end + GAP + at.line / 2); // prettier-ignore
  };
  return {
    ...{ tiles, last, height: at.height, sheets: sheets.items, row: row.words, desk: desk.words, letters: desk.letters },
    ...outputsOf(model, at, told, w),
    ...memoryOf(model, at, told, w),
    shelf: shelfOf(model, at, w),
    blank: row.blank,
    exps: row.exps,
    query: (/** @type {number} */ i) => {
      const labels = [{ runs: letterRuns("query", i + 1), side: /** @type {const} */ ("left") }];
      return put(cells("query", { query: i }, { ...held, labels, width: desk.query.width }), desk.query.x, desk.query.y);
    },
    max: (/** @type {number} */ t, /** @type {number} */ i) => {
      const labels = [{ runs: letterRuns("running_max", ""), side: /** @type {const} */ ("left") }];
      return put(cells("running_max", { step: t, query: i }, { ...held, labels }), desk.max.x, desk.max.y);
    },
    correction: (/** @type {number} */ t, /** @type {number} */ i) => {
      const [before, now] = [t - 1, t].map((k) => model.text("running_max", [k, model.batch, model.head, i], at.size.decimals)); // prettier-ignore
      const power = [{ text: " = e" }, { text: `${before} − ${now}`, size: 12, dy: -6 }, { text: " =", dy: 0 }];
      const letter = letterRuns("correction", "");
      const runs = runsWidth([...letter, ...power]) < desk.correction.label ? [...letter, ...power] : letter;
      return put(cells("correction", { step: t, query: i }, { ...held, labels: [{ runs, side: "left" }] }), desk.correction.x, desk.correction.y); // prettier-ignore
    },
    scores: (/** @type {number} */ i, /** @type {number} */ t) => tiles[t].map((j) => score(i, j)),
    /** What a query holds. Two queries begin before the first tile. @param {number} i */
    bars: (i) =>
      once(`running.${i}`, () => {
        const { font, size: { decimals } } = at; // prettier-ignore
        const how = { query: i, tiles, feet: at.beside && i === told[0] ? row.exps(i) : null, struck: desk.struck, tiled: told.indexOf(i) < 2 ? 0 : tiles.length, font, decimals };
        return running(`running.${i}`, { ...how, sum: desk.sum, rows: desk.rows });
      }),
  };
} // prettier-ignore

/** The tiles, in their places on the shelf and above it. @param {Model} model @param {Places} at @param {number[][]} tiles */
function sheetsOf(model, at, tiles) {
  /** Keys and values of a tile. @param {Look} look @param {number[]} keys @param {number} x @param {number} y @returns {[key: Block, value: Block][]} */
  const blocksOf = ({ size, width, letter, style }, keys, x, y) => {
    const cells = cellsOf(model, () => ({ size, width, height: size.height - 2, style, ...FROM_LEFT }));
    const pitch = letter + width * Math.max(model.d_k, model.d_v) + GAP;
    return keys.map((j, k) => {
      const [key, value] = ["key", "value"].map((tensor, n) => {
        const runs = letterRuns(tensor, j + 1);
        const how = { labels: letter ? [{ runs, side: /** @type {const} */ ("left"), gap: 4 }] : [], margin: { left: letter } }; // prettier-ignore
        const block = cells(tensor, { key: j }, { ...how, style: style ?? "role" });
        block.put(x + letter + k * pitch, y + (n + 0.5) * size.height);
        return block;
      });
      return [key, value];
    });
  };
  const widthOf = (/** @type {Look} */ look, /** @type {number} */ count) =>
    count * (look.letter + look.width * Math.max(model.d_k, model.d_v) + GAP) - GAP;
  /** @type {[Block, Block][]} */
  const high = [];
  const items = tiles.map((keys, t) => {
    const middle = PAD + (t + 0.5) * at.pitch - GAP / 2;
    const [below, above] = [at.low, at.high].map((look) => widthOf(look, keys.length));
    const x = Math.min(Math.max(middle - above / 2, 2 * PAD), at.left - 2 * PAD - above);
    const lows = blocksOf(at.low, keys, middle - below / 2, at.shelf + LINE + 2 * PAD);
    const highs = blocksOf(at.high, keys, x, at.end + 2 * GAP + at.line + PAD);
    high.push(...highs);
    const pairs = lows.flatMap((pair, k) => pair.map((block, n) => /** @type {[Block, Block]} */ ([block, highs[k][n]]))); // prettier-ignore
    return carried(`tile.${t}`, pairs, { pad: PAD - 1 });
  });
  return { items, high };
}

/** The row that is never stored, and a tile's powers of e while they are there. @param {Model} model @param {Places} at @param {any} w */
function rowOf(model, { left, row, line, size, bars }, w) {
  const x = row ? 0 : bars.x;
  const width = Math.min(96, Math.floor((left - x) / model.kv_len));
  const cells = cellsOf(model, () => ({ size, width, height: line, ...FROM_LEFT }));
  const said = [w.row(model), w.never];
  const words = row
    ? [text("row", { text: said.join(" "), fill: "muted", ...FROM_LEFT })]
    : said.map((line, k) => text(`row.${k}`, { text: line, fill: "muted", ...FROM_LEFT }));
  words.forEach((item, k) => item.put(0, row ? LINE / 2 - 1 : 7 + k * 17));
  const style = width >= cellOf(model, "tile_exp", size).width ? "passing" : "shade";
  return {
    words,
    blank: (/** @type {number} */ i) => {
      const block = cells("weights", { query: i }, { style: "role" });
      block.put(x, row + line / 2);
      return block;
    },
    exps: (/** @type {number} */ i) =>
      upTo(model.kv_len).map((j) => {
        const block = cells("tile_exp", { query: i, key: j }, { style });
        block.put(x + j * width, row + line / 2);
        return block;
      }),
  };
}

/** The desk: its ground, its words, and where things stand on it. @param {Model} model @param {Places} at @param {any} w */
function deskOf(model, { beside, left, desk, grip: line, bars, end, held: size }, w) {
  const ground = backdrop("desk", { x: 0, y: desk, width: left, height: end - desk }, { initial: { opacity: 0 } });
  const title = text("desk.title", { text: w.desk, weight: 650, fill: "ink", ...FROM_LEFT });
  title.put(2 * PAD, desk + 15);
  const [number, wide, factor] = ["query", "running_max", "correction"].map((tensor) => cellOf(model, tensor, size).width);
  const y = desk + (beside ? LINE + PAD + line / 2 : PAD + line / 2);
  const x = beside ? 54 : 26;
  // on a narrow desk all stands on one line: the query, the largest score, the one before, and the correction
  const most = beside ? bars.x - x - 34 : left - x - 2 * wide - factor - 4 * LINE - 2 * PAD;
  const query = { x, y, width: Math.min(number, Math.floor(most / model.d_q)) };
  const max = beside ? { x, y: y + line + PAD } : { x: x + model.d_q * query.width + 2 * LINE, y };
  const struck = beside ? { x: max.x, y: max.y + line / 2 + 4 } : { x: max.x + wide + 4, y: y - line / 2 };
  const sum = { x: bars.x, y: bars.y, width: bars.width, height: bars.sum };
  const rows = upTo(model.d_v).map((c) => ({
    ...{ x: bars.x, y: bars.y + bars.sum + bars.between + c * (bars.each + bars.between) },
    ...{ width: bars.width * (beside ? 0.56 : 1), height: bars.each },
  }));
  const middle = (rows[0].y + rows[rows.length - 1].y + bars.each) / 2;
  const correction = { x: left - (beside ? 2 : 1) * PAD - factor, y: beside ? middle : y, label: beside ? bars.width * 0.44 - factor - PAD : 0 };
  const letter = (/** @type {string} */ id, /** @type {string} */ tensor, /** @type {number | string} */ index, /** @type {import("../../kit/place.js").Box} */ bar) => {
    const item = text(id, { runs: letterRuns(tensor, index, "", { size: 15 }), align: "end" });
    item.put(bar.x - 9, bar.y + bar.height / 2);
    return item;
  };
  const letters = [letter("l", "running_sum", "", sum), ...rows.map((bar, c) => letter(`u.${c}`, "running_mixed", c + 1, bar))];
  return { words: [ground, beside && title], letters, query, max, struck: { ...struck, width: wide, height: line }, correction, sum, rows };
} // prettier-ignore

/** @param {Model} model @param {Places} at @param {any} w */
function shelfOf(model, { left, shelf, bottom }, w) {
  const ground = backdrop("shelf", { x: 0, y: shelf, width: left, height: bottom - shelf }, { fill: "lane", initial: { opacity: 0 } }); // prettier-ignore
  const title = text("shelf.title", { text: w.shelf, weight: 650, fill: "ink", ...FROM_LEFT });
  title.put(2 * PAD, shelf + 14);
  const count = text("shelf.count", { text: w.stored(model), fill: "muted", align: "end" });
  count.put(left - 2 * PAD, shelf + 14);
  return [ground, title, title.width + count.width < left - 5 * PAD && count];
}

/** The output of a query, made in both ways: they come together; those of the first query begin apart. @param {Model} model @param {Places} at @param {number[]} told @param {any} w */
function outputsOf(model, { left, line, end, size, beside }, [first], w) {
  const once = storeOf();
  const { result, d_v } = model;
  const [wide, small] = left >= 700 ? [84, 21] : beside ? [64, 18] : [52, 15];
  const most = Math.floor((left - 4 * PAD) / d_v);
  const large = most < wide ? size : { ...size, wide, small, cell: wide, font: small };
  const spare = Math.min(100, Math.floor((left - 250) / (3 * d_v)));
  const width = Math.min(most, Math.max(cellOf(model, result, large).width, spare));
  const [all, height] = [width * d_v, line + (beside ? 12 : 4)];
  const [x, y] = [(left - all) / 2, end + GAP + height / 2];
  const across = 3 * all + 250 <= left;
  const [apart, below] = across ? [all + 10, 0] : [0, height + 12];
  /** A way's output, and where it lies in the end. @param {string} id @param {Model} view @param {number} i @param {[number, number][]} places @param {boolean} [under] */
  const output = (id, view, i, places, under) =>
    once(`${id}.${i}`, () => {
      const [here, there] = places.map(([right, down]) => {
        const block = cellsOf(view, () => ({ size: large, width, height, ...FROM_LEFT }))(result, { query: i });
        block.put(x + right, y + down);
        return block;
      });
      return carried(`${id}.${i}`, [[here, there]], { at: Number(i !== first), under });
    });
  const said = (/** @type {string} */ id, /** @type {string[]} */ lines, /** @type {number} */ dx, /** @type {number} */ dy) =>
    lines.map((line, k) => {
      const align = dx > 0 ? "end" : "start";
      const item = text(`name.${id}.${k}`, { text: line, weight: k ? 400 : 650, fill: k ? "muted" : "ink", align });
      item.put(dx > 0 ? left - 2 * PAD : 2 * PAD, y + dy + (k - 0.5) * 16);
      return item;
    });
  const same = text("same", { text: w.same, size: 15, weight: 650, fill: "ink" });
  same.put(left / 2, y + height / 2 + LINE);
  return {
    ...{ same, across, names: { whole: said("whole", w.whole, -apart, 0), tiled: said("tiled", w.tiled, apart, below) } },
    whole: (/** @type {number} */ i) => output("whole", model.stage("whole"), i, [[-apart, 0], [7, 7]], true),
    tiled: (/** @type {number} */ i) => output("tiled", model, i, [[apart, below], [0, 0]]),
  };
} // prettier-ignore

/** The towers of memory, and which query is shown. @param {Model} model @param {Places} at @param {number[]} told @param {any} w */
function memoryOf(model, { panel, beside, left, shelf }, told, w) {
  const { kv_len, q_len, d_v } = model;
  const ground = backdrop("memory", panel, { initial: { opacity: 0 } });
  const head = text("memory.title", { text: w.held, weight: 650, size: 14, fill: "ink", ...FROM_LEFT });
  const about = text("memory.about", { text: w.beside, fill: "muted", most: panel.width - 4 * PAD, ...FROM_LEFT });
  head.put(panel.x + 2 * PAD, 20);
  about.put(panel.x + 2 * PAD, 40);
  const top = beside ? 64 : panel.y + 4;
  const box = { x: panel.x + 2 * PAD, y: top, width: panel.width - 4 * PAD, height: panel.y + panel.height - top - 8 };
  const how = { rows: q_len, columns: kv_len, held: 2 + d_v, names: w.towers, what: "max, ℓ, u", beside: !beside };
  const order = told.toSorted((a, b) => a - b);
  const stops = order.map((i) => `q${subscript(i + 1)}`);
  const knob = slider("asked", { width: Math.min(left - 4 * PAD, 44 * stops.length + 20), stops, label: w.asked, texts: order.map((i) => w.which(i + 1)) });
  knob.put(left / 2, shelf - 23);
  return { memory: [ground, beside && head, beside && about], towers: towers("towers", { ...how, box, size: 13 }), knob: stops.length > 1 ? knob : null, order };
} // prettier-ignore
